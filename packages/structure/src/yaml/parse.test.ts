import { LineIndex } from '@mcpgw/diagnostics';
import { toPlain } from './node.js';
import { parseYaml } from './read.js';
import { resolvePlain, type YamlDialect } from './scalar.js';

const parse = (text: string, dialect: YamlDialect = 'serde') => parseYaml(text, { file: 'f', dialect });
const said = (text: string, dialect: YamlDialect = 'serde') => {
  const index = new LineIndex(text);
  return parse(text, dialect).findings.map(
    ({ message, span }) => `${index.position(span!.start).line}:${index.position(span!.start).column} ${message}`,
  );
};

describe('a block scalar on a last line without a line end has none', () => {
  it.each<[string, string, string]>([
    ['a: |\n w', 'w', 'w\n'],
    ['a: |+\n w', 'w', 'w\n'],
    ['a: >\n v\n w', 'v w', 'v w\n'],
    ['a: |-\n w', 'w', 'w'],
    ['a: |\n w\n', 'w\n', 'w\n'],
    ['a: |\n w\n ', 'w\n', 'w\n'],
    ['a: |\n w\nb: 1', 'w\n', 'w\n'],
  ])('%j', (text, toGoAndSerde, toCore) => {
    const read = (dialect: YamlDialect) => (toPlain(parse(text, dialect).documents[0]!) as { readonly a: string }).a;
    expect([read('go'), read('serde'), read('core')]).toEqual([toGoAndSerde, toGoAndSerde, toCore]);
  });
});

describe('what serde_yaml refuses', () => {
  it.each<[string, string]>([
    ['\ufeffbinds: []', '1:1 the file starts with a byte order mark, which the proxy does not take'],
    ['a: "\\ud83d\\ude00"', '1:5 the escape \\ud83d is half a character, which the proxy does not take'],
    ['a: "\\\\\\ud83d"', '1:7 the escape \\ud83d is half a character, which the proxy does not take'],
    ['a: !!null', '1:10 the tag !!null does not fit this value'],
    ['a: !x b', '1:7 the tag !x does not fit this value'],
    ['~: 1', '1:1 null cannot be a key'],
    ['? [a]\n: 1', '1:3 a list or mapping cannot be a key'],
    ['a: *b', '1:4 there is no anchor "&b" before this alias'],
    ['a: &a [*a]', '1:8 alias "*a" stands inside the value that it names'],
    ['a: "\u0001"', '1:5 control character U+0001 is not allowed in YAML'],
    ['a:\n\t- b', '2:1 Tabs are not allowed as indentation'],
  ])('%j', (text, message) => {
    expect(said(text)[0]).toBe(message);
  });
  it('takes what is escaped or whole', () => {
    expect(said('a: "\\\\ud83d \\U0001F600 \\u0041"')).toEqual([]);
    expect(said("a: '\\ud83d'")).toEqual([]);
    expect(said('\ufeffa: 1', 'go')).toEqual([]);
  });
  it('gives up on aliases that expand too far', () => {
    const levels = Array.from({ length: 5 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(', ')}]`);
    expect(said(`a0: &a0 [x]\n${levels.join('\n')}`)).toEqual(['1:1 the aliases of this document expand to too many values']);
    expect(said(`a0: &a0 [x]\n${levels.slice(0, 2).join('\n')}`)).toEqual([]);
  });
});

describe('plain scalars', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['yes', 'yes', 'yes', true],
    ['y', 'y', 'y', true],
    ['TRUE', true, true, true],
    ['~', null, null, null],
    ['017', 17, '017', 15],
    ['0o17', 15, 15, 15],
    ['0x1F', 31, 31, 31],
    ['0b11', '0b11', 3, 3],
    ['+1', 1, 1, 1],
    ['1_000', '1_000', '1_000', 1000],
    ['1:20', '1:20', '1:20', '1:20'],
    ['3.0e3', 3000, 3000, 3000],
    ['.5', 0.5, 0.5, 0.5],
    ['1e400', '1e400', '1e400', '1e400'],
    ['.inf', Number.POSITIVE_INFINITY, null, Number.POSITIVE_INFINITY],
    ['123456789012345678901234567890', 123456789012345678901234567890n, 123456789012345678901234567890n, 123456789012345678901234567890n],
    ['-', '-', '-', '-'],
    ['0x', '0x', '0x', '0x'],
  ])('%s', (text, core, serde, go) => {
    expect([resolvePlain(text, 'core').value, resolvePlain(text, 'serde').value, resolvePlain(text, 'go').value]).toEqual([
      core,
      serde,
      go,
    ]);
  });
});

it('keeps duplicate and prototype keys as data, the last counting', () => {
  const [root] = parse('a: 1\na: 2\n__proto__: 3\nconstructor: 4').documents;
  expect(Object.entries(toPlain(root!) as object)).toEqual([
    ['a', 2],
    ['__proto__', 3],
    ['constructor', 4],
  ]);
});
