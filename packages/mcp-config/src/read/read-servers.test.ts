import { formatPath, LineIndex } from '@mcpgw/diagnostics';
import { readServers } from './read-servers.js';

const read = (value: unknown, env: Record<string, string> = {}) =>
  readServers(typeof value === 'string' ? value : JSON.stringify(value), { file: 'f', env });
const said = (value: unknown, env: Record<string, string> = {}) =>
  read(value, env).findings.map(({ severity, rule, path, message }) => `${severity} ${rule} ${formatPath(path ?? [])}: ${message}`);
const placed = (text: string) => {
  const index = new LineIndex(text);
  return read(text).findings.map(({ rule, span }) => ({ rule, ...index.position(span!.start) }));
};

describe('the array form of mcp_config.json', () => {
  it.each<[string, unknown, string[]]>([
    [
      'no name',
      { mcpServers: [{ url: 'http://a/', enabled: true }] },
      ['error missing-field mcpServers[0]: the field "name" is missing in an MCP server'],
    ],
    [
      'colon in the name',
      { mcpServers: [{ name: 'a:b', url: 'http://a/', enabled: true }] },
      ['error bad-value mcpServers[0].name: the server name "a:b" must not contain ":", which separates server and tool'],
    ],
    [
      'stdio without command',
      { mcpServers: [{ name: 'a', protocol: 'stdio', enabled: true }] },
      ['error no-endpoint mcpServers[0]: the server "a" uses stdio and has no command'],
    ],
    [
      'sse without url',
      { mcpServers: [{ name: 'a', protocol: 'sse', command: 'x', enabled: true }] },
      ['error no-endpoint mcpServers[0]: the server "a" uses sse and has no URL'],
    ],
    [
      'nothing to reach',
      { mcpServers: [{ name: 'a', enabled: true }] },
      ['error no-endpoint mcpServers[0]: the server "a" has neither a command nor a URL'],
    ],
    [
      'a misspelled key',
      { mcpServers: [{ name: 'a', url: 'http://a/', enabled: true, enabledTools: [] }] },
      ['error unknown-field mcpServers[0].enabledTools: unknown field "enabledTools" in an MCP server'],
    ],
    [
      'an interval out of range',
      { health_check_interval: '2s', mcpServers: [] },
      ['error bad-value health_check_interval: must be 0s (off) or between 5s and 1h, found 2s'],
    ],
    [
      'a bare number as duration',
      { mcpServers: [], init_timeout: 30 },
      ['error wrong-type init_timeout: expected a duration such as "30s", found an integer'],
    ],
    [
      'trust mode in upper case',
      { mcpServers: [{ name: 'a', command: 'x', enabled: true, trust_mode: 'Auto' }] },
      ['error bad-value mcpServers[0].trust_mode: "Auto" is not one of the known values'],
    ],
    ['a limit', { mcpServers: [], tools_limit: 1001 }, ['error bad-value tools_limit: 1001 is out of range: from 1 to 1000']],
    [
      'duplicate names',
      {
        mcpServers: [
          { name: 'a', command: 'x', enabled: true },
          { name: 'a', command: 'y', enabled: true },
        ],
      },
      ['error duplicate-server-name mcpServers[1].name: duplicate server name: a'],
    ],
    [
      'both tool lists',
      { mcpServers: [{ name: 'a', command: 'x', enabled: true, enabled_tools: ['t'], disabled_tools: ['u'] }] },
      ['error enabled-and-disabled-tools mcpServers[0].disabled_tools: enabled_tools and disabled_tools of "a" are mutually exclusive'],
    ],
    [
      'enabled left out',
      { mcpServers: [{ name: 'a', command: 'x' }] },
      ['warning server-not-enabled mcpServers[0]: the server "a" is off: it does not say "enabled"'],
    ],
    [
      'a reserved profile',
      { mcpServers: [{ name: 'a', command: 'x', enabled: true }], profiles: [{ name: 'all', servers: ['a'] }] },
      ['error bad-value profiles[0].name: the profile name "all" is reserved'],
    ],
    [
      'a profile with an unknown server',
      { mcpServers: [], profiles: [{ name: 'p1', servers: ['x'] }] },
      ['warning unknown-profile-server profiles[0].servers[0]: the profile names the server "x", which mcpServers does not have'],
    ],
    ['an old key', { mcpServers: [], top_k: 3 }, ['warning deprecated-field top_k: "top_k" is deprecated']],
    [
      'a secret in clear text',
      { mcpServers: [{ name: 'a', command: 'x', enabled: true, env: { GITHUB_TOKEN: 'abc' } }] },
      ['warning secret-in-clear-text mcpServers[0].env.GITHUB_TOKEN: the secret in "GITHUB_TOKEN" is in clear text'],
    ],
    [
      'an unset variable',
      { mcpServers: [{ name: 'a', command: 'x', enabled: true, env: { GITHUB_TOKEN: '${env:GH}' } }] },
      ['error unset-variable mcpServers[0].env.GITHUB_TOKEN: the environment variable "GH" is not set'],
    ],
    [
      'prototype keys',
      '{"mcpServers": [], "__proto__": {}, "constructor": 1}',
      [
        'error unknown-field __proto__: unknown field "__proto__" in mcp_config.json',
        'error unknown-field constructor: unknown field "constructor" in mcp_config.json',
      ],
    ],
  ])('%s', (_name, config, expected) => {
    expect(said(config)).toEqual(expected);
  });

  it('gives connections with placeholders expanded', () => {
    const config = {
      mcpServers: [
        {
          name: 'gh',
          command: 'npx',
          args: ['-y', '${env:PKG}'],
          enabled: true,
          working_dir: '/x',
          init_timeout: '1m',
          enabled_tools: ['a'],
        },
        {
          name: 'web',
          url: 'https://h/mcp',
          protocol: 'http',
          headers: { A: 'b' },
          quarantined: true,
          trust_mode: 'auto',
          max_concurrent_requests: 2,
          enabled: true,
        },
        { name: 'old', url: 'https://h/sse', protocol: 'sse', enabled: false, disabled_tools: ['z'] },
      ],
    };
    const { servers, findings } = read(config, { PKG: 'p' });
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(servers.map(({ path: _path, span: _span, ...rest }) => rest)).toEqual([
      {
        name: 'gh',
        connection: { transport: 'stdio', command: 'npx', args: ['-y', 'p'], env: {}, cwd: '/x', connectTimeoutMs: 60_000 },
        enabled: true,
        quarantined: false,
        trustMode: 'manual',
        enabledTools: ['a'],
      },
      {
        name: 'web',
        connection: { transport: 'streamable-http', url: 'https://h/mcp', headers: { A: 'b' } },
        enabled: true,
        quarantined: true,
        trustMode: 'auto',
        maxConcurrentRequests: 2,
      },
      {
        name: 'old',
        connection: { transport: 'sse', url: 'https://h/sse', headers: {} },
        enabled: false,
        quarantined: false,
        trustMode: 'manual',
        disabledTools: ['z'],
      },
    ]);
  });

  it('points at the place in JSON', () => {
    expect(placed('{\n  "mcpServers": [\n    {"name": "a", "comand": "x", "enabled": true}\n  ]\n}\n')).toEqual([
      { rule: 'unknown-field', line: 3, column: 19 },
      { rule: 'no-endpoint', line: 3, column: 6 },
    ]);
  });

  it('keeps entries that are right beside one that is wrong', () => {
    const { servers } = read({
      mcpServers: [
        { name: 'bad', enabled: true },
        { name: 'ok', command: 'x', enabled: true },
      ],
    });
    expect(servers.map(({ name }) => name)).toEqual(['ok']);
  });
});

describe('config.yaml with mcp_servers', () => {
  it.each<[string, string, string[]]>([
    [
      'no url',
      'mcp_servers: {a: {read_timeout: 5}}',
      ['error missing-field mcp_servers.a: the field "url" is missing in an MCP client entry'],
    ],
    [
      'a key of the other kind',
      'mcp_servers: {a: {url: "http://a/", port: 1}}',
      ['error unknown-field mcp_servers.a.port: unknown field "port" in an MCP client entry'],
    ],
    [
      'a server without name',
      'mcp_servers: {a: {type: server}}',
      ['error missing-field mcp_servers.a: the field "name" is missing in an MCP server entry'],
    ],
    [
      'an unknown type',
      'mcp_servers: {a: {type: proxy, url: "http://a/"}}',
      ['error bad-value mcp_servers.a.type: "proxy" is not one of the known values'],
    ],
    [
      'an unset variable',
      'mcp_servers: {a: {url: "http://${HOST}/mcp"}}',
      ['error unset-variable mcp_servers.a.url: the environment variable "HOST" is not set'],
    ],
    [
      'an equal isolated address',
      'mcp_servers: {a: {url: "http://h/mcp", url_isolated: "http://h:80/mcp/"}}',
      ['error same-isolated-url mcp_servers.a.url_isolated: url_isolated of "a" is the same address as "url"'],
    ],
    [
      'twice the same name',
      'mcp_servers: {a: {url: "http://h/"}, a: {url: "http://i/"}}',
      ['error duplicate-field mcp_servers.a: "a" is already set above in this mapping'],
    ],
  ])('%s', (_name, config, expected) => {
    expect(said(config)).toEqual(expected);
  });

  it('gives client entries only, with the default timeout', () => {
    const text =
      'models: {x: 1}\nmcp_servers:\n  sql: {type: client, url: "http://${H}/mcp", url_isolated: "http://iso/mcp"}\n  t: {type: server, name: t, port: 8001}\n';
    const { servers, findings } = read(text, { H: 'h' });
    expect(findings).toEqual([]);
    expect(servers).toMatchObject([
      { name: 'sql', connection: { url: 'http://h/mcp', urlIsolated: 'http://iso/mcp' }, callTimeoutMs: 60_000 },
    ]);
    expect(servers).toHaveLength(1);
  });
});

describe('object forms of clients', () => {
  it.each<[string, unknown, object[]]>([
    [
      'Claude Desktop',
      { mcpServers: { a: { command: 'x', args: ['y'] } } },
      [{ name: 'a', connection: { transport: 'stdio', command: 'x', args: ['y'] }, enabled: true }],
    ],
    [
      'Claude Code',
      { mcpServers: { a: { type: 'http', url: '${U:-http://d/mcp}' } } },
      [{ connection: { transport: 'streamable-http', url: 'http://d/mcp' } }],
    ],
    [
      'Windsurf',
      { mcpServers: { a: { serverUrl: 'http://h/mcp', disabled: true, disabledTools: ['t'] } } },
      [{ connection: { transport: 'http', url: 'http://h/mcp' }, enabled: false, disabledTools: ['t'] }],
    ],
    [
      'Gemini',
      { mcpServers: { a: { httpUrl: 'http://h/mcp', timeout: 5000, includeTools: ['t'], trust: true } } },
      [{ callTimeoutMs: 5000, enabledTools: ['t'] }],
    ],
    [
      'VS Code',
      { servers: { a: { type: 'sse', url: 'http://h/sse' } }, inputs: [] },
      [{ connection: { transport: 'sse', url: 'http://h/sse' } }],
    ],
    [
      'OpenCode',
      { mcp: { a: { type: 'local', command: ['x', 'y'], environment: { K: 'v' }, enabled: false } } },
      [{ connection: { command: 'x', args: ['y'], env: { K: 'v' } }, enabled: false }],
    ],
    [
      'LangChain',
      { a: { transport: 'streamable_http', url: 'http://h/mcp', timeout: 3 } },
      [{ connection: { transport: 'streamable-http' }, callTimeoutMs: 3000 }],
    ],
  ])('%s', (_name, config, expected) => {
    const { servers, findings } = read(config);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(servers).toMatchObject(expected);
  });

  it('says what is unknown', () => {
    expect(said({ mcpServers: { a: { command: 'x', argz: [] } } })).toEqual([
      'error unknown-field mcpServers.a.argz: unknown field "argz" in an MCP server',
    ]);
    expect(said({ a: { transport: 'websocket', url: 'ws://h' } })).toEqual([
      'error unsupported-transport a.transport: the server "a" uses websocket, which is not supported',
    ]);
    expect(said({ hello: 1 })).toEqual(['error unknown-format : no list of MCP servers found']);
    expect(said('')).toEqual(['error document-count : the file is empty']);
    expect(said('{"mcpServers": [')[0]).toContain('error yaml-syntax');
  });
});

it.each<[Record<string, unknown>, string]>([
  [{}, 'manual'],
  [{ trust_mode: '' }, 'manual'],
  [{ trust_mode: 'auto' }, 'auto'],
  [{ trust_mode: 'scan' }, 'scan'],
  [{ trust_mode: 'manual', skip_quarantine: true, auto_approve_tool_changes: true }, 'manual'],
  [{ skip_quarantine: true }, 'auto'],
  [{ skip_quarantine: false }, 'manual'],
  [{ auto_approve_tool_changes: true }, 'auto'],
  [{ auto_approve_tool_changes: false, skip_quarantine: true }, 'manual'],
])('an entry with %j has the trust %s', (keys, trustMode) => {
  expect(read({ mcpServers: [{ name: 'a', command: 'x', enabled: true, ...keys }] }).servers).toMatchObject([{ trustMode }]);
});
