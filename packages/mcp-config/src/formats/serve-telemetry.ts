/** The shape of `telemetry` of `gateway.yaml`: traces, metrics and logs over OTLP (docs/observability.md). */
import { bool, map, number, oneOf, opt, string, struct } from '@mcpgw/structure';
import { filledText, goDuration, headersOf, urlOf } from './texts.js';

/** Names of attributes, as the conventions of OpenTelemetry have them. */
const attributeName: Readonly<Record<string, unknown>> = { pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,254}$' };

/** What is exported with the protocol of OpenTelemetry, and to whom. */
export const serveTelemetry = struct('telemetry', {
  enabled: opt(bool, 'Whether anything is exported; true where this section or OTEL_EXPORTER_OTLP_ENDPOINT names an endpoint', {
    example: true,
  }),
  endpoint: opt(urlOf('serve'), 'Address of a collector that takes OTLP over HTTP; /v1/traces, /v1/metrics and /v1/logs are appended', {
    example: 'http://localhost:4318',
  }),
  protocol: opt(oneOf('http/protobuf', 'http/json'), 'Encoding of what is sent', { default: 'http/protobuf' }),
  headers: opt(headersOf('serve'), 'Headers of every export, such as the key of a collector'),
  timeout: opt(goDuration('1ms', '5m', 'none'), 'How long one export may take, with its retries', { default: '10s' }),
  service_name: opt(filledText('serve'), 'Name of the gateway among the services (service.name)', { default: 'mcpgw' }),
  attributes: opt(map(string('a string'), { keySchema: attributeName }), 'Attributes of the gateway as a resource', {
    example: { 'deployment.environment.name': 'production' },
  }),
  traces: opt(bool, 'Whether requests are traced', { default: true }),
  metrics: opt(bool, 'Whether metrics are exported; /metrics does not depend on it', { default: true }),
  logs: opt(bool, 'Whether the log is exported too', { default: true }),
  sample: opt(number(0, 1), 'Share of requests that is traced, of those whose client does not trace; 0 for none', { default: 1 }),
  interval: opt(goDuration('1s', '1h', 'none'), 'Time between two exports of metrics', { default: '60s' }),
  arguments: opt(bool, 'Whether spans have the arguments of calls and the URIs of resources, redacted as activity.redact says', {
    default: false,
  }),
  results: opt(bool, 'Whether spans have the results of calls, redacted as activity.redact says', { default: false }),
  callers: opt(bool, 'Whether spans and log records name the caller: the name of its key, or the subject of its token', { default: false }),
});
