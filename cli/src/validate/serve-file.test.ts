import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '@mcpgw/diagnostics';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { loadConfig } from '../serve/load.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

const before = process.cwd();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-file-'));
  process.chdir(folder);
  for (const [name, text] of Object.entries(documents)) writeFileSync(name, text);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});
afterEach(() => jest.restoreAllMocks());

const head = 'openapi: 3.0.3\ninfo: {title: t, version: "1"}\npaths:\n';
const pet = (more: string) => `${head}  /pets:\n    get: {operationId: getPet, responses: {"200": {description: x}}${more}}\n`;
const documents: Readonly<Record<string, string>> = {
  'empty.yaml': '',
  'swagger.yaml': 'swagger: "2.0"\n',
  'broken.yaml': 'a: [\n',
  'ok.yaml': pet(''),
  'foreign.yaml': `${head}  /a:\n    get: {responses: {"200": {$ref: "other.yaml#/x"}}}\n`,
  'cookie.yaml': pet(', parameters: [{name: id, in: cookie, required: true, schema: {type: string}}]'),
  'pattern.yaml': pet(', parameters: [{name: id, in: query, schema: {type: string, pattern: "(?=x)"}}]'),
  'clients.json': '{"mcpServers": {"b": {"command": "node", "disabled": "yes"}}}',
};

const api = (more: string) => `apis:\n  - name: shop\n    base_url: https://x.test\n    ${more}\n`;
const endpoint = (more: string) => api(`endpoints: [{name: e, method: GET, ${more}}]`);
const parameter = (more: string) => endpoint(`path: /e, parameters: {p: {${more}}}`);
const document = (more: string) => api(`openapi: {document: ${more}}`);

const place = (report: Report) =>
  report.findings
    .filter(({ severity }) => severity === 'error')
    .map(finding => {
      const { line, column } = report.sources.locate(finding).start;
      return `${finding.file}:${line}:${column} ${finding.rule} ${finding.message}`;
    });

/** What `mcpgw serve --check` says. */
async function checked(): Promise<string[]> {
  const { report, config } = await loadConfig('gateway.yaml', { envFile: [], page: true, watch: true });
  const errors = place(report);
  expect(config === undefined).toBe(errors.length > 0);
  return errors;
}

interface JsonFinding {
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What `mcpgw validate` says. */
async function validated(paths: readonly string[] = ['gateway.yaml'], flags: Partial<ValidateFlags> = {}): Promise<string[]> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runValidate(paths, { ...validateFlags, env: true, ...flags, output: 'json' });
  const { findings } = JSON.parse(String(write.mock.calls[0]![0])) as { findings: JsonFinding[] };
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule} ${message}`);
}

const rows: readonly [string, string[]][] = [
  [
    api('endpoints: [{name: a, method: GET, path: /a}, {name: a, method: GET, path: /b}]'),
    ['gateway.yaml:4:58 bad-value two endpoints have the name "a"'],
  ],
  [
    'apis:\n  - {name: a, base_url: "https://x.test"}\n  - {name: a, base_url: "https://y.test"}\n',
    ['gateway.yaml:3:12 duplicate-server-name duplicate server name: a'],
  ],
  [
    'servers: {a: {url: "https://x.test/mcp"}}\napis: [{name: a, base_url: "https://x.test"}]\n',
    ['gateway.yaml:2:15 duplicate-server-name duplicate server name: a'],
  ],
  ['apis: [{name: "a:b", base_url: "https://x.test"}]\n', ['gateway.yaml:1:15 bad-value "a:b" is not a name of an API']],
  ['apis: [{name: "", base_url: "https://x.test"}]\n', ['gateway.yaml:1:15 bad-value "" is not a name of an API']],
  ['apis: [{name: a}]\n', ['gateway.yaml:1:8 missing-field the API has no "base_url"']],
  [
    'apis: [{name: a, base_url: "https://u:p@x.test"}]\n',
    ['gateway.yaml:1:28 bad-value the address of the API contains a user name or a password'],
  ],
  [
    'apis: [{name: a, base_url: "https://x.test/?k=1"}]\n',
    ['gateway.yaml:1:28 bad-value the address of the API has a query or a fragment'],
  ],
  ['apis: [{name: a, base_url: "ftp://x.test"}]\n', ['gateway.yaml:1:28 bad-value "ftp://x.test" is not an http or https URL']],
  [
    'apis: [{base_url: "https://x.test"}, {name: b, base_url: "https://x.test/#x"}]\n',
    [
      'gateway.yaml:1:9 missing-field the field "name" is missing in a REST API',
      'gateway.yaml:1:58 bad-value the address of the API has a query or a fragment',
    ],
  ],
  [api('timeout: 0'), ['gateway.yaml:4:14 bad-value 0 is out of range: from 0.001 to 3600']],
  [api('timeout:'), ['gateway.yaml:4:13 wrong-type expected a number, found null']],
  [api('max_response_bytes: 0'), ['gateway.yaml:4:25 bad-value 0 is out of range: from 1 to 67108864']],
  [api('headers: {"a b": c}'), ['gateway.yaml:4:15 bad-value "a b" is not a name of an HTTP header']],
  [api('headers: {a: "c\\nd"}'), ['gateway.yaml:4:18 bad-value the value of the header has a character that HTTP does not allow']],
  [api('headers: {a: "${NOT_SET_HERE}"}'), ['gateway.yaml:4:18 unset-variable the environment variable "NOT_SET_HERE" is not set']],
  [
    api('auth: {header: A, value: "${NOT_SET_HERE}"}'),
    ['gateway.yaml:4:30 unset-variable the environment variable "NOT_SET_HERE" is not set'],
  ],
  [
    api('auth: {header: A, value: x, file: y}'),
    ['gateway.yaml:4:33 conflicting-fields only one of "value" and "file" may be set in auth of an API'],
  ],
  [api('auth: {header: "A B", value: x}'), ['gateway.yaml:4:20 bad-value "A B" is not a name of an HTTP header']],
  [api('auth: {header: A, value: ""}'), ['gateway.yaml:4:30 bad-value the text is empty']],
  [endpoint('path: /e, title: '), ['gateway.yaml:4:57 wrong-type expected a string, found null']],
  [endpoint('path: "/e?b=1"'), ['gateway.yaml:4:46 bad-value the path "/e?b=1" is not one that URLs keep as it is']],
  [endpoint('path: "/e/{id"'), ['gateway.yaml:4:46 bad-value the path "/e/{id" is not one that URLs keep as it is']],
  [endpoint('path: "/../e"'), ['gateway.yaml:4:46 bad-value the path "/../e" is not one that URLs keep as it is']],
  [
    endpoint('path: "/e/{id}", parameters: {ident: {in: path, type: string}}'),
    [
      'gateway.yaml:4:46 bad-value the path names {id}, which is not a declared path parameter',
      'gateway.yaml:4:70 bad-value the path parameter "ident" does not stand in the path',
    ],
  ],
  [
    endpoint('path: "/e/{id}", parameters: {id: {in: path, type: string, required: false}}'),
    ['gateway.yaml:4:70 bad-value a path parameter is always required'],
  ],
  [parameter('in: body, type: string'), ['gateway.yaml:4:63 bad-value a GET request has no body']],
  [parameter('in: query, type: string, whole: true'), ['gateway.yaml:4:63 bad-value "whole" is for body parameters']],
  [
    parameter('in: header, type: string, name: Host'),
    ['gateway.yaml:4:63 bad-value the header Host is not for arguments to set: HTTP or the gateway decides it'],
  ],
  [parameter('in: header, type: string, name: "a b"'), ['gateway.yaml:4:63 bad-value "a b" is not a name of an HTTP header']],
  [parameter('in: query, type: string, name: ""'), ['gateway.yaml:4:98 bad-value the text is empty']],
  [
    parameter('in: query, type: integer, default: x'),
    ['gateway.yaml:4:102 bad-value the default does not fit its parameter: got string, want integer'],
  ],
  [
    parameter('in: query, type: string, pattern: "(?=x)"'),
    [
      "gateway.yaml:4:101 bad-value the schema of the parameter cannot be used: pattern: '(?=x)' is not valid regex: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
    ],
  ],
  [
    parameter('in: query, type: string, minimum: "1"'),
    ['gateway.yaml:4:101 bad-value the schema of the parameter cannot be used: minimum: got string, want number'],
  ],
  [
    parameter('in: query, type: object, $ref: "#/nope"'),
    [
      'gateway.yaml:4:98 bad-value the schema of the parameter cannot be used: $ref: the reference "#/nope" leads nowhere in this schema, and nothing else is read',
    ],
  ],
  [
    parameter('in: query, type: object, properties: {a: {$ref: "http://x.test/y"}}'),
    [
      'gateway.yaml:4:115 bad-value the schema of the parameter cannot be used: properties.a.$ref: the reference "http://x.test/y" leads nowhere in this schema, and nothing else is read',
    ],
  ],
  [parameter('in: quer, type: string'), ['gateway.yaml:4:71 bad-value "quer" is not one of the known values']],
  [
    endpoint('path: /e, parameters: {p: {in: query, type: string}, q: {in: query, type: string, name: p}}'),
    ['gateway.yaml:4:93 bad-value "p" and "q" are the same part of the request: p in its query'],
  ],
  [
    endpoint('path: /e, response: {type: int}'),
    [
      "gateway.yaml:4:67 bad-value the schema of the answer cannot be used: type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'",
    ],
  ],
  [endpoint('path: /e, response: json'), ['gateway.yaml:4:60 bad-value "json" is not one of the known values']],
  [
    api('endpoints: [{name: e, method: POST, path: /e, body: form, parameters: {p: {in: body, type: array, whole: true}}}]'),
    ['gateway.yaml:4:57 bad-value a whole body is JSON, not a form'],
  ],
  [
    api(
      'endpoints: [{name: e, method: POST, path: /e, parameters: {p: {in: body, type: array, whole: true}, q: {in: body, type: string}}}]',
    ),
    ['gateway.yaml:4:105 bad-value "p" is the whole body, so that "q" has no place in it'],
  ],
  [document('nope.yaml'), ['gateway.yaml:4:25 bad-reference the document "nope.yaml" cannot be read: no such file or directory']],
  [document('.'), ['gateway.yaml:4:25 bad-reference the document "." cannot be read: is a directory']],
  [document('empty.yaml'), ['gateway.yaml:4:25 bad-value the document is not an OpenAPI document']],
  [document('swagger.yaml'), ['gateway.yaml:4:25 bad-value "openapi" of the document is not 3.0.x or 3.1.x']],
  [
    document('broken.yaml'),
    [
      'gateway.yaml:4:25 bad-value the document is neither JSON nor YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1: a: [ ^',
    ],
  ],
  [document('foreign.yaml'), ['gateway.yaml:4:25 bad-value the document refers outside of itself: other.yaml#/x']],
  [document('cookie.yaml'), ['gateway.yaml:4:25 bad-value operation getPet: parameters in cookies are not supported']],
  [
    document('pattern.yaml'),
    [
      "gateway.yaml:4:25 bad-value operation getPet.parameters.id.pattern: the schema of the parameter cannot be used: pattern: '(?=x)' is not valid regex: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
    ],
  ],
  [document('ok.yaml, include: [getPets]'), ['gateway.yaml:4:44 bad-value the document has no operation "getPets"']],
  [document('ok.yaml, exclude: [other]'), ['gateway.yaml:4:44 bad-value the document has no operation "other"']],
  [
    `${document('ok.yaml')}    endpoints: [{name: getPet, method: GET, path: /e}]\n`,
    ['gateway.yaml:4:25 bad-value two endpoints have the name "getPet"'],
  ],
  [
    'apis: [{name: a, openapi: {document: ok.yaml}}]\n',
    ['gateway.yaml:1:8 missing-field the API has no "base_url", and its document does not name a server'],
  ],
];

describe('mcpgw validate and mcpgw serve --check agree', () => {
  it.each(rows)('%j', async (text, expected) => {
    writeFileSync('gateway.yaml', text);
    expect(await validated()).toEqual(expected);
    expect(await checked()).toEqual(expected);
  });

  it('also about a configuration that is right', async () => {
    writeFileSync('gateway.yaml', `${document('ok.yaml, exclude: []')}    endpoints: [{name: e, method: GET, path: /e}]\n`);
    expect([await validated(), await checked()]).toEqual([[], []]);
  });
});

describe('files that servers are taken from', () => {
  beforeAll(() => writeFileSync('gateway.yaml', 'servers_from: [clients.json]\n'));

  it('are checked with the file that names them', async () => {
    const expected = ['clients.json:1:54 wrong-type expected true or false, found a string'];
    expect([await validated(), await checked()]).toEqual([expected, expected]);
  });

  it('are checked once where they are named too', async () => {
    expect(await validated(['clients.json', 'gateway.yaml'])).toEqual([
      'clients.json:1:54 wrong-type expected true or false, found a string',
    ]);
  });
});

it('an API in a file of another kind is none', async () => {
  writeFileSync('mcp_config.json', '{"mcpServers": [], "apis": [{}]}');
  expect(await validated(['mcp_config.json'])).toEqual(['mcp_config.json:1:20 unknown-field unknown field "apis" in mcp_config.json']);
});

describe('a configuration inside of a ConfigMap', () => {
  const configMap = (name: string, text: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  gateway.yaml: |\n${text.replace(/^(?=.)/gm, '    ')}`;

  it('has its REST APIs checked, but for what only the pod knows', async () => {
    const wrong = endpoint('path: "/e/{id}"').replace(
      'base_url: https://x.test',
      'base_url: https://x.test\n    headers: {A: "${NOT_SET_HERE}"}',
    );
    const text = `${configMap('a', document('nope.yaml'))}---\n${configMap('b', wrong)}---\n${configMap('c', endpoint('path: e'))}`;
    writeFileSync('maps.yaml', text);
    expect(await validated(['maps.yaml'])).toEqual([
      'maps.yaml:20:50 bad-value the path names {id}, which is not a declared path parameter',
      'maps.yaml:30:50 bad-value the path "e" must begin with "/"',
    ]);
  });

  it('also beside a document that is broken', async () => {
    writeFileSync('maps.yaml', `---\n\ta: 1\n---\n${configMap('b', endpoint('path: "/e/{id}"'))}`);
    expect(await validated(['maps.yaml'])).toEqual([
      'maps.yaml:2:1 yaml-syntax Tabs are not allowed as indentation',
      'maps.yaml:12:50 bad-value the path names {id}, which is not a declared path parameter',
    ]);
  });
});
