/** Refuses a whole HTTP request before its message is read: with an HTTP status and a JSON-RPC error without an id. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { ContractViolation, type FailureModeOf, InternalFailure, toWireError } from '@mcpgw/failures';
import { answerAtOnce } from '@mcpgw/web/internal';
import { errorText } from './json-rpc.js';

type Mode = FailureModeOf<'contract_violation' | 'internal_failure'>;

function refusalText(message: string, mode: Mode): string {
  const failure = mode === 'internal' ? new InternalFailure(undefined) : new ContractViolation('request', { mode, message });
  return errorText(null, toWireError(failure));
}

export function respond(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
  answerAtOnce(response, status, text, { ...headers, 'content-type': 'application/json' });
}

/** Refuses a request. `mode` is the `failure_mode` of the answer, listed in docs/serve.md. */
export function refuse(response: ServerResponse, status: number, message: string, mode: Mode = 'invalid_request', headers = {}): void {
  respond(response, status, refusalText(message, mode), headers);
}

interface Unreadable {
  readonly status: number;
  readonly message: string;
  readonly mode: Mode;
}

const unreadable: Readonly<Partial<Record<string, Unreadable>>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large', mode: 'too_large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the request are too large', mode: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time', mode: 'request_timeout' },
};

/** The whole answer to a request that Node's parser refused, by the code of its error. The connection is closed after it. */
export function unreadableText({ code }: NodeJS.ErrnoException): string {
  const { status, message, mode } = unreadable[code ?? ''] ?? {
    status: 400,
    message: 'The request is not valid HTTP',
    mode: 'invalid_request',
  };
  const text = refusalText(message, mode);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
