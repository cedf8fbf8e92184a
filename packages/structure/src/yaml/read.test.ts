import { seed } from '../../../../test/helpers/seed.js';
import { shownValue, yamlText } from '../../../../test/helpers/yaml-texts.js';
import { readBlockYaml } from './block.js';
import { duplicateKeys } from './duplicate-keys.js';
import { type Parsed, parseComplete } from './parse.js';
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
