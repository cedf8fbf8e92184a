/** Answers that are given before the request was read to its end: the client has to be able to read them. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is still read of a request that has its answer, so that its client, which is writing, comes to read it. */
export const drainLimits = { bytes: 64 * 1024 * 1024, milliseconds: 10_000 };

/**
 * Reads the rest of a request and drops it. A socket that is closed while its client writes loses the answer: the client sees
 * a reset connection (RFC 9112 section 9.6). Resolves with whether the end was reached.
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

/** Sends a whole answer, whether or not the request was read; the connection goes on where all of the request came. */
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
