/** Counts the steps of a backtracking matcher over the patterns that packages/go/src/regexp/simple.ts writes for V8. */

type Continue = (at: number) => boolean;
/** Matches from `at`, then goes on with `next`. */
type Matcher = (at: number, next: Continue) => boolean;

/** More steps than the limit. */
export class TooManySteps extends Error {}

class Reader {
  #at = 0;
  readonly #source: string;
  readonly #text: string;
  readonly #step: () => void;

  constructor(source: string, text: string, step: () => void) {
    this.#source = source;
    this.#text = text;
    this.#step = step;
  }

  #take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  alternatives(): Matcher {
    const choices = [this.#sequence()];
    while (this.#take(/\|/) !== undefined) choices.push(this.#sequence());
    return (at, next) => choices.some(choice => choice(at, next));
  }

  #sequence(): Matcher {
    const parts: Matcher[] = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')')
      parts.push(this.#quantified());
    const from =
      (i: number): Matcher =>
      (at, next) =>
        i === parts.length ? next(at) : parts[i]!(at, after => from(i + 1)(after, next));
    return from(0);
  }

  #quantified(): Matcher {
    const atom = this.#atom();
    const quantifier = this.#take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/);
    if (quantifier === undefined) return atom;
    const lazy = quantifier.length > 1 && quantifier.endsWith('?');
    const [, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
    const min = low === undefined ? (quantifier[0] === '+' ? 1 : 0) : Number(low);
    const most = high === undefined || high === '' ? Number.POSITIVE_INFINITY : Number(high);
    const max = low === undefined ? (quantifier[0] === '?' ? 1 : Number.POSITIVE_INFINITY) : comma === '' ? min : most;
    const again =
      (count: number): Matcher =>
      (at, next) => {
        const more = (): boolean => count < max && atom(at, after => (after > at || count < min) && again(count + 1)(after, next));
        const enough = (): boolean => count >= min && next(at);
        return lazy ? enough() || more() : more() || enough();
      };
    return again(0);
  }

  #atom(): Matcher {
    const assertion = this.#take(/\(\?<?!\[\^\\n\]\)|\^|\$|\\[bB]/);
    if (assertion !== undefined) return this.#test(assertion, 0);
    if (this.#take(/\((?:\?:)?/) !== undefined) {
      const body = this.alternatives();
      this.#at++;
      return body;
    }
    const character = this.#take(/\[(?:\\u\{\w+\}|[^\]])*\]|\\u\{\w+\}/);
    if (character === undefined) throw new Error(`${this.#source} at ${this.#at}`);
    return this.#test(character, 1);
  }

  #test(source: string, length: number): Matcher {
    const regexp = new RegExp(source, 'uy');
    return (at, next) => {
      this.#step();
      regexp.lastIndex = at;
      return (length === 0 || at < this.#text.length) && regexp.test(this.#text) && next(at + length);
    };
  }
}

/** How many characters and assertions a backtracking search of the whole text tries. @throws TooManySteps beyond the limit */
export function backtrackingSteps(source: string, text: string, limit: number): number {
  let steps = 0;
  const matcher = new Reader(source, text, () => {
    if (++steps > limit) throw new TooManySteps(`${source} over ${text}`);
  }).alternatives();
  for (let start = 0; start <= text.length; start++) if (matcher(start, () => true)) break;
  return steps;
}
