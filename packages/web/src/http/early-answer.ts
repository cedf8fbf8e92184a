/** Sends answers before the request was read to its end, so that the client can read them. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limit for the rest of an answered request that is still read, so that a client that is writing gets to read the answer. */
export const drainLimits = { bytes: 64 * 1024 * 1024, milliseconds: 10_000 };

/**
 * Reads and discards the rest of a request. If a socket is closed while its client writes, the answer is lost: the client sees
 * a reset connection (RFC 9112 section 9.6). Resolves to whether the end was reached.
 */
function drained(request: IncomingMessage, { bytes, milliseconds } = drainLimits): Promise<boolean> {
  return new Promise(resolve => {
    let left = bytes;
    const timer = setTimeout(() => settle(false), milliseconds).unref();
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) settle(false);
    };
    const settle = (isWhole: boolean) => {
      clearTimeout(timer);
      request.off('data', count);
      resolve(isWhole);
    };
    request.on('data', count);
    request.once('end', () => settle(true));
    request.once('close', () => settle(false));
    request.resume();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Sends a complete answer, whether or not the request was read; the connection is kept if the complete request arrived. */
export function answerAtOnce(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
  limits = drainLimits,
): void {
  if (response.headersSent || response.destroyed) return;
  const request = response.req;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  if (request.complete || !hasBody(request)) {
    response.end(text);
    return;
  }
  // The length says where the answer ends; ending it here would close the sockets of clients that asked for that.
  response.write(text);
  void drained(request, limits).then(isWhole => response.end(() => !isWhole && request.socket.destroy()));
}
