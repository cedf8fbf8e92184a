import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from '../wire/byte-buffer.js';

/**
 * A request's body; undefined where it has more than `maxBytes`, or `hold` has no room for further bytes, and then it was not read.
 * Rejects where the client breaks off.
 */
export function readBody(request: IncomingMessage, maxBytes: number, hold?: (bytes: number) => boolean): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  // What is announced is held at once: of many that come together some find room, and not none.
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
    request.once('close', () => reject(new Error('the request broke off')));
  });
}
