import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoMap, TemplateSet, type Value } from '@mcpgw/gotemplate';
import { helmFuncs } from '../../packages/helm/src/funcs/index.js';
import { asValues } from '../../packages/helm/src/values/view.js';

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

const funcs = helmFuncs({
  now: () => ({ epochSeconds: BigInt(Math.floor(Date.now() / 1000)), nanoseconds: 0 }),
  randomBytes: n => new Uint8Array(randomBytes(n)),
  timezone: 'UTC',
});

/** What encoding/json makes of JSON: numbers are float64. */
function goValue(json: unknown): Value {
  if (Array.isArray(json)) return json.map(goValue);
  if (json === null || typeof json !== 'object') return json as Value;
  return new GoMap(Object.entries(json).map(([key, value]) => [key, goValue(value)]));
}

/** Go's JSON encoder, through which verdicts come, writes U+FFFD for each byte that is not UTF-8. */
const asJsonText = (text: string): string => text.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, '\ufffd');

/** Executes one template as the judge does: named `t`, with `.Values` of type common.Values. */
export function verdictOf(template: string, values: unknown): Verdict {
  try {
    const set = new TemplateSet('t', { funcs, missingKey: 'zero' });
    set.parse('t', template);
    return { output: asJsonText(set.execute('t', new GoMap([['Values', asValues(goValue(values) as GoMap)]]))) };
  } catch (error) {
    return { error: asJsonText((error as Error).message) };
  }
}
