/**
 * Fast path of regular expressions (docs/adr/0056-fast-paths.md): patterns that V8 matches as Go does, so that re2js need not be loaded. It
 * accepts only constructs with the same meaning in both engines, and only patterns with a known number of backtracking paths:
 * `SimplePattern.steps` bounds the steps for a text. All other patterns, including malformed ones, are left to re2js.
 */
export interface SimplePattern {
  /** The expression with the flags `gu`, to be run from `lastIndex`. */
  readonly regexp: RegExp;
  /** The names of the groups, `''` for unnamed ones. The first is the whole match. */
  readonly groupNames: readonly string[];
  /** The maximum number of steps to search the whole text. */
  steps(textLength: number): number;
}

/** Thrown internally for a construct that is not translated. */
class NotSimple extends Error {}

interface Piece {
  readonly source: string;
  /** Can match the empty text. */
  readonly nullable: boolean;
  /** The possible first characters. */
  readonly first: readonly Range[];
  /** The number of backtracking paths through it, not counting unbounded loops. */
  readonly paths: number;
  /** The number of unbounded loops that backtracking may try at each length. */
  readonly loops: number;
  /** Repetitions at its end. What follows may still show that only their longest match can succeed. */
  readonly open: readonly Repetition[];
  /** Contains a repetition that is tried at one length only. */
  readonly scans: boolean;
  /** Always takes the same number of characters in one way, so it may be repeated. */
  readonly fixed: boolean;
  /** Contains a counted repetition. Go multiplies its count with the counts around it. */
  readonly counted: boolean;
  /** Matches only at the start of the text. */
  readonly anchored: boolean;
  /** Matches the end of the text. */
  readonly atEnd: boolean;
  /** Contains an assertion, so it may fail without consuming a character. */
  readonly asserts: boolean;
}

/** A repetition of one character, and its cost. */
interface Repetition {
  readonly ranges: readonly Range[];
  readonly loops: number;
  readonly paths: number;
}

const plain = {
  nullable: true,
  first: [],
  paths: 1,
  loops: 0,
  open: [],
  scans: false,
  counted: false,
  anchored: false,
  atEnd: false,
  asserts: false,
};
const empty: Piece = { ...plain, source: '', fixed: true };
const assertion = (source: string, what: Partial<Piece> = {}): Piece => ({ ...plain, source, fixed: false, asserts: true, ...what });

/** One character from the ranges. */
function oneOf(ranges: readonly Range[]): Piece {
  const [range, ...others] = ranges;
  const isLiteral = range !== undefined && others.length === 0 && range[0] === range[1];
  return { ...empty, nullable: false, first: ranges, source: isLiteral ? codeSource(range[0]) : `[${classSource(ranges)}]` };
}

/** One piece followed by another. */
function follow(all: Piece, next: Piece): Piece {
  let { loops, scans } = all;
  let paths = all.paths * next.paths;
  const open = all.open.filter(repetition => {
    const disjoint = next.atEnd || !overlap(repetition.ranges, next.first);
    if (!disjoint || (next.nullable && !next.atEnd)) return disjoint && !next.asserts;
    loops -= repetition.loops;
    paths /= repetition.paths;
    scans = true;
    return false;
  });
  return {
    source: all.source + next.source,
    nullable: all.nullable && next.nullable,
    first: all.nullable ? [...all.first, ...next.first] : all.first,
    paths: bounded(paths),
    loops: loops + next.loops,
    open: [...open, ...next.open],
    scans: scans || next.scans,
    fixed: all.fixed && next.fixed,
    counted: all.counted || next.counted,
    anchored: all.anchored || (all === empty && next.anchored),
    atEnd: false,
    asserts: all.asserts || next.asserts,
  };
}

const overlap = (a: readonly Range[], b: readonly Range[]): boolean =>
  a.some(([low, high]) => b.some(([from, to]) => low <= to && from <= high));

/** All other characters. */
function complement(ranges: readonly Range[]): Range[] {
  const out: Range[] = [];
  let next = 0;
  for (const [low, high] of [...ranges].sort(([a], [b]) => a - b)) {
    if (low > next) out.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= 0x10ffff) out.push([next, 0x10ffff]);
  return out;
}

const maxPaths = 1000;
const maxRepeat = 1000;
const maxPattern = 1000;
const maxDepth = 20;

/** Translates a pattern for JavaScript's engine; undefined if it is not simple. */
export function simplePattern(pattern: string): SimplePattern | undefined {
  if (pattern.length > maxPattern) return undefined;
  try {
    const parser = new Parser(pattern);
    const piece = parser.parse();
    const { paths, scans, anchored } = piece;
    const loops = piece.loops - piece.open.reduce((sum, repetition) => sum + repetition.loops, 0);
    const power = loops + (scans ? 1 : 0) + (anchored ? 0 : 1);
    return {
      regexp: new RegExp(piece.source, 'gu'),
      groupNames: parser.groupNames,
      steps: textLength => paths * parser.size * (textLength + 1) ** power,
    };
  } catch (error) {
    if (error instanceof NotSimple) return undefined;
    throw error;
  }
}

type Range = readonly [low: number, high: number];
const wordRanges: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const perlClasses: Readonly<Record<string, readonly Range[]>> = {
  d: [[0x30, 0x39]],
  s: [
    [0x09, 0x0a],
    [0x0c, 0x0d],
    [0x20, 0x20],
  ],
  w: wordRanges,
};
const posixClasses: Readonly<Record<string, readonly Range[]>> = {
  '[:alnum:]': [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  '[:alpha:]': [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  '[:digit:]': [[0x30, 0x39]],
  '[:lower:]': [[0x61, 0x7a]],
  '[:upper:]': [[0x41, 0x5a]],
  '[:word:]': wordRanges,
  '[:space:]': [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
};
const controlEscapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };
const asciiPunctuation = /^[!-/:-@[-`{-~]$/;
const asciiLetter = /^[A-Za-z]$/;

/** Ranges as the content of a JavaScript class. */
const classSource = (ranges: readonly Range[]): string =>
  ranges.map(([low, high]) => (low === high ? codeSource(low) : `${codeSource(low)}-${codeSource(high)}`)).join('');
const codeSource = (code: number): string => `\\u{${code.toString(16)}}`;

class Parser {
  readonly #chars: readonly string[];
  readonly groupNames: string[] = [''];
  /** The number of characters, classes and assertions so far. */
  size = 1;
  #at = 0;
  #depth = 0;
  #foldCase = false;
  #dotNewline = false;
  #multiline = false;

  constructor(pattern: string) {
    this.#chars = [...pattern];
    if (/[\ud800-\udfff]/u.test(pattern)) throw new NotSimple();
    const flags = /^\(\?([ims]+)\)/.exec(pattern);
    if (flags === null) return;
    this.#foldCase = flags[1]!.includes('i');
    this.#multiline = flags[1]!.includes('m');
    this.#dotNewline = flags[1]!.includes('s');
    this.#at = flags[0].length;
  }

  parse(): Piece {
    const piece = this.#alternatives();
    if (this.#at < this.#chars.length) throw new NotSimple();
    return piece;
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }

  #next(): string {
    const c = this.#chars[this.#at++];
    if (c === undefined) throw new NotSimple();
    return c;
  }

  #take(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.#chars[this.#at + i] !== text[i]) return false;
    this.#at += text.length;
    return true;
  }

  #alternatives(): Piece {
    const choices = [this.#sequence()];
    while (this.#take('|')) choices.push(this.#sequence());
    if (choices.length === 1) return choices[0]!;
    return {
      ...empty,
      source: choices.map(choice => choice.source).join('|'),
      fixed: false,
      asserts: choices.some(choice => choice.asserts),
      nullable: choices.some(choice => choice.nullable),
      first: choices.flatMap(choice => choice.first),
      paths: bounded(choices.reduce((sum, choice) => sum + choice.paths, 0)),
      loops: Math.max(...choices.map(choice => choice.loops)),
      scans: choices.some(choice => choice.scans),
      counted: choices.some(choice => choice.counted),
      anchored: choices.every(choice => choice.anchored),
    };
  }

  #sequence(): Piece {
    let all = empty;
    for (let c = this.#peek(); c !== undefined && c !== '|' && c !== ')'; c = this.#peek())
      all = follow(all, this.#quantified(this.#atom()));
    return all;
  }

  #atom(): Piece {
    const c = this.#next();
    this.size++;
    switch (c) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '.':
        return oneOf(complement(this.#dotNewline ? [] : [[10, 10]]));
      case '^':
        return this.#multiline ? assertion('(?<![^\\n])') : assertion('^', { anchored: true });
      case '$':
        return this.#multiline ? assertion('(?![^\\n])') : assertion('$', { atEnd: true });
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new NotSimple();
      default:
        return this.#literal(c.codePointAt(0)!);
    }
  }

  #literal(code: number): Piece {
    return this.#classPiece([[code, code]], false);
  }

  #group(): Piece {
    if (++this.#depth > maxDepth) throw new NotSimple();
    const open = this.#take('?:') ? '(?:' : '(';
    if (open === '(') this.groupNames.push(this.#groupName());
    const body = this.#alternatives();
    if (!this.#take(')')) throw new NotSimple();
    this.#depth--;
    return { ...body, source: `${open}${body.source})`, atEnd: false };
  }

  #groupName(): string {
    if (!this.#take('?')) return '';
    this.#take('P');
    if (!this.#take('<')) throw new NotSimple();
    let name = '';
    for (let c = this.#next(); c !== '>'; c = this.#next()) name += c;
    if (!/^\w+$/.test(name)) throw new NotSimple();
    return name;
  }

  #escape(): Piece {
    const c = this.#next();
    if (c === 'b' || c === 'B') return assertion(`\\${c}`);
    const ranges = perlClasses[c.toLowerCase()];
    if (asciiLetter.test(c) && ranges !== undefined) {
      return this.#classPiece(ranges, c !== c.toLowerCase());
    }
    return this.#literal(this.#escapedCode(c));
  }

  #escapedCode(c: string): number {
    const code = asciiPunctuation.test(c) ? c.charCodeAt(0) : controlEscapes[c];
    if (code === undefined) throw new NotSimple();
    return code;
  }

  #class(): Piece {
    const negated = this.#take('^');
    const ranges: Range[] = [];
    for (let first = true; first || this.#peek() !== ']'; first = false) ranges.push(...this.#classItem());
    this.#at++;
    return this.#classPiece(ranges, negated);
  }

  #classPiece(ranges: readonly Range[], negated: boolean): Piece {
    const folded = this.#foldCase ? this.#fold(ranges) : ranges;
    return oneOf(negated ? complement(folded) : folded);
  }

  #classItem(): readonly Range[] {
    if (this.#peek() === '[' && this.#chars[this.#at + 1] === ':') {
      const name = Object.keys(posixClasses).find(known => this.#take(known));
      if (name === undefined) throw new NotSimple();
      return posixClasses[name]!;
    }
    const perl = this.#peek() === '\\' ? perlClasses[this.#chars[this.#at + 1] ?? ''] : undefined;
    if (perl !== undefined) {
      this.#at += 2;
      return perl;
    }
    const low = this.#classCode();
    if (this.#peek() !== '-' || this.#chars[this.#at + 1] === ']') return [[low, low]];
    this.#at++;
    const high = this.#classCode();
    if (high < low) throw new NotSimple();
    return [[low, high]];
  }

  #classCode(): number {
    const c = this.#next();
    return c === '\\' ? this.#escapedCode(this.#next()) : c.codePointAt(0)!;
  }

  /**
   * Adds the characters that are equal under Unicode's simple folding. This covers ASCII only, whose letters also fold to U+017F for s and
   * U+212A for k.
   */
  #fold(ranges: readonly Range[]): Range[] {
    const out: Range[] = [];
    for (const [low, high] of ranges) {
      if (high > 0x7f) throw new NotSimple();
      out.push([low, high]);
      const overlap = (from: number, to: number, shift: number) => {
        const start = Math.max(low, from);
        const end = Math.min(high, to);
        if (start <= end) out.push([start + shift, end + shift]);
      };
      overlap(0x41, 0x5a, 32);
      overlap(0x61, 0x7a, -32);
      const has = (code: number) => low <= code && code <= high;
      if (has(0x53) || has(0x73)) out.push([0x17f, 0x17f]);
      if (has(0x4b) || has(0x6b)) out.push([0x212a, 0x212a]);
    }
    return out;
  }

  #quantified(atom: Piece): Piece {
    const c = this.#peek();
    if (c !== '*' && c !== '+' && c !== '?' && c !== '{') return atom;
    this.#at++;
    const [min, max] = c === '{' ? this.#repeat() : ([c === '+' ? 1 : 0, c === '?' ? 1 : Number.POSITIVE_INFINITY] as const);
    const lazy = this.#take('?');
    const after = this.#peek();
    if (after === '*' || after === '+' || after === '?' || after === '{' || atom.nullable) throw new NotSimple();
    const optional = min === 0 && max === 1;
    if (c === '{' && atom.counted) throw new NotSimple();
    const unbounded = max === Number.POSITIVE_INFINITY;
    const cost = { loops: unbounded ? 1 : 0, paths: optional || unbounded ? 1 : max - min + 1 };
    return {
      ...atom,
      source: `${atom.source}${c === '{' ? `{${min},${unbounded ? '' : max}}` : c}${lazy ? '?' : ''}`,
      nullable: min === 0,
      paths: !atom.fixed && !optional ? Number.POSITIVE_INFINITY : bounded(optional ? atom.paths + 1 : cost.paths * atom.paths),
      loops: atom.loops + cost.loops,
      open: isOneCharacter(atom) && !optional && !lazy ? [{ ranges: atom.first, ...cost }] : [],
      fixed: min === max,
      counted: c === '{' || atom.counted,
      anchored: atom.anchored && min > 0,
    };
  }

  #repeat(): readonly [min: number, max: number] {
    const text = /^([0-9]{1,4})(,([0-9]{1,4})?)?\}/.exec(this.#chars.slice(this.#at, this.#at + 11).join(''));
    if (text === null) throw new NotSimple();
    this.#at += text[0].length;
    const min = Number(text[1]);
    const max = text[2] === undefined ? min : text[3] === undefined ? Number.POSITIVE_INFINITY : Number(text[3]);
    if (min > maxRepeat || max < min || max === 0 || (max > maxRepeat && max !== Number.POSITIVE_INFINITY)) throw new NotSimple();
    return [min, max];
  }
}

const isOneCharacter = ({ source, fixed, nullable }: Piece): boolean => fixed && !nullable && /^(?:\[[^\]]*\]|\\u\{\w+\})$/.test(source);

/** Too many paths, or a loop over text that is not fixed, count as infinite: the pattern is known to be valid, but re2js matches it. */
const bounded = (paths: number): number => (paths > maxPaths ? Number.POSITIVE_INFINITY : paths);
