/** Findings have exact positions: the key of an unknown field, the value that is wrong, the parent of a missing field. */
import { LineIndex } from '@mcpgw/diagnostics';
import type { Kind } from '@mcpgw/structure';
import { validateText } from '../src/validate.js';

function places(kind: Kind, text: string, file = 'f.yaml'): string[] {
  const index = new LineIndex(text);
  return validateText(text, { file, kind, env: {} }).findings.map(({ rule, span }) => {
    const { line, column } = index.position(span!.start);
    return `${line}:${column} ${rule} ${JSON.stringify(text.slice(span!.start, span!.end))}`;
  });
}

const block = `mcp_servers:
  a:
    url: nowhere
    red_timeout: 5
  b:
    type: server
`;
const found = ['3:10 bad-value "nowhere"', '4:5 unknown-field "red_timeout"', '6:5 missing-field "type"'];

it.each<[string, string, string[]]>([
  ['block style', block, found],
  ['CRLF', block.replaceAll('\n', '\r\n'), found],
  ['CR', block.replaceAll('\n', '\r'), found],
  ['a byte order mark', `\ufeff${block}`, found],
  ['a comment and a marker above', `# head\n---\n${block}`, found.map(place => place.replace(/^\d+/, line => String(Number(line) + 2)))],
  ['tabs between', block.replace('url: ', 'url:\t\t'), ['3:11 bad-value "nowhere"', ...found.slice(1)]],
  [
    'flow style',
    'mcp_servers: {a: {url: nowhere, red_timeout: 5}, b: {type: server}}',
    ['1:24 bad-value "nowhere"', '1:33 unknown-field "red_timeout"', '1:54 missing-field "type"'],
  ],
  [
    'JSON',
    '{"mcp_servers": {"a": {"url": "nowhere", "red_timeout": 5},\n "b": {"type": "server"}}}',
    ['1:31 bad-value "\\"nowhere\\""', '1:42 unknown-field "\\"red_timeout\\""', '2:8 missing-field "\\"type\\""'],
  ],
  [
    'characters beyond the first plane',
    'mcp_servers: {"😀": {url: "http://h"}, b: {url: nowhere}}',
    ['1:49 bad-value "nowhere"', '1:15 server-name "\\"😀\\""'],
  ],
  [
    'a value over several lines',
    'mcp_servers:\n  a:\n    url: >-\n      no\n      where\n',
    ['3:10 bad-value ">-\\n      no\\n      where\\n"'],
  ],
  ['an empty mapping', 'mcp_servers:\n  a: {}\n', ['2:6 missing-field "{"']],
  ['a key without a value', 'mcp_servers:\n  a:\n  b: {url: "http://h"}\n', ['2:5 wrong-type ""']],
  [
    'an alias: where its value stands',
    'mcp_servers:\n  a: &a {url: nowhere}\n  b: *a\n',
    ['2:15 bad-value "nowhere"', '2:15 bad-value "nowhere"', '3:3 server-reached-twice "b"'],
  ],
])('%s', (_name, text, expected) => expect(places('mcp-servers', text)).toEqual(expected));

const pod = `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
    - name: c
      image: x
      prots: []
`;

it.each<[string, string, string[]]>([
  ['an item of a list', pod, ['8:7 unknown-field "prots"']],
  ['the second document', `${pod}---\n${pod.replace('name: a', 'name: b')}`, ['8:7 unknown-field "prots"', '17:7 unknown-field "prots"']],
  [
    'an item of a List',
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  dta: {}\n',
    ['7:3 unknown-field "dta"'],
  ],
  [
    'a merge key: where the merged entry stands',
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: &l {a: 1}}\nspec: {containers: [{name: c, image: x}], nodeSelector: {<<: *l}}\n`,
    ['3:36 wrong-type "1"', '3:36 wrong-type "1"'],
  ],
])('in manifests: %s', (_name, text, expected) => expect(places('manifest', text)).toEqual(expected));

it.each<[string, string]>([
  ['comments', '{\n// head\n"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}'],
  ['comments in between', '{"apiVersion": "v1", /* x */ "kind": "ConfigMap", "metadata": {"name": "a"}}'],
])('the API server takes no %s in JSON', (_name, text) => {
  const { kind, findings } = validateText(text, { file: 'a.json', env: {} });
  expect([kind, findings.filter(({ severity }) => severity === 'error').length > 0]).toEqual(['manifest', true]);
});

it('in a file inside of a file', () => {
  const text =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  gateway.yaml: |\n    servers:\n      a: {comand: x}\n  config.json: "{\\"binds\\": [{\\"prt\\": 1}]}"\n';
  expect(places('manifest', text).map(place => place.split(' ').slice(0, 2).join(' '))).toEqual([
    '7:11 unknown-field',
    '7:11 no-endpoint',
    '8:16 unknown-field',
    '8:16 missing-field',
  ]);
});
