/** huandu/xstrings v1.5.0: case conversion by words. */
import { isLetter, isNumber, isPunct, isSpace, isUpper, runes, toLowerRune, toUpperRune } from '../unicode/unicode.js';

const REPLACEMENT = '\ufffd';

const isConnector = (rune: string): boolean => rune === '-' || rune === '_' || isSpace(rune);

/** A letter outside the common CJK blocks. */
function isAlphabet(rune: string): boolean {
  if (!isLetter(rune)) return false;
  const cp = rune.codePointAt(0)!;
  return !((cp >= 0x4e00 && cp <= 0x9fcc) || (cp >= 0x3400 && cp <= 0x4d85) || (cp >= 0x20000 && cp <= 0x2b81d));
}

/**
 * xstrings.ToPascalCase: joins words separated by space, `_` or `-`, each starting in upper case. Leading connectors are kept. If there is
 * nothing else, the last of them is doubled.
 */
export function toPascalCase(text: string): string {
  if (text === '') return '';
  const all = runes(text);
  let next = all.findIndex(rune => !isConnector(rune));
  if (next < 0) return text + all.at(-1);
  let out = all.slice(0, next).join('');
  let upperRun = isUpper(all[next]!);
  let last = toUpperRune(all[next]!);
  for (next++; next < all.length; next++) {
    let rune = all[next]!;
    if (!isConnector(last)) {
      upperRun &&= isUpper(rune);
      if (upperRun) rune = toLowerRune(rune);
      out += last;
    } else if (isConnector(rune)) {
      out += last;
    } else {
      upperRun = isUpper(rune);
      rune = toUpperRune(rune);
    }
    last = rune;
  }
  return out + last;
}

type WordType = 'invalid' | 'number' | 'upperCase' | 'alphabet' | 'connector' | 'punct' | 'other';

interface Word {
  readonly type: WordType;
  readonly start: number;
  readonly end: number;
}

const isLowerAlphabet = (rune: string): boolean => isAlphabet(rune) && !isUpper(rune);
const isOther = (rune: string): boolean => !isConnector(rune) && !isAlphabet(rune) && !isNumber(rune) && !isPunct(rune);

/** Splits a string into runs of one kind. Bytes that are not UTF-8 belong to the rune after them. */
class Words {
  readonly #chars: string[];
  readonly #runes: string[];
  constructor(text: string) {
    this.#chars = Array.from(text);
    this.#runes = runes(text);
  }

  isEnd(word: Word): boolean {
    return word.end >= this.#runes.length;
  }

  /** The first valid rune at or after `at`, and the index after it; `previous` if none is left. */
  #valid(at: number, previous: string): readonly [rune: string, end: number] {
    for (let i = at; i < this.#runes.length; i++) if (this.#runes[i] !== REPLACEMENT) return [this.#runes[i]!, i + 1];
    return [previous, this.#runes.length];
  }

  /** Extends a run from `at` while `accepts` holds. */
  #run(at: number, first: string, accepts: (rune: string) => boolean): number {
    let end = at;
    let rune = first;
    while (end < this.#runes.length) {
      const [next, after] = this.#valid(end, rune);
      if (!accepts(next)) break;
      rune = next;
      end = after;
    }
    return end;
  }

  /** The end of a word that starts in upper case at `at`: `HTTP` of `HTTPServer`, `Server` of `ServerName`. */
  #upperRun(at: number, first: string): number {
    if (at >= this.#runes.length) return at;
    const [second, after] = this.#valid(at, first);
    if (!isUpper(second)) return isAlphabet(second) ? this.#run(after, second, isLowerAlphabet) : at;
    let previous = at;
    let end = after;
    let rune = second;
    while (end < this.#runes.length) {
      const [next, nextEnd] = this.#valid(end, rune);
      if (!isUpper(next)) return isAlphabet(next) ? previous : end;
      rune = next;
      previous = end;
      end = nextEnd;
    }
    return end;
  }

  next(start: number): Word {
    if (start >= this.#runes.length) return { type: 'invalid', start, end: start };
    const [rune, at] = this.#valid(start, REPLACEMENT);
    if (rune === REPLACEMENT) return { type: 'invalid', start, end: at };
    if (isConnector(rune)) return { type: 'connector', start, end: this.#run(at, rune, isConnector) };
    if (isPunct(rune)) return { type: 'punct', start, end: this.#run(at, rune, isPunct) };
    if (isUpper(rune)) return { type: 'upperCase', start, end: this.#upperRun(at, rune) };
    if (isAlphabet(rune)) return { type: 'alphabet', start, end: this.#run(at, rune, isLowerAlphabet) };
    if (isNumber(rune)) return { type: 'number', start, end: this.#run(at, rune, isNumber) };
    return { type: 'other', start, end: this.#run(at, rune, isOther) };
  }

  toLower(type: WordType, word: Word, connector: string): string {
    if (type !== 'upperCase' && type !== 'connector') return this.#chars.slice(word.start, word.end).join('');
    let out = '';
    for (const rune of this.#runes.slice(word.start, word.end)) {
      out += isConnector(rune) ? connector : isUpper(rune) ? toLowerRune(rune) : rune;
    }
    return out;
  }
}

const endsGroup = (type: WordType): boolean => type === 'connector' || type === 'punct';

/** The state of the conversion: the words, the current word and the output. */
class LowerCaser {
  readonly #words: Words;
  readonly #connector: string;
  #word: Word;
  #out = '';

  constructor(text: string, connector: string) {
    this.#words = new Words(text);
    this.#connector = connector;
    this.#word = this.#words.next(0);
  }

  convert(): string {
    while (!this.#words.isEnd(this.#word)) {
      const previous = this.#word;
      if (previous.type !== 'connector') this.#write(previous.type, previous);
      this.#advance();
      if (previous.type === 'number') this.#afterNumber();
      else if (previous.type === 'connector') this.#write('connector', previous);
      else if (previous.type !== 'punct') this.#afterLetters();
    }
    this.#write(this.#word.type, this.#word);
    return this.#out;
  }

  #advance(): Word {
    this.#word = this.#words.next(this.#word.end);
    return this.#word;
  }

  #write(type: WordType, word: Word): void {
    this.#out += this.#words.toLower(type, word, this.#connector);
  }

  /** Letters and digits after a number belong to it: `20x`. */
  #afterNumber(): void {
    while (this.#word.type === 'alphabet' || this.#word.type === 'number') {
      this.#write(this.#word.type, this.#word);
      this.#advance();
    }
    if (this.#word.type !== 'invalid' && !endsGroup(this.#word.type)) this.#out += this.#connector;
  }

  #afterLetters(): void {
    if (this.#word.type !== 'number') {
      if (!endsGroup(this.#word.type)) this.#out += this.#connector;
      return;
    }
    if (this.#words.isEnd(this.#word)) return;
    const digits = this.#word;
    const next = this.#advance();
    if (next.type === 'alphabet') {
      this.#out += this.#connector;
      this.#write('number', digits);
      this.#afterNumber();
      return;
    }
    this.#write('number', digits);
    if (!endsGroup(next.type)) this.#out += this.#connector;
  }
}

const lowerCase = (text: string, connector: string): string => (text === '' ? '' : new LowerCaser(text, connector).convert());

/** xstrings.ToSnakeCase: `HTTPServer2xx` to `http_server_2xx`. */
export const toSnakeCase = (text: string): string => lowerCase(text, '_');

/** xstrings.ToKebabCase: `HTTPServer2xx` to `http-server-2xx`. */
export const toKebabCase = (text: string): string => lowerCase(text, '-');
