import type { ServeTelemetry } from '@mcpgw/mcp-config';
import { planTelemetry } from './plan.js';

const none: ServeTelemetry = { headers: {}, attributes: {}, arguments: false, results: false, callers: false };
const all = (base: string, protocol = 'http/protobuf') => ({
  traces: { url: `${base}/v1/traces`, protocol },
  metrics: { url: `${base}/v1/metrics`, protocol },
  logs: { url: `${base}/v1/logs`, protocol },
});
const endpoint = 'http://c:4318';
const general = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://env:4318/' };

test.each<[string, Partial<ServeTelemetry>, Record<string, string>, object]>([
  ['nothing asks for it', {}, {}, {}],
  ['attributes alone ask for nothing', { attributes: { a: 'b' } }, { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }, {}],
  ['an endpoint', { endpoint }, {}, all(endpoint)],
  ['an endpoint with a path and a slash', { endpoint: `${endpoint}/otlp/` }, {}, all(`${endpoint}/otlp`)],
  ['enabled alone: the endpoint of the specification', { enabled: true }, {}, all('http://localhost:4318')],
  ['a variable', {}, general, all('http://env:4318')],
  ['an empty variable counts as absent', {}, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, {}],
  [
    'the file comes before variables',
    { endpoint, protocol: 'http/json' },
    { ...general, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
    all(endpoint, 'http/json'),
  ],
  ['the file comes before the variable of a signal', { endpoint }, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://own/x' }, all(endpoint)],
  [
    'the variable of a signal is used as it is',
    {},
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://own/x' },
    { traces: { url: 'http://own/x', protocol: 'http/protobuf' } },
  ],
  ['off by the file', { enabled: false, endpoint }, general, {}],
  ['off by the variable of the SDK, whatever else is said', { enabled: true, endpoint }, { ...general, OTEL_SDK_DISABLED: 'TRUE' }, {}],
  ['a signal that is off by the file', { endpoint, logs: false, metrics: false }, {}, { traces: all(endpoint).traces }],
  [
    'a signal that is off by its variable',
    { endpoint },
    { OTEL_LOGS_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
    { traces: all(endpoint).traces },
  ],
  [
    'a signal that the file turns on',
    { endpoint, logs: true, traces: false, metrics: false },
    { OTEL_LOGS_EXPORTER: 'none' },
    { logs: all(endpoint).logs },
  ],
  ['a signal that its variable turns on', {}, { OTEL_METRICS_EXPORTER: 'otlp' }, { metrics: all('http://localhost:4318').metrics }],
  [
    'the encoding of one signal',
    { endpoint, metrics: false, logs: false },
    { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
    { traces: all(endpoint, 'http/json').traces },
  ],
])('%s', (_what, settings, env, signals) => {
  expect(planTelemetry({ ...none, ...settings }, env)).toEqual({ signals, problems: [] });
});

const grpc = (signal: string) =>
  `${signal} are not exported: OTLP is sent as http/protobuf or http/json, and the protocol is grpc; set OTEL_EXPORTER_OTLP_PROTOCOL, and the port of OTLP over HTTP, 4318 by default`;

test.each<[string, Partial<ServeTelemetry>, Record<string, string>, readonly string[]]>([
  ['OTLP over gRPC', {}, { ...general, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, ['traces', 'metrics', 'logs'].map(grpc)],
  [
    'an exporter that is not there',
    { endpoint, metrics: false, logs: false },
    { OTEL_TRACES_EXPORTER: 'console' },
    ['traces are not exported: OTEL_TRACES_EXPORTER may say otlp or none, and says console'],
  ],
  [
    'an endpoint that is not an address',
    { metrics: false, logs: false },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    ['traces are not exported: the endpoint is not an http or https URL'],
  ],
])('%s is told, and not done', (_what, settings, env, problems) => {
  expect(planTelemetry({ ...none, ...settings }, env)).toEqual({ signals: {}, problems });
});

test('propagators that are not there are told', () => {
  const { problems } = planTelemetry({ ...none, endpoint }, { OTEL_PROPAGATORS: 'b3,tracecontext' });
  expect(problems).toEqual(['OTEL_PROPAGATORS has no effect: trace context is read and sent as W3C tracecontext and baggage']);
});
