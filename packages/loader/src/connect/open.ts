/** Opens a server: transport, handshake in the protocol revision it speaks. What was opened for a failure is released here. */
import type { HttpConnection, StdioConnection } from '@mcpgw/mcp-config';
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { LoadError } from '../failures/load-error.js';
import { signalOf } from '../failures/signal.js';
import { AttemptTrace } from '../failures/trace.js';
import { type Deadline, DeadlineError } from '../time/deadline.js';
import { type Link, type LinkOptions, makeLink, whileOpen } from './links.js';

/** What a server is opened with. */
export interface OpenOptions extends LinkOptions {
  readonly clientInfo: Implementation;
  /** What the server may ask of this client; nothing by default. */
  readonly capabilities?: ClientCapabilities;
  /** Installs handlers before the handshake, so that no early message is missed. */
  readonly prepare?: (client: Client) => void;
}

/** A server after the handshake. Who opened it releases its link. */
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

/** A failed handshake, with what decides whether another variant is worth trying. */
interface Refusal {
  readonly error: unknown;
  readonly status: number | undefined;
  readonly modern: ModernHint;
}

/** Whether the revision without initialize is worth a try: the server offers it, or answers as one that has no initialize may. */
type ModernHint = 'offered' | 'likely' | 'no';

type Variant = { readonly kind: Link['kind']; readonly modern: boolean };

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

/** Codes that a server may refuse an unknown initialize with: no such method, a header or the envelope is missing. */
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

/** What a server answers to GET that knows SSE and cannot serve it now: it wants credentials, or another time. */
function isAnswerOfSse(status: number | undefined): boolean {
  return status !== undefined && (status >= 500 || [401, 403, 408, 425, 429].includes(status));
}

/**
 * Whether the failure of `other` says more than the first one. A 404 to POST is the answer to a path that does not exist: what
 * GET gets there (agentgateway: 422 or 400 for the missing session) does not hide it.
 */
function saysMore(other: Variant, first: Refusal, next: Refusal): boolean {
  if (other.modern) return first.modern === 'offered';
  return first.status !== 404 && isAnswerOfSse(next.status);
}

function firstVariant(connection: HttpConnection | StdioConnection): Variant {
  return { kind: connection.transport === 'http' ? 'streamable-http' : connection.transport, modern: false };
}

/**
 * Connects and does the handshake: with initialize, as all servers up to 2025-11-25 and those of both eras expect it. A server that speaks
 * only 2026-07-28 says so, or refuses initialize as unknown, and is then asked by that revision. Where no transport is given, SSE is the
 * second choice.
 *
 * @throws LoadError with the failure of the variant that the server knows, by default the first; the caller's own abort reason
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
