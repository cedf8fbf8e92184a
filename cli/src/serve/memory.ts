import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's heap near the size of live data while the tools of many servers are read: V8 collects before it grows the heap, and its
 * young generation, which would grow to 32 MiB and never shrink, keeps its size at the start (on the versions of V8 for which this was
 * measured). With 10,000 tools, 123 MiB were resident instead of 190.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--optimize-for-size');
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--semi-space-growth-factor=1');
}

/** The first lists are sent to clients while the heap is still kept small. */
const settlingMs = 5_000;

/**
 * During calls V8 collects by its own rules: early collection doubled the time of the slowest hundredth of calls. By those rules the heap
 * would grow to four times its live size, so the growth of the old generation is bounded (in versions of V8 that this was measured with).
 */
export function letHeapGrow(): void {
  const grow = () => {
    if (process.versions.v8.startsWith('11.')) setFlagsFromString('--heap-growing-percent=40');
    setFlagsFromString('--no-optimize-for-size');
  };
  setTimeout(grow, settlingMs).unref();
}
