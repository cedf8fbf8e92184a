/** Telemetry with the SDK of OpenTelemetry. Nothing is registered globally: the gateway passes contexts itself. */
import { randomUUID } from 'node:crypto';
import type { ServeTelemetry } from '@mcpgw/mcp-config';
import { DiagLogLevel, diag, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import { type Logger, SeverityNumber } from '@opentelemetry/api-logs';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { ExportStatus, LogFieldValues, LogSeverity, Signal, Telemetry } from '../telemetry.js';
import { Agents, counted, countedMetrics, exporterOptions, logExporter, metricExporter, spanExporter } from './exporters.js';
import { ExportCounter, type ExportFault, withoutCredentials } from './exports.js';
import type { SignalPlan } from './plan.js';
import { type Contents, Requests } from './requests.js';

/** What telemetry is made from. */
export interface SdkOptions {
  readonly settings: ServeTelemetry;
  readonly signals: Partial<Record<Signal, SignalPlan>>;
  readonly version: string;
  readonly redact: (value: unknown) => string;
  readonly toolsOfServer: () => number;
  readonly onFault: (fault: ExportFault) => void;
}

const scope = 'mcpgw';
const defaultInterval = 60_000;
/** Spans, and log records, that wait for their export. */
const defaultQueue = 2048;
const closeMs = 3_000;
const severities: Readonly<Record<LogSeverity, SeverityNumber>> = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
};
/** Fields of log lines that name a person or a key. */
const personal: ReadonlySet<string> = new Set(['caller', 'by', 'subject']);

/** A whole number of at least `least` that a variable has. */
function numberFrom(name: string, least: number): number | undefined {
  const text = process.env[name]?.trim();
  const value = text ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= least ? value : undefined;
}

function resourceOf({ serviceName, attributes }: ServeTelemetry, version: string): Resource {
  const own = { 'service.name': 'mcpgw', 'service.version': version, 'service.instance.id': randomUUID() };
  const given = { ...attributes, ...(serviceName !== undefined && { 'service.name': serviceName }) };
  return resourceFromAttributes(own)
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(given));
}

/** Words of the SDK about itself, each once. */
function hearSdk(tell: (fault: ExportFault) => void): void {
  const told = new Set<string>();
  const note = (message: string, ...rest: unknown[]) => {
    const text = withoutCredentials([message, ...rest.filter(item => typeof item === 'string')].join(' '));
    if (told.has(text) || told.size >= 50) return;
    told.add(text);
    tell({ kind: 'note', text });
  };
  const nothing = () => {};
  diag.setLogger(
    { error: note, warn: note, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // Failed exports are counted and told by their counters.
  setGlobalErrorHandler(nothing);
}

/** Takes no more than its counter admits. */
function boundedSpans(inner: SpanProcessor, counter: ExportCounter): SpanProcessor {
  return {
    onStart: () => {},
    onEnd: span => {
      const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
      if (isSampled && counter.admit()) inner.onEnd(span);
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  };
}

function boundedLogs(inner: LogRecordProcessor, counter: ExportCounter): LogRecordProcessor {
  return {
    onEmit: (record, context) => {
      if (counter.admit()) inner.onEmit(record, context);
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  };
}

interface Provider {
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

class SdkTelemetry implements Telemetry {
  readonly #options: SdkOptions;
  readonly #resource: Resource;
  readonly #agents = new Agents();
  readonly #providers: Provider[] = [];
  readonly #counters: ExportCounter[] = [];
  #requests: Requests | undefined;
  #logger: Logger | undefined;
  #closing: Promise<boolean> | undefined;

  constructor(options: SdkOptions) {
    this.#options = options;
    this.#resource = resourceOf(options.settings, options.version);
  }

  /** Makes the providers of the signals that are on. One that cannot be made is told, and the others go on. */
  open(): void {
    const { settings, toolsOfServer, redact } = this.#options;
    const tracer = this.#made('traces', plan => this.#traces(plan).getTracer(scope, this.#options.version));
    const meter = this.#made('metrics', plan => this.#metrics(plan).getMeter(scope, this.#options.version));
    this.#logger = this.#made('logs', plan => this.#logs(plan).getLogger(scope, this.#options.version));
    const contents: Contents = { arguments: settings.arguments, results: settings.results, callers: settings.callers, redact };
    this.#requests = new Requests({ tracer, meter, contents, toolsOfServer });
  }

  #made<T>(signal: Signal, make: (plan: SignalPlan) => T): T | undefined {
    const plan = this.#options.signals[signal];
    if (plan === undefined) return undefined;
    try {
      return make(plan);
    } catch (error) {
      this.#options.onFault({ kind: 'note', text: `${signal} are not exported: ${withoutCredentials((error as Error).message)}` });
      return undefined;
    }
  }

  #counter(signal: Signal, maxWaiting = Number.POSITIVE_INFINITY): ExportCounter {
    const counter = new ExportCounter(signal, maxWaiting, this.#options.onFault);
    this.#counters.push(counter);
    return counter;
  }

  #exporterOptions(signal: Signal, plan: SignalPlan) {
    return exporterOptions(signal, plan, this.#options.settings, this.#agents);
  }

  #traces(plan: SignalPlan): BasicTracerProvider {
    const { sample } = this.#options.settings;
    const maxQueueSize = numberFrom('OTEL_BSP_MAX_QUEUE_SIZE', 1) ?? defaultQueue;
    const exporter = spanExporter(plan, this.#exporterOptions('traces', plan));
    const counter = this.#counter('traces', maxQueueSize);
    const processor = new BatchSpanProcessor(counted(exporter, counter), { maxQueueSize });
    const provider = new BasicTracerProvider({
      resource: this.#resource,
      spanProcessors: [boundedSpans(processor, counter)],
      ...(sample !== undefined && { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sample) }) }),
    });
    this.#providers.push(provider);
    return provider;
  }

  #metrics(plan: SignalPlan): MeterProvider {
    const exportIntervalMillis = this.#options.settings.interval ?? numberFrom('OTEL_METRIC_EXPORT_INTERVAL', 1) ?? defaultInterval;
    const exportTimeoutMillis = Math.min(exportIntervalMillis, numberFrom('OTEL_METRIC_EXPORT_TIMEOUT', 1) ?? 30_000);
    const exporter = metricExporter(plan, this.#exporterOptions('metrics', plan));
    const counter = this.#counter('metrics');
    const reader = new PeriodicExportingMetricReader({
      exporter: countedMetrics(exporter, counter),
      exportIntervalMillis,
      exportTimeoutMillis,
    });
    const provider = new MeterProvider({ resource: this.#resource, readers: [reader] });
    this.#providers.push(provider);
    return provider;
  }

  #logs(plan: SignalPlan): LoggerProvider {
    const maxQueueSize = numberFrom('OTEL_BLRP_MAX_QUEUE_SIZE', 1) ?? defaultQueue;
    const scheduledDelayMillis = numberFrom('OTEL_BLRP_SCHEDULE_DELAY', 0);
    const maxExportBatchSize = Math.min(numberFrom('OTEL_BLRP_MAX_EXPORT_BATCH_SIZE', 1) ?? 512, maxQueueSize);
    const exporter = logExporter(plan, this.#exporterOptions('logs', plan));
    const counter = this.#counter('logs', maxQueueSize);
    const processor = new BatchLogRecordProcessor({
      exporter: counted(exporter, counter),
      maxQueueSize,
      maxExportBatchSize,
      ...(scheduledDelayMillis !== undefined && { scheduledDelayMillis }),
    });
    const provider = new LoggerProvider({ resource: this.#resource, processors: [boundedLogs(processor, counter)] });
    this.#providers.push(provider);
    return provider;
  }

  request(request: Parameters<Telemetry['request']>[0]) {
    return this.#requests!.request(request);
  }

  sessionEnded(session: Parameters<Telemetry['sessionEnded']>[0]): void {
    this.#requests?.sessionEnded(session);
  }

  upstream(event: Parameters<Telemetry['upstream']>[0]): void {
    this.#requests?.upstream(event);
  }

  log(level: LogSeverity, event: string, fields: LogFieldValues): void {
    if (this.#logger === undefined) return;
    const { trace_id: traceId, span_id: spanId, ...rest } = fields;
    const { callers } = this.#options.settings;
    const given = Object.entries(rest).filter(([name, value]) => value !== undefined && value !== null && (callers || !personal.has(name)));
    const isTraced = typeof traceId === 'string' && typeof spanId === 'string';
    this.#logger.emit({
      severityNumber: severities[level],
      severityText: level,
      body: event,
      attributes: Object.fromEntries(given) as Record<string, string | number | boolean>,
      ...(isTraced && { context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED }) }),
    });
  }

  status(): readonly ExportStatus[] {
    return this.#counters.map(({ status }) => status);
  }

  close(): Promise<boolean> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>(resolve => {
      timer = setTimeout(resolve, closeMs, false);
    });
    const flushed = Promise.allSettled(this.#providers.map(provider => provider.shutdown())).then(() => true as const);
    const isDone = await Promise.race([flushed, late]);
    clearTimeout(timer);
    this.#agents.close();
    return isDone;
  }
}

/** Opens telemetry. */
export function openSdk(options: SdkOptions): Telemetry {
  hearSdk(options.onFault);
  const telemetry = new SdkTelemetry(options);
  telemetry.open();
  return telemetry;
}
