import { setFlagsFromString } from 'node:v8';

/**
 * Keeps what V8 holds near what lives while the tools of many servers are read: it collects before it grows the heap, and its young
 * generation, which would grow to 32 MiB and never give them back, keeps the size that it has when serving begins (on versions of
 * V8 that this was measured with). With 10,000 tools 123 MiB were resident instead of 190.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--optimize-for-size');
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--semi-space-growth-factor=1');
}

/** The first lists are given to clients while the heap is still kept small. */
const settlingMs = 5_000;

/**
 * For calls V8 is to collect when it likes, soon: collecting early doubled the time that the slowest hundredth of them took. Left to
 * itself it would let the heap grow to four times of what lives, so the old generation is bounded (on versions of V8 with that flag).
 */
export function letHeapGrow(): void {
  const grow = () => {
    if (process.versions.v8.startsWith('11.')) setFlagsFromString('--heap-growing-percent=40');
    setFlagsFromString('--no-optimize-for-size');
  };
  setTimeout(grow, settlingMs).unref();
}
