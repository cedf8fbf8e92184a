/** Below this size the heap limit is not checked. Most renders need less. */
const plenty = 256 * 1024 * 1024;

/** The share of the heap for templates. The rest is for sorting and printing. */
const shareOfHeap = 0.5;

/**
 * Returns a function that reports how many bytes the templates of one render may still allocate, counting garbage as used; negative if they
 * allocated too much. The heap's content at the first call does not count.
 */
export function memoryWatch(): () => number {
  let before: number | undefined;
  return () => {
    const { heapUsed } = process.memoryUsage();
    before ??= heapUsed;
    const taken = heapUsed - before;
    if (taken < plenty) return plenty - taken;
    const { total_available_size: available } = process.getBuiltinModule('node:v8').getHeapStatistics();
    return (taken + available) * shareOfHeap - taken;
  };
}
