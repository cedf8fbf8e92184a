import { toPlain } from './node.js';
import { parseYaml } from './read.js';
import type { YamlDialect } from './scalar.js';

const read = (text: string, dialect: YamlDialect) => {
  const { documents, findings } = parseYaml(text, { file: 'f', dialect });
  return findings.length > 0 ? findings.map(({ message }) => message) : documents.map(document => toPlain(document));
};

describe.each<YamlDialect>(['go', 'serde'])('further lines begin at any column, for %s', dialect => {
  it.each<[string, string, unknown]>([
    ['a quoted scalar at the column of its key', "a:\n  b: 'one\n  two'\n  c: 1\n", { a: { b: 'one two', c: 1 } }],
    ['a quoted scalar left of its key', 'a:\n  b: "one\ntwo\n\n three"\n  c: 1\n', { a: { b: 'one two\nthree', c: 1 } }],
    ['a quoted scalar in a list', 'a:\n- "curl \\\n  -X GET \\\n-H x"\n- b\n', { a: ['curl -X GET -H x', 'b'] }],
    ['a list in brackets at the column of its key', 'a:\n  b: [ x,\n  "y",\n  z ]\n  c: 1\n', { a: { b: ['x', 'y', 'z'], c: 1 } }],
    ['brackets left of their key', 'a:\n  b: {c: d,\n e: [f,\ng]\n}\n  h: 1\n', { a: { b: { c: 'd', e: ['f', 'g'] }, h: 1 } }],
    ['a plain scalar in brackets', 'a:\n  - [x\n  y, z]\n', { a: [['x y', 'z']] }],
  ])('%s', (_name, text, value) => {
    expect(read(text, dialect)).toEqual([value]);
  });

  it.each<[string, string, string]>([
    ['a mark of a document inside of a quoted scalar', 'a: "one\n---\ntwo"\n', 'Missing closing "quote'],
    ['a plain scalar at the column of its key', 'a:\n  b: one\n  two\n', 'Implicit map keys need to be followed by map values'],
    ['a quoted scalar without its end', 'a: "one\n  two\n', 'Missing closing "quote'],
  ])('still refuses %s', (_name, text, message) => {
    expect(read(text, dialect)).toContain(message);
  });
});

it('a list of servers, which the yaml package reads as well, follows YAML', () => {
  expect(read("a:\n  b: 'one\n  two'\n", 'core')).toContain("Missing closing 'quote");
});

describe('tags that Go does not know', () => {
  it.each<[string, unknown]>([
    ['a: !!string False', { a: 'False' }],
    ['a: !env "x"', { a: 'x' }],
    ['a: !ref {b: 1}', { a: { b: 1 } }],
    ['a: !!int x', ['the tag !!int does not fit this value']],
  ])('%s', (text, value) => {
    expect(read(text, 'go')).toEqual(Array.isArray(value) ? value : [value]);
  });
});
