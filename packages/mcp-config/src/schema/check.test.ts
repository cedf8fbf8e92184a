import type { Finding } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import type { McpFormat } from '../formats/detect.js';
import { readServers } from '../read/read-servers.js';
import { checkPublished, checkServeApi, settled } from './check.js';

const say = ({ rule, message, suggestion, path = [] }: Finding): string => `${rule} ${path.join('.')}: ${message} -> ${suggestion}`;

/** What the schema of a format says of a value: findings, then what is left to rules. */
function said(format: McpFormat, value: unknown): string[] {
  const [root] = parseYaml(JSON.stringify(value), { file: 'f.json', dialect: 'core' }).documents;
  const { findings, open } = checkPublished(root!, format, 'f.json');
  return [...findings.map(say), ...open.map(({ path, general }) => `open ${path.join('.')}: ${general.message}`)];
}

const server = { name: 'a', url: 'http://h.test/mcp', enabled: true };

it.each<[string, McpFormat, unknown, string[]]>([
  ['nothing wrong', 'mcp-config', { mcpServers: [server] }, []],
  [
    'an unknown field with a near one',
    'mcp-config',
    { mcpServers: [{ ...server, quarantine: true }] },
    ['unknown-field mcpServers.0.quarantine: unknown field "quarantine" in an MCP server -> did you mean "quarantined"?'],
  ],
  [
    'a field that is missing',
    'mcp-config',
    { mcpServers: [{ url: 'http://h.test/mcp' }] },
    [
      'missing-field mcpServers.0: the field "name" is missing in an MCP server -> add "name": Unique name of the server; tools are called server:tool, such as "github"',
    ],
  ],
  [
    'a string where a list belongs',
    'mcp-config',
    { mcpServers: [{ ...server, args: '-y' }] },
    ['wrong-type mcpServers.0.args: expected a list, found a string -> write "args" as a list: [-y]'],
  ],
  [
    'a word that is near another',
    'mcp-config',
    { mcpServers: [{ ...server, protocol: 'htpp' }] },
    ['bad-value mcpServers.0.protocol: "htpp" is not one of the known values -> did you mean "http"?'],
  ],
  [
    'a number out of its bounds',
    'mcp-config',
    { tools_limit: 5000 },
    ['bad-value tools_limit: 5000 is out of range: from 1 to 1000 -> write an integer from 1 to 1000'],
  ],
  [
    'a branch of a union, chosen by its type',
    'vscode-config',
    { servers: { a: { command: 'x', dev: { debug: { type: 'nod' } } } } },
    ['bad-value servers.a.dev.debug.type: "nod" is not one of the known values -> did you mean "node"?'],
  ],
  [
    'no branch of a union',
    'client-config',
    { mcpServers: { a: { command: 'x', env: { A: ['x'] } } } },
    [
      'wrong-type mcpServers.a.env.A: expected a string, a number or true or false, found a list -> write the item itself, without "-" in front',
    ],
  ],
  [
    'an item of a list in a union',
    'client-config',
    { mcpServers: { a: { command: 'x', tools: [{ name: 5 }] } } },
    ['wrong-type mcpServers.a.tools.0.name: expected a string, found an integer -> put quotes around it: "5"'],
  ],
  [
    'a nullable section of the wrong type',
    'serve',
    { servers: {}, limits: 5 },
    ['wrong-type limits: expected a mapping (limits), found an integer -> write the fields of "limits", such as body_bytes: ...'],
  ],
  [
    'the branch that a discriminating field names',
    'mcp-servers',
    { mcp_servers: { a: { type: 'server', url: 'http://h.test/' } } },
    [
      'missing-field mcp_servers.a: the field "name" is missing in an MCP server entry -> add "name": name the server gives itself, such as "template"',
      'unknown-field mcp_servers.a.url: unknown field "url" in an MCP server entry -> known here: "type", "name", "instructions" and "port"',
      'open mcp_servers.a: the published schema does not take these fields together',
    ],
  ],
  [
    'fields of another place',
    'serve',
    { servers: { a: { url: 'http://h.test/mcp', client_id: 'x' } }, session_idle: '5m', limits: { profiles: {} } },
    [
      'unknown-field servers.a.client_id: unknown field "client_id" in a server behind the gateway -> it belongs under servers.a.oauth',
      'unknown-field session_idle: unknown field "session_idle" in gateway.yaml -> it belongs under timeouts',
      'unknown-field limits.profiles: unknown field "profiles" in limits -> it belongs at the top level',
    ],
  ],
  [
    'keys of another form',
    'serve',
    { servers: { 'a b': { url: 'http://h.test/mcp' } } },
    [
      'bad-value servers.a b: "a b" is not a name of a server -> use letters, digits, "-", "_" and ".", at most 100',
      'open servers.a b: the published schema does not take the key "a b" here',
    ],
  ],
  [
    'bounds of a duration, which a schema cannot compare',
    'serve',
    { servers: {}, timeouts: { call: '30h' } },
    ['bad-value timeouts.call: must be between 1ms and 24h, found 30h -> write a duration from 1ms to 24h'],
  ],
  [
    'a duration that leaves no time',
    'serve',
    { servers: {}, timeouts: { call: '0s', session_idle: '0m0s', write: '0', drain: '0s', request: '0s' } },
    [
      'bad-value timeouts.call: 0s leaves no time -> write a duration from 1ms to 24h',
      'bad-value timeouts.session_idle: 0m0s leaves no time -> write a duration from 1ms to 24h',
      'bad-value timeouts.write: 0 leaves no time -> write a duration from 1ms to 24h',
      'open timeouts.call: 0s leaves no time',
      'open timeouts.session_idle: 0m0s leaves no time',
      'open timeouts.write: 0 leaves no time',
    ],
  ],
  [
    'bounds of a duration that zero switches off',
    'serve',
    { servers: {}, timeouts: { request: '30h', drain: '30h' } },
    [
      'bad-value timeouts.request: must be 0s (no limit) or between 1ms and 24h, found 30h -> write a duration from 1ms to 24h, or "0s"',
      'bad-value timeouts.drain: must be 0s (no wait) or between 1ms and 24h, found 30h -> write a duration from 1ms to 24h, or "0s"',
    ],
  ],
  [
    'a port that no server has',
    'serve',
    { servers: { a: { url: 'http://localhost:0/mcp' } } },
    [
      'bad-value servers.a.url: HTTP clients refuse to connect to port 0 -> let the server listen on another port, such as 8000',
      'open servers.a.url: the published schema does not take "http://localhost:0/mcp" here',
    ],
  ],
  [
    'a near miss of a field in a file that belongs to another program',
    'opencode-config',
    { mcp: { a: { type: 'local', command: ['x'] } }, mpc: {} },
    [],
  ],
  [
    '__proto__ and constructor, which are keys like any other',
    'mcp-config',
    JSON.parse('{"__proto__": 1, "mcpServers": [{"name": "a", "url": "http://h.test/mcp", "constructor": 2, "env": {"__proto__": [1]}}]}'),
    [
      expect.stringMatching(/^unknown-field __proto__: unknown field "__proto__" in mcp_config.json -> known here/) as unknown as string,
      expect.stringMatching(/^unknown-field mcpServers.0.constructor: unknown field/) as unknown as string,
      'wrong-type mcpServers.0.env.__proto__: expected a string, found a list -> write the item itself, without "-" in front',
    ],
  ],
])('%s', (_what, format, value, expected) => expect(said(format, value)).toEqual(expected));

it('an integer with a fraction of nothing, and one beyond 64 bits', () => {
  const [root] = parseYaml('{"tools_limit": 3.0, "top_k": 99999999999999999999}', { file: 'f', dialect: 'core' }).documents;
  expect(checkPublished(root!, 'mcp-config', 'f').findings.map(say)).toEqual([
    'wrong-type tools_limit: expected an integer, found a fraction -> write an integer',
    'bad-value top_k: 99999999999999999999 is out of range: from 0 to 9223372036854775807 -> write an integer from 0 to 9223372036854775807',
  ]);
});

it('one entry of apis: fields of which one has to be set', () => {
  const api = { name: 'shop', base_url: 'https://h.test', endpoints: [] };
  const auth = (fields: object): string[] => checkServeApi({ ...api, auth: { header: 'X-Key', ...fields } }).map(say);
  expect(auth({ value: 'x' })).toEqual([]);
  expect(auth({})).toEqual([
    'missing-field auth: auth of an API needs one of "value" or "file" -> add "value" (Its value, with ${NAME} from the environment) or "file" (A file that holds the secret; read for each call)',
  ]);
  expect(auth({ value: 'x', file: 'y' })).toEqual([
    'conflicting-fields auth.file: only one of "value" and "file" may be set in auth of an API -> keep one of them',
  ]);
});

it('what the schema refuses and no rule words is refused all the same', () => {
  const [root] = parseYaml('{"mcpServers": [{"name": "a", "command": "${vault:x}", "env": {"A=B": "x"}}]}', {
    file: 'f',
    dialect: 'core',
  }).documents;
  const { findings, open } = checkPublished(root!, 'mcp-config', 'f');
  expect(settled(findings, open).map(say)).toEqual([
    'unsupported-placeholder mcpServers.0.command: mcpgw cannot resolve "${vault:x}": it reads no "vault" values -> put the value into an environment variable and write "${env:NAME}"; for the text itself, write "$${"',
    'bad-value mcpServers.0.env.A=B: the published schema does not take the key "A=B" here -> rename it',
  ]);
});

describe('hostile files', () => {
  const read = (value: unknown, file = 'mcp_config.json'): readonly Finding[] =>
    readServers(JSON.stringify(value), { file, env: {} }).findings;

  it('ten thousand wrong fields give a thousand findings', () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]));
    expect(read({ mcpServers: [{ ...server, ...fields }] }).length).toBe(1000);
  });

  it('errors beyond the bound never make a value right', () => {
    const env = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`V${index}`, [index]]));
    const tools = Array.from({ length: 6_000 }, () => ({ name: 5, x: 1 }));
    for (const entry of [{ env }, { tools }, { env, tools, args: 5 }])
      expect(read({ mcpServers: { a: { command: 'x', ...entry } } }, '.mcp.json').some(({ severity }) => severity === 'error')).toBe(true);
  });

  it.each([
    ['placeholders that could be read in two ways', '${userHome}'.repeat(1_000)],
    ['a file with a default', '${file:-x}'.repeat(1_000)],
    ['dollars', '$'.repeat(50_000)],
    ['dollars and a brace', '$${'.repeat(15_000)],
    ['defaults that are not closed', '${A:-'.repeat(10_000)],
    ['digits', '1'.repeat(50_000)],
    ['an address of zeros', `http://h:${'0'.repeat(50_000)}`],
    ['users', `http://${'a@'.repeat(25_000)}`],
    ['braces', '{env:'.repeat(10_000)],
  ])('%s, tens of thousands of characters long', (_what, text) => {
    for (const tail of ['', '${', '{', ':', '\n']) {
      const hostile = text + tail;
      const entry = { command: hostile, url: hostile, cwd: hostile, headers: { [hostile.slice(0, 1000)]: hostile }, env: { A: hostile } };
      read({ mcpServers: { a: entry } }, '.mcp.json');
      read({ mcpServers: [{ name: hostile, ...entry, init_timeout: hostile }], listen: hostile });
      read({ mcp: { a: { type: 'remote', url: hostile, environment: { A: hostile }, cwd: hostile } } }, 'opencode.json');
      read({ servers: { a: { url: hostile, args: [hostile] } }, inputs: [] }, 'mcp.json');
      expect(read({ servers: { a: { url: hostile, call_timeout: hostile } }, tools_limit: 1 }, 'gateway.yaml').length).toBeGreaterThan(0);
    }
  });
});
