import { adviceFor, type LoadResult, promptWarnings, type ServerLoadOutcome, safeText, streamWarnings } from '@mcpgw/loader';
import { quoted } from '../shell.js';
import type { ServerPlace, Targets } from './targets.js';

/** One server in the report; its schema is published as `probe-report`. */
export interface ProbedServer {
  readonly id: string;
  readonly status: ServerLoadOutcome['status'];
  readonly transport: ServerLoadOutcome['transport'];
  readonly protocol: string | null;
  readonly server: string | null;
  readonly tools: readonly string[];
  readonly attempts: number;
  readonly durationMs: number;
  readonly layer: ServerLoadOutcome['layer'];
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly reason: string | null;
  readonly advice: string | null;
}

export interface ProbeReport {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The address of the gateway whose connections were asked for; absent where the servers were reached from here. */
  readonly gateway?: string;
  readonly summary: Readonly<Record<ServerLoadOutcome['status'], number>>;
  readonly servers: readonly ProbedServer[];
  readonly warnings: { readonly prompt: readonly string[]; readonly stream: readonly string[] };
}

/** The command that logs in to a server of a file. */
const loginAdvice = ({ file, server }: ServerPlace): string =>
  `log in: mcpgw login ${quoted(safeText(server))} --config ${quoted(safeText(file))}`;

function adviceOf(outcome: ServerLoadOutcome, { withHeader, places }: Partial<Pick<Targets, 'withHeader' | 'places'>>): string | null {
  const place = outcome.code === 'login-needed' ? places?.get(outcome.serverId) : undefined;
  if (place !== undefined) return loginAdvice(place);
  const isOfCommandLine = places?.has(outcome.serverId) === false && withHeader?.has(outcome.serverId) === true;
  if (outcome.code === 'config' && isOfCommandLine) return 'correct the address or the headers that the command names';
  return adviceFor(outcome, { header: withHeader?.has(outcome.serverId) ?? true }) ?? null;
}

function probed(outcome: ServerLoadOutcome, advice: string | null): ProbedServer {
  return {
    id: outcome.serverId,
    status: outcome.status,
    transport: outcome.transport,
    protocol: outcome.protocolVersion,
    server: outcome.serverInfo,
    tools: outcome.tools.map(({ name }) => name),
    attempts: outcome.attempts,
    durationMs: Math.round(outcome.durationMs),
    layer: outcome.layer,
    code: outcome.code,
    httpStatus: outcome.httpStatus,
    reason: outcome.error,
    advice,
  };
}

/** How many servers have each status. */
export function summaryOf(outcomes: readonly Pick<ServerLoadOutcome, 'status'>[]): ProbeReport['summary'] {
  const summary = { available: 0, transient: 0, permanent: 0, denied: 0 };
  for (const { status } of outcomes) summary[status]++;
  return summary;
}

/** The report of one round. Without `targets`, --header reaches all servers, and none stands in a file. */
export function makeProbeReport(
  { status }: LoadResult,
  startedAt: Date,
  durationMs: number,
  targets: Partial<Pick<Targets, 'withHeader' | 'places'>> = {},
): ProbeReport {
  const outcomes = [...status.values()];
  return {
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    summary: summaryOf(outcomes),
    servers: outcomes.map(outcome => probed(outcome, adviceOf(outcome, targets))),
    warnings: { prompt: promptWarnings(outcomes), stream: streamWarnings(outcomes) },
  };
}

/** Whether a server failed in one of `classes` (all three by default; `none` stands for no class). */
export function hasFailure({ summary }: ProbeReport, classes: readonly string[] = ['transient', 'permanent', 'denied']): boolean {
  return (['transient', 'permanent', 'denied'] as const).some(name => classes.includes(name) && summary[name] > 0);
}
