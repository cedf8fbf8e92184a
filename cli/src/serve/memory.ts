import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's heap near the size of live data while the tools of many servers are read: V8 collects before it grows the heap, and its
 * young generation, which would grow to 32 MiB and never shrink, keeps its size at the start (on the versions of V8 for which this was
 * measured). With 10,000 tools, 123 MiB were resident instead of 190.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--optimize-for-size');
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Bytes of bytecode after which V8 considers to optimize a function; it comes with 67,584. The path of a call is long and has no loops, so
 * by that number the first thousands of calls of a gateway take their time.
 */
const interruptBudget = 20_000;

/** The first lists are sent to clients while the heap is still kept small. */
const settlingMs = 5_000;

const MiB = 1 << 20;

/** A heap with more live data than this keeps a small young generation: its tools count more than its calls. */
const smallHeapBytes = 48 * MiB;

/**
 * Bytes of the young generation that may be in use during calls: with fewer it is collected so often that objects of calls in flight are
 * copied, and kept, again and again.
 */
const youngBytes = (liveBytes: number) => (liveBytes <= smallHeapBytes ? 16 : 4) * MiB;

/** Bytes that the old generation may grow by before all of it is collected; never less than a part of it. */
const growthBytes = 40 * MiB;
const leastGrowth = 0.4;

/** How many bytes of the young generation may be in use now; undefined if this version of V8 does not say. */
function youngCapacity(): number | undefined {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young && young.space_used_size + young.space_available_size;
}

/**
 * Lets the young generation grow, and again whenever V8 made it small in a quiet time, and bounds the growth of the old one. V8 doubles the
 * young generation at a collection and has no limit that a running process can set, so its size is looked at after each collection. By
 * V8's own rules the heap would grow to four times its live size.
 */
function boundGenerations(): void {
  let liveBytes = getHeapStatistics().used_heap_size;
  let flags: readonly string[] = [];
  const look = () => {
    const capacity = youngCapacity();
    // It is doubled, and V8 needs a little of it for itself.
    const mayGrow = capacity !== undefined && capacity <= youngBytes(liveBytes) / 2;
    const percent = Math.round(Math.max(leastGrowth, growthBytes / liveBytes) * 100);
    const wanted = [`--semi-space-growth-factor=${mayGrow ? 2 : 1}`, `--heap-growing-percent=${percent}`];
    for (const flag of wanted) if (!flags.includes(flag)) setFlagsFromString(flag);
    flags = wanted;
  };
  look();
  new PerformanceObserver(list => {
    const isMajor = list.getEntries().some(entry => (entry as GcEntry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isMajor) liveBytes = getHeapStatistics().used_heap_size;
    look();
  }).observe({ entryTypes: ['gc'] });
}

type GcEntry = PerformanceEntry & { readonly detail: { readonly kind: number } };

/**
 * During calls V8 collects by its own rules: early collection doubled the time of the slowest hundredth of calls. How much both
 * generations grow is bounded (in versions of V8 that this was measured with).
 */
export function letHeapGrow(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
  const grow = () => {
    if (process.versions.v8.startsWith('11.')) {
      // So few objects are copied sooner by one thread than others are woken.
      setFlagsFromString('--no-parallel-scavenge');
      boundGenerations();
    }
    setFlagsFromString('--no-optimize-for-size');
  };
  setTimeout(grow, settlingMs).unref();
}
