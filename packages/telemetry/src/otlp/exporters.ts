/** Makes the exporters of each signal, and wraps them so that their failures are counted and told once. */
import { readFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import type { ServeTelemetry } from '@mcpgw/mcp-config';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtoLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Signal } from '../telemetry.js';
import type { ExportCounter } from './exports.js';
import type { SignalPlan } from './plan.js';

type Done = (result: ExportResult) => void;

/** Reads a file of certificates or keys that a variable names. @throws where it cannot be read */
function fileOf(signal: Signal, kind: string): string | undefined {
  const file =
    process.env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${kind}`]?.trim() || process.env[`OTEL_EXPORTER_OTLP_${kind}`]?.trim();
  return file ? readFileSync(file, 'utf8') : undefined;
}

/** Agents of exporters, which are closed with their connections at the end. */
export class Agents {
  readonly #agents = new Set<Agent>();

  /** What an exporter makes its agent with. @throws where a file of certificates cannot be read */
  factory(signal: Signal): (protocol: string) => Promise<Agent> {
    const [ca, cert, key] = [fileOf(signal, 'CERTIFICATE'), fileOf(signal, 'CLIENT_CERTIFICATE'), fileOf(signal, 'CLIENT_KEY')];
    return async protocol => {
      const { Agent } = protocol === 'https:' ? await import('node:https') : await import('node:http');
      const agent = new Agent({ keepAlive: true, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
      this.#agents.add(agent);
      return agent;
    };
  }

  /** Closes connections, also those in use. */
  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}

interface ExporterOptions {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly timeoutMillis?: number;
  readonly httpAgentOptions: (protocol: string) => Promise<Agent>;
}

/** The options of an exporter. What is not said here, the exporter takes from its variables: headers, timeout, compression. */
export function exporterOptions(signal: Signal, plan: SignalPlan, settings: ServeTelemetry, agents: Agents): ExporterOptions {
  const { headers, timeout } = settings;
  return {
    url: plan.url,
    ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
    ...(timeout !== undefined && { timeoutMillis: timeout }),
    httpAgentOptions: agents.factory(signal),
  };
}

/** An exporter of spans for a protocol. */
export function spanExporter({ protocol }: SignalPlan, options: ExporterOptions): SpanExporter {
  return new (protocol === 'http/json' ? JsonTraceExporter : ProtoTraceExporter)(options);
}

/** An exporter of metrics for a protocol. */
export function metricExporter({ protocol }: SignalPlan, options: ExporterOptions): PushMetricExporter {
  return new (protocol === 'http/json' ? JsonMetricExporter : ProtoMetricExporter)(options);
}

/** An exporter of log records for a protocol. */
export function logExporter({ protocol }: SignalPlan, options: ExporterOptions): LogRecordExporter {
  return new (protocol === 'http/json' ? JsonLogExporter : ProtoLogExporter)(options);
}

/** Starts an export whose failure is a result, however it comes. */
function started(start: (done: Done) => void, done: Done): void {
  try {
    start(done);
  } catch (error) {
    done({ code: ExportResultCode.FAILED, error: error instanceof Error ? error : new Error(String(error)) });
  }
}

/** An exporter of spans or log records whose results are counted. */
export function counted<T>(
  exporter: { export(items: T[], done: Done): void; shutdown(): Promise<void>; forceFlush?(): Promise<void> },
  counter: ExportCounter,
) {
  return {
    export: (items: T[], done: Done) => started(next => exporter.export(items, next), counter.following(items.length, done)),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** An exporter of metrics whose results are counted; each export is one batch. */
export function countedMetrics(exporter: PushMetricExporter, counter: ExportCounter): PushMetricExporter {
  return {
    export: (metrics, done) => started(next => exporter.export(metrics, next), counter.following(1, done)),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    selectAggregationTemporality: type => exporter.selectAggregationTemporality!(type),
    ...(exporter.selectAggregation && { selectAggregation: type => exporter.selectAggregation!(type) }),
  };
}
