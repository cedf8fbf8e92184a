import { closeSync, openSync, readSync } from 'node:fs';

/** Most files of a chart fit in it. */
const chunk = Buffer.allocUnsafeSlow(128 * 1024);

/** The first `limit` bytes of a file, or all of it; without asking for its size, which takes longer than reading a small one. */
export function readUpTo(path: string, limit: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const parts: Uint8Array[] = [];
    for (let length = 0; length < limit; ) {
      const count = readSync(file, chunk, 0, Math.min(chunk.length, limit - length), null);
      if (count === 0) break;
      parts.push(Buffer.from(chunk.subarray(0, count)));
      length += count;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  } finally {
    closeSync(file);
  }
}
