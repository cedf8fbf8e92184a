/** Parses glob patterns to a tree: gobwas/glob v0.2.3, syntax/lexer and syntax/ast. */

/** A pattern that gobwas/glob refuses. The message is the library's. */
export class GlobError extends Error {
  override name = 'GlobError';
}

export type GlobNode =
  | { readonly kind: 'pattern' | 'anyOf'; readonly children: GlobNode[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly chars: string; readonly not: boolean }
  | { readonly kind: 'range'; readonly low: string; readonly high: string; readonly not: boolean }
  | { readonly kind: 'any' | 'super' | 'single' | 'nothing' };

const maxDepth = 100;

/**
 * Parses `*`, `**`, `?`, `[abc]`, `[!a-z]`, `{a,b}` and `\c`. A `{` may stay open.
 *
 * @throws GlobError if the pattern is malformed
 */
export function parseGlob(pattern: string): GlobNode {
  return new Parser(pattern).parse();
}

const unreadable = /^(?:[\ud800-\udfff]|\ufffd)$/;

class Parser {
  readonly #chars: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    const [known] = pattern.split('\0', 1);
    this.#chars = [...known!];
  }

  parse(): GlobNode {
    const root: GlobNode[] = [];
    /** The open sequences, each with the alternatives that it belongs to. */
    const open: { sequence: GlobNode[]; alternatives: GlobNode[] }[] = [];
    let sequence = root;
    for (let c = this.#next(); c !== undefined; c = this.#next()) {
      if (c === '{') {
        if (open.length === maxDepth) throw new GlobError('pattern nests too deeply');
        const first: GlobNode[] = [];
        const alternatives: GlobNode[] = [{ kind: 'pattern', children: first }];
        sequence.push({ kind: 'anyOf', children: alternatives });
        open.push({ sequence, alternatives });
        sequence = first;
      } else if (c === ',' && open.length > 0) {
        sequence = [];
        open.at(-1)!.alternatives.push({ kind: 'pattern', children: sequence });
      } else if (c === '}' && open.length > 0) sequence = open.pop()!.sequence;
      else sequence.push(...this.#item(c, open.length > 0 ? '?*[{},' : '?*[{'));
    }
    return { kind: 'pattern', children: root };
  }

  #next(): string | undefined {
    const c = this.#chars[this.#at++];
    if (c !== undefined && unreadable.test(c)) throw new GlobError('could not read rune');
    return c;
  }

  #item(c: string, breakers: string): GlobNode[] {
    if (c === '?') return [{ kind: 'single' }];
    if (c === '[') return [this.#range()];
    if (c === '*') {
      if (this.#chars[this.#at] !== '*') return [{ kind: 'any' }];
      this.#at++;
      return [{ kind: 'super' }];
    }
    this.#at--;
    const text = this.#text(breakers);
    return text === '' ? [] : [{ kind: 'text', text }];
  }

  /** Reads text up to a special character or the end. A backslash escapes the next character. */
  #text(breakers: string): string {
    let text = '';
    for (let c = this.#next(); c !== undefined; c = this.#next()) {
      if (c === '\\') {
        text += this.#next() ?? '';
      } else if (breakers.includes(c)) {
        this.#at--;
        break;
      } else text += c;
    }
    return text;
  }

  #rangeChar(): string {
    const c = this.#next();
    if (c === undefined) throw new GlobError('unexpected end of input');
    return c;
  }

  #range(): GlobNode {
    let c = this.#rangeChar();
    const not = c === '!';
    if (not) c = this.#rangeChar();
    if (this.#chars[this.#at] === '-') {
      this.#at++;
      const high = this.#rangeChar();
      this.#closeRange();
      if (high.codePointAt(0)! < c.codePointAt(0)!) throw new GlobError(`hi character '${high}' should be greater than lo '${c}'`);
      return { kind: 'range', low: c, high, not };
    }
    this.#at--;
    const chars = this.#text(']');
    this.#closeRange();
    if (chars === '') throw new GlobError('could not parse range');
    return { kind: 'list', chars, not };
  }

  #closeRange(): void {
    if (this.#rangeChar() !== ']') throw new GlobError('expected close range character');
  }
}
