import { LineIndex } from '@mcpgw/diagnostics';
import { defaultServeConfig, readServeConfig } from '@mcpgw/mcp-config';
import { validateText } from '../src/validate.js';

const files: Record<string, string> = {
  'newer.json': '{"mcpServers": {"b": {"command": "node", "futureField": 1}}}',
  'same.json': '{"mcpServers": {"a": {"command": "node"}}}',
  'broken.json': '{"mcpServers": ',
};

function read(text: string, { file = 'gateway.yaml', env = {} as Record<string, string> } = {}) {
  const readFile = (path: string) => (Object.hasOwn(files, path) ? { file: path, text: files[path]! } : undefined);
  const result = readServeConfig(text, { file, env, readFile });
  const texts = new Map(result.files.map(entry => [entry.file, new LineIndex(entry.text)]));
  const findings = result.findings.map(({ file: name, span, severity, rule, message }) => {
    const position = span && texts.get(name)?.position(span.start);
    return `${name}${position ? `:${position.line}:${position.column}` : ''} ${severity} ${rule}: ${message}`;
  });
  return { config: result.config, findings, files: result.files.map(entry => entry.file) };
}

describe('gateway.yaml', () => {
  it('fills every default in', () => {
    const { config, findings } = read('servers: {a: {command: node}}');
    expect(findings).toEqual([]);
    expect(config).toMatchObject({
      ...defaultServeConfig,
      servers: [{ name: 'a', connection: { transport: 'stdio', command: 'node' }, enabled: true, trustMode: 'manual' }],
    });
  });

  it.each([
    ['', { prefix: true, separator: '__', portable: true, maxLength: 64 }],
    ['tool_names: {prefix: false}', { prefix: false, separator: '__', portable: true, maxLength: 64 }],
    ['tool_names: {portable: false}', { prefix: true, separator: '__', portable: false, maxLength: 64 }],
    ['tool_names: {separator: "-"}', { prefix: true, separator: '-', portable: true, maxLength: 64 }],
    // No portable name has these characters.
    ['tool_names: {separator: ":"}', { prefix: true, separator: ':', portable: false, maxLength: 64 }],
    ['tool_names: {separator: "_."}', { prefix: true, separator: '_.', portable: false, maxLength: 64 }],
  ])('names of tools: %s', (text, naming) => {
    const { config } = read(`servers: {a: {command: x}}\n${text}\n`);
    expect(config!.naming).toEqual(naming);
  });

  it('reads every setting, with variables', () => {
    const text = `
listen: "[::1]:9000"
servers:
  a: {url: "https://a.example/mcp", trust_mode: auto, headers: {Authorization: "Bearer \${env:TOKEN}"}, call_timeout: 5s}
  b: {url: "https://b.example/mcp", enabled: false}
routing_mode: retrieve_tools
tool_names: {separator: '-', max_length: 50}
profiles: [{name: small, servers: [a]}]
validation_errors: tool_result
tools_limit: 5
store: {type: redis, url: "redis://\${env:REDIS}:6379"}
page: {enabled: false, hosts: [admin.example], token: "\${env:TOKEN}"}
auth: {api_keys: ["\${env:TOKEN}"], admin_keys: ["\${env:REDIS}"]}
trusted_hosts: [mcp.example]
trusted_origins: ["https://chat.example"]
limits: {body_bytes: 2048, sessions: 3, calls_per_session: 4, queued_calls_per_session: 5, unread_bytes: 2097152, stream_events: 8, stream_bytes: 4096, server_messages: 7, metric_tools: 9}
timeouts: {call: 1s, queue: 6s, session_idle: 1m, headers: 2s, request: 3s, write: 7s, resume: 8s, handover: 9s, drain: 4s, start: 5s}
logging: {level: debug, format: json}
telemetry: {enabled: true, endpoint: "http://\${env:REDIS}:4318", protocol: http/json, headers: {x-key: "\${env:TOKEN}"}, timeout: 2s, service_name: g, attributes: {a.b: c}, traces: true, metrics: false, logs: false, sample: 0.5, interval: 9s, arguments: true, results: true, callers: true}
metrics: false
instructions: hello
read_only_mode: true
hold_unreviewed: false
`;
    const { config, findings } = read(text, { env: { TOKEN: 't0k', REDIS: 'r' } });
    expect(findings.filter(finding => finding.includes(' error '))).toEqual([]);
    const { servers, ...settings } = config!;
    expect(settings).toEqual({
      listen: { host: '::1', port: 9000 },
      apis: [],
      routingMode: 'retrieve_tools',
      naming: { prefix: true, separator: '-', portable: true, maxLength: 50 },
      profiles: [{ name: 'small', servers: ['a'] }],
      validationErrors: 'tool_result',
      toolsLimit: 5,
      store: { type: 'redis', url: 'redis://r:6379' },
      page: { enabled: false, hosts: ['admin.example'], token: 't0k' },
      auth: {
        keys: [{ key: 't0k', name: 'api_keys[0]', groups: [], scopes: [] }],
        adminKeys: [{ key: 'r', name: 'admin_keys[0]', groups: [], scopes: [] }],
      },
      login: { keys: [] },
      activity: {
        enabled: true,
        arguments: false,
        results: false,
        redact: { keys: [], patterns: [], maxBytes: 4096 },
        keep: { age: 2_592_000_000, size: 104_857_600 },
      },
      trustedHosts: ['mcp.example'],
      trustedOrigins: ['https://chat.example'],
      holdUnreviewed: false,
      limits: {
        bodyBytes: 2048,
        sessions: 3,
        callsPerSession: 4,
        queuedCallsPerSession: 5,
        unreadBytes: 2097152,
        streamEvents: 8,
        streamBytes: 4096,
        metricTools: 9,
        serverMessages: 7,
      },
      timeouts: {
        call: 1000,
        queue: 6000,
        sessionIdle: 60_000,
        headers: 2000,
        request: 3000,
        write: 7000,
        resume: 8000,
        handover: 9000,
        drain: 4000,
        start: 5000,
      },
      logging: { level: 'debug', format: 'json' },
      telemetry: {
        enabled: true,
        endpoint: 'http://r:4318',
        protocol: 'http/json',
        headers: { 'x-key': 't0k' },
        timeout: 2000,
        serviceName: 'g',
        attributes: { 'a.b': 'c' },
        traces: true,
        metrics: false,
        logs: false,
        sample: 0.5,
        interval: 9000,
        arguments: true,
        results: true,
        callers: true,
      },
      metrics: false,
      instructions: 'hello',
      readOnly: true,
    });
    expect(servers).toMatchObject([
      {
        name: 'a',
        enabled: true,
        connection: { transport: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer t0k' } },
        callTimeoutMs: 5000,
      },
      { name: 'b', enabled: false, connection: { headers: {} } },
    ]);
    expect(servers[1]).not.toHaveProperty('callTimeoutMs');
  });

  it('refuses a field of a client that is not known, as validate does', () => {
    const { config, findings } = read('servers: {a: {command: x}}\nservers_from: [newer.json]\n');
    expect(findings).toEqual(['newer.json:1:42 error unknown-field: unknown field "futureField" in an MCP server']);
    expect(config).toBeUndefined();
  });

  it('takes the servers of other files in; those of a client are trusted, and a newer field is a warning where it is allowed', () => {
    const {
      config,
      findings,
      files: seen,
    } = read('servers: {a: {command: x}}\nservers_from: [newer.json]\nallow_unsupported: [futureField]\n');
    expect(config?.servers.map(({ name, trustMode }) => [name, trustMode])).toEqual([
      ['a', 'manual'],
      ['b', 'auto'],
    ]);
    expect(findings).toEqual(['newer.json:1:42 warning unknown-field: unknown field "futureField" in an MCP server']);
    expect(seen).toEqual(['gateway.yaml', 'newer.json']);
  });

  it.each([
    ['servers_from: gone.json', ['gateway.yaml:1:15 error bad-reference: the file "gone.json" cannot be read']],
    ['servers_from: same.json\nservers: {a: {command: x}}', ['gateway.yaml:1:15 error duplicate-server-name: duplicate server name: a']],
    ['listen: here\nservers: {}', ['gateway.yaml:1:9 error bad-value: "here" is not an address to listen on']],
    ['listen: 127.0.0.1:99999\nservers: {}', ['gateway.yaml:1:9 error bad-value: "127.0.0.1:99999" is not an address to listen on']],
    ['servers: {"a:b": {command: x}}', ['gateway.yaml:1:11 error bad-value: "a:b" is not a name of a server']],
    ['servers: {a: {}}', ['gateway.yaml:1:14 error no-endpoint: the server "a" has neither a command nor a URL']],
    [
      'servers: {a: {url: "http://h/mcp", headers: {"X-A": "1\\r\\nX-B: 2"}}}',
      ['gateway.yaml:1:53 error bad-value: the value of the header X-A has a character that HTTP does not allow'],
    ],
    [
      'servers: {a: {url: "http://h/mcp", headers: {"X A": "1"}}}',
      ['gateway.yaml:1:46 error bad-value: the name of a header has a character that HTTP does not allow'],
    ],
    [
      'servers: {a: {command: x}, b: {command: y}}\ntool_names: {prefix: false}',
      ['gateway.yaml:2:22 error conflicting-fields: tools can have bare names only where there is one server; there are 2'],
    ],
    ['servers: {a: {command: x}}\ntool_names: {separator: x}', ['gateway.yaml:2:25 error bad-value: "x" cannot separate server and tool']],
    [
      'servers: {a: {command: x}}\ntool_names: {separator: ":", portable: true}',
      ['gateway.yaml:2:40 error conflicting-fields: portable names consist of letters, digits, "_" and "-", and the separator is ":"'],
    ],
    ['servers: {a: {command: x}}\ntool_names: {max_length: 31}', ['gateway.yaml:2:26 error bad-value: 31 is out of range: from 32 to 128']],
    ['servers: {}\nstore: {type: redis}', ['gateway.yaml:2:9 error missing-field: a store of type redis needs a URL']],
    [
      'servers: {}\nauth: {api_keys: ["${env:NO_SUCH}"]}',
      ['gateway.yaml:2:19 error unset-variable: the environment variable "NO_SUCH" is not set'],
    ],
    [
      'servers: {}\nauth: {api_keys: [""]}',
      ['gateway.yaml:2:18 error bad-value: api_keys has a key that is empty or that no header can carry'],
    ],
    [
      'servers: {}\nauth:\n  api_keys:\n  - |\n    ${env:KEY}',
      [
        'gateway.yaml:4:5 error unset-variable: the environment variable "KEY" is not set',
        'gateway.yaml:4:3 error bad-value: api_keys has a key that is empty or that no header can carry',
      ],
    ],
    [
      'servers: {a: {command: x}}\nprofiles: [{name: p1, servers: [b]}]',
      ['gateway.yaml:2:33 warning unknown-profile-server: the profile names the server "b", which there is not'],
    ],
    ['servers: {}\nlisten: localhost:9999\ntimeouts: {call: soon}', ['gateway.yaml:3:18 error bad-value: "soon" is not a duration']],
    [
      'listen: 0.0.0.0:8080\nservers: {}',
      [
        'gateway.yaml:1:9 warning serve-open-without-key: the gateway listens on 0.0.0.0:8080 for more than this machine, and does not require a key',
      ],
    ],
    [
      'servers: {}\nauth: {api_keys: [plain], admin_keys: [plainToo]}\npage: {token: alsoPlain}',
      [
        'gateway.yaml:3:15 warning secret-in-clear-text: the secret in "token" is in clear text',
        'gateway.yaml:2:19 warning secret-in-clear-text: the secret in "api_keys" is in clear text',
        'gateway.yaml:2:40 warning secret-in-clear-text: the secret in "admin_keys" is in clear text',
        'gateway.yaml:2:19 warning weak-key: the text of auth.api_keys is short enough to be guessed',
        'gateway.yaml:2:40 warning weak-key: the text of auth.admin_keys is short enough to be guessed',
        'gateway.yaml:3:15 warning weak-key: the text of page.token is short enough to be guessed',
      ],
    ],
    [
      'apis: [{name: x, endpoints: [{name: e, method: GET, path: items}]}]',
      ['gateway.yaml:1:59 error bad-value: the path "items" must begin with "/"'],
    ],
    [
      'apis: [{name: x, base_url: "ftp://h", openapi: {document: o.yaml}}]',
      ['gateway.yaml:1:28 error bad-value: "ftp://h" is not an http or https URL'],
    ],
    [
      'servers: [',
      ['gateway.yaml:1:11 error yaml-syntax: Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['', ['gateway.yaml error document-count: the file is empty']],
  ])('refuses %j', (text, expected) => {
    const { config, findings } = read(text);
    expect(findings).toEqual(expected);
    expect(config === undefined).toBe(expected.some(finding => finding.includes(' error ')));
  });

  it('takes prototype keys as data', () => {
    const { findings } = read('servers: {}\n__proto__: {listen: "0.0.0.0:1"}\nconstructor: 1');
    expect(findings.map(finding => finding.split(': ')[1])).toEqual([
      'unknown field "__proto__" in gateway.yaml',
      'unknown field "constructor" in gateway.yaml',
    ]);
  });
});

describe('other files', () => {
  it('mcp_config.json brings the settings of its gateway', () => {
    const text = JSON.stringify({
      mcpServers: [
        { name: 'a', command: 'node', enabled: true },
        { name: 'b', command: 'node' },
      ],
      listen: ':9999',
      api_key: 'k',
      require_mcp_auth: true,
      routing_mode: 'retrieve_tools',
      call_tool_timeout: '3s',
      data_dir: '/d',
      logging: { level: 'trace', json_format: true },
      tools_limit: 3,
      disable_management: true,
    });
    const { config, findings } = read(text, { file: 'mcp_config.json' });
    expect(findings.filter(finding => finding.includes(' error '))).toEqual([]);
    expect(config).toMatchObject({
      listen: { host: '0.0.0.0', port: 9999 },
      auth: { keys: [{ key: 'k', name: 'api_key' }], adminKeys: [{ key: 'k', name: 'api_key' }] },
      page: { enabled: true, token: 'k' },
      routingMode: 'retrieve_tools',
      store: { type: 'file', folder: '/d' },
      timeouts: { call: 3000 },
      logging: { level: 'debug', format: 'json' },
      toolsLimit: 3,
      readOnly: true,
      servers: [
        { name: 'a', enabled: true, trustMode: 'manual' },
        { name: 'b', enabled: false },
      ],
    });
  });

  it('approvals can be off for all', () => {
    const text = '{"quarantine_enabled": false, "mcpServers": [{"name": "a", "command": "node", "enabled": true}]}';
    expect(read(text, { file: 'm.json' }).config?.servers[0]?.trustMode).toBe('auto');
  });

  it('a key that clients must send has to be there', () => {
    expect(read('{"mcpServers": [], "require_mcp_auth": true}', { file: 'm.json' }).findings).toEqual([
      'm.json:1:40 error missing-field: require_mcp_auth is on, and there is no api_key that clients could send',
    ]);
  });

  it('the file of a client is enough', () => {
    const { config } = read('{"mcpServers": {"b": {"command": "node"}}}', { file: '.mcp.json' });
    expect(config?.servers).toMatchObject([{ name: 'b', trustMode: 'auto', enabled: true }]);
    expect(config?.listen).toEqual({ host: '127.0.0.1', port: 8080 });
  });

  it('a file of another kind is refused', () => {
    expect(read('binds: []', { file: 'x.yaml' }).findings).toEqual(['x.yaml:1:1 error unknown-format: no list of MCP servers found']);
  });
});

describe('mcpgw validate', () => {
  const kinds = (file: string, text: string) => validateText(text, { file, env: {} }).kind;
  it.each([
    ['gateway.yaml', 'servers: {a: {command: x}}', 'serve'],
    ['conf/team.serve.yaml', 'servers: {a: {command: x}}', 'serve'],
    ['other.yaml', 'servers: {a: {command: x}}\nrouting_mode: direct', 'serve'],
    ['other.yaml', 'servers: {a: {command: x}}\nlisten: 127.0.0.1:0', 'serve'],
    ['openapi.yaml', 'servers: [{url: "https://a.example"}]\nopenapi: 3.1.0', 'unknown'],
    ['other.yaml', 'servers: {a: {command: x}}', 'vscode-config'],
    ['gateway.yaml', 'binds: []', 'agentgateway'],
    ['gateway.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}', 'manifest'],
    ['gateway.yaml', 'mcpServers: []', 'mcp-config'],
  ])('%s with %j is of kind %s', (file, text, kind) => expect(kinds(file, text)).toBe(kind));

  it('reads the files that it takes servers from, and says what is wrong in them', () => {
    const readServers = (path: string) => (Object.hasOwn(files, path) ? { file: path, text: files[path]! } : undefined);
    const text = 'servers_from: [broken.json, newer.json, gone.json]';
    const result = validateText(text, { file: 'gateway.yaml', env: {}, readServers });
    expect(result.files?.map(({ file }) => file)).toEqual(['broken.json', 'newer.json']);
    expect(result.findings.map(({ file, severity, message }) => `${file} ${severity} ${message}`)).toEqual([
      'broken.json error the file ends before "}"',
      'newer.json error unknown field "futureField" in an MCP server',
      'gateway.yaml error the file "gone.json" cannot be read',
    ]);
  });

  it.each([
    ['apis: [{name: a, base_url: "http://x"}, {name: a, base_url: "http://y"}]', '1:48 duplicate server name: a'],
    ['servers: {a: {command: x}}\napis: [{name: a, base_url: "http://x"}]', '2:15 duplicate server name: a'],
  ])('refuses names that are there twice: %j', (text, expected) => {
    const { findings } = validateText(text, { file: 'gateway.yaml', env: {} });
    const index = new LineIndex(text);
    const place = (offset: number) => `${index.position(offset).line}:${index.position(offset).column}`;
    const said = findings.filter(({ rule }) => rule !== 'rest-api').map(({ span, message }) => `${place(span!.start)} ${message}`);
    expect(said).toEqual([expected]);
  });

  it('knows APIs in profiles', () => {
    const text = 'apis: [{name: a, base_url: "http://x", openapi: {document: o.yaml}}]\nprofiles: [{name: small, servers: [a]}]';
    expect(validateText(text, { file: 'gateway.yaml', env: {} }).findings).toEqual([]);
  });
});
