/** Authorization servers for a proxy's ext-authz, over gRPC (Envoy's `Authorization/Check`) and HTTP. */
import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** What a check is answered with: no answer at all, a gRPC error, or a decision with the status and body that it gives. */
export type Check =
  | { readonly kind: 'hang' }
  | { readonly kind: 'error'; readonly grpcStatus: number }
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly status?: number; readonly body?: string };

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

function field(number: number, content: Buffer | number): Buffer {
  if (typeof content === 'number') return Buffer.concat([varint(number * 8), varint(content)]);
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

const permissionDenied = 7;

/** `CheckResponse`: `status` (google.rpc.Status) is field 1, `denied_response` is field 2 with `status` (1) and `body` (3). */
function checkResponse(check: Check): Buffer {
  if (check.kind !== 'deny') return field(1, Buffer.alloc(0));
  const status = field(1, field(1, permissionDenied));
  if (check.status === undefined) return status;
  const denied = Buffer.concat([field(1, field(1, check.status)), field(3, Buffer.from(check.body ?? ''))]);
  return Buffer.concat([status, field(2, denied)]);
}

function reply(stream: ServerHttp2Stream, check: Check): void {
  if (check.kind === 'hang') return;
  const head = { ':status': 200, 'content-type': 'application/grpc' };
  if (check.kind === 'error') {
    stream.respond({ ...head, 'grpc-status': String(check.grpcStatus), 'grpc-message': 'broken' }, { endStream: true });
    return;
  }
  const message = checkResponse(check);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  stream.respond(head, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.concat([prefix, message]));
}

export interface Authorizer {
  readonly port: number;
  close(): Promise<void>;
}

/** Where a server listens: a free port of loopback unless given. */
interface Place {
  readonly port?: number;
  readonly host?: string;
}

/** A gRPC authorization server that answers every check with `check`, or with what that gives for each. */
export async function grpcAuthorizer(
  check: Check | (() => Promise<Check>),
  { port = 0, host = '127.0.0.1' }: Place = {},
): Promise<Authorizer> {
  const server: Http2Server = createHttp2Server();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', session => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session)).on('error', () => {});
  });
  server.on('stream', async stream => {
    stream.on('error', () => {});
    stream.resume();
    const answer = typeof check === 'function' ? await check() : check;
    if (!stream.destroyed) reply(stream, answer);
  });
  await new Promise<void>(resolve => server.listen(port, host, resolve));
  const close = async () => {
    for (const session of sessions) session.destroy();
    await new Promise(resolve => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, close };
}
