type Before = (a: number, b: number) => boolean;

/** Gives `numbers` from the first to the last as `before` orders them; of many, the first few cost little. Reorders `numbers`. */
export function* bestFirst(numbers: Uint32Array, before: Before): Generator<number, void, undefined> {
  for (let at = (numbers.length >>> 1) - 1; at >= 0; at--) sink(numbers, at, numbers.length, before);
  for (let length = numbers.length; length > 0; length--) {
    yield numbers[0]!;
    numbers[0] = numbers[length - 1]!;
    sink(numbers, 0, length - 1, before);
  }
}

/** Moves the number at `start` down to its place in a heap of `length`. */
function sink(numbers: Uint32Array, start: number, length: number, before: Before): void {
  const number = numbers[start]!;
  let at = start;
  for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
    if (child + 1 < length && before(numbers[child + 1]!, numbers[child]!)) child++;
    if (!before(numbers[child]!, number)) break;
    numbers[at] = numbers[child]!;
    at = child;
  }
  numbers[at] = number;
}
