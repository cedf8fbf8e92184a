import { GoMap, type Value } from '@mcpgw/go/values';
import { codecFuncs } from './codecs.js';

const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: (n: number) => new Uint8Array(n), timezone: 'UTC' };
const rows = codecFuncs(deps);
const call = (name: string, ...args: Value[]): Value => rows.find(row => row.name === name)!.call(...args);

test.each<[string, string, string]>([
  [
    'fromYaml',
    '- a',
    'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
  ],
  ['fromJson', '[1]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
  ['fromJson', '{"a":}', "invalid character '}' looking for beginning of value"],
])('%s %j keeps the error under Error', (name, text, message) => {
  expect(call(name, text)).toEqual(new GoMap([['Error', message]]));
});

test('a number out of range leaves a partial value in the error', () => {
  expect((call('fromJson', '{"a":1e400,"b":2}') as GoMap).get('b')).toBe(2);
});

test.each<[string, string, string]>([
  [
    'fromYamlArray',
    'a: 1',
    'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object into Go value of type []interface {}',
  ],
  ['fromJsonArray', '5', 'json: cannot unmarshal number into Go value of type []interface {}'],
])('%s %j answers with the error', (name, text, message) => {
  expect(call(name, text)).toEqual([message]);
});

test('the must forms fail, the others return nothing', () => {
  for (const name of ['toJson', 'toYaml', 'toPrettyJson']) expect(call(name, Number.NaN)).toBe('');
  for (const name of ['mustToJson', 'mustToYaml', 'mustToPrettyJson', 'toRawJson', 'mustToRawJson']) {
    expect(() => call(name, Number.NaN)).toThrow('json: unsupported value: NaN');
  }
  expect(() => call('mustFromJson', '{')).toThrow('unexpected end of JSON input');
});

test('a YAML null is an empty map, a JSON null a nil one', () => {
  for (const text of ['', 'null']) expect((call('fromYaml', text) as GoMap).isNil).toBeUndefined();
  expect((call('fromJson', 'null') as GoMap).isNil).toBe(true);
});

test('TOML: toToml answers with the error, mustToToml fails', () => {
  const v = new GoMap([['a', [1n, null]]]);
  expect(call('toToml', v)).toBe('toml: cannot encode array with nil element');
  expect(() => call('mustToToml', v)).toThrow('toml: cannot encode array with nil element');
  expect(call('fromToml', 'a')).toEqual(new GoMap([['Error', "toml: line 1: unexpected EOF; expected key separator '='"]]));
});

test('escapes and indentation', () => {
  const v = new GoMap([['<', '&']]);
  expect(call('toJson', v)).toBe('{"\\u003c":"\\u0026"}');
  expect(call('toRawJson', v)).toBe('{"<":"&"}');
  expect(call('toPrettyJson', v)).toBe('{\n  "\\u003c": "\\u0026"\n}');
  expect(call('toYaml', v)).toBe("<: '&'");
});
