import { decodeBytes, encodeString } from './bytes.js';

/** The bytes of a Go string with one character for each byte, so that indexes count bytes as in Go. */
export const toByteString = (text: string): string => Buffer.from(encodeString(text)).toString('latin1');

/** The Go string of a byte string. */
export const fromByteString = (bytes: string): string => decodeBytes(Buffer.from(bytes, 'latin1'));
