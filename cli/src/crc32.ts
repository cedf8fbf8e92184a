import { nativeBinding } from './native-binding.js';

type Native = (data: Uint8Array, start: number) => number;

/** CRC-32 (RFC 1952, section 8) of all bytes; `node:zlib` is loaded only if its native code is not available alone. */
export function crc32(bytes: Uint8Array): number {
  const native: Native = nativeBinding<{ crc32: Native }>('zlib')?.crc32 ?? require('node:zlib').crc32;
  return native(bytes, 0);
}
