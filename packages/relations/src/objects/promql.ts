/** What an expression of Prometheus says, as far as its words tell. It is not evaluated. */

/** A selector `{name="value"}` with its operator. */
export interface SeriesMatcher {
  readonly label: string;
  readonly op: '=' | '!=' | '=~' | '!~';
  readonly value: string;
}

/** The matchers of an expression, in its order. */
export function matchersOf(expression: string): SeriesMatcher[] {
  const found = expression.matchAll(/\b([A-Za-z_]\w{0,80})\s{0,8}(=~|!~|!=|=)\s{0,8}(?:"([^"\\]{0,400})"|'([^'\\]{0,400})')/g);
  return [...found].map(([, label, op, double, single]) => ({
    label: label!,
    op: op as SeriesMatcher['op'],
    value: double ?? single ?? '',
  }));
}

/** An expression without its texts and without the selectors in braces. */
export const withoutTexts = (expression: string): string =>
  expression.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/g, '').replace(/\{[^{}]*\}/g, '');

/** The offset of the bracket that closes the one at an offset; the length of the text if none does. */
export function closingOf(plain: string, open: number): number {
  let depth = 0;
  for (let index = open; index < plain.length; index++) {
    if (plain[index] === '(') depth += 1;
    else if (plain[index] === ')' && --depth === 0) return index;
  }
  return plain.length;
}

/** A call such as `sum by (job) (...)`: its labels, undefined if it has no list, and what it is about. */
export interface Aggregation {
  readonly labels: readonly string[] | undefined;
  readonly isWithout: boolean;
  readonly inner: string;
  /** The offset behind it. */
  readonly end: number;
}

const words = (list: string | undefined): string[] | undefined =>
  list
    ?.split(',')
    .map(word => word.trim())
    .filter(word => word !== '');

/** The aggregation that begins at an offset of an expression without texts; undefined if there is none. */
export function aggregationAt(plain: string, start: number): Aggregation | undefined {
  const head = /^\s*(?:sum|avg|min|max|count|group|stddev|stdvar)\s*(?:(by|without)\s*\(([^()]{0,400})\)\s*)?\(/.exec(plain.slice(start));
  if (head === null) return undefined;
  const open = start + head[0].length - 1;
  const close = closingOf(plain, open);
  const tail = /^\s*(by|without)\s*\(([^()]{0,400})\)/.exec(plain.slice(close + 1));
  const [how, list] = head[1] === undefined ? [tail?.[1], tail?.[2]] : [head[1], head[2]];
  return {
    labels: words(list),
    isWithout: how === 'without',
    inner: plain.slice(open + 1, close),
    end: close + 1 + (head[1] === undefined ? (tail?.[0].length ?? 0) : 0),
  };
}
