/** What the gateway measures: metrics for Prometheus; traces, metrics and logs over OTLP. */
export { type CountedCall, type CutReason, Metrics, type MetricsSources } from './metrics.js';
export { openTelemetry, type TelemetryOptions } from './open.js';
export type { ExportFault } from './otlp/exports.js';
export type {
  ClientRequest,
  ExportStatus,
  LogFieldValues,
  LogSeverity,
  RequestOutcome,
  RequestTarget,
  RequestTrace,
  Signal,
  Telemetry,
} from './telemetry.js';
