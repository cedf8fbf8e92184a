/** Opens a connection: the transport, then the handshake in a revision that the server has. A failed attempt releases what it opened. */
import type { HttpConnection, StdioConnection } from '@mcpgw/mcp-config';
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { LoadError } from '../failures/load-error.js';
import { signalOf } from '../failures/signal.js';
import { AttemptTrace } from '../failures/trace.js';
import { InFlight } from '../in-flight.js';
import { type Deadline, DeadlineError } from '../time/deadline.js';
import { type Link, type LinkOptions, makeLink, whileOpen } from './links.js';

/** Options for opening a connection. */
export interface OpenOptions extends LinkOptions {
  readonly clientInfo: Implementation;
  /** What the server may ask of this client. Default: nothing. */
  readonly capabilities?: ClientCapabilities;
  /** Installs handlers before the handshake, so that no early message is missed. */
  readonly prepare?: (client: Client) => void;
}

/** A server after the handshake. The caller that opened it releases its link. */
export interface OpenServer {
  readonly client: Client;
  readonly link: Link;
  readonly trace: AttemptTrace;
  readonly protocolVersion: string;
}

/** Longer than any deadline: the attempt ends by its own deadline, not by a timer of the SDK. */
export const noSdkTimeout = { timeout: 2 ** 31 - 1 };

const modernRevision = '2026-07-28';
const unsupportedProtocolVersion = -32022;

function firstLayer(connection: HttpConnection | StdioConnection): AttemptTrace['layer'] {
  return connection.transport === 'stdio' ? 'process' : 'dns';
}

/** The failure of an attempt as a LoadError. The reason of an abort by the caller is unchanged. */
export function asLoadError(error: unknown, trace: AttemptTrace, deadline: Deadline): unknown {
  const { aborted, reason } = deadline.signal;
  if (aborted && error === reason && !(reason instanceof DeadlineError)) return error;
  return error instanceof LoadError ? error : new LoadError(signalOf(error, trace));
}

/** A failed handshake, with what decides whether to try another variant. */
interface Refusal {
  readonly error: unknown;
  readonly status: number | undefined;
  readonly modern: ModernHint;
}

/** Whether to try the revision without initialize: the server offers it, or answers like a server without initialize. */
type ModernHint = 'offered' | 'likely' | 'no';

type Variant = { readonly kind: Link['kind']; readonly modern: boolean };

/** Members of the SDK's client, not public, that hold each request while it is in flight. */
const mapsOfRequests = ['_responseHandlers', '_timeoutInfo'];

/** Gives a client of the SDK maps that do not hold its requests for longer than they take. */
export function keepNoChains(client: Client): void {
  const own = client as unknown as Record<string, unknown>;
  for (const name of mapsOfRequests) if (own[name] instanceof Map) own[name] = new InFlight();
}

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

/** Codes with which a server may refuse an unknown initialize: no such method, or a missing header or envelope. */
const unknownInitialize: ReadonlySet<unknown> = new Set([-32601, -32602, -32020]);

function modernHint(error: unknown): ModernHint {
  const code = field(error, 'code');
  const supported = field(field(error, 'data'), 'supported');
  if (code === unsupportedProtocolVersion && Array.isArray(supported) && supported.includes(modernRevision)) return 'offered';
  return unknownInitialize.has(code) ? 'likely' : 'no';
}

async function openVariant(
  variant: Variant,
  connection: HttpConnection | StdioConnection,
  deadline: Deadline,
  options: OpenOptions,
): Promise<OpenServer | Refusal> {
  const trace = new AttemptTrace(firstLayer(connection));
  const link = makeLink(variant.kind, connection, trace, options);
  const client = new Client(options.clientInfo, {
    capabilities: options.capabilities ?? {},
    ...(variant.modern && { versionNegotiation: { mode: { pin: modernRevision } } }),
  });
  keepNoChains(client);
  let agreed: unknown;
  link.transport.onmessage = message => {
    agreed ??= field(field(message, 'result'), 'protocolVersion');
  };
  try {
    options.prepare?.(client);
    await whileOpen(client.connect(link.transport, noSdkTimeout), link, deadline);
    trace.reached('tools/list');
    return { client, link, trace, protocolVersion: client.getNegotiatedProtocolVersion() ?? '' };
  } catch (error) {
    const status = trace.httpFailure?.status;
    const hint = modernHint(error);
    const modern = agreed === modernRevision ? 'offered' : hint === 'no' ? modernHint(bodyErrorOf(trace)) : hint;
    const loadError = asLoadError(error, trace, deadline);
    await link.release(false);
    return { error: loadError, status, modern };
  }
}

const noStreamableHttp = new Set([400, 404, 405]);

function nextVariants(variant: Variant, connection: HttpConnection | StdioConnection, { modern, status }: Refusal): Variant[] {
  if (variant.kind === 'sse') return [];
  const maySse = connection.transport === 'http' && modern !== 'offered' && noStreamableHttp.has(status ?? 0);
  return [...(modern === 'no' ? [] : [{ ...variant, modern: true }]), ...(maySse ? [{ kind: 'sse' as const, modern: false }] : [])];
}

/** Statuses with which a server that knows SSE refuses a GET: it needs credentials, or is busy. */
function isAnswerOfSse(status: number | undefined): boolean {
  return status !== undefined && (status >= 500 || [401, 403, 408, 425, 429].includes(status));
}

/**
 * Whether the failure of `other` says more than the first one. A 404 for POST means that the path does not exist: the answer to GET
 * (agentgateway: 422 or 400 for the missing session) does not hide that.
 */
function saysMore(other: Variant, first: Refusal, next: Refusal): boolean {
  if (other.modern) return first.modern === 'offered';
  return first.status !== 404 && isAnswerOfSse(next.status);
}

function firstVariant(connection: HttpConnection | StdioConnection): Variant {
  return { kind: connection.transport === 'http' ? 'streamable-http' : connection.transport, modern: false };
}

/**
 * Connects and does the handshake: with initialize, as servers up to 2025-11-25 and servers of both eras expect it. A server that has only
 * 2026-07-28 says so, or refuses initialize as unknown, and then gets the handshake of that revision. If the configuration names no
 * transport, SSE is tried second.
 *
 * @throws LoadError with the failure of the variant that the server supports, by default the first; the reason of the caller's abort
 */
export async function openServer(
  connection: HttpConnection | StdioConnection,
  deadline: Deadline,
  options: OpenOptions,
): Promise<OpenServer> {
  const variant = firstVariant(connection);
  const first = await openVariant(variant, connection, deadline, options);
  if ('client' in first) return first;
  for (const other of nextVariants(variant, connection, first)) {
    if (deadline.signal.aborted) break;
    const next = await openVariant(other, connection, deadline, options);
    if ('client' in next) return next;
    if (saysMore(other, first, next)) throw next.error;
  }
  throw first.error;
}
