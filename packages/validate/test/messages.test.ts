/** Every message about these formats has a position and a suggestion. */
import { type Finding, LineIndex } from '@mcpgw/diagnostics';
import { type Kind, parseYaml, plainJson } from '@mcpgw/structure';
import { readSettings } from '../src/kinds/settings.js';
import { validateText } from '../src/validate.js';

const files: Readonly<Record<string, string>> = {
  'mcp_config.json': `{"mcpServers": [{"name": "a", "url": "http://h/mcp", "protocol": "http", "args": ["x"], "env": {"A": "b"}, "headers": {"A": "b"},
 "oauth": {"scopes": ["a"]}, "enabled": true, "trust_mode": "auto", "isolation": {"mode": "docker", "log_max_files": "3"}, "init_timeout": "30s",
 "max_concurrent_requests": 1, "enabled_tools": ["a"]}], "listen": ":8080", "tools_limit": 15, "logging": {"level": "info", "max_size": 1},
 "profiles": [{"name": "small", "servers": ["a"]}], "http_read_timeout": "120s", "toon_min_savings_pct": 15}`,
  '.mcp.json': `{"mcpServers": {"a": {"type": "stdio", "command": "x", "args": ["x"], "env": {"A": "b"}, "tools": [{"name": "t"}], "timeout": 5}, "b": {"url": "http://h"}}}`,
  'vs/mcp.json': `{"servers": {"a": {"type": "http", "url": "http://h", "dev": {"watch": "x", "debug": {"type": "node"}}, "sandbox": {"network": {"allowedDomains": ["a"]}}}},
 "inputs": [{"type": "promptString", "id": "x", "password": true}]}`,
  'opencode.json': `{"mcp": {"a": {"type": "local", "command": ["x"], "environment": {"A": "b"}, "enabled": true, "timeout": 5}}}`,
  'chain.json': `{"a": {"transport": "stdio", "command": "x", "args": ["x"], "timeout": 5}}`,
  'config.yaml': `mcp_servers: {a: {url: "http://h/mcp", url_isolated: "http://i/mcp", read_timeout: 5}, b: {type: server, name: b, port: 8000}}`,
  'gateway.yaml': `{listen: ":8080", servers: {a: {command: x, call_timeout: 5s}}, servers_from: [x.json], apis: [{name: shop, base_url: "http://h", headers: {A: b},
 auth: {header: A, value: x}, timeout: 5, endpoints: [{name: e, method: GET, path: /e, parameters: {p: {in: query, type: string}}, body: json}],
 openapi: {document: x.yaml}}], tool_names: {prefix: true, separator: "-"}, profiles: [{name: small, servers: [a]}], store: {type: redis, url: "redis://h"},
 page: {enabled: true, hosts: [h], token: t}, auth: {api_keys: [k]}, limits: {body_bytes: 2048}, timeouts: {call: 5s}, logging: {level: info}, tools_limit: 5}`,
  'mcpgw.config.yaml': `{gatewayVersion: "1.4.1", kubeVersion: "1.34", rules: {no-routes: {severity: off, reason: x}}}`,
};

const kinds: Readonly<Record<string, Kind>> = {
  'mcp_config.json': 'mcp-config',
  '.mcp.json': 'client-config',
  'vs/mcp.json': 'vscode-config',
  'mcp.json': 'vscode-config',
  'opencode.json': 'opencode-config',
  'chain.json': 'langchain-config',
  'config.yaml': 'mcp-servers',
  'gateway.yaml': 'serve',
};

function findingsOf(file: string, text: string): readonly Finding[] {
  if (file === 'mcpgw.config.yaml') return readSettings(text, file, ['no-routes', 'no-backends']).findings;
  const readServers = (name: string) => ({ file: name, text: '{"mcpServers": {}}' });
  return validateText(text, { file: file.split('/').at(-1)!, kind: kinds[file]!, env: {}, readServers }).findings;
}

const bad: readonly unknown[] = [
  '',
  'no such',
  '5',
  'yes',
  5,
  -5,
  1.5,
  true,
  null,
  [],
  ['x'],
  [1],
  {},
  { zzz: 1 },
  [{}],
  'a:b',
  '${NOPE}',
  '${env:NOPE}',
];

/** Copies of the data with each value in turn replaced, removed or duplicated, and each key in turn misspelled. */
function* mutations(value: unknown, rebuild: (other: unknown) => unknown): Generator<unknown> {
  for (const other of bad) yield rebuild(other);
  if (Array.isArray(value)) {
    yield rebuild([...value, ...value]);
    for (const [index, item] of value.entries()) yield* mutations(item, other => rebuild(value.with(index, other)));
  } else if (typeof value === 'object' && value !== null) {
    yield rebuild({ ...value, zzzz: 1 });
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _gone, ...rest } = value as Record<string, unknown>;
      yield rebuild(rest);
      yield rebuild({ ...rest, [`${key}x`]: item });
      yield rebuild({ ...rest, [key.toUpperCase()]: item });
      yield* mutations(item, other => rebuild({ ...value, [key]: other }));
    }
  }
}

const plain = (text: string): unknown => plainJson(parseYaml(text, { file: '', dialect: 'core' }).documents[0]!);

it.each(Object.entries(files))('%s: every finding has a place and says how to fix it', (file, text) => {
  expect(findingsOf(file, text).filter(({ severity, rule }) => severity === 'error' && rule !== 'unsupported-setting')).toEqual([]);
  let count = 0;
  for (const data of mutations(plain(text), other => other)) {
    const mutated = JSON.stringify(data, null, 1);
    for (const { message, suggestion = '', span } of findingsOf(file, mutated)) {
      count++;
      expect(`${message} -> ${suggestion} @ ${mutated.slice(span?.start ?? 0, span?.end)}`).toMatch(/ -> \S.* @ [^ ]/s);
      expect(span === undefined ? message : '').toBe(span === undefined ? 'the file is empty' : '');
    }
  }
  expect(count).toBeGreaterThan(100);
});

const client = (entry: string) => `{"mcpServers": {"a": ${entry}}}`;

it.each<[string, string, string[]]>([
  [
    '.mcp.json',
    client('["x"]'),
    ['1:22 wrong-type: expected a mapping (an MCP server), found a list -> write the fields of "a" without "-" in front'],
  ],
  [
    '.mcp.json',
    client('"x"'),
    ['1:22 wrong-type: expected a mapping (an MCP server), found a string -> write the fields of "a", such as type: "stdio"'],
  ],
  [
    '.mcp.json',
    client('{"type": "stdio"}'),
    ['1:23 no-endpoint: the server "a" uses stdio and has no command -> set "command" to its program, such as "npx"'],
  ],
  [
    '.mcp.json',
    client('{"type": "http", "url": "h/mcp"}'),
    ['1:46 bad-value: "h/mcp" is not an http or https URL -> write the whole address, such as "http://localhost:8000/mcp"'],
  ],
  [
    'mcp.json',
    '{"servers": {"a": {"type": "http", "url": "h"}}}',
    ['1:43 bad-value: "h" is not an http or https URL -> write the whole address, such as "http://localhost:8000/mcp"'],
  ],
  [
    'mcp_config.json',
    '{"mcpServers": [{"enabled": true}]}',
    [
      '1:18 missing-field: the field "name" is missing in an MCP server -> add "name": Unique name of the server; tools are called server:tool, such as "github"',
      '1:18 no-endpoint: the server has neither a command nor a URL -> set "command" for a program, "url" for an address',
    ],
  ],
  [
    'mcp_config.json',
    '{"mcpServers": [], "tools_limit": 0}',
    ['1:35 bad-value: 0 is out of range: from 1 to 1000 -> write an integer from 1 to 1000'],
  ],
  [
    'mcp_config.json',
    '{"mcpServers": [], "http_read_timeout": "1ms"}',
    ['1:41 bad-value: must be 0s (off) or between 1s and 24h, found 1ms -> write a duration from 1s to 24h, or "0s"'],
  ],
  ['mcp_config.json', '{"mcpServers": [], "listen": {}}', ['1:30 wrong-type: expected a string, found a mapping -> write a string']],
  [
    'mcp_config.json',
    '{"mcpServers": [], "profiles": [{"name": "all"}]}',
    [
      '1:42 bad-value: the profile name "all" is reserved -> choose a name other than all, code, call and p',
      '1:42 profile-without-servers: the profile "all" shows nothing: it does not name a server -> name its servers',
    ],
  ],
  [
    'mcp_config.json',
    '{"mcpServers": [], // none\n "listen": "127.0.0.1:8080"}',
    ['1:20 json-syntax: JSON takes no comments: its reader refuses the file -> remove them'],
  ],
  [
    'mcp_config.json',
    '{"mcpServers": [],}',
    ['1:18 json-syntax: JSON takes no comma behind the last item: its reader refuses the file -> remove it'],
  ],
  [
    '.mcp.json',
    '{"mcpServers": {},}',
    ['1:18 json-syntax: JSON takes no comma behind the last item: not every client reads the file -> remove it'],
  ],
  ['mcp.json', '{// VS Code takes comments\n"servers": {"a": {"command": "x",},}}', []],
  ['opencode.json', '{/* and so does OpenCode */"mcp": {"a": {"type": "local", "command": ["x"]}}}', []],
  [
    'mcp_config.json',
    '{"mcpServers": []\n "listen": ":1"}',
    ['2:2 json-syntax: expected a comma or "}", found "listen" -> put a comma between the two'],
  ],
  [
    'config.yaml',
    'mcp_servers: {}\n---\na: 1',
    ['3:1 document-count: the file holds 2 documents; one is expected -> remove "---", or put each document into its own file'],
  ],
  ['config.yaml', 'mcp_servers:\n  a:http://h', ['2:3 wrong-type: expected a mapping, found a string -> put a space behind the colon']],
  [
    'config.yaml',
    'mcp_servers:\n  a: {url:http://h}',
    [expect.stringMatching(/^2:7 /) as unknown as string, expect.stringMatching(/^2:7 /) as unknown as string],
  ],
  ['mcpgw.config.yaml', 'kubeVersion: new', ['1:14 bad-value: "new" is not a version -> write a version, such as "1.4.1"']],
  [
    'mcpgw.config.yaml',
    'rules: {no-route: {severity: off, reason: x}}',
    ['1:9 unknown-rule: there is no rule "no-route" -> did you mean "no-routes"?'],
  ],
])('%s %j', (file, text, expected) => {
  const index = new LineIndex(text);
  const found = findingsOf(file, text).map(({ rule, message, suggestion, span }) => {
    const { line, column } = index.position(span!.start);
    return `${line}:${column} ${rule}: ${message} -> ${suggestion}`;
  });
  expect(found).toEqual(expected);
});

it.each<[string, string]>([
  [
    'a: b: c',
    '1:4 Nested mappings are not allowed in compact mappings -> quote a value that contains ": ", or begin a new line for the key',
  ],
  [
    'a: 1\nfoo\nb: 2',
    '2:1 Implicit keys need to be on a single line -> put ":" and a value behind the key, or quote the text that it belongs to',
  ],
  ['a: 1\n}', '2:1 Unexpected flow-map-end token in YAML stream: "}" -> remove it, or quote the value that it belongs to'],
  [
    'a: *.example.com',
    '1:4 there is no anchor "&.example.com" before this alias -> name an anchor above it, or quote the value if it is text: "*.example.com"',
  ],
  ['a: {{ .Values.x }}', '1:5 a list or mapping cannot be a key -> this is a template: name its chart, or validate what it renders'],
  [
    'a: 1\n<<<<<<< HEAD\nb: 2\n',
    '2:1 here is the mark of a conflict between two versions of the file -> resolve the conflict, and remove its marks',
  ],
  ['a: !!int x', '1:10 the tag !!int does not fit this value -> remove the tag'],
])('YAML %j', (text, expected) => {
  const index = new LineIndex(text);
  const { findings } = validateText(text, { file: 'config.yaml', kind: 'mcp-servers', env: {} });
  const { message, suggestion, span } = findings[0]!;
  expect(`${index.position(span!.start).line}:${index.position(span!.start).column} ${message} -> ${suggestion}`).toBe(expected);
});
