/** Go's package regexp (regexp.go of Go 1.26) for template functions: RE2 syntax, linear time, leftmost-first matches. */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { boundString } from '../bounds/bounds.js';
import { caches } from '../bounds/caches.js';
import { expand } from './expand.js';
import { rewrite } from './rewrite.js';
import { type SimplePattern, simplePattern } from './simple.js';

/** A pattern that Go refuses. The message is Go's, e.g. "error parsing regexp: missing closing ]: `[`". */
export class RegexpError extends Error {
  override name = 'RegexpError';
}

/** A match at `start`, up to `end` (UTF-16 offsets). */
interface Match {
  readonly start: number;
  readonly end: number;
  /** The text of a group; undefined if it did not take part in the match. 0 is the whole match. It is valid until the next search. */
  group(index: number): string | undefined;
}

/** Finds the leftmost match at or after an offset. `^` and `\b` see the text before the offset. */
type Search = (from: number) => Match | undefined;

interface Engine {
  readonly groupNames: readonly string[];
  /** The maximum number of steps for each character. */
  readonly programSize: number;
  search(text: string): Search;
}

const compiled = caches.map<string, Regexp>();
const maxCompiled = 500;

/**
 * Returns a compiled pattern, from the cache if possible.
 *
 * @throws RegexpError if the pattern is malformed
 */
export function compile(pattern: string): Regexp {
  let regexp = compiled.get(pattern);
  if (regexp === undefined) {
    regexp = new Regexp(pattern);
    if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value!);
    compiled.set(pattern, regexp);
  }
  return regexp;
}

/** The number of steps that one search may take in JavaScript's engine. re2js runs searches above it. */
const maxSteps = 5_000_000;

/** regexp.Regexp: a compiled pattern. Use `compile`. */
export class Regexp {
  readonly #pattern: string;
  readonly #simple: SimplePattern | undefined;
  #re2: Engine | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#simple = simplePattern(pattern);
    if (this.#simple === undefined) this.#re2 = re2Engine(pattern);
  }

  #engineFor(text: string): Engine {
    // JavaScript finds empty matches inside a surrogate pair, which is one character.
    if (this.#simple !== undefined && this.#simple.steps(text.length) <= maxSteps && !surrogate.test(text))
      return simpleEngine(this.#simple);
    this.#re2 ??= re2Engine(this.#pattern);
    return this.#re2;
  }

  /** The approximate upper bound of the time to search a text of `length` characters, in steps of a few nanoseconds. */
  steps(length: number): number {
    const simple = this.#simple?.steps(length) ?? Number.POSITIVE_INFINITY;
    if (simple <= maxSteps) return simple;
    this.#re2 ??= re2Engine(this.#pattern);
    return (length + 1) * this.#re2.programSize;
  }

  matchString(text: string): boolean {
    return this.#engineFor(text).search(text)(0) !== undefined;
  }

  /** The leftmost match; empty if there is none. */
  findString(text: string): string {
    return this.#engineFor(text).search(text)(0)?.group(0) ?? '';
  }

  /** At most `n` successive matches (all for a negative n). An empty match directly after another match does not count. */
  findAll(text: string, n: number): { start: number; end: number }[] {
    const search = this.#engineFor(text).search(text);
    const found: { start: number; end: number }[] = [];
    const limit = n < 0 ? Number.POSITIVE_INFINITY : n;
    let previousEnd = -1;
    for (let at = 0; found.length < limit && at <= text.length; ) {
      const match = search(at);
      if (match === undefined) break;
      const isEmptyHere = match.end === at;
      if (!isEmptyHere || match.start !== previousEnd) found.push({ start: match.start, end: match.end });
      at = isEmptyHere ? at + characterLength(text, at) : match.end;
      previousEnd = match.end;
    }
    return found;
  }

  /** The texts of at most `n` successive matches. */
  findAllString(text: string, n: number): string[] {
    return this.findAll(text, n).map(({ start, end }) => text.slice(start, end));
  }

  /** Replaces every match by `template`, in which `$1`, `${1}` and `$name` refer to groups. */
  replaceAllString(text: string, template: string): string {
    if (!template.includes('$')) return this.replaceAllLiteralString(text, template);
    const { groupNames } = this.#engineFor(text);
    return this.#replaceAll(text, match => expand(template, match, groupNames));
  }

  replaceAllLiteralString(text: string, replacement: string): string {
    return this.#replaceAll(text, () => replacement);
  }

  /**
   * Replaces every match.
   *
   * @throws FuncError if the result is longer than a template may create
   */
  #replaceAll(text: string, replacement: (match: Match) => string): string {
    const search = this.#engineFor(text).search(text);
    let out = '';
    let lastEnd = 0;
    for (let at = 0; at <= text.length; ) {
      const match = search(at);
      if (match === undefined) break;
      out += text.slice(lastEnd, match.start);
      if (match.end > lastEnd || match.start === 0) out += replacement(match);
      boundString('regexReplaceAll', out.length);
      lastEnd = match.end;
      at = Math.max(at + characterLength(text, at), match.end);
    }
    return out + text.slice(lastEnd);
  }

  /** Splits at the matches into at most `n` parts (all for a negative n); none for 0. */
  split(text: string, n: number): string[] {
    if (n === 0) return [];
    if (this.#pattern !== '' && text === '') return [''];
    const parts: string[] = [];
    let begin = 0;
    let end = 0;
    for (const match of this.findAll(text, n)) {
      if (n > 0 && parts.length === n - 1) break;
      end = match.start;
      if (match.end !== 0) parts.push(text.slice(begin, end));
      begin = match.end;
    }
    if (end !== text.length) parts.push(text.slice(begin));
    return parts;
  }
}

const surrogate = /[\ud800-\udfff]/;
const characterLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function simpleEngine({ regexp, groupNames }: SimplePattern): Engine {
  return {
    groupNames,
    programSize: 1,
    search: text => from => {
      regexp.lastIndex = from;
      const match = regexp.exec(text);
      return match === null ? undefined : { start: match.index, end: match.index + match[0].length, group: index => match[index] };
    },
  };
}

const invalidUtf8 = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The complete engine, in linear time.
 *
 * @throws RegexpError if the pattern is malformed
 */
export function re2Engine(pattern: string): Engine {
  const broken = invalidUtf8.exec(pattern);
  if (broken !== null) throw new RegexpError(`error parsing regexp: invalid UTF-8: \`${pattern.slice(broken.index)}\``);
  const { source, names } = rewrite(pattern, hasUnicodeClass);
  const program = compileRe2(source, pattern);
  const groupNames = new Array<string>(program.groupCount() + 1).fill('');
  for (const [name, index] of Object.entries(program.namedGroups())) groupNames[index] = names[Number(name.slice(1))]!;
  return {
    groupNames,
    programSize: program.programSize(),
    search(text) {
      const matcher = program.matcher(text);
      return from => {
        if (!matcher.find(from)) return undefined;
        return { start: matcher.start(), end: matcher.end(), group: index => matcher.group(index) ?? undefined };
      };
    },
  };
}

function hasUnicodeClass(name: string): boolean {
  try {
    compileRe2(`\\p{${name}}`, '');
    return true;
  } catch (error) {
    if (error instanceof RegexpError) return false;
    throw error;
  }
}

/**
 * Compiles `source`. Messages name `pattern`.
 *
 * @throws RegexpError if the pattern is malformed
 */
function compileRe2(source: string, pattern: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const description = error.getDescription();
    const input = error.getPattern() ?? (description.startsWith('trailing backslash') ? '' : pattern);
    throw new RegexpError(`error parsing regexp: ${description}: \`${input === source ? pattern : input}\``);
  }
}

/** regexp.QuoteMeta: escapes every character that has a meaning in patterns. */
export const quoteMeta = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
