import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoMap, type Value } from '@mcpgw/go/values';
import { TemplateSet } from '@mcpgw/gotemplate';
import { type Dialect, helm3, helm4 } from '../../packages/helm/src/common/dialect.js';
import { type FuncDeps, helmFuncs } from '../../packages/helm/src/funcs/index.js';
import { asValues, valuesIn } from '../../packages/helm/src/values/view.js';

export interface Verdict {
  readonly output?: string;
  readonly error?: string;
}

export interface Row extends Verdict {
  readonly template: string;
}

/** A file of the corpus: templates and what Helm's functions made of them, with `.Values` for all. */
export interface Family {
  readonly values: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
}

export const corpusFolder = join(process.cwd(), 'test/corpus/functions');

export function families(): (readonly [file: string, family: Family])[] {
  return readdirSync(corpusFolder)
    .sort()
    .map(file => [file, JSON.parse(readFileSync(join(corpusFolder, file), 'utf8')) as Family]);
}

const deps: FuncDeps = {
  now: () => ({ epochSeconds: BigInt(Math.floor(Date.now() / 1000)), nanoseconds: 0 }),
  randomBytes: n => new Uint8Array(randomBytes(n)),
  timezone: 'UTC',
};
const funcs = new Map([helm3, helm4].map(dialect => [dialect, helmFuncs(deps, dialect)]));

/** What encoding/json makes of JSON: numbers are float64. */
function goValue(json: unknown): Value {
  if (Array.isArray(json)) return json.map(goValue);
  if (json === null || typeof json !== 'object') return json as Value;
  return new GoMap(Object.entries(json).map(([key, value]) => [key, goValue(value)]));
}

/** Go's JSON encoder, through which verdicts come, writes U+FFFD for each byte that is not UTF-8. */
const asJsonText = (text: string): string => text.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, '\ufffd');

/** Executes one template as the judge does: named `t`, with `.Values` of this Helm's type for them. */
export function verdictOf(template: string, values: unknown, dialect: Dialect = helm4): Verdict {
  try {
    const set = new TemplateSet('t', { funcs: funcs.get(dialect)!, missingKey: 'zero' });
    set.parse('t', template);
    const typed = asValues(goValue(values) as GoMap, valuesIn(dialect.packages.values));
    return { output: asJsonText(set.execute('t', new GoMap([['Values', typed]]))) };
  } catch (error) {
    return { error: asJsonText((error as Error).message) };
  }
}
