import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from './index.js';

test('docs/upgrades.md lists the migrations as they are', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/upgrades.md'), 'utf8');
  const rows = migrations.map(({ id, at, what }) => `| \`${id}\` | v${at} | ${what} |`);
  expect(page.split('\n').filter(line => /^\| `[a-z-]+` \| v\d/.test(line))).toEqual(rows);
});
