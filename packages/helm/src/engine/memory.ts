import { getHeapStatistics } from 'node:v8';

/** Below this nobody asks how large the heap may grow: most renders need less. */
const plenty = 256 * 1024 * 1024;

/** The rest is for what comes after the templates: sorting, printing. */
const shareOfHeap = 0.5;

/**
 * Tells of the bytes that the templates of one render may still take, garbage counted as taken; negative where they took too many.
 * What the heap holds when it is first asked is not theirs.
 */
export function memoryWatch(): () => number {
  let before: number | undefined;
  return () => {
    const { heapUsed } = process.memoryUsage();
    before ??= heapUsed;
    const taken = heapUsed - before;
    if (taken < plenty) return plenty - taken;
    const { total_available_size: available } = getHeapStatistics();
    return (taken + available) * shareOfHeap - taken;
  };
}
