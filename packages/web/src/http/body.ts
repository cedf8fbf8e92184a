import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from '@mcpgw/loader/internal';

/**
 * Reads a request's body; undefined if it has more than `maxBytes`, or if `hold` has no room for more bytes; then it was not read.
 * Rejects if the client disconnects.
 */
export function readBody(request: IncomingMessage, maxBytes: number, hold?: (bytes: number) => boolean): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  // The announced length is reserved at once, so that of many concurrent requests some succeed instead of none.
  if (announced > maxBytes || (announced > 0 && hold?.(announced) === false)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const bytes = new ByteBuffer();
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes && (announced > 0 || hold?.(chunk.length) !== false)) {
        bytes.add(chunk);
        return;
      }
      request.pause();
      request.off('data', take);
      resolve(undefined);
    };
    request.on('data', take);
    request.once('end', () => resolve(bytes.take()));
    request.once('error', reject);
    // It also comes after a request that was read: an error with its stack would be made for each.
    request.once('close', () => !request.complete && reject(new Error('the request was interrupted')));
  });
}
