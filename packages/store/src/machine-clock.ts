/** A clock that the processes of one machine share, and that setting the wall clock does not change. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

let boot: string | undefined;

/** Identifies the boot of the machine, also inside containers; empty if there is no /proc. */
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

/** The expiry of a stored text, on the clock of one boot of the machine. */
export interface End {
  readonly boot: string;
  /** Milliseconds since the machine was started. */
  readonly at: number;
  /** Its time to live, in milliseconds. */
  readonly keepMs: number;
}

/** Minimum milliseconds between two reads of the machine's clock, which is a file. */
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
 * Milliseconds until an expiry, 0 or less if it has passed; undefined for an expiry on the clock of another boot, which cannot be
 * compared.
 */
export function leftUntil({ boot: of, at, keepMs }: End): number | undefined {
  const left = at - sinceBoot();
  return of !== bootId() || left > keepMs ? undefined : left;
}

/** Parses a stored expiry; undefined for an invalid one. */
export function readEnd(value: unknown): End | undefined {
  const { boot: of, at, keepMs } = (value ?? {}) as Partial<End>;
  return typeof of === 'string' && typeof at === 'number' && typeof keepMs === 'number' ? { boot: of, at, keepMs } : undefined;
}
