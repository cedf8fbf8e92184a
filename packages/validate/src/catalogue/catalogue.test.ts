import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRules, ruleIdUnion } from './catalogue.js';
import { censuses } from './censuses.js';
import { fieldsPage, generated, rulePage, rulesPage } from './pages.js';

const union = join(__dirname, '../../../diagnostics/src/rule-id.ts');
const docs = join(__dirname, '../../../../docs');
const update = process.env.UPDATE_GOLDEN === '1';

it('docs/rules.md is what the rules say (UPDATE_GOLDEN=1 writes it)', () => {
  if (update) writeFileSync(join(docs, 'rules.md'), rulesPage());
  expect(readFileSync(join(docs, 'rules.md'), 'utf8')).toBe(rulesPage());
});

it('each rule has its page in docs/rules, and no other page is there (UPDATE_GOLDEN=1 writes them)', () => {
  const folder = join(docs, 'rules');
  if (update) mkdirSync(folder, { recursive: true });
  if (update) for (const rule of allRules()) writeFileSync(join(folder, `${rule.id}.md`), generated + rulePage(rule));
  expect(readdirSync(folder).sort()).toEqual(
    allRules()
      .map(({ id }) => `${id}.md`)
      .sort(),
  );
  for (const rule of allRules()) expect(readFileSync(join(folder, `${rule.id}.md`), 'utf8')).toBe(generated + rulePage(rule));
  // Reports carry the page without the note for those who change it.
  for (const rule of allRules()) expect(rulePage(rule).startsWith(`# ${rule.id}\n`)).toBe(true);
});

it.each(censuses)('docs/fields/$format.md is what the census says (UPDATE_GOLDEN=1 writes it)', ({ format, title, census }) => {
  const file = join(docs, 'fields', `${format}.md`);
  if (update) mkdirSync(join(docs, 'fields'), { recursive: true });
  if (update) writeFileSync(file, fieldsPage(title, census));
  expect(readFileSync(file, 'utf8')).toBe(fieldsPage(title, census));
});

it.each(censuses)('the rules that the census of $format names exist, and its reasons are sentences', ({ census }) => {
  const ids = new Set<string>(allRules().map(({ id }) => id));
  const answers = Object.values(census).flatMap(fields => Object.values(fields).flatMap(answer => Object.values(answer)));
  expect(answers.flatMap(answer => (typeof answer === 'string' ? [] : answer)).filter(id => !ids.has(id))).toEqual([]);
  expect(answers.filter(answer => typeof answer === 'string' && !/^[A-Z`"].*\.$/.test(answer))).toEqual([]);
  expect(answers.filter(answer => answer.length === 0)).toEqual([]);
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
