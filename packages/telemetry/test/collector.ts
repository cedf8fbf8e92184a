/** A receiver of OTLP over HTTP. Protobuf is decoded with the types that OpenTelemetry generates from its own definitions. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly doubleValue?: number;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
}

interface Attributed {
  readonly attributes?: readonly { readonly key: string; readonly value: Value }[];
}

/** A span; ids are hexadecimal. */
export interface SentSpan extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 for SERVER, 3 for CLIENT. */
  readonly kind: number;
  readonly status?: { readonly code?: number; readonly message?: string };
  readonly links?: readonly { readonly spanId: string }[];
}

/** A metric; all of the gateway are histograms. */
export interface SentMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram: { readonly dataPoints: readonly Attributed[] };
}

/** A record of the log. */
export interface SentRecord extends Attributed {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly severityText: string;
  readonly body: Value;
}

type Tree = Readonly<Record<string, unknown>>;

/** One export, as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Tree;
}

interface Decoder {
  decode(bytes: Uint8Array): unknown;
  toObject(message: unknown, options: object): unknown;
}

// The file has no types that fit a module.
const generated = createRequire(__filename)('otlp-decoder/build/src/generated/root.js') as {
  opentelemetry: {
    proto: {
      collector: {
        trace: { v1: { ExportTraceServiceRequest: Decoder } };
        metrics: { v1: { ExportMetricsServiceRequest: Decoder } };
        logs: { v1: { ExportLogsServiceRequest: Decoder } };
      };
    };
  };
};
const { trace, metrics, logs } = generated.opentelemetry.proto.collector;
const decoders: Readonly<Record<string, Decoder>> = {
  '/v1/traces': trace.v1.ExportTraceServiceRequest,
  '/v1/metrics': metrics.v1.ExportMetricsServiceRequest,
  '/v1/logs': logs.v1.ExportLogsServiceRequest,
};

function hexIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hexIds);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hexIds(inner)]));
}

function decoded(path: string, type: string | undefined, bytes: Buffer): Tree {
  if (type === 'application/json') return JSON.parse(bytes.toString()) as Tree;
  const decoder = decoders[path];
  if (decoder === undefined) throw new Error(`no signal of OTLP: ${path}`);
  return hexIds(decoder.toObject(decoder.decode(bytes), { longs: Number })) as Tree;
}

function plain({ stringValue, doubleValue, intValue, boolValue }: Value): unknown {
  return stringValue ?? doubleValue ?? (intValue === undefined ? boolValue : Number(intValue));
}

/** Attributes by name. */
export const attributesOf = (of: Attributed | undefined): Record<string, unknown> =>
  Object.fromEntries((of?.attributes ?? []).map(({ key, value }) => [key, plain(value)]));

const below = (trees: readonly Tree[], key: string): Tree[] => trees.flatMap(tree => (tree[key] ?? []) as Tree[]);

export class Collector {
  readonly received: Received[] = [];
  readonly #server: Server;
  url = '';

  /** `answer` may refuse, end the connection, or never answer. */
  constructor(answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => void response.end()) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        this.received.push({ path, headers, body: decoded(path, headers['content-type'], Buffer.concat(chunks)) });
        answer(request, response);
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  #items<T>(path: string, ...keys: string[]): T[] {
    const bodies = this.received.filter(({ path: at }) => at === path).map(({ body }) => body);
    return keys.reduce<Tree[]>(below, bodies) as T[];
  }

  get spans(): SentSpan[] {
    return this.#items('/v1/traces', 'resourceSpans', 'scopeSpans', 'spans');
  }

  get metrics(): SentMetric[] {
    return this.#items('/v1/metrics', 'resourceMetrics', 'scopeMetrics', 'metrics');
  }

  get logs(): SentRecord[] {
    return this.#items('/v1/logs', 'resourceLogs', 'scopeLogs', 'logRecords');
  }

  /** Attributes of the gateway as a resource, as its spans have them. */
  get resource(): Record<string, unknown> {
    const [first] = this.#items<{ resource: Attributed }>('/v1/traces', 'resourceSpans');
    return attributesOf(first?.resource);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}
