import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRules, ruleIdUnion, rulesPage } from './catalogue.js';
import { howToFix } from './how-to-fix.js';
import { structuralRules } from './structural.js';

const union = join(__dirname, '../../../diagnostics/src/rule-id.ts');
const page = join(__dirname, '../../../../docs/rules.md');

it('docs/rules.md is what the rules say (UPDATE_GOLDEN=1 writes it)', () => {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(page, rulesPage());
  expect(readFileSync(page, 'utf8')).toBe(rulesPage());
});

it('the union of ids is that of the rules (UPDATE_GOLDEN=1 writes it)', () => {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(union, ruleIdUnion());
  expect(readFileSync(union, 'utf8')).toBe(ruleIdUnion());
});

it('no two rules have one id, and each has a reason', () => {
  const ids = allRules().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(allRules().filter(({ why }) => !/\.$/.test(why))).toEqual([]);
});

it('every rule about text, structure and references says how to fix what it finds', () => {
  const described = allRules().filter(({ fix }) => fix !== undefined);
  expect(structuralRules.map(({ id }) => id).filter(id => !described.some(rule => rule.id === id))).toEqual([]);
  expect(described.filter(({ fix }) => !/^[A-Z].*\.$/.test(fix!))).toEqual([]);
  expect(Object.keys(howToFix).filter(id => !described.some(rule => rule.id === id))).toEqual([]);
});
