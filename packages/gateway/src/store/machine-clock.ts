/** Time that processes of one machine share, and that no step of the wall clock changes. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

let boot: string | undefined;

/** Names the start of the machine, also inside of containers; empty where there is no /proc. */
export function bootId(): string {
  if (boot === undefined) {
    try {
      boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    } catch {
      boot = '';
    }
  }
  return boot;
}

/** When something that is kept ends: on the clock of one start of the machine. */
export interface End {
  readonly boot: string;
  /** Milliseconds since the machine was started. */
  readonly at: number;
  /** Milliseconds for which it was kept then. */
  readonly keepMs: number;
}

/** Milliseconds for which the machine's clock is not read again: that reads a file. */
const readEveryMs = 1_000;
let read = { at: Number.NEGATIVE_INFINITY, sinceBoot: 0 };

/** Of the time that the machine was asleep, it knows within `readEveryMs`. */
function sinceBoot(): number {
  const now = performance.now();
  if (now - read.at >= readEveryMs) read = { at: now, sinceBoot: uptime() * 1000 };
  return Math.round(read.sinceBoot + now - read.at);
}

export function endIn(keepMs: number): End {
  return { boot: bootId(), at: sinceBoot() + keepMs, keepMs };
}

/**
 * Milliseconds until an end, 0 and less where it has come; undefined for an end on the clock of another start of the machine, which
 * cannot be told.
 */
export function leftUntil({ boot: of, at, keepMs }: End): number | undefined {
  const left = at - sinceBoot();
  return of !== bootId() || left > keepMs ? undefined : left;
}

/** An end as it was stored; undefined for what is none. */
export function readEnd(value: unknown): End | undefined {
  const { boot: of, at, keepMs } = (value ?? {}) as Partial<End>;
  return typeof of === 'string' && typeof at === 'number' && typeof keepMs === 'number' ? { boot: of, at, keepMs } : undefined;
}
