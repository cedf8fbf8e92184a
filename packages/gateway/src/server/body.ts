import type { IncomingMessage } from 'node:http';

/** The text of a request's body; undefined where it has more than `maxBytes`. Rejects where the client breaks off. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.pause();
        resolve(undefined);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8')));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the request broke off')));
  });
}
