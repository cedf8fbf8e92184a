import { readBlockYaml } from './block.js';
import { parseComplete } from './parse.js';

const read = (text: string) => readBlockYaml(text, 'go', 20);

test.each([
  ['a mapping', 'a: 1\nb: x y # comment\n'],
  ['nested mappings and lists', 'a:\n  b:\n  - c: 1\n    d: 2\n  -  - x\n     - y\n  - \n  -\n    e: f\n'],
  ['quoted keys and values', "\"a b\": 'it''s'\n'c': \"d\\n\\u00e9\\\"\\\\\"\n"],
  ['quoted scalars over several lines', 'a: "one\n  two\n\n  three \\\n  four"\nb: \'x\n\n\n  y\'\n'],
  ['plain scalars over several lines', 'a: one\n  two\n\n  three\nb: 1\n'],
  ['literal blocks', 'a: |\n  x\n    y\n\nb: |-\n\n  z\n\nc: |+\n  q\n\n\nd: 1\n'],
  ['folded blocks', 'a: >\n  x\n  y\n\n  z\nb: >-\n  q\n'],
  ['flow collections', 'a: {b: [1, "2", \'3\'], "c":4, d: {}}\ne: [\n  x y, -1\n]\n'],
  ['documents', '---\na: 1\n---\n# nothing\n---\nb: 2\n'],
  ['null, booleans and numbers', 'a: ~\nb:\nc: yes\nd: 0x1f\ne: 010\nf: 1_000\ng: 1.5\nh: "1"\ni: -0\nj: .5\nk: 12345678901234567890\n'],
  ['colons and hashes within words', 'a: b:c\nd: e#f\ng:h: i\n'],
  ['a key that occurs twice', 'a: 1\na: 2\n'],
  ['nothing where a value may stand', 'a:  \nb: # c\nc:\n-  \n- # c\n---\n---  '],
  ['a block scalar without a final line end', 'a: |\n  x\n  y'],
  ['a block scalar that ends with spaces beyond its indent', 'a: |\n  x\n    \n'],
  ['a bracket that closes below its key', 'a: [\n  x\n]\n'],
])('reads %s as the complete parser does', (_name, text) => {
  expect({ documents: read(text), findings: [] }).toEqual(parseComplete(text, { file: 'f', dialect: 'go' }));
});

test.each([
  ['an anchor', 'a: &x 1\n'],
  ['an alias', 'a: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a merge key', '<<: {a: 1}\n'],
  ['a tab', 'a:\t1\n'],
  ['a carriage return', 'a: 1\r\n'],
  ['a byte order mark', '\ufeffa: 1\n'],
  ['a directive', '%YAML 1.2\n---\na: 1\n'],
  ['a complex key', '? a\n: 1\n'],
  ['a null key', '~: 1\n'],
  ['a value that looks like a mapping', 'a: b: c\n'],
  ['keys that do not line up', 'a: 1\n b: 2\n'],
  ['a list among keys', 'a: 1\n- b\n'],
  ['an open quote', 'a: "b\n'],
  ['an open list', 'a: [b\n'],
  ['text after a value', 'a: "b" c\n'],
  ['an unknown escape', 'a: "\\q"\n'],
  ['text after the end of a document', 'a: 1\n...\nb: 2\n'],
  ['a line of a flow collection that stands no deeper than its key', '- c: [a,\n  b]\n'],
  ['the marker of a document within a block scalar', '|\n---\na: 1\n'],
  ['the marker of an end within a block scalar', '>\n...\n'],
  ['a block scalar of blank lines', 'a: |\n\n'],
  ['half a character', 'a: "\\ud83d"\n'],
  ['too many levels', `a: ${'['.repeat(30)}${']'.repeat(30)}\n`],
])('leaves %s to the complete parser', (_name, text) => {
  expect(read(text)).toBeUndefined();
});
