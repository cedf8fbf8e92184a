export interface BackoffOptions {
  readonly baseBackoffMs: number;
  readonly maxBackoffMs: number;
  /** 0 <= random() < 1. */
  readonly random: () => number;
}

/** Milliseconds to wait after failed attempt `attempt` (from 1): base * 2^(attempt-1) plus up to one base of jitter, bounded. */
export function backoffMs(attempt: number, { baseBackoffMs, maxBackoffMs, random }: BackoffOptions): number {
  return Math.min(baseBackoffMs * 2 ** (attempt - 1) + random() * baseBackoffMs, maxBackoffMs);
}

/** Milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: a number of seconds or a date); undefined if it is neither. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return /[A-Za-z]/.test(value) && !Number.isNaN(date) ? Math.max(0, date - now) : undefined;
}
