import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventNames, outcomes } from './record.js';

const docs = readFileSync(join(__dirname, '../../../docs/serve.md'), 'utf8');

/** The rows of the table below a heading row. */
function rowsBelow(heading: string): string[] {
  const lines = docs.slice(docs.indexOf(heading)).split('\n').slice(2);
  return lines.slice(
    0,
    lines.findIndex(line => !line.startsWith('|')),
  );
}

test('docs/serve.md shows every event and every outcome', () => {
  expect(rowsBelow('| event | what happened |')).toEqual(Object.entries(eventNames).map(([name, text]) => `| \`${name}\` | ${text} |`));
  const shown = rowsBelow('| `outcome` | meaning |').map(row => row.replace('[failures](#failures)', 'failures'));
  expect(shown).toEqual(Object.entries(outcomes).map(([name, text]) => `| \`${name}\` | ${text} |`));
});
