import { YamlError } from './error.js';
import { readHead, type SimpleHead } from './head.js';

describe('readHead', () => {
  test.each<[string, string]>([
    ['- a', 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type util.SimpleHead'],
    ['a', 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go value of type util.SimpleHead'],
    ['1', 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal number into Go value of type util.SimpleHead'],
    [
      'kind: [a]',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field SimpleHead.kind of type string',
    ],
    [
      'kind: {a: b}',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object into Go struct field SimpleHead.kind of type string',
    ],
    [
      'metadata: a',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go struct field SimpleHead.metadata of type struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }',
    ],
    [
      'metadata: [a]',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field SimpleHead.metadata of type struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }',
    ],
    [
      'metadata: {name: [a]}',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field .metadata.name of type string',
    ],
    [
      'metadata: {annotations: [a]}',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field .metadata.annotations of type map[string]string',
    ],
    [
      'metadata: {annotations: {a: {b: c}}}',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object into Go struct field .metadata.annotations of type string',
    ],
    [
      'kind: [a]\nmetadata: x',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field SimpleHead.kind of type string',
    ],
    ['a: b: c', 'error converting YAML to JSON: yaml: mapping values are not allowed in this context'],
    ['a: .inf', 'error converting YAML to JSON: json: unsupported value: +Inf'],
    ['a: [-.nan, .NaN]', 'error converting YAML to JSON: json: unsupported value: NaN'],
    ['~: a', 'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: "a"'],
    [': a', 'error converting YAML to JSON: yaml: did not find expected key'],
    ['[a]: b', 'error converting YAML to JSON: yaml: invalid map key: []interface {}{"a"}'],
    ['{{ a }}', 'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{"a":interface {}(nil)}'],
    ['<<: 1', 'error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value'],
    ['a: *b', "error converting YAML to JSON: yaml: unknown anchor 'b' referenced"],
    ['a: !!int x', 'error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!int'],
    ['a: [? , b]', "error converting YAML to JSON: yaml: did not find expected ',' or ']'"],
    ['18446744073709551615: a', 'error converting YAML to JSON: unsupported map key of type: uint64, key: 0xffffffffffffffff, value: "a"'],
    ['a: \u0001', 'error converting YAML to JSON: yaml: control characters are not allowed'],
    ['['.repeat(10_001), 'error converting YAML to JSON: yaml: exceeded max depth of 10000'],
  ])('refused: %#', (text, message) => {
    expect(() => readHead(text)).toThrow(new YamlError(message));
  });

  test.each<[string, SimpleHead]>([
    ['', { apiVersion: '', kind: '', name: '' }],
    ['# c', { apiVersion: '', kind: '', name: '' }],
    [
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    helm.sh/hook: test\n',
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', annotations: new Map(Object.entries({ 'helm.sh/hook': 'test' })) },
    ],
    [
      'Kind: X\nAPIVERSION: 1\nmetadata: {name: yes, annotations: {a: 1, b: null, c: 1.50, d: 2001-01-01}}',
      { apiVersion: '1', kind: 'X', name: 'true', annotations: new Map(Object.entries({ a: '1', b: '', c: '1.5', d: '2001-01-01' })) },
    ],
    ['kind: A\nKind: B', { apiVersion: '', kind: 'A', name: '' }],
    ['kind: null\nmetadata: null', { apiVersion: '', kind: '', name: '' }],
    ['kind: X\nspec: {a: [b, "c"], .d: -e}', { apiVersion: '', kind: 'X', name: '' }],
    ['x: &x {a: 1}\ny: *x\nkind: !!str 1', { apiVersion: '', kind: '1', name: '' }],
    ['? a\n: b\nkind: K', { apiVersion: '', kind: 'K', name: '' }],
    ['a: 1\n---\nb: [', { apiVersion: '', kind: '', name: '' }],
    ['a: {b: }', { apiVersion: '', kind: '', name: '' }],
    ['a: [? b]', { apiVersion: '', kind: '', name: '' }],
  ])('%#', (text, head) => {
    expect(readHead(text)).toEqual(head);
  });
});
