import { seed } from '../../../../test/helpers/seed.js';
import { shownValue, yamlText } from '../../../../test/helpers/yaml-texts.js';
import { readBlockYaml } from './block.js';
import { duplicateKeys } from './duplicate-keys.js';
import { type Parsed, parseComplete } from './parse.js';
import { parseYaml } from './read.js';
import type { YamlDialect } from './scalar.js';

const dialects: readonly YamlDialect[] = ['go', 'core', 'serde'];
const texts = 20_000;
const maxDepth = 20;

const everything = ({ documents, findings }: Parsed): string =>
  shownValue({ documents, findings, repeats: documents.flatMap(document => duplicateKeys(document, 'f.yaml')) });

test.each(dialects)(`the fast path gives what the complete parser gives, for %s, of ${texts} generated texts`, dialect => {
  let taken = 0;
  for (let number = seed; number < seed + texts; number++) {
    const text = yamlText(number);
    const documents = readBlockYaml(text, dialect, maxDepth);
    if (documents === undefined) continue;
    taken++;
    const fast = everything({ documents, findings: [] });
    const complete = everything(parseComplete(text, { file: 'f.yaml', dialect, maxDepth }));
    if (fast !== complete) expect({ number, text, reading: fast }).toEqual({ number, text, reading: complete });
  }
  expect(taken).toBeGreaterThan(texts / 6);
});

describe('JSON with comments and addresses', () => {
  const read = (text: string) => shownValue(parseYaml(text, { file: 'f.json', dialect: 'core' }));
  const complete = (text: string) => shownValue(parseComplete(text, { file: 'f.json', dialect: 'core' }));

  test.each([
    '{"url": "https://a.example.com/mcp"}',
    '{\n  // the first\n  "a": 1, /* "b": 2 */\n  "c": [true, null, -1.5e3,],\n}\n',
    '{"a": "x // y", "b": "/* no */"} // "end"',
    '{"a": "quote \\" // inside", "b": 1}',
    '{"a": "not closed // here\n}',
    '{"a" b" // "}',
    '{"a": "\\ud83d\\ude00", "\\u0061": 2}',
    '{"a": 1} {"b": 2}',
    '[1,\t2]',
    '/* only */',
    `{"${'k'.repeat(1100)}": 1}`,
    '{"a":1,"a":2,"<<":{"b":1}}',
    '{"a": 12345678901234567890, "b": 0x10, "c": 010}',
  ])('%j is read as the complete parser reads it', text => {
    expect(read(text)).toBe(complete(text));
  });
});
