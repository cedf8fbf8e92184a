import type { Connection, HttpConnection } from '@mcpgw/mcp-config';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Authorizer } from '../connect/authorizer.js';
import type { OpenOptions } from '../connect/open.js';
import type { ClassifyOptions } from '../failures/classify.js';
import { connectTimeoutMs } from '../servers/connection.js';
import type { BackoffOptions } from '../time/backoff.js';
import type { LoadProgress } from './outcome.js';

/** Options of a load. Durations are in milliseconds. */
export interface LoadOptions extends ClassifyOptions {
  /** Connect attempts for each server, at least 1. Default 3. */
  readonly maxAttempts?: number;
  /** Milliseconds before the second attempt; they double from there. Default 250. */
  readonly baseBackoffMs?: number;
  /** Maximum delay between attempts in milliseconds. A server that asks for a longer delay is not tried again. Default 5000. */
  readonly maxBackoffMs?: number;
  /** Milliseconds for each attempt, from connecting to the last page of tools. Default: what the connection says, else 10,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Milliseconds for the whole load; all servers load at the same time. Default 30,000, or the longest of an attempt where that is more. */
  readonly totalTimeoutMs?: number;
  /** Aborts the load: everything is released, then the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called for every attempt, every retry and every outcome, as they happen. */
  readonly onProgress?: (event: LoadProgress) => void;
  /** Certificates (PEM) to trust in addition to the public ones. */
  readonly ca?: string;
  /** The bearer tokens of a server that is reached over HTTP. Default: none besides its headers. */
  readonly authorize?: (serverId: string, connection: HttpConnection) => Authorizer | undefined;
  /** Maximum size of an HTTP response body in bytes. Default 64 MiB. */
  readonly maxResponseBytes?: number;
  /** The name and version that servers are told. Default: mcpgw. */
  readonly clientInfo?: Implementation;
  /** Source of the backoff's jitter, 0 <= x < 1. */
  readonly random?: () => number;
}

export interface LoadSettings extends BackoffOptions, OpenOptions, ClassifyOptions {
  readonly maxAttempts: number;
  readonly attemptTimeoutMs: number | undefined;
  readonly onProgress: (event: LoadProgress) => void;
  readonly authorize: NonNullable<LoadOptions['authorize']>;
}

function checkPositive(name: string, value: number | undefined): void {
  if (value !== undefined && (!(value > 0) || value > 2_000_000_000)) throw new RangeError(`${name} must be a number above 0`);
}

const defaultAttemptMs = 10_000;
const defaultTotalMs = 30_000;

/** Milliseconds that one attempt at `connection` may take. */
export function attemptMs(connection: Connection, settings: Pick<LoadSettings, 'attemptTimeoutMs'>): number {
  return settings.attemptTimeoutMs ?? connectTimeoutMs(connection, defaultAttemptMs);
}

/** Milliseconds that the load of all `connections` may take. */
export function totalMs(connections: readonly Connection[], options: LoadOptions): number {
  if (options.totalTimeoutMs !== undefined) return options.totalTimeoutMs;
  const { attemptTimeoutMs } = options;
  return connections.reduce((most, connection) => Math.max(most, attemptMs(connection, { attemptTimeoutMs })), defaultTotalMs);
}

/** The settings that `options` ask for. @throws RangeError for a count or time that is not positive */
export function loadSettings(options: LoadOptions): LoadSettings {
  const { maxAttempts = 3, baseBackoffMs = 250, maxBackoffMs = 5000, attemptTimeoutMs } = options;
  checkPositive('attemptTimeoutMs', attemptTimeoutMs);
  checkPositive('totalTimeoutMs', options.totalTimeoutMs);
  checkPositive('maxBackoffMs', maxBackoffMs);
  if (!(baseBackoffMs >= 0)) throw new RangeError('baseBackoffMs must be 0 or more');
  return {
    maxAttempts: Math.max(1, Math.trunc(maxAttempts) || 1),
    baseBackoffMs,
    maxBackoffMs,
    attemptTimeoutMs,
    maxResponseBytes: options.maxResponseBytes ?? 64 * 2 ** 20,
    random: options.random ?? Math.random,
    onProgress: options.onProgress ?? (() => {}),
    authorize: options.authorize ?? (() => undefined),
    clientInfo: options.clientInfo ?? { name: 'mcpgw', version: '0.1.0' },
    transient403Signatures: options.transient403Signatures ?? [],
    ...(options.ca !== undefined && { ca: options.ca }),
  };
}
