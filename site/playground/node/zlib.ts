/** Takes the place of node:zlib in a browser: gunzip of a chart's archive by pako, zlib in JavaScript, with a limit as Node has it. */
import { constants, Inflate } from 'pako';

/** Bytes that are read at once, so that an archive that grows without end stops at the limit. */
const step = 16 * 1024;

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** @throws Error with the `code` of Node's for broken data and for more than `maxOutputLength` bytes */
export function gunzipSync(archive: Uint8Array, { maxOutputLength }: { readonly maxOutputLength: number }): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate({ windowBits: 31 }) as Inflate & { readonly ended: boolean };
  inflate.onData = data => {
    const chunk = data as Uint8Array;
    length += chunk.length;
    if (length > maxOutputLength) throw failure('ERR_BUFFER_TOO_LARGE');
    chunks.push(chunk);
  };
  // The usual one joins all chunks.
  inflate.onEnd = status => {
    inflate.err = status;
  };
  for (let at = 0; at < archive.length && !inflate.ended; at += step) {
    const isLast = at + step >= archive.length;
    if (!inflate.push(archive.subarray(at, at + step), isLast) && inflate.err !== constants.Z_OK) break;
  }
  if (inflate.err === constants.Z_BUF_ERROR || (inflate.err === constants.Z_OK && !inflate.ended)) throw failure('Z_BUF_ERROR');
  if (inflate.err !== constants.Z_OK) throw failure('Z_DATA_ERROR');
  return Buffer.concat(chunks);
}
