import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const slabSize = 256 * 1024;

/** If at least this much of the buffer is free, a file is read into it: most files of a chart fit. */
const minRoom = 32 * 1024;

/** Reads small files one after the other into one buffer, and into a further one when that is full. */
export class SmallFiles {
  #slab = Buffer.alloc(0);
  #used = 0;

  /**
   * Returns the content of a file that fits into the buffer, or its size otherwise. It does not ask for the size of a small file,
   * because that takes longer than reading the file.
   */
  read(path: string): Uint8Array | number {
    if (this.#slab.length - this.#used < minRoom) {
      this.#slab = Buffer.allocUnsafeSlow(slabSize);
      this.#used = 0;
    }
    const slab = this.#slab;
    const file = openSync(path, 'r');
    try {
      const start = this.#used;
      const end = fill(file, slab, start, slab.length);
      if (end === slab.length) return Math.max(fstatSync(file).size, end - start + 1);
      this.#used = end;
      return slab.subarray(start, end);
    } finally {
      closeSync(file);
    }
  }
}

/**
 * Reads the first `limit` bytes of a file with the given reported size. A file that turns out to be larger costs a buffer of the full
 * limit.
 */
export function readLarge(path: string, size: number, limit: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const whole = Buffer.allocUnsafeSlow(Math.min(size + 1, limit));
    const end = fill(file, whole, 0, whole.length);
    if (end < whole.length || end === limit) return whole.subarray(0, end);
    const most = Buffer.allocUnsafeSlow(limit);
    whole.copy(most);
    return most.subarray(0, fill(file, most, end, limit));
  } finally {
    closeSync(file);
  }
}

/** Reads until the end of the file or of the range. Returns the position where it stopped. */
function fill(file: number, into: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const count = readSync(file, into, at, end - at, null);
    if (count === 0) break;
    at += count;
  }
  return at;
}
