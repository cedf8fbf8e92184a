/** The table of failure modes is the one that docs/serve.md shows, and nothing else compiles as a mode. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FailureModeOf, failureFields, failureModes } from './failure-mode.js';
import { ContractViolation, TransportFailure, UpstreamFailure } from './gateway-failure.js';

const page = join(__dirname, '../../../docs/serve.md');
const text = readFileSync(page, 'utf8');

const rows = Object.entries(failureModes)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([mode, { categories, description }]) => `| \`${mode}\` | ${categories.map(each => `\`${each}\``).join(', ')} | ${description} |`);
const table = ['| `failure_mode` | category | what happened |', '|---|---|---|', ...rows, ''].join('\n');
const inPage = /^\| `failure_mode` \| category \| what happened \|\n(?:\|.*\n)*/m;

test('docs/serve.md shows the table of modes (UPDATE_GOLDEN=1 writes it)', () => {
  if (process.env.UPDATE_GOLDEN === '1')
    writeFileSync(
      page,
      text.replace(inPage, () => table),
    );
  expect(inPage.exec(readFileSync(page, 'utf8'))?.[0]).toBe(table);
});

test('docs/serve.md names no mode that does not exist, and none with a category that it cannot have', () => {
  const refusals = [...text.matchAll(/^\| \d{3} \| ([^|]+) \|[^\n]*\| `([a-z_]+)` \|$/gm)];
  const named = refusals.flatMap(([, modes = '', category = '']) =>
    [...modes.matchAll(/`([a-z_]+)`/g)].map(([, mode = '']) => ({ mode, category })),
  );
  expect(named).toContainEqual({ mode: 'session_store_unavailable', category: 'transport_failure' });
  const categoriesOf = (mode: string): readonly string[] =>
    (failureModes as Readonly<Record<string, { categories: readonly string[] }>>)[mode]?.categories ?? [];
  expect(named.filter(({ mode, category }) => !categoriesOf(mode).includes(category))).toEqual([]);
  const inText = [...text.matchAll(/`failure_mode:\s+([a-z_]+)`/g)].map(([, mode = '']) => mode);
  expect(inText).toEqual(expect.arrayContaining(['overloaded', 'timeout']));
  expect(inText.filter(mode => !(mode in failureModes))).toEqual([]);
});

test('a misspelled mode, and one of another category, do not compile', () => {
  const message = 'm';
  expect([
    // @ts-expect-error there is no such mode
    new TransportFailure({ mode: 'time_out', message }).mode,
    // @ts-expect-error a mode of another category
    new UpstreamFailure({ mode: 'timeout', message }).mode,
    // @ts-expect-error a mode of another category
    new ContractViolation('params', { mode: 'rpc_error', message }).mode,
    // @ts-expect-error a mode of another category
    failureFields('contract_violation', 'internal').failure_mode,
  ]).toEqual(['time_out', 'timeout', 'rpc_error', 'internal']);
  const both: FailureModeOf<'contract_violation'> & FailureModeOf<'upstream_failure'> = 'input_refused';
  expect(failureModes[both].categories).toEqual(['contract_violation', 'upstream_failure']);
});
