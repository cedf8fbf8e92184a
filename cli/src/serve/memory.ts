import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

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

/**
 * Bytes of the young generation that may be in use during calls: with fewer it is collected so often that objects of calls in flight are
 * copied, and kept, again and again.
 */
const youngBytes = 4 << 20;

/** How many bytes of the young generation may be in use now. */
function youngCapacity(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young === undefined ? youngBytes : young.space_used_size + young.space_available_size;
}

/**
 * Lets the young generation grow to `youngBytes`, and again whenever V8 made it small in a quiet time. V8 doubles it at a collection, and
 * has no limit that a running process can set, so its size is looked at after each collection.
 */
function growYoungGeneration(): void {
  let isGrowing = false;
  const look = () => {
    // It is doubled, and V8 needs a little of it for itself.
    const mayGrow = youngCapacity() <= youngBytes / 2;
    if (mayGrow === isGrowing) return;
    isGrowing = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  };
  look();
  new PerformanceObserver(look).observe({ entryTypes: ['gc'] });
}

/**
 * During calls V8 collects by its own rules: early collection doubled the time of the slowest hundredth of calls. By those rules the heap
 * would grow to four times its live size, so the growth of the old generation is bounded (in versions of V8 that this was measured with).
 */
export function letHeapGrow(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
  const grow = () => {
    if (process.versions.v8.startsWith('11.')) {
      setFlagsFromString('--heap-growing-percent=40');
      // So few objects are copied sooner by one thread than others are woken.
      setFlagsFromString('--no-parallel-scavenge');
      growYoungGeneration();
    }
    setFlagsFromString('--no-optimize-for-size');
  };
  setTimeout(grow, settlingMs).unref();
}
