/** filepath.Match of Go 1.26 (path/filepath/match.go) for `/` as the separator. */

/** A malformed pattern: `syntax error in pattern`. */
export class BadPatternError extends Error {
  override name = 'BadPatternError';
  constructor() {
    super('syntax error in pattern');
  }
}

/** Includes bytes that are not UTF-8 (see `decodeBytes`), because a star may end within a character of a name. */
const special = /[*?[\\\udc80-\udcff]/;
const isByte = (c: string): boolean => c >= '\udc80' && c <= '\udcff';

/** Matches the common patterns: plain text, with or without a leading star. */
function matchLiteral(text: string, name: string, star: boolean): boolean {
  if (!star) return text === name;
  return name.endsWith(text) && !name.slice(0, name.length - text.length).includes('/');
}

/**
 * Whether a pattern of `*`, `?`, `[a-z]`, `[^a-z]` and `\c` matches the whole name. `*` and `?` do not match `/`.
 *
 * @throws BadPatternError, as in Go, only if the malformed part is reached
 */
export function pathMatch(pattern: string, name: string): boolean {
  const start = pattern.startsWith('*') ? 1 : 0;
  if (!special.test(pattern.slice(start))) return matchLiteral(pattern.slice(start), name, start === 1);
  let rest = [...pattern];
  let subject = [...name];
  while (rest.length > 0) {
    const [star, chunk, after] = scanChunk(rest);
    rest = after;
    if (star && chunk.length === 0) return !subject.includes('/');
    const left = matchFrom(chunk, subject, star, rest.length === 0);
    if (left === undefined) return false;
    subject = left;
  }
  return subject.length === 0;
}

/**
 * The rest of the subject after the chunk. The chunk is matched at the start or, after a star, at the first possible position before a `/`.
 */
function matchFrom(chunk: string[], subject: string[], star: boolean, last: boolean): string[] | undefined {
  for (let at = 0; at <= subject.length; at++) {
    for (const start of at > 0 ? [...endsOf(subject[at - 1]!), []] : [[]]) {
      const left = matchChunk(chunk, [...start, ...subject.slice(at)]);
      if (left !== undefined && (left.length === 0 || !last)) return left;
    }
    if (!star || subject[at] === '/') return undefined;
  }
  return undefined;
}

/** The remaining bytes of a character if a star ends inside it. Go counts bytes there. */
function endsOf(c: string): string[][] {
  const bytes = isByte(c) ? [] : [...Buffer.from(c)].map(byte => String.fromCharCode(0xdc00 + byte));
  return bytes.slice(1).map((_, i) => bytes.slice(i + 1));
}

/** The text up to the next star, whether stars precede it, and the rest of the pattern. */
function scanChunk(pattern: string[]): [star: boolean, chunk: string[], rest: string[]] {
  let start = 0;
  while (pattern[start] === '*') start++;
  let inRange = false;
  let at = start;
  for (; at < pattern.length; at++) {
    const c = pattern[at];
    if (c === '\\' && at + 1 < pattern.length) at++;
    else if (c === '[') inRange = true;
    else if (c === ']') inRange = false;
    else if (c === '*' && !inRange) break;
  }
  return [start > 0, pattern.slice(start, at), pattern.slice(at)];
}

/** The rest of the subject after a chunk without stars; undefined if it does not match. The whole chunk is always checked. */
function matchChunk(chunk: string[], subject: string[]): string[] | undefined {
  let failed = false;
  let used = 0;
  let at = 0;
  while (at < chunk.length) {
    const c = subject[used++];
    failed ||= c === undefined;
    if (chunk[at] === '[') {
      const [matched, end] = matchRange(chunk, at + 1, c ?? '');
      failed ||= !matched;
      at = end;
    } else if (chunk[at] === '?') {
      failed ||= c === '/';
      at++;
    } else {
      if (chunk[at] === '\\') at++;
      if (at === chunk.length) throw new BadPatternError();
      failed ||= chunk[at] !== c;
      at++;
    }
  }
  return failed ? undefined : subject.slice(used);
}

/** Matches one character against the class that starts at `at`. Also returns the end of the class. */
function matchRange(chunk: string[], at: number, c: string): [matched: boolean, end: number] {
  const code = isByte(c) ? 0xfffd : (c.codePointAt(0) ?? 0);
  const negated = chunk[at] === '^';
  let next = negated ? at + 1 : at;
  let matched = false;
  for (let ranges = 0; ranges === 0 || chunk[next] !== ']'; ranges++) {
    let low: number;
    [low, next] = readMember(chunk, next);
    let high = low;
    if (chunk[next] === '-') [high, next] = readMember(chunk, next + 1);
    matched ||= low <= code && code <= high;
  }
  return [matched !== negated, next + 1];
}

function readMember(chunk: string[], at: number): [code: number, next: number] {
  if (at >= chunk.length || chunk[at] === '-' || chunk[at] === ']') throw new BadPatternError();
  const from = chunk[at] === '\\' ? at + 1 : at;
  const code = chunk[from]?.codePointAt(0);
  if (code === undefined || (code >= 0xdc80 && code <= 0xdcff) || from + 1 >= chunk.length) throw new BadPatternError();
  return [code, from + 1];
}
