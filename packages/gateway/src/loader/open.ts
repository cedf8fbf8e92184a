/** Opens a server: transport, handshake in the protocol revision it speaks. What was opened for a failure is released here. */
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import type { HttpConnection, StdioConnection } from '../connection.js';
import { type Deadline, DeadlineError } from './deadline.js';
import type { HttpClientOptions } from './http-client.js';
import { type Link, makeLink, whileOpen } from './links.js';
import { LoadError } from './load-error.js';
import { signalOf } from './signal.js';
import { AttemptTrace } from './trace.js';

export interface OpenOptions extends HttpClientOptions {
  readonly clientInfo: Implementation;
  /** What the server may ask of this client; nothing by default. */
  readonly capabilities?: ClientCapabilities;
  /** Installs handlers before the handshake, so that no early message is missed. */
  readonly prepare?: (client: Client) => void;
}

export interface OpenServer {
  readonly client: Client;
  readonly link: Link;
  readonly trace: AttemptTrace;
  readonly protocolVersion: string;
}

/** No timer of the SDK decides: the deadline of the attempt does. */
export const noSdkTimeout = { timeout: 2 ** 31 - 1 };

const modernRevision = '2026-07-28';
const unsupportedProtocolVersion = -32022;

function firstLayer(connection: HttpConnection | StdioConnection): AttemptTrace['layer'] {
  return connection.transport === 'stdio' ? 'process' : 'dns';
}

/** The failure of an attempt as a LoadError; an abort by the caller stays what it is. */
export function asLoadError(error: unknown, trace: AttemptTrace, deadline: Deadline): unknown {
  const { aborted, reason } = deadline.signal;
  if (aborted && error === reason && !(reason instanceof DeadlineError)) return error;
  return error instanceof LoadError ? error : new LoadError(signalOf(error, trace));
}

/** A failed handshake, with what decides whether another way in is worth trying. */
interface Refusal {
  readonly error: unknown;
  readonly status: number | undefined;
  readonly wantsModern: boolean;
}

type Way = { readonly kind: Link['kind']; readonly modern: boolean };

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function bodyErrorOf(trace: AttemptTrace): unknown {
  try {
    return field(JSON.parse(trace.httpFailure?.body ?? ''), 'error');
  } catch {
    return undefined;
  }
}

/** Whether the server answered initialize with "unsupported version" and offers the revision that has no initialize. */
function offersModern(error: unknown): boolean {
  const supported = field(field(error, 'data'), 'supported');
  return field(error, 'code') === unsupportedProtocolVersion && Array.isArray(supported) && supported.includes(modernRevision);
}

async function openOneWay(
  way: Way,
  connection: HttpConnection | StdioConnection,
  deadline: Deadline,
  options: OpenOptions,
): Promise<OpenServer | Refusal> {
  const trace = new AttemptTrace(firstLayer(connection));
  const link = makeLink(way.kind, connection, trace, options);
  const client = new Client(options.clientInfo, {
    capabilities: options.capabilities ?? {},
    ...(way.modern && { versionNegotiation: { mode: { pin: modernRevision } } }),
  });
  try {
    options.prepare?.(client);
    await whileOpen(client.connect(link.transport, noSdkTimeout), link, deadline);
    trace.reached('tools/list');
    return { client, link, trace, protocolVersion: client.getNegotiatedProtocolVersion() ?? '' };
  } catch (error) {
    const status = trace.httpFailure?.status;
    const wantsModern = offersModern(error) || offersModern(bodyErrorOf(trace));
    const loadError = asLoadError(error, trace, deadline);
    await link.release(false);
    return { error: loadError, status, wantsModern };
  }
}

const noStreamableHttp = new Set([400, 404, 405]);

function nextWay(way: Way, connection: HttpConnection | StdioConnection, refusal: Refusal): Way | undefined {
  if (way.modern || way.kind === 'sse') return undefined;
  if (refusal.wantsModern) return { ...way, modern: true };
  const maySse = connection.transport === 'http' && noStreamableHttp.has(refusal.status ?? 0);
  return maySse ? { kind: 'sse', modern: false } : undefined;
}

function firstWay(connection: HttpConnection | StdioConnection): Way {
  return { kind: connection.transport === 'http' ? 'streamable-http' : connection.transport, modern: false };
}

/**
 * Connects and shakes hands: with initialize, as all servers up to 2025-11-25 and those of both eras want it; a server
 * that speaks only 2026-07-28 says so and is then asked in its own way. Where the transport is not given, SSE is the
 * second choice.
 *
 * @throws LoadError with the failure of the way that the server knows, by default the first; the caller's own abort reason
 */
export async function openServer(
  connection: HttpConnection | StdioConnection,
  deadline: Deadline,
  options: OpenOptions,
): Promise<OpenServer> {
  const way = firstWay(connection);
  const first = await openOneWay(way, connection, deadline, options);
  if ('client' in first) return first;
  const other = nextWay(way, connection, first);
  const second = other && !deadline.signal.aborted ? await openOneWay(other, connection, deadline, options) : undefined;
  if (second && 'client' in second) return second;
  throw second && (other?.modern || !noStreamableHttp.has(second.status ?? 404)) ? second.error : first.error;
}
