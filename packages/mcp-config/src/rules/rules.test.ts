/** Accepted values that do not do what they say, by the nature of the field, each beside a correct one. */
import type { Finding } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import type { McpFormat } from '../formats/detect.js';
import { serveFindings } from '../read/read-serve.js';
import { serversOf } from '../read/read-servers.js';

/** The findings of a document, as `severity rule path`. */
function found(kind: McpFormat, text: string): string[] {
  const [root] = parseYaml(text, { file: 'f.yaml', dialect: 'core' }).documents;
  const options = { file: 'f.yaml', env: {}, resolve: 'form' } as const;
  const findings: readonly Finding[] =
    kind === 'serve' || kind === 'mcp-config'
      ? serveFindings(root!, { ...options, kind }).findings
      : serversOf(root!, { ...options, format: kind }).findings;
  return findings.map(({ severity, rule, path = [] }) => `${severity} ${rule} ${path.join('.')}`);
}

const client = (fields: string): string => `mcpServers: {a: ${fields}}`;
const one = 'servers: {a: {command: x, trust_mode: auto}}\n';

it.each<[what: string, kind: McpFormat, wrong: string, findings: string[]]>([
  [
    'a command with options in its path',
    'client-config',
    client('{command: /opt/x --port 1}'),
    ['error command-not-a-program mcpServers.a.command'],
  ],
  ['a path with blanks, which is one', 'client-config', client('{command: "/opt/My App/run"}'), []],
  ['a command with a pipe', 'client-config', client('{command: "/bin/x | tee log"}'), ['error command-not-a-program mcpServers.a.command']],
  [
    'a command in a list',
    'opencode-config',
    'mcp: {a: {type: local, command: ["npx -y x"]}}',
    ['error command-not-a-program mcp.a.command.0'],
  ],
  ['an option with "=", which is one argument', 'client-config', client('{command: x, args: ["--text=two words", -c, "a b"]}'), []],
  ['operators for a shell that is there', 'client-config', client('{command: sh, args: [-c, "cd /x && y"]}'), []],
  [
    'docker without input',
    'client-config',
    client('{command: docker, args: [run, --init, img]}'),
    ['error docker-run mcpServers.a.args.0'],
  ],
  [
    'docker with a name that holds an i',
    'client-config',
    client('{command: docker, args: [run, -e, INIT, img], env: {INIT: "1"}}'),
    ['error docker-run mcpServers.a.args.0'],
  ],
  ['docker with the variable in one item', 'client-config', client('{command: docker, args: [run, -i, --env=A, img], env: {A: b}}'), []],
  ['docker exec', 'client-config', client('{command: docker, args: [exec, c, x]}'), []],
  [
    'a token without scheme',
    'client-config',
    client('{url: "https://h/mcp", headers: {authorization: "abc${X}"}}'),
    [
      'warning secret-in-clear-text mcpServers.a.headers.authorization',
      'warning authorization-value mcpServers.a.headers.authorization',
    ].filter(line => line.includes('authorization-value')),
  ],
  ['a whole header from the environment', 'client-config', client('{url: "https://h/mcp", headers: {Authorization: "${X}"}}'), []],
  [
    'a default of nothing',
    'client-config',
    client('{url: "https://h/mcp", headers: {Authorization: "Bearer ${X:-}"}}'),
    ['warning authorization-value mcpServers.a.headers.Authorization'],
  ],
  [
    'Basic in clear text',
    'vscode-config',
    'servers: {a: {type: http, url: "https://h/mcp", headers: {Authorization: "Basic ${env:U}:x"}}}',
    [],
  ],
  [
    'an Accept that allows both types',
    'client-config',
    client('{url: "https://h/mcp", headers: {Accept: "application/json, text/event-stream"}}'),
    [],
  ],
  [
    'a credential to a host of the cluster',
    'serve',
    'servers: {a: {url: "http://a.ns.svc.cluster.local/mcp", headers: {Authorization: "Bearer ${env:X}"}}}',
    [],
  ],
  ['the older path where SSE is tried too', 'vscode-config', 'servers: {a: {type: http, url: "https://h/sse"}}', []],
  [
    'a user in the address of a client',
    'client-config',
    client('{url: "https://u:${P}@h/mcp"}'),
    ['warning doubtful-url mcpServers.a.url'],
  ],
  ['seconds where seconds are read', 'langchain-config', 'a: {transport: http, url: "https://h/mcp", timeout: 30}', []],
  [
    'milliseconds where seconds are read',
    'mcp-servers',
    'mcp_servers: {a: {url: "http://h/mcp", read_timeout: 60000}}',
    ['warning duration-unit mcp_servers.a.read_timeout'],
  ],
  [
    'the gateway as its own server',
    'serve',
    'listen: 0.0.0.0:9000\nauth: {api_keys: ["${env:K}"]}\nservers: {a: {url: "http://localhost:9000/mcp"}}',
    ['error server-reached-twice servers.a.url'],
  ],
  ['another port of this machine', 'serve', 'listen: 127.0.0.1:9000\nservers: {a: {url: "http://localhost:9001/mcp"}}', []],
  [
    'one address with two credentials',
    'client-config',
    'mcpServers: {a: {url: "https://h/mcp", headers: {X: "1"}}, b: {url: "https://h/mcp", headers: {X: "2"}}}',
    [],
  ],
  ['calls that end while a server thinks', 'serve', `${one}timeouts: {call: 20ms}`, ['warning zero-duration timeouts.call']],
  ['headers without a limit', 'serve', `${one}timeouts: {headers: 0s}`, ['warning zero-duration timeouts.headers']],
  [
    'headers beside a request without a limit',
    'serve',
    `${one}timeouts: {headers: 5s, request: 0s}`,
    ['warning zero-duration timeouts.request'],
  ],
  ['a short request alone, which the headers follow', 'serve', `${one}timeouts: {request: 5s}`, []],
  [
    'a key that is also that of the page',
    'serve',
    `${one}auth: {api_keys: ["\${env:K}"]}\npage: {token: "\${env:K}"}`,
    ['warning weak-key page.token'],
  ],
  [
    'an open address without keys',
    'mcp-config',
    'listen: 0.0.0.0:8080\nmcpServers: [{name: a, command: x, enabled: true}]',
    ['warning serve-open-without-key listen'],
  ],
  [
    'an open address with a key',
    'mcp-config',
    'listen: 0.0.0.0:8080\nrequire_mcp_auth: true\napi_key: "${env:K}"\nmcpServers: [{name: a, command: x, enabled: true}]',
    [],
  ],
  ['a host that is no IP address', 'serve', `listen: 127.0.0.256:8080\n${one}`, ['error listen-address listen']],
  ['an origin with another port', 'serve', `${one}trusted_origins: ["https://h:8443"]`, []],
  [
    'an origin with the usual port, which browsers leave out',
    'serve',
    `${one}trusted_origins: ["https://h:443"]`,
    ['warning web-page-access trusted_origins.0'],
  ],
  ['a number of Redis that is none', 'serve', `${one}store: {type: redis, url: "rediss://:\${env:P}@h/cache"}`, []],
  ['a relative folder', 'serve', `${one}store: {type: file, folder: state}`, ['warning store-state store.folder']],
  [
    'an empty list of the only tools, for a client',
    'client-config',
    client('{command: x, includeTools: []}'),
    ['warning tool-list-contradiction mcpServers.a.includeTools'],
  ],
  ['a variable of a proxy in two cases', 'client-config', client('{command: x, env: {HTTP_PROXY: a, http_proxy: a}}'), []],
  ['a PATH that keeps the one of the system', 'client-config', client('{command: x, env: {PATH: "/opt/bin:${PATH}"}}'), []],
  [
    'an input in another server',
    'vscode-config',
    'servers: {a: {command: x, env: {K: "${input:k}"}}}\ninputs: [{type: promptString, id: k}]',
    [],
  ],
  [
    'a file for a secret without a blank',
    'serve',
    'apis: [{name: s, base_url: "https://h", auth: {header: Authorization, file: t, prefix: "Bearer "}, endpoints: [{name: a, method: GET, path: /a}]}]',
    [],
  ],
  [
    'a profile of a server in quarantine',
    'serve',
    'servers: {a: {command: x, quarantined: true}, b: {command: y}}\nprofiles: [{name: reading, servers: [a]}]',
    ['warning profile-without-servers profiles.0'],
  ],
])('%s', (_what, kind, text, findings) => expect(found(kind, text).filter(line => !line.startsWith('info '))).toEqual(findings));

it('quotes around a number of env are a certain fix', () => {
  const text = 'mcpServers: {a: {command: x, env: {PORT: 8080, ON: true}}}';
  const [root] = parseYaml(text, { file: 'f.yaml', dialect: 'core' }).documents;
  const { findings } = serversOf(root!, { file: 'f.yaml', env: {}, resolve: 'form', format: 'client-config' });
  expect(findings.map(({ fix }) => fix?.map(edit => edit.text))).toEqual([['"8080"'], ['"true"']]);
  expect(
    findings.every(
      ({ docs, suggestion, span }) => docs === 'docs/rules/environment-of-program.md' && suggestion !== undefined && span !== undefined,
    ),
  ).toBe(true);
});
