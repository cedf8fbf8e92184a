type Before = (a: number, b: number) => boolean;

/** Gives `numbers` from the first to the last as `before` orders them; of many, the first few cost little. Reorders `numbers`. */
export function* bestFirst(numbers: Uint32Array, before: Before): Generator<number, void, undefined> {
  heapify(numbers, numbers.length, before);
  for (let length = numbers.length; length > 0; length--) {
    yield numbers[0]!;
    numbers[0] = numbers[length - 1]!;
    sink(numbers, 0, length - 1, before);
  }
}

/**
 * The first `count` of the numbers whose score is above 0, in the order of the scores from high to low and, of those with one score,
 * of `before`. Fewer where there are no more.
 */
export function bestScored(scores: Float64Array, count: number, before: Before): Uint32Array {
  const heap = new Uint32Array(Math.min(count, scores.length));
  const isWorse: Before = (one, other) => (scores[one] === scores[other] ? before(other, one) : scores[one]! < scores[other]!);
  let size = 0;
  let least = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number]!;
    if (score === 0 || score < least) continue;
    if (size < count) {
      heap[size++] = number;
      if (size === count) heapify(heap, size, isWorse);
    } else if (isWorse(heap[0]!, number)) {
      heap[0] = number;
      sink(heap, 0, size, isWorse);
    }
    if (size === count) least = scores[heap[0]!]!;
  }
  return heap.subarray(0, size).sort((one, other) => (isWorse(other, one) ? -1 : 1));
}

function heapify(numbers: Uint32Array, length: number, before: Before): void {
  for (let at = (length >>> 1) - 1; at >= 0; at--) sink(numbers, at, length, before);
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
