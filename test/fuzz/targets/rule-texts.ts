/**
 * The rules, on what a stranger writes into any text of a document: the examples of every rule, with a hostile text in place of each
 * of their texts in turn. Nothing may crash, and the work may grow only as the text does.
 */
import { parseYaml, plainJson } from '@mcpgw/structure';
import { validateText } from '@mcpgw/validate';
import { knownRules } from '../../../packages/validate/src/catalogue/catalogue.js';
import { holds, type Target } from '../target.js';

type Options = Parameters<typeof validateText>[1];
type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

interface Example {
  readonly id: string;
  readonly text: string;
  readonly options: Options;
}

const examples: readonly Example[] = knownRules().flatMap(({ id, docs, kinds }): Example[] => {
  if (docs === undefined || docs.needs !== undefined || id === 'alias-bomb') return [];
  const { version } = docs;
  const options = {
    file: 'example.yaml',
    ...(kinds[0] === undefined ? {} : { kind: kinds[0] }),
    ...(version === undefined ? {} : /^\d+\.\d+$/.test(version) ? { kubeVersion: version } : { version }),
  };
  return [docs.wrong, docs.correct].map(text => ({ id, text, options }));
});

/** The documents of an example as plain data; none if it is no YAML, as the examples about syntax. */
function documentsOf(text: string): Plain[] {
  try {
    return parseYaml(text, { file: 'example.yaml', dialect: 'core' }).documents.map(document => plainJson(document) as Plain);
  } catch {
    return [];
  }
}

/** The paths of all texts of a value. */
function textsOf(value: Plain, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...path, key]));
}

function replaced(value: Plain, [step, ...rest]: readonly (string | number)[], by: string): Plain {
  if (step === undefined || typeof value !== 'object' || value === null) return by;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === String(step) ? replaced(item, rest, by) : item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === step ? replaced(item, rest, by) : item]));
}

/** What stands before and after a repeated piece, where a rule looks at more than the piece. */
const frames: readonly (readonly [string, string])[] = [
  ['', ''],
  ['/', ''],
  ['https://', '/x'],
  ['"', '"'],
  ['request.path.matches("', '")'],
  ['Bearer ', '!'],
  ['', '\u0000'],
  ['^(', ')$'],
];

/** Two comparisons of a text with one of 16 times its length. Work that grows with the square takes 256 times as long in both. */
const pairs = [
  [1250, 20_000],
  [5000, 80_000],
] as const;
const tolerated = 128;

/** Milliseconds of processor time. Less than this is a matter of collected garbage and compiled functions, whatever the factor. */
const least = 50;

/** Milliseconds of processor time, which passes no faster on a busy machine. */
function elapsed(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The shortest of some runs. */
const fastest = (runs: number, work: () => void): number => Math.min(...Array.from({ length: runs }, () => elapsed(work)));

function check({ id, text, options }: Example, frame: readonly [string, string], piece: string): void {
  const documents = documentsOf(text);
  for (const [index, document] of documents.entries())
    for (const path of textsOf(document)) {
      const validated = (size: number): void => {
        const hostile = `${frame[0]}${piece.repeat(Math.ceil(size / piece.length)).slice(0, size)}${frame[1]}`;
        const changed = documents.map((each, at) => JSON.stringify(at === index ? replaced(each, path, hostile) : each));
        const { findings } = validateText(`${changed.join('\n---\n')}\n`, options);
        for (const { message } of findings)
          holds(!/internal error|is not a function|Cannot read prop|call stack/i.test(message), 'a finding is about mcpgw itself', message);
      };
      const grows = ([short, long]: (typeof pairs)[number], runs: number): boolean =>
        fastest(runs, () => validated(long)) > Math.max(least, tolerated * fastest(runs, () => validated(short)));
      // Nearly every run ends after the first pair.
      if (grows(pairs[0], 1) && pairs.every(pair => grows(pair, 3)))
        holds(false, 'the work grows faster than the text', `${id} at ${path.join('.')}`);
    }
}

const pieces = [
  'a',
  '/',
  '../',
  '.',
  '-',
  ' ',
  '\t\n',
  'a@',
  '@:',
  '$',
  '${',
  '${A:-',
  '{{',
  '\\',
  '(a+)+',
  '(((',
  '[[',
  '*',
  'a*',
  ',',
  '=',
  'a=b;',
  ':1',
  '%2',
  '1',
  '0x',
  '1e9',
  '-----BEGIN ',
  'eyJhbGciOi.',
  '__proto__',
  'constructor.',
  'a && ',
  '!(',
  '[1, ',
  '{"a": ',
  'x.y',
  '\u0007\u001b[',
  '\u00e9\u202e',
  '\ud83d\ude00',
  'user:$apr1$',
];

/** The first line is the number of the example and of the frame, all else the piece that is repeated. */
export const target: Target = {
  seeds: pieces.map((piece, index) => `${index * 13} ${index}\n${piece}`),
  tokens: pieces,
  maxBytes: 200,
  share: 0.1,
  run(input) {
    const [head = '', ...rest] = input.toString('utf8').split('\n');
    const [example = 0, frame = 0] = (head.match(/\d{1,6}/g) ?? []).map(Number);
    const piece = rest.join('\n');
    if (piece === '') return;
    check(examples[example % examples.length]!, frames[frame % frames.length]!, piece);
  },
};
