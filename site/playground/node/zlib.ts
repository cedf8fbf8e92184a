/** Takes the place of node:zlib in a browser: gunzip of a chart's archive by fflate, with a limit as Node has it. */
import { Gunzip } from 'fflate';

/** Bytes that are unpacked at once, so that an archive that grows without end stops at the limit. */
const step = 16 * 1024;

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** @throws Error with the `code` of Node's for broken data and for more than `maxOutputLength` bytes */
export function gunzipSync(archive: Uint8Array, { maxOutputLength }: { readonly maxOutputLength: number }): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isComplete = false;
  const gunzip = new Gunzip((chunk, isLast) => {
    length += chunk.length;
    if (length > maxOutputLength) throw failure('ERR_BUFFER_TOO_LARGE');
    chunks.push(chunk);
    isComplete ||= isLast;
  });
  try {
    for (let at = 0; at < archive.length; at += step) gunzip.push(archive.subarray(at, at + step), at + step >= archive.length);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === 'ERR_BUFFER_TOO_LARGE') throw error;
    // fflate's number for an end of the data that comes too early.
    throw failure(code === 0 ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR');
  }
  if (!isComplete) throw failure('Z_BUF_ERROR');
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
