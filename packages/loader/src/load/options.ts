import type { Implementation } from '@modelcontextprotocol/client';
import type { OpenOptions } from '../connect/open.js';
import type { ClassifyOptions } from '../failures/classify.js';
import type { Connection } from '../servers/connection.js';
import type { BackoffOptions } from '../time/backoff.js';
import type { LoadProgress } from './outcome.js';

export interface LoadOptions extends ClassifyOptions {
  /** Connect attempts for each server, at least 1. Default 3. */
  readonly maxAttempts?: number;
  /** Delay before the second attempt; it doubles from there. Default 0.25. */
  readonly baseBackoffSeconds?: number;
  /** Longest delay between attempts, also when a server asks for more (it is then not asked again). Default 5. */
  readonly maxBackoffSeconds?: number;
  /** Deadline of each attempt, from connecting to the last page of tools. Default: what the connection says, else 10. */
  readonly attemptTimeoutSeconds?: number | undefined;
  /** Deadline of the whole load; all servers load at the same time. Default 30, or the longest of an attempt where that is more. */
  readonly totalTimeoutSeconds?: number;
  /** Aborts the load: everything is released, then the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: LoadProgress) => void;
  /** Certificates (PEM) to trust besides the public ones. */
  readonly ca?: string;
  /** Longest HTTP response body. Default 64 MiB. */
  readonly maxResponseBytes?: number;
  readonly clientInfo?: Implementation;
  /** Source of the backoff's jitter, 0 <= x < 1. */
  readonly random?: () => number;
}

export interface LoadSettings extends BackoffOptions, OpenOptions, ClassifyOptions {
  readonly maxAttempts: number;
  readonly attemptTimeoutSeconds: number | undefined;
  readonly onProgress: (event: LoadProgress) => void;
}

function checkPositive(name: string, value: number | undefined): void {
  if (value !== undefined && (!(value > 0) || value > 2_000_000)) throw new RangeError(`${name} must be a number above 0`);
}

const defaultAttemptSeconds = 10;
const defaultTotalSeconds = 30;

/** Seconds that one attempt at `connection` may take. */
export function attemptSeconds(connection: Connection, settings: Pick<LoadSettings, 'attemptTimeoutSeconds'>): number {
  const own = connection.transport === 'malformed' ? undefined : connection.timeoutSeconds;
  return settings.attemptTimeoutSeconds ?? own ?? defaultAttemptSeconds;
}

/** Seconds that the load of all `connections` may take. */
export function totalSeconds(connections: readonly Connection[], options: LoadOptions): number {
  if (options.totalTimeoutSeconds !== undefined) return options.totalTimeoutSeconds;
  const { attemptTimeoutSeconds } = options;
  return connections.reduce(
    (most, connection) => Math.max(most, attemptSeconds(connection, { attemptTimeoutSeconds })),
    defaultTotalSeconds,
  );
}

/** The settings that `options` ask for. @throws RangeError for a count or time that is not positive */
export function loadSettings(options: LoadOptions): LoadSettings {
  const { maxAttempts = 3, baseBackoffSeconds = 0.25, maxBackoffSeconds = 5, attemptTimeoutSeconds } = options;
  checkPositive('attemptTimeoutSeconds', attemptTimeoutSeconds);
  checkPositive('totalTimeoutSeconds', options.totalTimeoutSeconds);
  checkPositive('maxBackoffSeconds', maxBackoffSeconds);
  if (!(baseBackoffSeconds >= 0)) throw new RangeError('baseBackoffSeconds must be 0 or more');
  return {
    maxAttempts: Math.max(1, Math.trunc(maxAttempts) || 1),
    baseBackoffSeconds,
    maxBackoffSeconds,
    attemptTimeoutSeconds,
    maxResponseBytes: options.maxResponseBytes ?? 64 * 2 ** 20,
    random: options.random ?? Math.random,
    onProgress: options.onProgress ?? (() => {}),
    clientInfo: options.clientInfo ?? { name: 'mcpgw', version: '0.1.0' },
    transient403Signatures: options.transient403Signatures ?? [],
    ...(options.ca !== undefined && { ca: options.ca }),
  };
}
