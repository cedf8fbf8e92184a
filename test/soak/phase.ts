/** What a phase of the soak test has at hand, and what it leaves: counts, figures and verdicts. */
import type { Caller } from './callers.js';
import type { Call } from './fleet.js';
import type { Gateway, Memory } from './gateway.js';
import { childrenOf, descriptorsOf } from './process-facts.js';
import type { Seeded } from './seeded.js';
import { judge, Tally } from './tally.js';
import { sleep } from './wait.js';

export interface Verdict {
  readonly what: string;
  readonly met: boolean;
  /** What was seen. */
  readonly detail: string;
  /** Why it may be violated today: a fault that is known and being worked on. It is reported, and does not fail the test. */
  readonly known?: string;
}

export interface Phase {
  readonly name: string;
  /** What is done to the gateway, in one sentence. */
  readonly what: string;
  /** Its share of the time. */
  readonly weight: number;
  /** Why it cannot run on this machine. */
  readonly missing?: () => string | undefined;
  run(context: PhaseContext): Promise<void>;
}

export interface LoadOptions {
  readonly ms?: number;
  readonly isOver?: () => boolean;
  /** Each caller waits up to so long between two calls. */
  readonly pauseMs?: number;
  /** Where its calls are counted, unless with those of the phase. */
  readonly tally?: Tally;
}

export interface JudgeOptions {
  /** Whether failures with a name are expected. */
  readonly named?: boolean;
  /** Whether connections may break. */
  readonly lost?: boolean;
  readonly tally?: Tally;
  /** What stands before each verdict. */
  readonly of?: string;
  /** Why calls fail by name that should not; see `Verdict.known`. */
  readonly known?: string;
}

const mib = 1 << 20;

export class PhaseContext {
  readonly verdicts: Verdict[] = [];
  readonly figures: Record<string, string> = {};
  readonly tally = new Tally();
  /** Milliseconds of load. */
  readonly ms: number;
  readonly random: Seeded;
  /** A folder of its own. */
  readonly folder: string;

  constructor(ms: number, random: Seeded, folder: string) {
    this.ms = ms;
    this.random = random;
    this.folder = folder;
  }

  verdict(what: string, met: boolean, detail: unknown = '', known?: string): void {
    this.verdicts.push({ what, met, detail: String(detail), ...(known !== undefined && { known }) });
  }

  figure(what: string, value: number | string, unit = ''): void {
    const text = typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
    this.figures[what] = unit === '' ? text : `${text} ${unit}`;
  }

  /** Judges and counts one call; `false` where its answer is not the right one. */
  async call(caller: Caller, { tool, args, expected }: Call, tally = this.tally): Promise<boolean> {
    const start = performance.now();
    const outcome = judge(await caller.call(tool, args), expected);
    tally.add(outcome, performance.now() - start);
    return outcome.kind === 'ok';
  }

  /** Lets every caller make calls, one after another with short pauses, until the time is over or `isOver`. */
  async load(callers: readonly Caller[], next: () => Call, { ms = this.ms, isOver, pauseMs = 40, tally }: LoadOptions = {}): Promise<void> {
    const end = performance.now() + ms;
    const one = async (caller: Caller) => {
      while (performance.now() < end && !isOver?.()) {
        await this.call(caller, next(), tally);
        await sleep(this.random.between(0, pauseMs));
      }
    };
    await Promise.all(callers.map(one));
  }

  /** Does something again and again while the load goes on. */
  async meanwhile(step: () => Promise<unknown>, isOver: () => boolean, pauseMs: () => number): Promise<void> {
    while (!isOver()) {
      await step();
      if (!isOver()) await sleep(pauseMs());
    }
  }

  /** The verdicts that hold for all calls. */
  judgeCalls({ named = false, lost = false, tally = this.tally, of = '', known }: JudgeOptions = {}): void {
    const { calls, counts, failures, modes, samples } = tally;
    const verdict = (what: string, met: boolean, detail: unknown) => this.verdict(`${of}${what}`, met, detail);
    const found = samples.join('; ');
    verdict('calls were made', calls > 0, `${calls} calls`);
    verdict('no wrong answer: each answer carries the nonce of its call', counts.wrong === 0, counts.wrong === 0 ? '0' : found);
    verdict('no failure without failure_mode and failure_category', counts.unnamed === 0, counts.unnamed === 0 ? '0' : found);
    verdict('no call without an answer', counts.hung === 0, counts.hung === 0 ? '0' : found);
    if (!lost) verdict('no connection of a client broke', counts.lost === 0, counts.lost === 0 ? '0' : found);
    if (!named) this.verdict(`${of}no call failed`, failures === 0, failures === 0 ? '0' : modes, known);
    this.figure(
      `${of}time of a call, median / 99 % / longest`,
      `${[0.5, 0.99, 1].map(share => Math.round(tally.at(share))).join(' / ')} ms`,
    );
  }

  /** The gateway lives, its log shows no bug, and it has no dead children. */
  judgeGateway(gateway: Gateway): void {
    this.verdict('the gateway runs', gateway.isRunning, gateway.isRunning ? '' : gateway.log().slice(-400));
    const bug = gateway.bug();
    this.verdict('its log shows no stack trace and no internal failure', bug === undefined, bug ?? '');
    if (!gateway.isRunning) return;
    const zombies = childrenOf(gateway.pid).filter(({ state }) => state === 'Z').length;
    this.verdict('no zombie processes', zombies === 0, zombies);
  }

  /** The heap after garbage collection does not grow from one time to a later one. */
  judgeHeap(what: string, before: Memory, after: Memory): void {
    const [from, to] = [before.heapUsed / mib, after.heapUsed / mib];
    this.verdict(
      `${what}: the heap after garbage collection is flat`,
      to <= from * 1.15 + 5,
      `${from.toFixed(1)} MiB, then ${to.toFixed(1)} MiB`,
    );
  }

  /** Large requests and answers are released; what ends by a deadline of a minute gets two. */
  async judgeReleased(gateway: Gateway): Promise<void> {
    const most = 80_000_000;
    let { heapUsed } = await gateway.memory();
    for (let round = 0; round < 60 && heapUsed > most; round++) {
      await sleep(2000);
      ({ heapUsed } = await gateway.memory());
    }
    this.verdict('nothing of it is kept', heapUsed <= most, `${(heapUsed / 1e6).toFixed(1)} MB of heap after garbage collection`);
  }

  /** Open descriptors are those of before, but for some idle connections; waits a while for closing ones. */
  async judgeDescriptors(gateway: Gateway, before: number, spare = 20): Promise<void> {
    for (let round = 0; round < 300 && descriptorsOf(gateway.pid) > before + spare; round++) await sleep(100);
    const after = descriptorsOf(gateway.pid);
    this.verdict('no descriptors are left open', after <= before + spare, `${before} before, ${after} after`);
  }
}

/** Opens so many callers of each kind. */
export async function openCallers(gateway: Gateway, ...kinds: [number, (port: number) => Promise<Caller>][]): Promise<Caller[]> {
  return Promise.all(kinds.flatMap(([count, open]) => Array.from({ length: count }, () => open(gateway.port))));
}

export const closeCallers = (callers: readonly Caller[]): Promise<unknown> =>
  Promise.all(callers.map(caller => caller.close().catch(() => {})));
