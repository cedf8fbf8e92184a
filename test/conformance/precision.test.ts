/**
 * Every warning and error on files of others that are meant to be correct was looked at: `reviewed/precision.json` names each by rule, with
 * the reason why it is true. A new one, or one that is gone, fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helm4 } from '@mcpgw/helm';
import { type ValidateOptions, validateText } from '@mcpgw/validate';
import { testUnless } from '../helpers/needs.js';
import { corpus, missing as noCharts, readCases, render } from './public-charts.js';
import { missing as noVerdicts, readVerdicts } from './verdicts.js';

/** By corpus and rule: why its findings are true, and where they are. */
type Reviewed = Readonly<Record<string, Readonly<Record<string, { readonly reason: string; readonly findings: readonly string[] }>>>>;

const reviewed = JSON.parse(readFileSync(join(__dirname, 'reviewed/precision.json'), 'utf8')) as Reviewed;

/** The findings of a text above info: `rule`, and `severity id`. That a kind is not known without its definition is said and not judged here. */
function findingsOf(id: string, text: string, options: Partial<ValidateOptions>): (readonly [rule: string, place: string])[] {
  const { findings } = validateText(text, { file: id, ...options });
  return findings.flatMap(({ rule, severity }) =>
    severity === 'info' || rule === 'unknown-kind' ? [] : [[rule, `${severity} ${id}`] as const],
  );
}

/** Compares what was found in texts with what was looked at of them. */
function compare(name: string, ids: ReadonlySet<string>, found: readonly (readonly [string, string])[]): void {
  const known = Object.entries(reviewed[name] ?? {}).flatMap(([rule, { findings }]) =>
    findings.filter(place => ids.has(place.slice(place.indexOf(' ') + 1))).map(place => `${rule}: ${place}`),
  );
  const now = [...new Set(found.map(([rule, place]) => `${rule}: ${place}`))];
  expect({
    new: now.filter(each => !known.includes(each)).sort(),
    gone: known.filter(each => !now.includes(each)).sort(),
    read: ids.size > 0,
  }).toEqual({ new: [], gone: [], read: true });
}

it('each rule has a reason', () => {
  const rules = Object.values(reviewed).flatMap(rules => Object.entries(rules));
  expect(rules.filter(([, { reason, findings }]) => reason.length < 10 || findings.length === 0)).toEqual([]);
});

describe('findings on files of others', () => {
  const home = process.cwd();
  afterEach(() => {
    process.chdir(home);
    jest.restoreAllMocks();
  });

  testUnless(
    noCharts,
    'public charts with their default values',
    () => {
      process.chdir(corpus!);
      jest.spyOn(process.stderr, 'write').mockReturnValue(true);
      const cases = readCases().filter(({ category, exit }) => category === 'default' && exit === 0);
      const found = cases.flatMap(one => findingsOf(one.id, render(one, helm4) ?? '', { kind: 'manifest' }));
      compare('charts', new Set(cases.map(({ id }) => id)), found);
    },
    600_000,
  );

  testUnless(noVerdicts, "the proxy's examples, for the version that they belong to", () => {
    const examples = readVerdicts('corpus-A').filter(({ id }) => id.startsWith('example/'));
    const found = examples.flatMap(({ id, yaml }) =>
      findingsOf(id, yaml ?? '', { kind: 'agentgateway', version: id.split('/')[1]!.slice(1), readFile: () => undefined }),
    );
    compare('examples', new Set(examples.map(({ id }) => id)), found);
  });
});
