import { migrations } from '@mcpgw/agentgateway/internal';
import { formatPath } from '@mcpgw/diagnostics';
import { checkStatic } from '../check/check-static.js';
import { migrateStatic } from './migrate-static.js';

const route = (policies: string, rest = ''): string => `# routes
binds:
- port: 4000
  listeners:
  - routes:
    - policies:
${policies.replace(/^/gm, '        ')}
      backends:
      - host: localhost:1
${rest}`;

const migrate = (text: string, from: string, to: string) => {
  const { text: after, notes } = migrateStatic(text, { file: 'config.yaml', from, to });
  return {
    after,
    notes: notes.map(({ id, kind, message }) => `${kind} ${id}: ${message}`),
    paths: notes.map(({ path }) => formatPath(path)),
  };
};
const isValid = (text: string, version: string): boolean =>
  checkStatic(text, { file: 'x', version }).findings.every(({ severity }) => severity !== 'error');

type Row = readonly [name: string, from: string, to: string, before: string, after: string];

const grpc = (line: string): string => route(`extAuthz:\n  host: authz:9000 # gRPC\n  ${line}\n  includeRequestHeaders: [a]`);
const http = (rest: string): string => route(`extAuthz:\n  host: authz:9000\n  protocol: {http: {}}\n  ${rest}`);

const jsonLifted =
  '{"backends": [{"name":"ext-authz","host":"a:1","policies":{"http":{"requestTimeout":"1s"}}}], "binds": [{"port": 1, "listeners": [{"routes": [{"policies": {"extAuthz": {"backend": "/ext-authz", "protocol": {"http": {}}}}, "backends": []}]}]}]}';

const api = '{openapi: 3.0.0, info: {title: a, version: b}, paths: {}}';
const rows: readonly Row[] = [
  [
    'timeout of a gRPC check',
    '0.12.0',
    '1.4.1',
    grpc('timeout: "10s" # long'),
    grpc('policies:\n    http:\n      requestTimeout: "10s" # long'),
  ],
  ['timeout of a gRPC check', '0.12.0', '1.0.0', grpc('timeout: 10s'), grpc('policies:\n    http:\n      requestTimeout: 10s')],
  ['timeout of a gRPC check', '0.11.0', '1.1.0', grpc('timeout: 10s'), grpc('policies:\n    http:\n      requestTimeout: 10s')],
  [
    'timeout of a gRPC check',
    '1.4.1',
    '0.12.0',
    grpc('policies:\n    http:\n      requestTimeout: "10s" # long'),
    grpc('timeout: "10s" # long'),
  ],
  ['timeout of a gRPC check in one line', '1.1.0', '0.12.0', grpc('policies: {http: {requestTimeout: 10s}} # x'), grpc('timeout: 10s # x')],
  [
    'timeout of a gRPC check',
    '1.1.0',
    '1.4.1',
    grpc('policies: {http: {requestTimeout: 10s}}'),
    grpc('policies: {http: {requestTimeout: 10s}}'),
  ],
  ['timeout of an HTTP check', '0.12.0', '1.4.1', http('timeout: 3s'), http('policies:\n    http:\n      requestTimeout: 3s')],
  [
    'timeout of an HTTP check, which v1.1 takes from a backend',
    '0.12.0',
    '1.1.0',
    http('timeout: 3s'),
    `${route('extAuthz:\n  backend: "/ext-authz"\n  protocol: {http: {}}')}backends:
- name: "ext-authz"
  host: "authz:9000"
  policies: {"http":{"requestTimeout":"3s"}}
`,
  ],
  [
    'policies of an HTTP check, which v1.3 takes from a backend',
    '1.4.1',
    '1.3.0',
    `${http('policies: {http: {requestTimeout: 3s}, backendTLS: {insecure: true}}')}backends:\n- name: ext-authz\n  host: other:1\n`,
    `${route('extAuthz:\n  backend: "/ext-authz-2"\n  protocol: {http: {}}')}backends:
- name: "ext-authz-2"
  host: "authz:9000"
  policies: {"http":{"requestTimeout":"3s"},"backendTLS":{"insecure":true}}
- name: ext-authz
  host: other:1
`,
  ],
  [
    'policies beside the timeout, which v0.12 takes from a backend',
    '1.4.1',
    '0.12.0',
    grpc('policies: {http: {requestTimeout: 3s}, backendTLS: {insecure: true}}'),
    `${route('extAuthz:\n  backend: "/ext-authz" # gRPC\n  includeRequestHeaders: [a]')}backends:
- name: "ext-authz"
  host: "authz:9000"
  policies: {"http":{"requestTimeout":"3s"},"backendTLS":{"insecure":true}}
`,
  ],
  [
    'two checks of one server share a backend',
    '0.12.0',
    '1.1.0',
    twoChecks('host: authz:9000\n          timeout: 3s'),
    `${twoChecks('backend: "/ext-authz"')}backends:
- name: "ext-authz"
  host: "authz:9000"
  policies: {"http":{"requestTimeout":"3s"}}
`,
  ],
  [
    'timeout of a rate limit',
    '0.12.0',
    '1.0.0',
    route('remoteRateLimit:\n  host: limits:1\n  domain: d\n  timeout: 1s\n  descriptors: []'),
    route('remoteRateLimit:\n  host: limits:1\n  domain: d\n  policies:\n    http:\n      requestTimeout: 1s\n  descriptors: []'),
  ],
  [
    'timeout of a rate limit',
    '1.4.1',
    '0.11.0',
    route('remoteRateLimit:\n  host: limits:1\n  domain: d\n  policies: {http: {requestTimeout: 1s}}\n  descriptors: []'),
    route('remoteRateLimit:\n  host: limits:1\n  domain: d\n  timeout: 1s\n  descriptors: []'),
  ],
  ['a path regex', '0.12.0', '1.4.1', matches('path: {regex: ["/a/.*", 4]}'), matches('path: {regex: "/a/.*"}')],
  ['a path regex', '1.4.1', '0.12.0', matches('path: {regex: "/a/.*"}'), matches('path: {regex: ["/a/.*", 5]}')],
  ['a match without a path', '1.1.0', '0.12.0', matches('method: GET'), matches('path: {pathPrefix: /}\n        method: GET')],
  ['an OpenAPI document', '0.12.0', '1.1.0', openapi(`{inline: "${api}"}`), openapi(`"${api}"`)],
  ['an OpenAPI document', '1.4.1', '0.12.0', openapi(`'${api}'`), openapi(`{inline: "${api}"}`)],
  ['headers of traces', '0.12.0', '1.0.0', traces('abc'), traces('"\\"abc\\""')],
  ['headers of traces', '1.4.1', '0.12.0', traces('"\'abc\'"'), traces('"abc"')],
  [
    'Azure OpenAI',
    '1.1.0',
    '1.4.1',
    ai('azureOpenAI:\n            host: corp.openai.azure.com # ours\n            model: gpt'),
    ai('azure:\n            resourceType: openAI\n            resourceName: corp # ours\n            model: gpt'),
  ],
  [
    'Azure OpenAI',
    '1.4.1',
    '1.1.0',
    ai('azure:\n            resourceType: openAI\n            resourceName: corp # ours\n            model: gpt'),
    ai('azureOpenAI:\n            host: corp.openai.azure.com # ours\n            model: gpt'),
  ],
  ['names of targets', '1.1.0', '1.4.1', target('My_Tools # tools'), target('my-tools # tools')],
  [
    'threads',
    '1.4.1',
    '1.1.0',
    `config: {workerThreads: 2}\n${matches('path: {exact: /}')}`,
    `config: {workerThreads: "2"}\n${matches('path: {exact: /}')}`,
  ],
  ['a connect timeout', '1.1.0', '1.4.1', tcp('{secs: 5, nanos: 0}'), tcp('"5s"')],
  ['a connect timeout', '1.4.1', '1.1.0', tcp('1500ms'), tcp('{secs: 1, nanos: 500000000}')],
  ['JSON', '0.12.0', '1.4.1', json('"timeout": "1s"'), json('"policies": {"http": {"requestTimeout": "1s"}}')],
  ['JSON', '0.12.0', '1.1.0', json('"timeout": "1s"', ', "protocol": {"http": {}}'), jsonLifted],
];

function twoChecks(check: string): string {
  const one = `    - matches: [{path: {exact: /}}]\n      policies:\n        extAuthz:\n          ${check}\n          protocol: {http: {}}\n`;
  return `binds:\n- port: 4000\n  listeners:\n  - routes:\n${one}${one}`;
}
function matches(match: string): string {
  return `binds:\n- port: 4000\n  listeners:\n  - routes:\n    - matches:\n      - ${match}\n      backends: [{host: a:1}]\n`.replace(
    /\n {8}method/,
    '\n        method',
  );
}
function openapi(schema: string): string {
  return `binds:\n- port: 4000\n  listeners:\n  - routes:\n    - backends:\n      - mcp: {targets: [{name: a, openapi: {host: a, port: 1, path: /, schema: ${schema}}}]}\n`;
}
function traces(header: string): string {
  return `config:\n  tracing:\n    otlpEndpoint: http://x:1\n    headers:\n      k: ${header} # why\n${matches('path: {exact: /}')}`;
}
function ai(provider: string): string {
  return `binds:\n- port: 4000\n  listeners:\n  - routes:\n    - backends:\n      - ai:\n          name: a\n          provider:\n           ${provider}\n      policies: {}\n`;
}
function target(name: string): string {
  return `binds:\n- port: 4000\n  listeners:\n  - routes:\n    - backends:\n      - mcp:\n          targets:\n          - name: ${name}\n            mcp: {host: http://a/mcp}\n`;
}
function tcp(value: string): string {
  return `backends:\n- name: a\n  host: a:1\n  policies:\n    tcp: {keepalives: {}, connectTimeout: ${value}}\n`;
}
function json(check: string, more = ''): string {
  return `{"binds": [{"port": 1, "listeners": [{"routes": [{"policies": {"extAuthz": {"host": "a:1", ${check}${more}}}, "backends": []}]}]}]}`;
}
test.each(rows)('%s, from v%s to v%s', (_, from, to, before, after) => {
  expect(isValid(before, from)).toBe(true);
  const { after: text, notes } = migrate(before, from, to);
  expect(text).toBe(after);
  expect(notes.filter(note => note.startsWith('cannot'))).toEqual([]);
  expect(isValid(text, to)).toBe(true);
});

test.each(rows)('%s, from v%s to v%s: a second time changes nothing', (_, from, to, before) => {
  const once = migrate(before, from, to).after;
  expect(migrate(once, to, to).after).toBe(once);
});

describe('what the proxy does otherwise', () => {
  test.each<[string, string, string, string, string[]]>([
    [
      'no timeout, gRPC',
      '0.12.0',
      '1.4.1',
      grpc(''),
      [
        'behaviour ext-auth-timeout: the timeout of a check (grpc) was 200 ms and is none: a server that never answers holds every request; set policies.http.requestTimeout',
      ],
    ],
    ['no timeout, HTTP', '1.1.0', '1.4.1', http(''), ['behaviour ext-auth-timeout: the timeout of a check (http) was 200 ms and is 2 s']],
    ['no timeout, HTTP', '0.12.0', '1.1.0', http(''), []],
    [
      'policies that were ignored',
      '1.1.0',
      '1.4.1',
      http('policies: {http: {requestTimeout: 3s}}'),
      [
        'behaviour ext-auth-http-policies: the policies of this HTTP check (http) were ignored and take effect now',
        'behaviour ext-auth-timeout: the timeout of a check (http) was 200 ms and is 3 s',
      ],
    ],
    [
      'bodies that are cut',
      '1.1.0',
      '1.4.1',
      grpc('includeRequestBody: {maxRequestBytes: 10}'),
      ['behaviour ext-auth-partial-body: bodies longer than maxRequestBytes are refused now; v1.1 and older sent the first part of them'],
    ],
    ['bodies that may be cut', '1.1.0', '1.4.1', grpc('includeRequestBody: {maxRequestBytes: 10, allowPartialMessage: true}'), []],
    [
      'a name of a target',
      '1.1.0',
      '1.2.0',
      target('My_Tools'),
      [
        'behaviour target-names: the target "My_Tools" is now "my-tools": its tools change their names where several targets are served, and rules that name it must follow',
      ],
    ],
  ])('%s, from v%s to v%s', (_, from, to, text, expected) => expect(migrate(text, from, to).notes).toEqual(expected));
});

describe('what cannot be migrated', () => {
  test.each<[string, string, string, string, string[], string[]]>([
    ['no YAML', '0.12.0', '1.4.1', 'a: [', [expect.stringMatching(/^cannot yaml/)] as unknown as string[], []],
    [
      'an HTTP check of a backend',
      '0.12.0',
      '1.1.0',
      `${http('timeout: 3s').replace('host: authz:9000', 'backend: /a')}backends: [{name: a, host: a:1}]\n`,
      [
        'cannot ext-auth-timeout: the policies of the check have to stand on a top-level backend in v1.1.0; it is not known by "host" here: put them there by hand',
      ],
      ['binds[0].listeners[0].routes[0].policies.extAuthz'],
    ],
    [
      'rules of one target',
      '1.1.0',
      '1.4.1',
      target('a').replace(/$/, '            policies: {mcpAuthorization: {rules: []}}\n'),
      [
        'cannot target-authorization: rules of one target are refused: move them to mcpAuthorization of the route or backend (binds[0].listeners[0].routes[0].backends[0]), with mcp.tool.target == "a" in each',
      ],
      ['binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].policies.mcpAuthorization'],
    ],
    [
      'a cache of answers',
      '1.4.1',
      '1.1.0',
      grpc("cache: {key: ['1'], ttl: 'duration(\"1s\")'}"),
      [expect.stringMatching(/^cannot unknown-field: .*cache/)] as unknown as string[],
      ['binds[0].listeners[0].routes[0].policies.extAuthz.cache'],
    ],
    [
      'an Azure host of another kind',
      '1.1.0',
      '1.4.1',
      ai('azureOpenAI:\n            host: proxy.corp'),
      ['cannot azure-openai: "azureOpenAI" is now "azure", which needs resourceName and resourceType; the host does not show them'],
      [],
    ],
    [
      'two names that become one',
      '1.1.0',
      '1.4.1',
      `${target('a_b')}          - name: a-b\n            mcp: {host: http://a/mcp}\n`,
      ['cannot target-names: the target name "a_b" is refused, and "a-b" is taken: choose another'],
      ['binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].name'],
    ],
  ])('%s, from v%s to v%s', (_, from, to, text, expected, paths) => {
    const outcome = migrate(text, from, to);
    expect(outcome.notes.filter(note => !note.startsWith('rewritten') && !note.startsWith('behaviour'))).toEqual(expected);
    if (paths.length > 0) expect(outcome.paths).toEqual(expect.arrayContaining(paths));
  });
});

test('aliases are rewritten once, where they are anchored', () => {
  const text = `x-auth: &auth {host: "a:1", timeout: 1s}\nbinds:\n- port: 1\n  listeners:\n  - routes:\n    - policies: {extAuthz: *auth}\n    - policies: {extAuthz: *auth}\n`;
  expect(migrate(text, '0.12.0', '1.4.1').after).toContain('&auth {host: "a:1", policies: {http: {requestTimeout: 1s}}}\n');
});

test('every migration goes somewhere and says what it is', () => {
  for (const { id, what, up, down } of migrations) {
    expect({ id, hasWay: up !== undefined || down !== undefined, says: /^[A-Z\x60].*\.$/.test(what) }).toEqual({
      id,
      hasWay: true,
      says: true,
    });
  }
  expect(new Set(migrations.map(({ id }) => id)).size).toBe(migrations.length);
});
