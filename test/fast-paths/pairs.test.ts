/**
 * Every fast path beside its complete path, over one generator. docs/adr/0056-fast-paths.md lists them; a fast path that is not listed, or
 * that has no pair here, fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoMap, type Value } from '@mcpgw/go/values';
import { re2Engine } from '../../packages/go/src/regexp/regexp.js';
import { simplePattern } from '../../packages/go/src/regexp/simple.js';
import { readHead } from '../../packages/go/src/yaml/head.js';
import { hasSameHead } from '../../packages/go/src/yaml/same-head.js';
import { readSimple } from '../../packages/go/src/yaml/simple.js';
import { decodeYaml } from '../../packages/go/src/yaml/unmarshal.js';
import { drafts } from '../../packages/jsonschema/src/drafts.js';
import { FastValidator } from '../../packages/jsonschema/src/fits.js';
import { metaschema } from '../../packages/jsonschema/src/metaschema.js';
import { type CompilePattern, Compiler } from '../../packages/jsonschema/src/schema.js';
import { isPlainSchema } from '../../packages/jsonschema/src/shape.js';
import { validate } from '../../packages/jsonschema/src/validate.js';
import { readBlockYaml } from '../../packages/structure/src/yaml/block.js';
import { parseComplete } from '../../packages/structure/src/yaml/parse.js';
import { backtrackingSteps } from '../helpers/backtracking.js';
import { type FastPathInput, fastPathInput } from '../helpers/fast-path-inputs.js';
import { seed } from '../helpers/seed.js';
import { shownValue } from '../helpers/yaml-texts.js';

const root = join(__dirname, '../..');
const inputs = 4000;

/** What a computation gives, or the message of its error. */
function outcome(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    return (error as Error).message;
  }
}

/** Go's values as text. */
function shown(value: Value | undefined): string {
  if (value instanceof GoMap) return `{${[...value.keys()].sort().map(key => `${JSON.stringify(key)}: ${shown(value.get(key))}`)}}`;
  return Array.isArray(value) ? `[${value.map(shown)}]` : shownValue(value);
}

const compilePattern: CompilePattern = source => {
  const pattern = new RegExp(source, 'u');
  return { source, test: text => pattern.test(text) };
};

/** Where a text is matched, and its groups. */
function matchOf(pattern: string, text: string): unknown {
  const { groupNames, search } = re2Engine(pattern);
  const match = search(text)(0);
  return match === undefined ? null : [match.start, ...groupNames.map((_name, i) => match.group(i) ?? null)];
}

/** What the fast path gives and what the complete path gives; undefined where the fast path leaves the input alone. */
type Pair = (input: FastPathInput) => readonly [fast: unknown, complete: unknown] | undefined;

/** By the file of the fast path. */
const pairs: Readonly<Record<string, Pair>> = {
  'packages/go/src/yaml/simple.ts': ({ yaml }) => {
    const fast = readSimple(yaml);
    return fast === undefined ? undefined : [shown(fast), outcome(() => shown(decodeYaml(yaml)))];
  },
  'packages/structure/src/yaml/block.ts': ({ yaml }) => {
    const documents = readBlockYaml(yaml, 'go', 20);
    if (documents === undefined) return undefined;
    return [shownValue({ documents, findings: [] }), shownValue(parseComplete(yaml, { file: 'f.yaml', dialect: 'go', maxDepth: 20 }))];
  },
  'packages/go/src/yaml/same-head.ts': ({ manifests: [before, after] }) => {
    const head = outcome(() => readHead(before));
    if (typeof head === 'string' || before === after || !hasSameHead(before, after)) return undefined;
    return [head, outcome(() => readHead(after))];
  },
  'packages/go/src/regexp/simple.ts': ({ pattern, subject }) => {
    const simple = simplePattern(pattern);
    if (simple === undefined) return undefined;
    simple.regexp.lastIndex = 0;
    const match = simple.regexp.exec(subject);
    return [match && [match.index, ...Array.from(match, group => group ?? null)], outcome(() => matchOf(pattern, subject))];
  },
  'packages/jsonschema/src/fits.ts': ({ schema, value }) => {
    if (!isPlainSchema(schema, drafts[7], compilePattern)) return undefined;
    if (!new FastValidator(schema, drafts[7], compilePattern).certainlyFits(value as never)) return undefined;
    const whole = typeof schema === 'object' ? { ...schema, $schema: drafts[7].url } : schema;
    const compiled = new Compiler(compilePattern, metaschema, () => {}).compile('file:///s.json', whole as never);
    return [[], validate(compiled, value as never, { compilePattern })];
  },
};

test.each(Object.entries(pairs))(`%s gives what the complete path gives, of ${inputs} inputs`, (_file, pair) => {
  let taken = 0;
  for (let number = seed; number < seed + inputs; number++) {
    const input = fastPathInput(number);
    const results = pair(input);
    if (results === undefined) continue;
    taken++;
    const [fast, complete] = results;
    if (shownValue(fast) !== shownValue(complete)) expect({ number, input, result: fast }).toEqual({ number, input, result: complete });
  }
  expect(taken).toBeGreaterThan(inputs / 100);
});

test('a pattern that V8 may match takes no more steps than were promised, also of hostile patterns and texts', () => {
  let taken = 0;
  for (let number = seed; number < seed + inputs; number++) {
    const { pattern, subject } = fastPathInput(number);
    const simple = simplePattern(pattern);
    if (simple === undefined) continue;
    for (const text of [subject, 'a'.repeat(24), `${'a'.repeat(20)}!`, `${'ab'.repeat(10)}-`, `${'1'.repeat(20)} `]) {
      const promised = simple.steps(text.length);
      // Beyond this many, re2js matches.
      if (promised > 200_000) continue;
      taken++;
      // V8 does not try an anchored pattern at each start; the counter does, and each alternative fails there at its first step.
      const limit = promised + pattern.length * (text.length + 1);
      expect(backtrackingSteps(simple.regexp.source, text, limit)).toBeLessThanOrEqual(limit);
    }
  }
  expect(taken).toBeGreaterThan(inputs / 10);
});

test('the counter of steps sees what explodes', () => {
  const steps = (length: number): number => backtrackingSteps('(?:\\u{61}+)+$', `${'a'.repeat(length)}!`, 10_000_000);
  expect(steps(12)).toBeGreaterThan(3 * steps(10));
  expect(() => backtrackingSteps('(?:\\u{61}+)+$', `${'a'.repeat(30)}!`, 1000)).toThrow('(?:\\u{61}+)+$ over');
});

const listed = [...readFileSync(join(root, 'docs/adr/0056-fast-paths.md'), 'utf8').matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(
  ([, file]) => file!,
);

/** Files that say of themselves that they are a fast path. */
function declared(): string[] {
  const packages = readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`);
  return ['cli/src', ...packages].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name}`)
      .filter(file => /(?<!\.test)\.ts$/.test(file))
      .filter(file => /^\/\*\*(?:\n \*)? Fast path/.test(readFileSync(join(root, file), 'utf8'))),
  );
}

test('the ADR lists every fast path, each exists, says so itself and has a pair', () => {
  expect(listed.filter(file => !existsSync(join(root, file)))).toEqual([]);
  expect([...listed].sort()).toEqual(declared().sort());
  expect(Object.keys(pairs).sort()).toEqual([...listed].sort());
});
