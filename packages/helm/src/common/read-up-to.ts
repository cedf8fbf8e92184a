import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const slabSize = 256 * 1024;

/** Where so much is left of the slab, a file is tried there: most files of a chart fit. */
const minRoom = 32 * 1024;

/** Reads small files into one buffer, one after the other; a full one is followed by another. */
export class SmallFiles {
  #slab = Buffer.alloc(0);
  #used = 0;

  /** A file that fits into a slab, or its size: without asking a small one for it, which takes longer than reading it. */
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

/** The first `limit` bytes of a file that says to be of this size; one that is larger costs a buffer of all that may be read. */
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

/** Reads until the end of the file, or of the room; gives where it stopped. */
function fill(file: number, into: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const count = readSync(file, into, at, end - at, null);
    if (count === 0) break;
    at += count;
  }
  return at;
}
