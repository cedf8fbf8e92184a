/** Accepted values that do not do what they say, by the nature of the field, each beside a correct one. */
import { parseYaml } from '@mcpgw/structure';
import { found } from '../../test/found.js';
import type { McpFormat } from '../formats/detect.js';
import { serversOf } from '../read/read-servers.js';

/** The findings of a document, as `severity rule path`. */
const client = (fields: string): string => `mcpServers: {a: ${fields}}`;
const one = 'servers: {a: {command: x, trust_mode: auto}}\n';
const telemetry = (fields: string): string => `${one}telemetry: {${fields}}`;
const at4318 = 'endpoint: "http://c:4318"';

const exchange = (
  oauth: string,
  auth = 'auth: {oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com"}]}}',
): string =>
  `servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto, oauth: {client_id: g, client_secret: "\${env:S}", ${oauth}}}}\n${auth}\n`;

it.each<[what: string, kind: McpFormat, wrong: string, findings: string[]]>([
  [
    'tokens of callers that are exchanged at the issuer',
    'serve',
    exchange('mode: token_exchange, subject: caller, issuer: "https://l.example.com"'),
    [],
  ],
  [
    'tokens of callers that any authorization server could ask for',
    'serve',
    exchange('mode: token_exchange, subject: caller'),
    ['error login-settings servers.a.oauth.subject'],
  ],
  [
    'tokens of callers where callers have keys',
    'serve',
    exchange('mode: token_exchange, subject: caller, issuer: "https://l.example.com"', 'auth: {api_keys: ["${env:K}"]}'),
    ['error login-settings servers.a.oauth.subject'],
  ],
  [
    'tokens of callers in another mode',
    'serve',
    exchange('mode: user, subject: caller, issuer: "https://l.example.com"'),
    ['warning login-no-effect servers.a.oauth.subject'],
  ],
  [
    'telemetry at the base address of a collector, with the header of an environment variable',
    'serve',
    telemetry('endpoint: "https://c.example.com:4318/otlp", headers: {Authorization: "Bearer ${env:T}"}'),
    [],
  ],
  ['telemetry at the port of gRPC', 'serve', telemetry('endpoint: "http://c:4317"'), ['warning telemetry-export telemetry.endpoint']],
  [
    'telemetry at the path of one signal',
    'serve',
    telemetry('endpoint: "http://c:4318/v1/traces"'),
    ['warning telemetry-export telemetry.endpoint'],
  ],
  [
    'telemetry at an address with a query',
    'serve',
    telemetry('endpoint: "http://c:4318?x=1"'),
    ['warning telemetry-export telemetry.endpoint'],
  ],
  [
    'telemetry at an address with a user',
    'serve',
    telemetry('endpoint: "http://u:p@c:4318"'),
    ['warning telemetry-export telemetry.endpoint'],
  ],
  [
    'telemetry at the address of a listener',
    'serve',
    telemetry('endpoint: "http://0.0.0.0:4318"'),
    ['warning telemetry-export telemetry.endpoint'],
  ],
  [
    'telemetry without a signal',
    'serve',
    telemetry(`${at4318}, traces: false, metrics: false, logs: false`),
    ['warning telemetry-export telemetry.traces'],
  ],
  ['a sample of nothing', 'serve', telemetry(`${at4318}, sample: 0`), ['warning telemetry-export telemetry.sample']],
  [
    'a header that each export has',
    'serve',
    telemetry(`${at4318}, headers: {content-type: text/plain}`),
    ['warning telemetry-export telemetry.headers.content-type'],
  ],
  ['exports that overlap', 'serve', telemetry(`${at4318}, timeout: 30s, interval: 10s`), ['warning telemetry-export telemetry.timeout']],
  ['an export without time', 'serve', telemetry(`${at4318}, timeout: 5ms`), ['warning zero-duration telemetry.timeout']],
  [
    'settings of telemetry that is off',
    'serve',
    telemetry(`enabled: false, ${at4318}, sample: 0`),
    ['warning unused-setting telemetry.endpoint', 'warning unused-setting telemetry.sample'],
  ],
  [
    'settings of traces that are off',
    'serve',
    telemetry(`${at4318}, traces: false, arguments: true, sample: 0.5`),
    ['warning unused-setting telemetry.sample', 'warning unused-setting telemetry.arguments'],
  ],
  [
    'an interval of metrics that are off',
    'serve',
    telemetry(`${at4318}, metrics: false, interval: 30s`),
    ['warning unused-setting telemetry.interval'],
  ],
  [
    'a key of a collector in clear text',
    'serve',
    telemetry('endpoint: "https://c:4318", headers: {X-Api-Key: a-key-0123456789abcdef}'),
    ['warning secret-in-clear-text telemetry.headers.X-Api-Key'],
  ],
  [
    'a key of a collector over plain HTTP',
    'serve',
    telemetry('endpoint: "http://collector.acme.com:4318", headers: {X-Api-Key: "${env:T}"}'),
    ['warning credential-over-http telemetry.endpoint'],
  ],
  [
    'a key of a collector to be filled in',
    'serve',
    telemetry(`${at4318}, headers: {X-Team: YOUR_API_KEY}`),
    ['warning unfilled-value telemetry.headers.X-Team'],
  ],
  [
    'a command with options in its path',
    'client-config',
    client('{command: /opt/x --port 1}'),
    ['error command-not-a-program mcpServers.a.command'],
  ],
  [
    'a length of names as written',
    'serve',
    `${one}tool_names: {portable: false, max_length: 50}`,
    ['warning unused-setting tool_names.max_length'],
  ],
  [
    'a length with a separator of other signs',
    'serve',
    `${one}tool_names: {separator: ':', max_length: 50}`,
    ['warning unused-setting tool_names.max_length'],
  ],
  ['a length of portable names', 'serve', `${one}tool_names: {separator: '-', max_length: 50}`, []],
  [
    'portable names with ":"',
    'serve',
    `${one}tool_names: {separator: ':', portable: true}`,
    ['error conflicting-fields tool_names.portable'],
  ],
  ['a path with spaces, which is one', 'client-config', client('{command: "/opt/My App/run"}'), []],
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
    'docker with a name that contains an i',
    'client-config',
    client('{command: docker, args: [run, -e, INIT, img], env: {INIT: "1"}}'),
    ['error docker-run mcpServers.a.args.0'],
  ],
  ['docker with the variable in one item', 'client-config', client('{command: docker, args: [run, -i, --env=A, img], env: {A: b}}'), []],
  [
    'docker of Windows without input',
    'client-config',
    client('{command: "C:\\\\bin\\\\docker.cmd", args: [run, img]}'),
    ['error docker-run mcpServers.a.args.0'],
  ],
  [
    'a download without a network',
    'serve',
    'isolation: {network_mode: none}\nservers: {a: {command: npx, args: [-y, x], trust_mode: auto, isolation: {mode: sandbox}}}',
    ['warning isolation-blocks servers.a.command'],
  ],
  [
    'a server that was installed, without a network',
    'serve',
    'servers: {a: {command: x, trust_mode: auto, isolation: {mode: sandbox, network_mode: none}}}',
    [],
  ],
  [
    'a folder outside of the isolation of all servers',
    'serve',
    'isolation: {mode: sandbox, read_folders: [/srv/a]}\nservers: {a: {command: x, args: [/srv/a/b, --root=/srv/ab], trust_mode: auto}}',
    ['warning isolation-blocks servers.a.args.1'],
  ],
  [
    'a folder of an image',
    'serve',
    'servers: {a: {command: x, args: [/srv/b], trust_mode: auto, isolation: {mode: docker, image: "x:1"}}}',
    [],
  ],
  [
    'a command that starts a container itself',
    'serve',
    'isolation: {mode: sandbox}\nservers: {a: {command: docker, args: [run, -i, -v, "/srv/b:/b", img], trust_mode: auto}}',
    [],
  ],
  ['docker exec', 'client-config', client('{command: docker, args: [exec, -i, c, x]}'), []],
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
  ['a host that is not an IP address', 'serve', `listen: 127.0.0.256:8080\n${one}`, ['error listen-address listen']],
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
    'a file for a secret without a space',
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
  [
    'the address of the metadata as the issuer',
    'serve',
    `${one}auth: {oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com/.well-known/openid-configuration"}]}}`,
    ['error oauth-settings auth.oauth.issuers.0.issuer'],
  ],
  [
    'audiences of other services and of none',
    'serve',
    `${one}auth: {oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com", audiences: [account, "api-*", gateway]}]}}`,
    ['warning oauth-settings auth.oauth.issuers.0.audiences.0', 'warning oauth-settings auth.oauth.issuers.0.audiences.1'],
  ],
  [
    'a resource that is the address of a profile',
    'serve',
    `${one}auth: {oauth: {resource: "https://g.example.com/mcp/p/desk", issuers: [{issuer: "https://l.example.com"}]}}`,
    ['warning oauth-settings auth.oauth.resource'],
  ],
  [
    'tools of a profile that their server hides',
    'serve',
    'servers: {a: {command: x, trust_mode: auto, enabled_tools: [read]}, b: {command: y, trust_mode: auto, disabled_tools: [rm]}}\nprofiles: [{name: desk, servers: [a, b], tools: {a: [read, write, "w*"], b: [rm, ls]}}]\n',
    ['warning profile-binding profiles.0.tools.a.1', 'warning profile-binding profiles.0.tools.b.0'],
  ],
  [
    'a REST API that has more time than all calls, which counts',
    'serve',
    'apis: [{name: s, base_url: "https://s.example.com", timeout: 300, endpoints: [{name: a, method: GET, path: /a, timeout: 600}]}]\n',
    [],
  ],
  [
    'a name of the service that another one overrides',
    'serve',
    telemetry(`${at4318}, service_name: a, attributes: {service.name: b}`),
    ['warning telemetry-export telemetry.attributes.service.name'],
  ],
  [
    'memory in bytes',
    'serve',
    'servers: {a: {command: node, args: [/app/x.js], trust_mode: auto, isolation: {mode: docker, memory_limit: "512"}}}\n',
    ['warning isolation-blocks servers.a.isolation.memory_limit'],
  ],
  [
    'the network of the machine for a sandbox, whose mode all servers have',
    'serve',
    'isolation: {mode: sandbox, network_mode: none}\nservers: {a: {command: x, trust_mode: auto, isolation: {network_mode: host}}}\n',
    [],
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

it.each([
  ['3d', ['info server-name mcpServers.3d']],
  ['-d', ['info server-name mcpServers.-d']],
  ['a.b', ['info server-name mcpServers.a.b']],
  ['d3-x_y', []],
  ['_', []],
])('a server named %s: %j', (name, findings) => {
  expect(found('client-config', `mcpServers: {${JSON.stringify(name)}: {command: x}}`)).toEqual(findings);
});
