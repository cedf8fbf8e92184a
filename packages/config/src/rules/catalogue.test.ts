import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRules, rulesPage } from './catalogue.js';

const page = join(__dirname, '../../../../docs/rules.md');

it('docs/rules.md is what the rules say (UPDATE_GOLDEN=1 writes it)', () => {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(page, rulesPage());
  expect(readFileSync(page, 'utf8')).toBe(rulesPage());
});

it('no two rules have one id, and each has a reason', () => {
  const ids = allRules().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(allRules().filter(({ why }) => !/\.$/.test(why))).toEqual([]);
});
