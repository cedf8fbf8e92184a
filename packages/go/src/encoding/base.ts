/** Go's encoding/base64 and encoding/base32, standard alphabets. */
import { decodeBytes, encodeString } from '../values/bytes.js';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PAD = 0x3d;

/** Encodes the bytes of a text as base64. */
export const encodeBase64 = (text: string): string => Buffer.from(encodeString(text)).toString('base64');

const isNewline = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

/** The offset of the first byte that Go's base64 decoder refuses; undefined if there is none. */
export function corruptBase64At(bytes: Uint8Array): number | undefined {
  let digits = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (isNewline(byte)) continue;
    if (byte === PAD) return corruptPaddingAt(bytes, i, digits % 4);
    if (byte > 0x7f || !BASE64.includes(String.fromCharCode(byte))) return i;
    digits++;
  }
  return digits % 4 === 0 ? undefined : bytes.length - (digits % 4);
}

/** Like corruptBase64At, from the first `=` on, which follows `digits` digits of its group of four. */
function corruptPaddingAt(bytes: Uint8Array, at: number, digits: number): number | undefined {
  if (digits < 2) return at;
  let i = at + 1;
  if (digits === 2) {
    while (isNewline(bytes[i])) i++;
    if (i === bytes.length) return i;
    if (bytes[i] !== PAD) return i - 1;
    i++;
  }
  while (isNewline(bytes[i])) i++;
  return i < bytes.length ? i : undefined;
}

const canonical64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64. For malformed input it returns the message of Go's error, as Sprig does. */
export function decodeBase64(text: string): string {
  if (text.length % 4 !== 0 || !canonical64.test(text)) {
    const at = corruptBase64At(encodeString(text));
    if (at !== undefined) return `illegal base64 data at input byte ${at}`;
  }
  return decodeBytes(Buffer.from(text, 'base64'));
}

/** Encodes the bytes of a text as base32. */
export function encodeBase32(text: string): string {
  let out = '';
  let bits = 0;
  let value = 0;
  for (const byte of encodeString(text)) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) out += BASE32[(value >> (bits - 5)) & 31];
  }
  if (bits > 0) out += BASE32[(value << (5 - bits)) & 31];
  return out.padEnd(Math.ceil(out.length / 8) * 8, '=');
}

/** The offset of the error in the padding that starts at `at`, after `digits` digits of a group of eight. */
function corruptPadding32(bytes: Uint8Array, at: number, digits: number): number | undefined {
  const left = bytes.length - at - 1;
  if (left + digits < 7) return bytes.length;
  for (let k = 0; k < 7 - digits; k++) if (left > k && bytes[at + 1 + k] !== PAD) return at + k;
  return digits === 3 || digits === 6 ? at : undefined;
}

interface Decoded32 {
  readonly digits: readonly number[];
  readonly corruptAt: number | undefined;
}

function base32Digits(bytes: Uint8Array): Decoded32 {
  const digits: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const position = digits.length % 8;
    if (bytes[i] === PAD && position >= 2 && bytes.length - i - 1 < 8) return { digits, corruptAt: corruptPadding32(bytes, i, position) };
    const digit = bytes[i]! > 0x7f ? -1 : BASE32.indexOf(String.fromCharCode(bytes[i]!));
    if (digit < 0) return { digits, corruptAt: i };
    digits.push(digit);
  }
  const missing = digits.length % 8;
  return { digits, corruptAt: missing === 0 ? undefined : bytes.length - missing };
}

/** Decodes base32. For malformed input it returns the message of Go's error, as Sprig does. */
export function decodeBase32(text: string): string {
  const { digits, corruptAt } = base32Digits(encodeString(text).filter(byte => !isNewline(byte)));
  if (corruptAt !== undefined) return `illegal base32 data at input byte ${corruptAt}`;
  const out: number[] = [];
  let bits = 0;
  let value = 0;
  for (const digit of digits) {
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      out.push((value >> bits) & 0xff);
    }
  }
  return decodeBytes(Uint8Array.from(out));
}
