import { readServeConfig } from '@mcpgw/mcp-config';
import { mcpConfig, serverConfig } from '@mcpgw/mcp-config/internal';
import { validateText } from '../src/validate.js';

const read = (value: unknown, options: { file?: string; allowUnsupported?: string[] } = {}) =>
  readServeConfig(JSON.stringify(value), { file: 'mcp_config.json', env: {}, readFile: () => undefined, ...options });
const said = (value: unknown, options = {}) => read(value, options).findings.map(({ severity, message }) => `${severity} ${message}`);
const server = { name: 'a', command: 'x', enabled: true };
const remote = { name: 'a', url: 'https://a.example/mcp', enabled: true };

it.each<[string, object, string]>([
  ['tls', { tls: { enabled: true } }, 'the gateway speaks plain HTTP'],
  ['output_sanitisation', { output_sanitisation: { enabled: true } }, 'results are passed on with hidden text'],
  ['output_validation.mode', { output_validation: { mode: 'strict' } }, 'results are not held to their schema'],
  ['auth_broker', { mcpServers: [{ ...remote, auth_broker: { type: 'x' } }] }, 'the server is called without a token'],
])('%s is refused unless it is allowed by name', (name, more, without) => {
  const config = { mcpServers: [server], ...more };
  const message = `mcpgw does not support "${name}": ${without}`;
  expect(said(config)).toEqual([`error ${message}`]);
  expect(read(config).findings[0]!.suggestion).toBe(`remove it, or accept that with --allow-unsupported ${name}`);
  expect(read(config).config).toBeUndefined();
  expect(said(config, { allowUnsupported: [name] })).toEqual([`warning ${message}`]);
  expect(read(config, { allowUnsupported: [name] }).config).toBeDefined();
  const { findings } = validateText(JSON.stringify(config), { file: 'mcp_config.json' });
  expect(findings.map(({ severity, message: text }) => `${severity} ${text}`)).toEqual([`error ${message}`]);
});

it('what is off, or what mcpgw does anyway, is no finding', () => {
  const off = {
    docker_isolation: { enabled: false },
    tls: { enabled: false },
    tool_response_limit: 0,
    routing_mode: 'direct',
    telemetry: {},
  };
  const entry = { ...server, isolation: { mode: 'none' }, oauth: {}, expose_prompts: true, toon_output: 'off' };
  expect(said({ ...off, mcpServers: [entry] })).toEqual([]);
});

it('gateway.yaml allows them itself', () => {
  const text = 'servers: {a: {url: "http://h/mcp", auth_broker: {type: x}}}\nallow_unsupported: [auth_broker]\n';
  const options = { file: 'gateway.yaml', env: {}, readFile: () => undefined };
  expect(readServeConfig(text, options).config).toBeDefined();
  const refused = readServeConfig(text.split('\n')[0]!, options);
  expect(refused.findings.map(({ suggestion }) => suggestion)).toEqual([
    'remove it, or accept that with --allow-unsupported auth_broker or "allow_unsupported: [auth_broker]"',
  ]);
});

/** Top-level settings that the gateway honors, each with a value other than its default. */
const honored: Readonly<Record<string, unknown>> = {
  mcpServers: [{ ...server, name: 'b' }],
  listen: '127.0.0.1:9999',
  data_dir: '/d',
  require_mcp_auth: true,
  api_key: 'other',
  trusted_hosts: ['h'],
  tools_limit: 3,
  call_tool_timeout: '3s',
  health_check_interval: '10s',
  tool_discovery_interval: '60s',
  init_timeout: '5s',
  docker_isolation: { mode: 'sandbox' },
  http_read_timeout: '7s',
  server_concurrency_defaults: { max_concurrent_requests: 2 },
  logging: { level: 'debug' },
  read_only_mode: true,
  disable_management: true,
  routing_mode: 'retrieve_tools',
  quarantine_enabled: false,
  profiles: [{ name: 'p1', servers: ['a'] }],
  instructions: 'text',
  activity_retention_days: 3,
  activity_max_size_mb: 5,
};
const honoredOfServers: Readonly<Record<string, unknown>> = {
  url: 'http://h/mcp',
  command: 'y',
  protocol: 'sse',
  args: ['x'],
  working_dir: '/d',
  env: { A: 'b' },
  headers: { A: 'b' },
  enabled: false,
  quarantined: true,
  skip_quarantine: true,
  trust_mode: 'auto',
  auto_approve_tool_changes: true,
  health_check_interval: '10s',
  tool_discovery_interval: '60s',
  init_timeout: '5s',
  isolation: { mode: 'sandbox' },
  oauth: { client_id: 'x' },
  max_concurrent_requests: 2,
  enabled_tools: ['t'],
  disabled_tools: ['t'],
  name: 'b',
};
/** Metadata that the program writes into the file. */
const notes = ['$schema', 'created', 'updated', 'source_registry_id', 'source_registry_provenance'];
/** Sections whose fields are marked individually. */
const sections = ['environment', 'output_validation', 'intent_declaration'];

const isListed =
  (honoredHere: object) =>
  ([key, field]: [string, { unsupported?: unknown; deprecated?: string }]): boolean =>
    field.unsupported !== undefined || field.deprecated !== undefined || key in honoredHere || [...notes, ...sections].includes(key);

it('every documented setting is honored, or reported as not honored', () => {
  expect(
    Object.entries(mcpConfig.fields)
      .filter(entry => !isListed(honored)(entry))
      .map(([key]) => key),
  ).toEqual([]);
  expect(
    Object.entries(serverConfig.fields)
      .filter(entry => !isListed(honoredOfServers)(entry))
      .map(([key]) => key),
  ).toEqual([]);
});

const base = { mcpServers: [server], api_key: 'k' };
const configText = (value: unknown): string =>
  JSON.stringify(read(value).config, (key, item) => (['span', 'path'].includes(key) ? undefined : item));

it.each(Object.entries(honored))('%s changes what the gateway is told', (key, value) => {
  const before = key === 'api_key' ? base : { mcpServers: [server], api_key: 'k' };
  const config = { ...before, [key]: value };
  expect(read(config).config).toBeDefined();
  expect(configText(config)).not.toBe(configText(before));
});

it.each(Object.entries(honoredOfServers))('%s of a server changes what the gateway is told', (key, value) => {
  const entry = ['url', 'protocol', 'headers', 'oauth'].includes(key) ? { name: 'a', url: 'http://h/sse', enabled: true } : server;
  const config = { mcpServers: [{ ...entry, [key]: value }] };
  expect(read(config).config).toBeDefined();
  expect(configText(config)).not.toBe(configText({ mcpServers: [entry] }));
});

describe('mcpServers as a mapping', () => {
  const mapping = { mcpServers: { h: { url: 'http://127.0.0.1:1234/mcp', enabled: false, quarantined: true, disabled_tools: ['x'] } } };
  it('with locks of the list form is refused by both', () => {
    const unknown = ['enabled', 'quarantined', 'disabled_tools'].map(key => `error unknown field "${key}" in an MCP server`);
    const expected = [...unknown, 'info the only server is off'];
    expect(said(mapping)).toEqual(expected);
    expect(read(mapping).config).toBeUndefined();
    expect(read(mapping).findings[0]!.suggestion).toBe('only the list form knows it: write "mcpServers": [{"name": "h", "enabled": ...}]');
    const { findings } = validateText(JSON.stringify(mapping), { file: 'mcp_config.json' });
    expect(findings.map(({ severity, message }) => `${severity} ${message}`)).toEqual(expected);
  });

  it.each(['mcp_config.json', 'other.json'])('with settings of the gateway is refused in %s', file => {
    const config = { mcpServers: { h: { command: 'x' } }, listen: '127.0.0.1:1' };
    const message = 'error "listen" has no effect: settings of the gateway count only where "mcpServers" is a list';
    expect(said(config, { file })).toEqual([message]);
    expect(validateText(JSON.stringify(config), { file }).findings.map(finding => `${finding.severity} ${finding.message}`)).toEqual([
      message,
    ]);
  });

  it.each<[string, unknown, string]>([
    ['auth', { api_keys: ['k'] }, 'in gateway.yaml'],
    ['auth', { admin_keys: ['k'] }, 'in gateway.yaml'],
    ['page', { token: 't' }, 'in gateway.yaml'],
    ['limits', { sessions: 1 }, 'in gateway.yaml'],
    ['timeouts', { call: '1s' }, 'in gateway.yaml'],
    ['tool_names', { prefix: false }, 'in gateway.yaml'],
    ['hold_unreviewed', true, 'in gateway.yaml'],
    ['Listen', '127.0.0.1:1', 'where "mcpServers" is a list'],
    ['trusted_hosts', ['h'], 'where "mcpServers" is a list'],
    ['read_only_mode', true, 'where "mcpServers" is a list'],
  ])('does not take a gateway setting %s %j for one of a client', (key, value, place) => {
    const config = { mcpServers: { h: { command: 'x' } }, [key]: value };
    const message = `error "${key}" has no effect: settings of the gateway count only ${place}`;
    expect(said(config, { file: '.mcp.json' })).toEqual([message]);
    expect(read(config, { file: '.mcp.json' }).config).toBeUndefined();
  });

  it.each([{ auth: { provider: 'x' } }, { page: 3 }, { profiles: {} }, { limits: {} }])('takes %j for a setting of a client', more => {
    expect(said({ mcpServers: { h: { command: 'x' } }, ...more }, { file: 'settings.json' })).toEqual([]);
  });

  it('beside settings of another program is fine', () => {
    expect(said({ mcpServers: { h: { command: 'x' } }, telemetry: { enabled: true }, theme: 'dark' }, { file: 'settings.json' })).toEqual(
      [],
    );
  });
});

it('a client that isolates or logs in is not served without that', () => {
  expect(said({ servers: { a: { type: 'stdio', command: 'x', sandboxEnabled: true } } }, { file: 'mcp.json' })).toEqual([
    'error mcpgw does not support "sandboxEnabled": the program runs on this machine with the rights of the gateway',
  ]);
  expect(said({ mcpServers: { a: { type: 'http', url: 'http://h/mcp', oauth: { clientId: 'x' } } } }, { file: '.mcp.json' })).toEqual([
    'error mcpgw does not support "oauth": the server is called without this login',
  ]);
});
