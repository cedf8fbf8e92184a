/** The schema's grammar of the timeout is the proxy's: the recorded durations are in the folder that MCPGW_VERDICTS names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { skipTests } from '../helpers/needs.js';
import { chartPath } from './render.js';

const folder = process.env.MCPGW_VERDICTS;
const schema = JSON.parse(readFileSync(join(chartPath, 'values.schema.json'), 'utf8'));
const { anyOf } = schema.properties.global.properties.agentgateway.properties.extAuth.properties.timeout;
const patterns: RegExp[] = anyOf.map(({ pattern }: { pattern: string }) => new RegExp(pattern, 'u'));
const grammar = { test: (duration: string) => patterns.some(pattern => pattern.test(duration)) };

interface Verdict {
  readonly id: string;
  readonly group: string;
  readonly yaml: string;
  readonly verdicts: Readonly<Record<string, { readonly ok: boolean; readonly rc?: number }>>;
}

/** Where the schema differs from the proxy on purpose, each with its reason. */
const differences: Readonly<Record<string, string>> = {
  '': 'means unset',
  '-0s': 'a sign is a mistake',
  '4611686018427387904ns': 'parts are limited by their digits, below 2^62 ns',
  '1281023h1281023h': 'the same',
};

/** The timeout of a recorded configuration and whether the version that knows its spelling takes it. */
function recorded(): { duration: unknown; taken: boolean }[] {
  const lines = readFileSync(join(folder ?? '', 'corpus-A.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines
    .map(line => JSON.parse(line) as Verdict)
    .filter(verdict => verdict.group === 'duration')
    .flatMap(({ yaml, verdicts }) => {
      const document = parseDocument(yaml);
      const extAuthz = document.errors.length > 0 ? undefined : document.toJS().binds[0].listeners[0].routes[0].policies?.extAuthz;
      if (extAuthz === undefined) return [];
      const old = 'timeout' in extAuthz;
      const duration = old ? extAuthz.timeout : extAuthz.policies?.http?.requestTimeout;
      return typeof duration === 'string' ? [{ duration, taken: verdicts[old ? 'v0.12.0' : 'v1.4.1']?.ok === true }] : [];
    });
}

test.each(['10s', '1.5s', '1m30s', '200ms', '1us', '0s', '0', '.5s', '1.s', '+1s', ''])('%p is taken', text => {
  expect(grammar.test(text)).toBe(true);
});

test.each(['2', '1d', '2S', '2 s', '-1s', '1µs', 's', '1', '1s ', '1e3s'])('%p is refused', text => {
  expect(grammar.test(text)).toBe(false);
});

if (folder === undefined) {
  skipTests('needs MCPGW_VERDICTS, the folder of recorded verdicts');
} else {
  const durations = recorded();

  test('the recording holds durations', () => expect(durations.length).toBeGreaterThan(50));

  test.each(durations.filter(({ duration }) => !(String(duration) in differences)))('$duration: taken is $taken', ({ duration, taken }) => {
    expect(grammar.test(String(duration))).toBe(taken);
  });
}
