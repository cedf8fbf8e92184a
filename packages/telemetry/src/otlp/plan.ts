/**
 * What is exported, and to whom: the settings of gateway.yaml, and where they say nothing the variables of OpenTelemetry, as a program's own
 * configuration comes before them in its SDKs (specification, configuration/sdk-environment-variables). OTEL_SDK_DISABLED comes first.
 */
import type { ServeTelemetry } from '@mcpgw/mcp-config';
import type { Signal } from '../telemetry.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** How one signal is exported. */
export interface SignalPlan {
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
}

/** What telemetry does. A signal without a plan is off. */
export interface TelemetryPlan {
  readonly signals: Partial<Record<Signal, SignalPlan>>;
  /** What was asked for and is not done, for the log. */
  readonly problems: readonly string[];
}

const signalNames: readonly Signal[] = ['traces', 'metrics', 'logs'];
const defaultEndpoint = 'http://localhost:4318';

/** Reads variables; empty ones count as absent, as the specification says. */
function variable(env: Variables, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** Plans what is exported. */
export function planTelemetry(settings: ServeTelemetry, env: Variables): TelemetryPlan {
  const problems: string[] = [];
  if (settings.enabled === false || variable(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return { signals: {}, problems };
  const isNamed = settings.enabled === true || settings.endpoint !== undefined || hasGeneralEndpoint(env);
  const signals: Partial<Record<Signal, SignalPlan>> = {};
  for (const signal of signalNames) {
    const plan = planSignal(signal, settings, env, isNamed);
    if (typeof plan === 'string') problems.push(plan);
    else if (plan !== undefined) signals[signal] = plan;
  }
  if (Object.keys(signals).length > 0 && !knowsPropagators(env))
    problems.push('OTEL_PROPAGATORS has no effect: trace context is read and sent as W3C tracecontext and baggage');
  return { signals, problems };
}

const hasGeneralEndpoint = (env: Variables): boolean => variable(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined;

function knowsPropagators(env: Variables): boolean {
  const named = (variable(env, 'OTEL_PROPAGATORS') ?? 'tracecontext').split(',').map(name => name.trim());
  return named.every(name => name === 'tracecontext' || name === 'baggage') && named.includes('tracecontext');
}

/** The plan of one signal; `undefined` where it is off, a text where it cannot be what was asked for. */
function planSignal(signal: Signal, settings: ServeTelemetry, env: Variables, isNamed: boolean): SignalPlan | string | undefined {
  if (settings[signal] === false) return undefined;
  const upper = signal.toUpperCase();
  const exporterName = `OTEL_${upper}_EXPORTER`;
  const exporters = variable(env, exporterName)
    ?.split(',')
    .map(name => name.trim().toLowerCase());
  const own = variable(env, `OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`);
  if (settings[signal] === undefined && exporters !== undefined && !exporters.includes('otlp')) {
    const unknown = exporters.filter(name => name !== 'none');
    return unknown.length === 0
      ? undefined
      : `${signal} are not exported: ${exporterName} may say otlp or none, and says ${unknown.join(', ')}`;
  }
  if (!isNamed && own === undefined && exporters === undefined) return undefined;
  const protocol = settings.protocol ?? protocolOf(upper, env);
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return `${signal} are not exported: OTLP is sent as http/protobuf or http/json, and the protocol is ${protocol.slice(0, 40)}; set OTEL_EXPORTER_OTLP_PROTOCOL, and the port of OTLP over HTTP, 4318 by default`;
  const url = urlOf(signal, settings.endpoint, own, env);
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) return `${signal} are not exported: the endpoint is not an http or https URL`;
  return { url, protocol };
}

function protocolOf(upper: string, env: Variables): string {
  return variable(env, `OTEL_EXPORTER_OTLP_${upper}_PROTOCOL`) ?? variable(env, 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
}

/** The address of one signal: a general endpoint is a base, the variable of a signal is used as it is (specification, protocol/exporter). */
function urlOf(signal: Signal, endpoint: string | undefined, own: string | undefined, env: Variables): string {
  if (endpoint === undefined && own !== undefined) return own;
  const base = endpoint ?? variable(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') ?? defaultEndpoint;
  return `${base.replace(/\/+$/, '')}/v1/${signal}`;
}
