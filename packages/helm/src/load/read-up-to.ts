import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Files are read into pieces of it, one after the other. */
const slabSize = 256 * 1024;
let slab = Buffer.alloc(0);
let used = 0;

/** Where so much is left of the slab, a file is tried there: most files of a chart fit. */
const minRoom = 32 * 1024;

/** The first `limit` bytes of a file, or all of it; without asking a small one for its size, which takes longer than reading it. */
export function readUpTo(path: string, limit: number): Uint8Array {
  if (slab.length - used < minRoom) {
    slab = Buffer.allocUnsafeSlow(slabSize);
    used = 0;
  }
  const file = openSync(path, 'r');
  try {
    const start = used;
    const end = fill(file, slab, start, Math.min(slab.length, start + limit));
    if (end === slab.length && end - start < limit) return readLarge(file, slab.subarray(start), limit);
    used = end;
    return slab.subarray(start, end);
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

/** A file of which `head` was read; one that is not as large as it says costs a buffer of all that may be read. */
function readLarge(file: number, head: Buffer, limit: number): Uint8Array {
  const whole = Buffer.allocUnsafeSlow(Math.min(Math.max(fstatSync(file).size, head.length) + 1, limit));
  head.copy(whole);
  const end = fill(file, whole, head.length, whole.length);
  if (end < whole.length || end === limit) return whole.subarray(0, end);
  const most = Buffer.allocUnsafeSlow(limit);
  whole.copy(most);
  return most.subarray(0, fill(file, most, end, limit));
}
