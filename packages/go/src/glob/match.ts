/**
 * The matchers of gobwas/glob v0.2.3 (match). They define what patterns match, including the library's optimizations: `index` finds where a
 * matcher may start in a text and which lengths it may have there. The library mixes counts of bytes and of characters, which is visible
 * outside ASCII. So texts are byte strings here (one UTF-16 unit for each byte), and lengths are counted as in the library.
 */
import { FuncError } from '../values/value.js';

/** The offset of the first match and the possible lengths there, in ascending order. */
type Found = readonly [index: number, lengths: readonly number[]] | undefined;

/** A part of a compiled pattern. */
export interface Matcher {
  readonly kind: string;
  /** The number of characters that the matcher takes; -1 if it is not fixed. */
  readonly length: number;
  match(text: string, steps: Steps): boolean;
  index(text: string, steps: Steps): Found;
}

/** The number of steps that one match may take. The library's own effort can grow exponentially with a pattern. */
const maxSteps = 1_000_000;

/** The steps of one match. */
class Steps {
  #taken = 0;

  /** @throws FuncError where the match takes too many. */
  take(work: number): void {
    this.#taken += work + 1;
    if (this.#taken > maxSteps) throw new FuncError('glob: the pattern takes too many steps to match');
  }
}

/** Matches a whole text. @throws FuncError if the match takes too many steps */
export const matchAll = (matcher: Matcher, text: string): boolean => matcher.match(text, new Steps());

const replacement = 0xfffd;

/** The code and width of the character at `at`. A byte that does not start a character is U+FFFD with width 1. The end has width 0. */
function characterAt(text: string, at: number): readonly [code: number, width: number] {
  const first = text.charCodeAt(at);
  if (Number.isNaN(first)) return [replacement, 0];
  if (first < 0x80) return [first, 1];
  const width = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const decoded = Buffer.from(text.slice(at, at + width), 'latin1').toString();
  const code = decoded.codePointAt(0)!;
  return code === replacement || decoded.length > (code > 0xffff ? 2 : 1) ? [replacement, 1] : [code, width];
}

const encodedLength = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

interface Character {
  readonly at: number;
  readonly code: number;
}

function* characters(text: string): Generator<Character> {
  for (let at = 0; at < text.length; ) {
    const [code, width] = characterAt(text, at);
    yield { at, code };
    at += width;
  }
}

/** The start of each character of the text, followed by the end of the text. */
function boundaries(text: string): number[] {
  return [...Array.from(characters(text), ({ at }) => at), text.length];
}

/** The end of each character after `from`, by the length of its encoding. */
const ends = (text: string, from = 0): number[] => Array.from(characters(text), ({ at, code }) => from + at + encodedLength(code));

const characterCount = (text: string): number => boundaries(text).length - 1;

export const superMatcher: Matcher = { kind: 'super', length: -1, match: () => true, index: text => [0, boundaries(text)] };
export const nothing: Matcher = { kind: 'nothing', length: 0, match: text => text === '', index: () => [0, [0]] };

/** Characters as code points. */
export type Codes = readonly number[];

export interface WithSeparators extends Matcher {
  readonly separators: Codes;
}

function indexOfAny(text: string, separators: Codes): number {
  for (const separator of separators) {
    const at = text.indexOf(String.fromCharCode(separator));
    if (at >= 0) return at;
  }
  return -1;
}

function beforeAny(text: string, separators: Codes): string {
  const at = indexOfAny(text, separators);
  return at < 0 ? text : text.slice(0, at);
}

export const any = (separators: Codes): WithSeparators => ({
  kind: 'any',
  length: -1,
  separators,
  match: text => indexOfAny(text, separators) < 0,
  index: text => [0, boundaries(beforeAny(text, separators))],
});

/** Matches one character that satisfies a test. */
function oneOf(kind: string, admits: (code: number) => boolean): Matcher {
  return {
    kind,
    length: 1,
    match(text) {
      const [code, width] = characterAt(text, 0);
      return text.length <= width && admits(code);
    },
    index(text) {
      for (const { at, code } of characters(text)) if (admits(code)) return [at, [encodedLength(code)]];
      return undefined;
    },
  };
}

export const single = (separators: Codes): WithSeparators => ({ ...oneOf('single', code => !separators.includes(code)), separators });

export interface List extends Matcher {
  readonly codes: Codes;
  readonly not: boolean;
}

export const list = (codes: Codes, not: boolean): List => ({ ...oneOf('list', code => codes.includes(code) !== not), codes, not });
export const range = (low: number, high: number, not: boolean): Matcher => oneOf('range', code => (low <= code && code <= high) !== not);

export interface Literal extends Matcher {
  readonly text: string;
}

export const literal = (part: string): Literal => ({
  kind: 'text',
  length: characterCount(part),
  text: part,
  match: text => text === part,
  index(text) {
    const at = text.indexOf(part);
    return at < 0 ? undefined : [at, [part.length]];
  },
});

export const prefix = (part: string): Literal => ({
  kind: 'prefix',
  length: -1,
  text: part,
  match: text => text.startsWith(part),
  index(text) {
    const at = text.indexOf(part);
    return at < 0 ? undefined : [at, [part.length, ...ends(text.slice(at + part.length), part.length)]];
  },
});

export const suffix = (part: string): Literal => ({
  kind: 'suffix',
  length: -1,
  text: part,
  match: text => text.endsWith(part),
  index(text) {
    const at = text.indexOf(part);
    return at < 0 ? undefined : [0, [at + part.length]];
  },
});

export const prefixAny = (part: string, separators: Codes): Matcher => ({
  kind: 'prefixAny',
  length: -1,
  match: text => text.startsWith(part) && indexOfAny(text.slice(part.length), separators) < 0,
  index(text) {
    const at = text.indexOf(part);
    if (at < 0) return undefined;
    return [at, [part.length, ...ends(beforeAny(text.slice(at + part.length), separators), part.length)]];
  },
});

export const suffixAny = (part: string, separators: Codes): Matcher => ({
  kind: 'suffixAny',
  length: -1,
  match: text => text.endsWith(part) && indexOfAny(text.slice(0, text.length - part.length), separators) < 0,
  index(text) {
    const at = text.indexOf(part);
    if (at < 0) return undefined;
    const start = Math.max(-1, ...separators.map(code => text.slice(0, at).lastIndexOf(String.fromCharCode(code)))) + 1;
    return [start, [at + part.length - start]];
  },
});

/** The prefix and the suffix may overlap. */
export const prefixSuffix = (before: string, after: string): Matcher => ({
  kind: 'prefixSuffix',
  length: -1,
  match: text => text.startsWith(before) && text.endsWith(after),
  index(text) {
    const at = text.indexOf(before);
    if (at < 0) return undefined;
    const lengths: number[] = [];
    for (let rest = text.slice(at); ; ) {
      const found = rest.lastIndexOf(after);
      if (found < 0) break;
      lengths.unshift(found + after.length);
      rest = rest.slice(0, found);
    }
    return lengths.length === 0 ? undefined : [at, lengths];
  },
});

export const contains = (part: string, not: boolean): Matcher => ({
  kind: 'contains',
  length: -1,
  match: text => text.includes(part) !== not,
  index(text) {
    const at = text.indexOf(part);
    if (not) return [0, boundaries(at < 0 ? text : text.slice(0, at))];
    if (at < 0) return undefined;
    const end = at + part.length;
    return [0, boundaries(text.slice(end)).map(n => n + end)];
  },
});

export const min = (limit: number): Matcher => ({
  kind: 'min',
  length: -1,
  match: text => characterCount(text) >= limit,
  index(text) {
    const lengths = ends(text).slice(limit - 1);
    return lengths.length === 0 ? undefined : [0, lengths];
  },
});

export const max = (limit: number): Matcher => ({
  kind: 'max',
  length: -1,
  match: text => characterCount(text) <= limit,
  index: text => [0, [0, ...ends(text).slice(0, limit)]],
});

export function everyOf(matchers: readonly Matcher[]): Matcher {
  return {
    kind: 'everyOf',
    length: matchers.length === 0 ? 0 : -1,
    match: (text, steps) => matchers.every(matcher => matcher.match(text, steps)),
    index(text, steps) {
      let current: readonly number[] = [];
      let index = 0;
      let offset = 0;
      let rest = text;
      for (const [i, matcher] of matchers.entries()) {
        const found = matcher.index(rest, steps);
        if (found === undefined) return undefined;
        const shift = index - (found[0] + offset);
        current = i === 0 ? found[1] : current.map(n => n + shift).filter(n => found[1].includes(n));
        if (i > 0 && current.length === 0) return undefined;
        index = found[0] + offset;
        rest = text.slice(index);
        offset += found[0];
      }
      return [index, current];
    },
  };
}

export interface AnyOf extends Matcher {
  readonly matchers: readonly Matcher[];
}

/** The length that all alternatives have. Alternatives before the first one of known length do not count. */
function commonLength(matchers: readonly Matcher[]): number {
  const known = matchers.findIndex(({ length }) => length !== -1);
  if (known < 0) return -1;
  const { length } = matchers[known]!;
  return matchers.slice(known).every(matcher => matcher.length === length) ? length : -1;
}

export function anyOf(matchers: readonly Matcher[]): AnyOf {
  return {
    kind: 'anyOf',
    matchers,
    length: commonLength(matchers),
    match: (text, steps) => matchers.some(matcher => matcher.match(text, steps)),
    index(text, steps) {
      const found = matchers.map(matcher => matcher.index(text, steps)).filter(result => result !== undefined);
      if (found.length === 0) return undefined;
      const first = Math.min(...found.map(([index]) => index));
      const merged = new Set(found.filter(([index]) => index === first).flatMap(([, lengths]) => lengths));
      return [first, [...merged].sort((a, b) => a - b)];
    },
  };
}

/** Matchers of fixed length in sequence. Each one gets its text up to the first byte of its last character. */
export function row(matchers: readonly Matcher[]): Matcher {
  const length = matchers.reduce((sum, matcher) => sum + matcher.length, 0);
  const matchesAll = (text: string, steps: Steps): boolean => {
    let at = 0;
    for (const matcher of matchers) {
      const starts = Array.from(characters(text.slice(at)), character => character.at);
      const taken = matcher.length === 0 ? starts.length : matcher.length;
      if (starts.length < matcher.length) return false;
      const end = at + (starts[taken - 1] ?? 0) + 1;
      if (end > text.length) throw new FuncError(`runtime error: slice bounds out of range [:${end}] with length ${text.length}`);
      if (!matcher.match(text.slice(at, end), steps)) return false;
      at = end;
    }
    return true;
  };
  return {
    kind: 'row',
    length,
    match: (text, steps) => characterCount(text) === length && matchesAll(text, steps),
    index(text, steps) {
      for (const { at } of characters(text)) {
        steps.take(matchers.length);
        if (text.length - at < length) break;
        if (matchesAll(text.slice(at), steps)) return [at, [length]];
      }
      return undefined;
    },
  };
}

export interface BTree extends Matcher {
  readonly value: Matcher;
  readonly left: Matcher | undefined;
  readonly right: Matcher | undefined;
}

/** A matcher with others to its left and right. Undefined stands for the empty text. */
export function tree(value: Matcher, left: Matcher | undefined, right: Matcher | undefined): BTree {
  const lengths = [left, value, right].map(part => part?.length ?? 0);
  const length = lengths.includes(-1) ? -1 : lengths.reduce((sum, n) => sum + n, 0);
  const side = (matcher: Matcher | undefined, text: string, steps: Steps) =>
    matcher === undefined ? text === '' : matcher.match(text, steps);
  return {
    kind: 'tree',
    length,
    value,
    left,
    right,
    match(text, steps) {
      if (length > text.length) return false;
      const limit = text.length - Math.max(lengths[2]!, 0);
      for (let offset = Math.max(lengths[0]!, 0); offset < limit; ) {
        steps.take(limit - offset);
        const found = value.index(text.slice(offset, limit), steps);
        if (found === undefined) return false;
        const at = offset + found[0];
        if (side(left, text.slice(0, at), steps) && found[1].toReversed().some(n => side(right, text.slice(at + n), steps))) return true;
        offset = at + characterAt(text, at)[1];
      }
      return false;
    },
    index: () => undefined,
  };
}
