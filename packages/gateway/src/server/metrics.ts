/** Metrics for Prometheus: calls, failures, sessions, servers. Names of tools are no labels: there are many, and clients choose them. */

import type { Recorder } from '@mcpgw/activity';
import type { GatewayFailure } from '@mcpgw/failures';
import type { StoreError } from '@mcpgw/store';
import type { Dropped, Upstreams } from '@mcpgw/upstreams';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Catalogue } from '../discovery/catalogue.js';
import type { Sessions } from './sessions.js';

/** Why the connection of a client was closed that does not read. */
export type CutReason = 'unread_bytes' | 'write_timeout';

export interface MetricsSources {
  /** Why the store does not answer now; `undefined` where it does. */
  readonly circuit: { readonly fault: StoreError | undefined };
  readonly sessions: Pick<Sessions, 'size'>;
  /** Requests without an answer yet. */
  readonly endpoint: { readonly inFlight: number };
  /** Bytes that wait for clients. */
  readonly unread: { readonly bytes: number };
  readonly upstreams: Pick<Upstreams, 'states'>;
  readonly catalogue: Pick<Catalogue, 'allCounts' | 'changedCount'>;
  readonly recorder?: Pick<Recorder, 'status'> | undefined;
}

const states = ['disabled', 'connecting', 'ready', 'waiting', 'failed'] as const;
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
  readonly #reloads: Counter<'outcome'>;
  readonly #cut: Counter<'reason'>;
  readonly #dropped: Counter<'server' | 'kind'>;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'mcpgw_requests_total',
      help: 'Requests answered, by method and outcome: ok, or the category of the failure',
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

  answered(method: string, failure: GatewayFailure | undefined, milliseconds: number): void {
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
