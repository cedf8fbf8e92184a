/** Gives `items` from the first to the last as `before` orders them; of many, the first few cost little. Reorders `items`. */
export function* bestFirst<T>(items: T[], before: (a: T, b: T) => boolean): Generator<T, void, undefined> {
  for (let at = (items.length >>> 1) - 1; at >= 0; at--) sink(items, at, items.length, before);
  for (let length = items.length; length > 0; length--) {
    yield items[0]!;
    items[0] = items[length - 1]!;
    sink(items, 0, length - 1, before);
  }
}

/** Moves the item at `at` down to its place in a heap of `length`. */
function sink<T>(items: T[], start: number, length: number, before: (a: T, b: T) => boolean): void {
  const item = items[start]!;
  let at = start;
  for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
    if (child + 1 < length && before(items[child + 1]!, items[child]!)) child++;
    if (!before(items[child]!, item)) break;
    items[at] = items[child]!;
    at = child;
  }
  items[at] = item;
}
