import { adviceFor, type LoadResult, promptWarnings, type ServerLoadOutcome, streamWarnings } from '@mcpgw/loader';

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
  readonly summary: Readonly<Record<ServerLoadOutcome['status'], number>>;
  readonly servers: readonly ProbedServer[];
  readonly warnings: { readonly prompt: readonly string[]; readonly stream: readonly string[] };
}

function probed(outcome: ServerLoadOutcome, header: boolean): ProbedServer {
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
    advice: adviceFor(outcome, { header }) ?? null,
  };
}

/** @param withHeader ids of the servers that --header reaches, by default all */
export function makeProbeReport(
  { status }: LoadResult,
  startedAt: Date,
  durationMs: number,
  withHeader?: ReadonlySet<string>,
): ProbeReport {
  const outcomes = [...status.values()];
  const summary = { available: 0, transient: 0, permanent: 0, denied: 0 };
  for (const outcome of outcomes) summary[outcome.status]++;
  return {
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    summary,
    servers: outcomes.map(outcome => probed(outcome, withHeader?.has(outcome.serverId) ?? true)),
    warnings: { prompt: promptWarnings(outcomes), stream: streamWarnings(outcomes) },
  };
}

/** Whether a server failed in one of `classes` (all three by default; `none` stands for no class). */
export function hasFailure({ summary }: ProbeReport, classes: readonly string[] = ['transient', 'permanent', 'denied']): boolean {
  return (['transient', 'permanent', 'denied'] as const).some(name => classes.includes(name) && summary[name] > 0);
}
