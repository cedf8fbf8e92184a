/**
 * Spans and metrics of requests by the semantic conventions for MCP (open-telemetry/semantic-conventions-genai, docs/gen-ai/mcp.md): a span of
 * kind SERVER for each request of a client, below it one of kind CLIENT for each request to a server.
 */

import type { FollowedRequest, ServerRequest, UpstreamEvent } from '@mcpgw/upstreams';
import {
  type Attributes,
  type Context,
  type Histogram,
  isSpanContextValid,
  type Link,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { ClientRequest, RequestOutcome, RequestTarget, RequestTrace, Telemetry } from '../telemetry.js';
import { ToolNames } from '../tool-names.js';

type Values = Readonly<Record<string, unknown>>;

/** What of the contents of calls, and of callers, may be exported. */
export interface Contents {
  readonly arguments: boolean;
  readonly results: boolean;
  readonly callers: boolean;
  /** Writes contents as redacted, bounded text. */
  readonly redact: (value: unknown) => string;
}

export interface RequestParts {
  /** Absent where nothing is traced: trace context is then passed on as it came. */
  readonly tracer: Tracer | undefined;
  readonly meter: Meter | undefined;
  readonly contents: Contents;
  /** Tools of one server that metrics name. */
  readonly toolsOfServer: () => number;
}

/** The buckets that the conventions advise, in seconds. */
const buckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const maxName = 200;

/** Methods that metrics and names of spans have. Clients may send any other. */
const methods: ReadonlySet<string> = new Set([
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'server/discover',
  'subscriptions/listen',
  'tools/call',
  'tools/list',
]);
const other = '_OTHER';

const propagator = new W3CTraceContextPropagator();

/** Reads text values; strangers send these objects. */
const getter = {
  get: (carrier: Values, key: string) => {
    const value = Object.hasOwn(carrier, key) ? carrier[key] : undefined;
    return typeof value === 'string' && value.length <= 8192 ? value : undefined;
  },
  keys: (carrier: Values) => Object.keys(carrier),
};

function contextOf(carrier: Values | undefined): Context | undefined {
  if (carrier === undefined) return undefined;
  const context = propagator.extract(ROOT_CONTEXT, carrier, getter);
  return trace.getSpanContext(context) === undefined ? undefined : context;
}

/** The parent of a request, and what else it is linked to: `_meta` comes first, the HTTP request is then a link. */
function originOf({ meta, headers }: ClientRequest): { parent: Context; links: Link[] } {
  const [ofMessage, ofTransport] = [contextOf(meta), contextOf(headers)];
  const around = ofTransport && trace.getSpanContext(ofTransport);
  const isOther = ofMessage !== undefined && around !== undefined && trace.getSpanContext(ofMessage)?.spanId !== around.spanId;
  return { parent: ofMessage ?? ofTransport ?? ROOT_CONTEXT, links: isOther ? [{ context: around }] : [] };
}

function transportOf(transport: 'http' | 'stdio'): Attributes {
  return transport === 'http' ? { 'network.transport': 'tcp', 'network.protocol.name': 'http' } : { 'network.transport': 'pipe' };
}

/** What both spans and metrics of a request say from its start. */
function common(method: string, protocolVersion: string | undefined, transport: 'http' | 'stdio'): Attributes {
  return {
    'mcp.method.name': method,
    ...(method === 'tools/call' && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(protocolVersion !== undefined && { 'mcp.protocol.version': protocolVersion }),
    ...transportOf(transport),
  };
}

/** How a request ended, as attributes; empty for one that succeeded. */
function endOf({ code, failure, isToolError }: Pick<RequestOutcome, 'code' | 'failure' | 'isToolError'>): Attributes {
  if (code !== undefined) return { 'error.type': String(code), 'rpc.response.status_code': String(code) };
  if (isToolError) return { 'error.type': 'tool_error' };
  return failure === undefined ? {} : { 'error.type': failure.mode };
}

const targetOf = ({ tool, prompt }: RequestTarget): string | undefined => tool ?? prompt;

/** A name that somebody else chose, bounded, without halves of characters. */
const bounded = (name: string): string => name.slice(0, maxName).toWellFormed();

export class Requests implements Pick<Telemetry, 'request' | 'sessionEnded' | 'upstream'> {
  readonly #parts: RequestParts;
  readonly #names: ToolNames;
  readonly #server: Histogram | undefined;
  readonly #client: Histogram | undefined;
  readonly #serverSessions: Histogram | undefined;
  readonly #clientSessions: Histogram | undefined;
  /** When each connected server became ready. */
  readonly #readySince = new Map<string, number>();

  constructor(parts: RequestParts) {
    this.#parts = parts;
    this.#names = new ToolNames(parts.toolsOfServer);
    const histogram = (name: string, description: string) =>
      parts.meter?.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: buckets } });
    this.#server = histogram('mcp.server.operation.duration', 'Time from a request of a client to its answer');
    this.#client = histogram('mcp.client.operation.duration', 'Time from a request to a server to its answer');
    this.#serverSessions = histogram('mcp.server.session.duration', 'Duration of the sessions of clients');
    this.#clientSessions = histogram('mcp.client.session.duration', 'Duration of the connections to servers');
  }

  request(request: ClientRequest): RequestTrace {
    const { method, id, session, protocolVersion, transport, caller } = request;
    const { tracer, contents } = this.#parts;
    const startedAt = performance.now();
    const name = methods.has(method) ? method : other;
    const facts = common(name, protocolVersion, transport);
    const { parent, links } = originOf(request);
    const span = tracer?.startSpan(
      name,
      {
        kind: SpanKind.SERVER,
        links,
        attributes: {
          ...facts,
          'jsonrpc.request.id': bounded(String(id)),
          ...(session !== undefined && { 'mcp.session.id': session }),
          ...(contents.callers && caller !== undefined && { 'user.id': bounded(caller) }),
          ...(contents.arguments && request.uri !== undefined && { 'mcp.resource.uri': bounded(request.uri) }),
        },
      },
      parent,
    );
    const context = span === undefined ? undefined : trace.setSpan(parent, span);
    const spanContext = span?.spanContext();
    return {
      ids: spanContext && { trace: spanContext.traceId, span: spanContext.spanId },
      toServer: toServer => this.#toServer(toServer, context),
      ended: outcome => this.#ended(span, name, facts, outcome, startedAt),
    };
  }

  #ended(span: Span | undefined, method: string, facts: Attributes, outcome: RequestOutcome, startedAt: number): void {
    const end = endOf(outcome);
    const isCall = method === 'tools/call';
    const { server, tool, exists } = outcome;
    this.#server?.record((performance.now() - startedAt) / 1000, {
      ...facts,
      ...end,
      ...(isCall && { 'gen_ai.tool.name': this.#names.label(exists ? server : undefined, tool) }),
      ...(exists && server !== undefined && { 'mcpgw.server': server }),
    });
    if (span === undefined) return;
    const { contents } = this.#parts;
    // Clients may name what does not exist, so names are told only of what does.
    if (exists && tool !== undefined) {
      span.updateName(`${method} ${bounded(tool)}`);
      span.setAttribute(method === 'prompts/get' ? 'gen_ai.prompt.name' : 'gen_ai.tool.name', bounded(tool));
    }
    if (exists && server !== undefined) span.setAttribute('mcpgw.server', server);
    if (contents.arguments && outcome.arguments !== undefined)
      span.setAttribute('gen_ai.tool.call.arguments', contents.redact(outcome.arguments));
    if (contents.results && outcome.result !== undefined) span.setAttribute('gen_ai.tool.call.result', contents.redact(outcome.result));
    finish(span, end, outcome.failure);
  }

  #toServer(request: ServerRequest, parent: Context | undefined): FollowedRequest {
    const { server, method, protocolVersion, transport, address, port, meta } = request;
    const startedAt = performance.now();
    const target = targetOf(request);
    const place = { ...(address !== undefined && { 'server.address': address }), ...(port !== undefined && { 'server.port': port }) };
    const facts = { ...common(method, protocolVersion, transport), ...place, 'mcpgw.server': server };
    const { tracer, contents } = this.#parts;
    const key = request.prompt === undefined ? 'gen_ai.tool.name' : 'gen_ai.prompt.name';
    const span =
      parent &&
      tracer?.startSpan(
        target === undefined ? method : `${method} ${bounded(target)}`,
        {
          kind: SpanKind.CLIENT,
          attributes: {
            ...facts,
            ...(target !== undefined && { [key]: bounded(target) }),
            ...(contents.arguments && request.uri !== undefined && { 'mcp.resource.uri': bounded(request.uri) }),
          },
        },
        parent,
      );
    return {
      meta: span === undefined ? meta : withContext(meta, trace.setSpan(parent!, span)),
      ended: outcome => {
        const end = endOf(outcome);
        const tool = request.tool === undefined ? {} : { 'gen_ai.tool.name': this.#names.label(server, request.tool) };
        this.#client?.record((performance.now() - startedAt) / 1000, { ...facts, ...tool, ...end });
        if (span !== undefined) finish(span, end, outcome.failure);
      },
    };
  }

  sessionEnded({ seconds, protocolVersion, transport }: Parameters<Telemetry['sessionEnded']>[0]): void {
    this.#serverSessions?.record(seconds, { 'mcp.protocol.version': protocolVersion, ...transportOf(transport) });
  }

  upstream({ kind, server }: UpstreamEvent): void {
    if (kind === 'ready') this.#readySince.set(server, performance.now());
    if (kind !== 'lost') return;
    const since = this.#readySince.get(server);
    this.#readySince.delete(server);
    if (since !== undefined) this.#clientSessions?.record((performance.now() - since) / 1000, { 'mcpgw.server': server });
  }
}

/** Ends a span. Messages of failures are left out, because they may quote arguments. */
function finish(span: Span, end: Attributes, failure: RequestOutcome['failure']): void {
  if (failure !== undefined) span.setAttributes({ 'mcpgw.failure.category': failure.category, 'mcpgw.failure.mode': failure.mode });
  if (Object.hasOwn(end, 'error.type'))
    span.setAttributes(end).setStatus({ code: SpanStatusCode.ERROR, ...(failure && { message: failure.mode }) });
  span.end();
}

/** `_meta` with the trace context of a span in place of the one that came; `baggage` stays as the client sent it. */
function withContext(meta: Values | undefined, context: Context): Values | undefined {
  if (!isSpanContextValid(trace.getSpanContext(context)!)) return meta;
  const { traceparent: _parent, tracestate: _state, ...rest } = meta ?? {};
  const carrier: Record<string, unknown> = rest;
  const set = (into: Record<string, unknown>, key: string, value: string) => {
    into[key] = value;
  };
  propagator.inject(context, carrier, { set });
  return carrier;
}
