import type { Connection } from '@mcpgw/mcp-config';
import { type Classified, classifySignal } from '../failures/classify.js';
import type { LoadSignal } from '../failures/load-error.js';
import { safeText } from '../failures/safe-text.js';
import { connectionFault, connectionSecrets } from '../servers/connection.js';
import { backoffMs } from '../time/backoff.js';
import { type Deadline, DeadlineError, sleep } from '../time/deadline.js';
import { attemptLoad, type LoadedServer, type LoadRun } from './attempt.js';
import type { LoadSettings } from './options.js';
import type { ServerLoadOutcome } from './outcome.js';

type Failure = Classified & { readonly signal: LoadSignal; readonly attempts: number };

function failureOf(signal: LoadSignal, attempts: number, settings: LoadSettings): Failure {
  return { ...classifySignal(signal, settings), signal, attempts };
}

/** Milliseconds until the next attempt; undefined if the class, the number of attempts, the server or the deadline forbids one. */
function nextDelay({ signal, status, attempts }: Failure, total: Deadline, settings: LoadSettings): number | undefined {
  if (status !== 'transient' || attempts >= settings.maxAttempts) return undefined;
  const asked = signal.retryAfterMs ?? 0;
  const delay = Math.max(backoffMs(attempts, settings), asked);
  return asked > settings.maxBackoffMs || delay >= total.millisecondsLeft ? undefined : delay;
}

function errorText({ signal }: Failure, connection: Connection): string {
  const { text, detail } = signal;
  return safeText(detail ? `${text}: ${detail}` : text, connectionSecrets(connection));
}

function failedOutcome(serverId: string, connection: Connection, failure: Failure, startedAt: number): ServerLoadOutcome {
  return {
    serverId,
    status: failure.status,
    tools: [],
    error: errorText(failure, connection),
    attempts: failure.attempts,
    layer: failure.layer,
    code: failure.code ?? null,
    httpStatus: failure.signal.status ?? null,
    transport: connection.transport === 'malformed' ? null : connection.transport,
    protocolVersion: null,
    serverInfo: null,
    durationMs: performance.now() - startedAt,
  };
}

function availableOutcome(serverId: string, loaded: LoadedServer, attempts: number, startedAt: number): ServerLoadOutcome {
  const durationMs = performance.now() - startedAt;
  return { serverId, status: 'available', error: null, attempts, layer: null, code: null, httpStatus: null, ...loaded, durationMs };
}

function malformed(connection: Connection, settings: LoadSettings): Failure | undefined {
  const fault = connectionFault(connection);
  return fault === undefined
    ? undefined
    : failureOf({ layer: 'config', code: 'config', text: `malformed connection config: ${fault}` }, 0, settings);
}

/** Waits for the next attempt; false if the deadline of the load passed meanwhile. */
async function waited(milliseconds: number, total: Deadline): Promise<boolean> {
  try {
    await sleep(milliseconds, total.signal);
    return true;
  } catch (error) {
    if (error instanceof DeadlineError) return false;
    throw error;
  }
}

/** Loads one server, with retries. Rejects only if the caller aborts. */
export async function loadServer(serverId: string, connection: Connection, run: LoadRun): Promise<ServerLoadOutcome> {
  const { settings, total } = run;
  const startedAt = performance.now();
  const fault = malformed(connection, settings);
  if (fault || connection.transport === 'malformed') return failedOutcome(serverId, connection, fault!, startedAt);
  const authorizer = connection.transport === 'stdio' ? undefined : settings.authorize(serverId, connection);
  for (let attempt = 1; ; attempt++) {
    settings.onProgress({ kind: 'attempt', serverId, attempt });
    const result = await attemptLoad(connection, run, authorizer);
    if ('tools' in result) return availableOutcome(serverId, result, attempt, startedAt);
    const failure = failureOf(result, attempt, settings);
    const delayMs = nextDelay(failure, total, settings);
    if (delayMs === undefined) return failedOutcome(serverId, connection, failure, startedAt);
    settings.onProgress({ kind: 'retry', serverId, attempt, delayMs, reason: errorText(failure, connection) });
    if (!(await waited(delayMs, total))) return failedOutcome(serverId, connection, failure, startedAt);
  }
}
