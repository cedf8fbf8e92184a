/** Maps failed requests to upstreams to the failure taxonomy. */

import { ContractViolation, type FailureModeOf, GatewayFailure, TransportFailure, toolTimeout, UpstreamFailure } from '@mcpgw/failures';
import { safeText } from '@mcpgw/loader';
import { AttemptTrace, DeadlineError, LoadError, signalOf } from '@mcpgw/loader/internal';
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { QueueFullError } from './limiter.js';

export interface RequestSubject {
  readonly server: string;
  /** The name of the tool, if the request is a call. */
  readonly tool?: string;
  readonly method: string;
  /** Values that no message may show. */
  readonly secrets: readonly string[];
}

function named({ tool }: RequestSubject): { tool?: string } {
  return tool === undefined ? {} : { tool };
}

/** The failure of a request that was not sent, because the server is not connected. */
export function unavailable(subject: RequestSubject, reason: string, retryAfterMs?: number): TransportFailure {
  return new TransportFailure({
    ...named(subject),
    mode: 'unavailable',
    message: `Server '${safeText(subject.server)}' is not available: ${reason}`,
    data: { server: subject.server, ...(retryAfterMs !== undefined && { retry_after_ms: Math.max(0, Math.ceil(retryAfterMs)) }) },
  });
}

function connectionFailure(
  subject: RequestSubject,
  mode: FailureModeOf<'transport_failure'>,
  text: string,
  cause: unknown,
): TransportFailure {
  const message = `Connection to server '${safeText(subject.server)}' failed: ${safeText(text, subject.secrets)}`;
  return new TransportFailure({ ...named(subject), mode, message, data: { server: subject.server }, cause });
}

function timeout(subject: RequestSubject, { seconds, heard }: DeadlineError): TransportFailure {
  const said = heard === undefined ? undefined : safeText(heard, subject.secrets);
  if (subject.tool !== undefined) return toolTimeout(subject.tool, seconds, said);
  const more = said === undefined ? '' : ` What it sent meanwhile is not an answer: ${said}`;
  const message = `${subject.method} timed out after ${seconds}s. Server '${safeText(subject.server)}' did not respond in time.${more}`;
  return new TransportFailure({ mode: 'timeout', message, data: { timeout_seconds: seconds } });
}

function rpcFailure(subject: RequestSubject, { code, message, data }: ProtocolError): UpstreamFailure {
  const rpcError = { code, message, ...(data !== undefined && { data }) };
  return new UpstreamFailure({
    ...named(subject),
    mode: 'rpc_error',
    message: message || `JSON-RPC error ${code}`,
    data: { code },
    rpcError,
  });
}

/** The HTTP status of a failed request, if the server answered with one. */
export function httpStatusOf(error: unknown): number | undefined {
  const status = error instanceof SdkError ? (error as { status?: unknown }).status : undefined;
  return typeof status === 'number' ? status : undefined;
}

function httpFailure(subject: RequestSubject, status: number, error: SdkError): GatewayFailure {
  const trace = new AttemptTrace('tools/list');
  const body = (error.data as { text?: unknown } | undefined)?.text;
  trace.httpFailure = { status, contentType: '', body: typeof body === 'string' ? body.slice(0, 4096) : '' };
  const { text, detail } = signalOf(error, trace);
  const message = `Server '${safeText(subject.server)}' answered ${safeText(detail ? `${text}: ${detail}` : text, subject.secrets)}`;
  return new UpstreamFailure({ ...named(subject), mode: 'http_error', message, data: { server: subject.server, status }, cause: error });
}

/** The error with which a client answered a request of a server. */
export class ClientRefused extends Error {
  override name = 'ClientRefused';
  readonly code: unknown;
  readonly data: unknown;
  constructor(cause: unknown) {
    const { code, data, message } = cause instanceof Error ? (cause as Error & { code?: unknown; data?: unknown }) : {};
    super(message ?? String(cause), { cause });
    this.code = code;
    this.data = data;
  }
}

/** The SDK's codes for requests of a server that cannot be answered here. */
const unanswerable: ReadonlySet<string> = new Set([
  'CAPABILITY_NOT_SUPPORTED',
  'UNSUPPORTED_RESULT_TYPE',
  'INPUT_REQUIRED_ROUNDS_EXCEEDED',
]);

function inputFailure(subject: RequestSubject, error: unknown): UpstreamFailure | undefined {
  const server = safeText(subject.server);
  const failed = (mode: FailureModeOf<'upstream_failure'>, message: string) =>
    new UpstreamFailure({ ...named(subject), mode, message, data: { server: subject.server }, cause: error });
  if (error instanceof ClientRefused)
    return failed('input_refused', `Server '${server}' asked the client, which refused: ${safeText(error.message)}`);
  const isUnanswerable = error instanceof SdkError && unanswerable.has(error.code);
  return isUnanswerable ? failed('input_required', `Server '${server}' asks for input that the client cannot give`) : undefined;
}

/** Modes of a broken connection, by the loader's names for what broke. Other names mean `connection_lost`. */
const brokenConnections: Readonly<Partial<Record<string, FailureModeOf<'transport_failure'>>>> = {
  'session-lost': 'session_lost',
  'stdin-full': 'overloaded',
  'broken-body': 'broken_body',
};

/** A request without a login that the server needs. */
function loginRequired(subject: RequestSubject, text: string, cause: unknown): UpstreamFailure {
  const message = `Server '${safeText(subject.server)}' needs a login: ${safeText(text, subject.secrets)}`;
  return new UpstreamFailure({ ...named(subject), mode: 'login_required', message, data: { server: subject.server }, cause });
}

/** Modes of complete answers that are not valid, by the loader's names for them. */
const wrongAnswers: Readonly<Partial<Record<string, FailureModeOf<'upstream_failure'>>>> = {
  'not-mcp': 'invalid_response',
  'too-large': 'response_too_large',
};

/** An answer that the SDK refused by its schema, with the method that was asked. */
function refusedResult(subject: RequestSubject, error: SdkError): UpstreamFailure {
  const why = error.message.replace(/^Invalid result for [^:]*: /, '').replace(/\s+/g, ' ');
  return wrongAnswer(subject, 'invalid_response', `the reply to ${subject.method} breaks the protocol: ${why.slice(0, 300)}`, error);
}

function wrongAnswer(subject: RequestSubject, mode: FailureModeOf<'upstream_failure'>, text: string, cause: unknown): UpstreamFailure {
  const message = `Server '${safeText(subject.server)}' sent no valid answer: ${safeText(text, subject.secrets)}`;
  return new UpstreamFailure({ ...named(subject), mode, message, data: { server: subject.server }, cause });
}

/** The failure for `error`, which a request threw. A GatewayFailure is returned unchanged. */
export function requestFailure(error: unknown, subject: RequestSubject): GatewayFailure {
  if (error instanceof GatewayFailure) return error;
  if (error instanceof DeadlineError) return timeout(subject, error);
  if (error instanceof QueueFullError) return connectionFailure(subject, 'overloaded', error.message, error);
  if (error instanceof ProtocolError) {
    const own = error.data instanceof LoadError ? error.data : undefined;
    return own ? requestFailure(own, subject) : rpcFailure(subject, error);
  }
  const input = inputFailure(subject, error);
  if (input) return input;
  const status = httpStatusOf(error);
  if (status !== undefined) return httpFailure(subject, status, error as SdkError);
  if (error instanceof SdkError && error.code === 'INVALID_RESULT') return refusedResult(subject, error);
  const { text, detail, code } = signalOf(error, new AttemptTrace('tools/list'));
  const said = detail ? `${text}: ${detail}` : text;
  if (code === 'login-needed') return loginRequired(subject, said, error);
  const wrong = wrongAnswers[code ?? ''];
  if (wrong !== undefined) return wrongAnswer(subject, wrong, said, error);
  return connectionFailure(subject, brokenConnections[code ?? ''] ?? 'connection_lost', said, error);
}

/** Makes the refusal of what a client sent back (2026-07-28) a failure of the client, not of the tool. */
export function refusedInput(error: unknown, tool: string): unknown {
  const rpcError = error instanceof UpstreamFailure ? error.rpcError : undefined;
  if (rpcError?.code !== -32602) return error;
  return new ContractViolation('params', { mode: 'input_refused', tool, message: rpcError.message, cause: error });
}
