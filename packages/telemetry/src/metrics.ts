/** Metrics for Prometheus: calls by server and tool, failures, sessions, servers. Names of tools are bounded (`tool-names.ts`). */

import type { Recorder } from '@mcpgw/activity';
import type { Dropped, Upstreams } from '@mcpgw/upstreams';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ExportStatus } from './telemetry.js';
import { otherTools, ToolNames } from './tool-names.js';

/** Why the connection of a client was closed that does not read. */
export type CutReason = 'unread_bytes' | 'write_timeout';

export interface MetricsSources {
  /** Why the store does not answer now; `undefined` where it does. */
  readonly circuit: { readonly fault: Error | undefined };
  readonly sessions: { readonly size: number };
  /** Requests without an answer yet. */
  readonly endpoint: { readonly inFlight: number };
  /** Bytes that wait for clients. */
  readonly unread: { readonly bytes: number };
  readonly upstreams: Pick<Upstreams, 'states'>;
  /** Tools of a server by status, and those that changed since they were approved. */
  readonly catalogue: { allCounts(server: string): object; changedCount(server: string): number };
  readonly recorder?: Pick<Recorder, 'status'> | undefined;
  /** What was exported over OTLP; absent where nothing is. */
  readonly exports?: (() => readonly ExportStatus[]) | undefined;
}

/** How the call of a tool ended: `ok`, `tool_error` for a result with `isError`, `locked`, or the category of the failure. */
export interface CountedCall {
  /** Absent where there is no such server, and no such tool: clients may send any name. */
  readonly server: string | undefined;
  readonly tool: string | undefined;
  readonly outcome: string;
  readonly milliseconds: number;
}

const states = ['disabled', 'connecting', 'ready', 'waiting', 'failed'] as const;
/** Calls of one tool have fewer buckets than all requests: each costs a time series for each tool. */
const callSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120];
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Methods that are counted by name. All others are counted as one, because clients may send any number of them. */
const known: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'subscriptions/listen',
]);

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'outcome'>;
  readonly #duration: Histogram<'method'>;
  readonly #calls: Counter<'server' | 'tool' | 'outcome'>;
  readonly #callDuration: Histogram<'server' | 'tool'>;
  readonly #toolNames: ToolNames;
  readonly #reloads: Counter<'outcome'>;
  readonly #cut: Counter<'reason'>;
  readonly #dropped: Counter<'server' | 'kind'>;

  /** `toolsOfServer`: how many tools of one server have their names in labels. */
  constructor(toolsOfServer: () => number = () => 100) {
    this.#toolNames = new ToolNames(toolsOfServer);
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    // Gauges whose names end as those of counters, which `promtool check metrics` refuses. The metrics by type have the same numbers.
    for (const kind of ['resources', 'handles', 'requests']) this.#registry.removeSingleMetric(`nodejs_active_${kind}_total`);
    this.#requests = new Counter({
      name: 'mcpgw_requests_total',
      help: 'Requests answered, by method and outcome: "ok" or the category of the failure',
      labelNames: ['method', 'outcome'],
      registers,
    });
    this.#duration = new Histogram({
      name: 'mcpgw_request_duration_seconds',
      help: 'Time from a request to its answer',
      labelNames: ['method'],
      buckets: seconds,
      registers,
    });
    this.#calls = new Counter({
      name: 'mcpgw_tool_calls_total',
      help: 'Calls of tools, by server, tool and outcome: "ok", "tool_error", "locked" or the category of the failure. Tool "other": tools beyond limits.metric_tools',
      labelNames: ['server', 'tool', 'outcome'],
      registers,
    });
    this.#callDuration = new Histogram({
      name: 'mcpgw_tool_call_duration_seconds',
      help: 'Time from the call of a tool to its answer, by server and tool',
      labelNames: ['server', 'tool'],
      buckets: callSeconds,
      registers,
    });
    this.#reloads = new Counter({ name: 'mcpgw_reloads_total', help: 'Reloads of the configuration', labelNames: ['outcome'], registers });
    this.#cut = new Counter({
      name: 'mcpgw_clients_cut_total',
      help: 'Connections closed because their clients do not read: unread_bytes or write_timeout',
      labelNames: ['reason'],
      registers,
    });
    this.#dropped = new Counter({
      name: 'mcpgw_upstream_messages_dropped_total',
      help: 'Messages of each server that were not passed on to clients since it sent too many: log, update or request',
      labelNames: ['server', 'kind'],
      registers,
    });
  }

  /** Adds the gauges, which are read from these parts at each scrape. */
  observe(sources: MetricsSources): void {
    const registers = [this.#registry];
    if (sources.recorder) this.#observeRecord(sources.recorder);
    if (sources.exports) this.#observeExports(sources.exports);
    new Gauge({
      name: 'mcpgw_store_up',
      help: 'Whether the store of sessions and approvals answers: 1 or 0',
      registers,
      collect() {
        this.set(sources.circuit.fault === undefined ? 1 : 0);
      },
    });
    new Gauge({
      name: 'mcpgw_sessions',
      help: 'Open sessions',
      registers,
      collect() {
        this.set(sources.sessions.size);
      },
    });
    new Gauge({
      name: 'mcpgw_requests_under_way',
      help: 'Requests without an answer yet',
      registers,
      collect() {
        this.set(sources.endpoint.inFlight);
      },
    });
    new Gauge({
      name: 'mcpgw_unread_bytes',
      help: 'Bytes of answers and event streams that clients have not read yet',
      registers,
      collect() {
        this.set(sources.unread.bytes);
      },
    });
    new Gauge({
      name: 'mcpgw_upstream_state',
      help: 'State of each server: 1 for the one it is in',
      labelNames: ['server', 'state'],
      registers,
      collect() {
        this.reset();
        for (const { name, connection } of sources.upstreams.states())
          for (const state of states) this.set({ server: name, state }, connection.state === state ? 1 : 0);
      },
    });
    new Gauge({
      name: 'mcpgw_upstream_tools',
      help: 'Tools of each server, by status: callable, or the one reason why they are locked',
      labelNames: ['server', 'status'],
      registers,
      collect() {
        this.reset();
        for (const { name: server } of sources.upstreams.states())
          for (const [status, count] of Object.entries(sources.catalogue.allCounts(server))) this.set({ server, status }, count);
      },
    });
    new Gauge({
      name: 'mcpgw_upstream_tools_changed',
      help: 'Tools of each server that changed since they were approved, whatever else locks them',
      labelNames: ['server'],
      registers,
      collect() {
        this.reset();
        for (const { name: server } of sources.upstreams.states()) this.set({ server }, sources.catalogue.changedCount(server));
      },
    });
    new Gauge({
      name: 'mcpgw_upstream_since_timestamp_seconds',
      help: 'Unix time since which each server is ready or off; of one that is away, when it was lost or could first not be reached',
      labelNames: ['server'],
      registers,
      collect() {
        this.reset();
        for (const { name: server, connection } of sources.upstreams.states()) this.set({ server }, connection.since / 1000);
      },
    });
  }

  #observeRecord(recorder: Pick<Recorder, 'status'>): void {
    const registers = [this.#registry];
    const counts = { records: 'Records of activity that were written', lost: 'Records of activity that could not be written' } as const;
    for (const [key, help] of Object.entries(counts) as [keyof typeof counts, string][])
      new Counter({
        name: `mcpgw_activity_${key}_total`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(recorder.status[key]);
        },
      });
    new Gauge({
      name: 'mcpgw_activity_failing',
      help: '1 while records of activity cannot be written',
      registers,
      collect() {
        this.set(recorder.status.state === 'failing' ? 1 : 0);
      },
    });
  }

  #observeExports(exports: () => readonly ExportStatus[]): void {
    const registers = [this.#registry];
    new Counter({
      name: 'mcpgw_telemetry_lost_total',
      help: 'Spans, log records and batches of metrics that were not exported over OTLP, by signal',
      labelNames: ['signal'],
      registers,
      collect() {
        this.reset();
        for (const { signal, lost } of exports()) this.inc({ signal }, lost);
      },
    });
    new Gauge({
      name: 'mcpgw_telemetry_failing',
      help: '1 while the last export over OTLP failed, by signal',
      labelNames: ['signal'],
      registers,
      collect() {
        for (const { signal, state } of exports()) this.set({ signal }, state === 'failing' ? 1 : 0);
      },
    });
  }

  /** Counts a `tools/call`. */
  called({ server, tool, outcome, milliseconds }: CountedCall): void {
    const labels = { server: server?.toWellFormed() ?? otherTools, tool: this.#toolNames.label(server, tool) };
    this.#calls.inc({ ...labels, outcome });
    this.#callDuration.observe(labels, milliseconds / 1000);
  }

  answered(method: string, failure: { readonly category: string } | undefined, milliseconds: number): void {
    const label = known.has(method) ? method : 'other';
    this.#requests.inc({ method: label, outcome: failure?.category ?? 'ok' });
    this.#duration.observe({ method: label }, milliseconds / 1000);
  }

  reloaded(outcome: 'applied' | 'refused'): void {
    this.#reloads.inc({ outcome });
  }

  cut(reason: CutReason): void {
    this.#cut.inc({ reason });
  }

  dropped(server: string, kind: Dropped, count: number): void {
    this.#dropped.inc({ server, kind }, count);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
