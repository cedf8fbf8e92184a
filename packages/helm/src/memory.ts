import { getHeapStatistics } from 'node:v8';

/** Below this nobody asks how large the heap may grow: most renders need less. */
const plenty = 256 * 1024 * 1024;

/** The rest is for what comes after the templates: sorting, printing. */
const shareOfHeap = 0.5;

/** Bytes that the templates may still take, garbage counted as taken; negative where they took too many. */
export function memoryLeft(): number {
  const { heapUsed } = process.memoryUsage();
  if (heapUsed < plenty) return plenty - heapUsed;
  const { total_available_size: available } = getHeapStatistics();
  return (heapUsed + available) * shareOfHeap - heapUsed;
}
