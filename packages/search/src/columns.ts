/**
 * The values of words that many tools have, one number for each tool. They are kept between searches: few words are common in the tools,
 * and these are common in queries too.
 */

/** With 10,000 tools they take 3.8 MB. */
const maxColumns = 48;

export interface Column {
  readonly values: Float64Array;
  /** The highest of the values. */
  readonly most: number;
}

export class Columns {
  /** By word and number of the view. The column that was not used for the longest time comes first. */
  readonly #columns = new Map<string, Column>();

  /** The values of a word in a view; undefined if they are not kept. */
  get(word: string, view: number): Column | undefined {
    const key = keyOf(word, view);
    const column = this.#columns.get(key);
    if (column !== undefined) {
      this.#columns.delete(key);
      this.#columns.set(key, column);
    }
    return column;
  }

  /** Adds a column that `fill` makes of zeros, in the place of the one that was not used for the longest time if there are many. */
  add(word: string, view: number, length: number, fill: (values: Float64Array) => void): Column {
    const [oldest, replaced] = this.#columns.size < maxColumns ? [] : this.#columns.entries().next().value!;
    if (oldest !== undefined) this.#columns.delete(oldest);
    const values = replaced?.values.length === length ? replaced.values.fill(0) : new Float64Array(length);
    fill(values);
    const column = { values, most: values.reduce((most, value) => Math.max(most, value), 0) };
    this.#columns.set(keyOf(word, view), column);
    return column;
  }

  clear(): void {
    this.#columns.clear();
  }
}

function keyOf(word: string, view: number): string {
  return `${view} ${word}`;
}
