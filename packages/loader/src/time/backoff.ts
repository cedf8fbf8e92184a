export interface BackoffOptions {
  readonly baseBackoffSeconds: number;
  readonly maxBackoffSeconds: number;
  /** 0 <= random() < 1. */
  readonly random: () => number;
}

/** Seconds to wait after failed attempt `attempt` (from 1): base * 2^(attempt-1) plus up to one base of jitter, bounded. */
export function backoffSeconds(attempt: number, { baseBackoffSeconds, maxBackoffSeconds, random }: BackoffOptions): number {
  return Math.min(baseBackoffSeconds * 2 ** (attempt - 1) + random() * baseBackoffSeconds, maxBackoffSeconds);
}

/** Seconds that a Retry-After header asks for (RFC 9110, 10.2.3: a number of seconds or a date); undefined where it says nothing. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return /[A-Za-z]/.test(value) && !Number.isNaN(date) ? Math.max(0, (date - now) / 1000) : undefined;
}
