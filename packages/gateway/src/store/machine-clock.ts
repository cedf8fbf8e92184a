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

const sinceBoot = () => Math.round(uptime() * 1000);

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
