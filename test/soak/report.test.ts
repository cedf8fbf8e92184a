import { markdown, type PhaseReport, type SoakReport, violations } from './report.js';

const counts = { seconds: 12.3, calls: 10, ok: 8, named: { timeout: 2 }, unnamed: 0, wrong: 0, lost: 0, hung: 0 };
const phase = (name: string, more: Partial<PhaseReport>): PhaseReport => ({
  name,
  what: 'x',
  ...counts,
  verdicts: [],
  figures: {},
  ...more,
});
const report = (...phases: PhaseReport[]): SoakReport => ({
  version: '1.2.3',
  commit: 'abc',
  date: '2026-01-02',
  seed: 7,
  time: '10m',
  machine: 'linux x64, 2 processors, 4 GiB, Node v20.19.0',
  phases,
});

const met = { what: 'all is right', met: true, detail: '8' };
const violated = { what: 'nothing | is\nlost', met: false, detail: 'one' };
const known = { ...violated, known: 'it is worked on' };

test('a violated verdict is named with its phase; a known one is not a violation', () => {
  expect(violations(report(phase('a', { verdicts: [met, violated] }), phase('b', { verdicts: [known] })))).toEqual([
    'a: nothing | is\nlost: one',
  ]);
});

test('the report of a run', () => {
  const text = markdown(
    report(
      phase('a', { what: 'calls are made', verdicts: [met, violated, known], figures: { 'time of a call': '3 ms' } }),
      phase('b', { skipped: 'redis-server is not on PATH' }),
    ),
  );
  expect(text).toBe(`# Soak test of \`mcpgw serve\`

mcpgw 1.2.3, commit abc, 2026-01-02. linux x64, 2 processors, 4 GiB, Node v20.19.0. Load for 10m, seed 7.

**1 verdict is violated** (1 phase not run, 1 known fault):
- a: nothing \\| is lost: one

Verdicts are counts and states; times are figures of this machine, and decide nothing.

| phase | seconds | calls | right | failed by name | wrong | failed without name | connection broken | no answer | verdicts |
|---|---|---|---|---|---|---|---|---|---|
| a | 12 | 10 | 8 | 2 | 0 | 0 | 0 | 0 | **1 of 3 violated** |
| b | - | - | - | - | - | - | - | - | skipped: redis-server is not on PATH |

## a

Calls are made.

| verdict | | seen |
|---|---|---|
| all is right | met | 8 |
| nothing \\| is lost | **violated** | one |
| nothing \\| is lost | known: it is worked on | one |

| figure | |
|---|---|
| time of a call | 3 ms |
| failures with a name | timeout 2 |

## b

Not run: redis-server is not on PATH.
`);
});

test('the report of a run without a violation', () => {
  expect(markdown(report(phase('a', { verdicts: [met] }))).split('\n')[4]).toBe('**Every verdict is met.**');
  expect(markdown(report(phase('a', { verdicts: [met, known] }))).split('\n')[4]).toBe('**Every verdict is met** (1 known fault).');
});
