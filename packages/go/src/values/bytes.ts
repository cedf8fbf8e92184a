/**
 * Go strings are bytes; JavaScript strings are UTF-16. Valid UTF-8 maps to itself. Every other byte b (0x80 - 0xFF) maps to the lone
 * surrogate U+DC00 + b. Both directions are lossless.
 */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes bytes as a Go string. */
export function decodeBytes(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeLossless(bytes);
  }
}

/** The length of the valid UTF-8 sequence at `i`, or 0 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF). */
function sequenceLength(b: Uint8Array, i: number): number {
  const first = b[i]!;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (i + length > b.length) return 0;
  const second = b[i + 1]!;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let k = 2; k < length; k++) if ((b[i + k]! & 0xc0) !== 0x80) return 0;
  return length;
}

function decodeLossless(bytes: Uint8Array): string {
  let out = '';
  let start = 0;
  let i = 0;
  while (i < bytes.length) {
    const length = sequenceLength(bytes, i);
    if (length > 0) {
      i += length;
      continue;
    }
    if (start < i) out += strict.decode(bytes.subarray(start, i));
    out += String.fromCharCode(0xdc00 + bytes[i]!);
    start = ++i;
  }
  return start < i ? out + strict.decode(bytes.subarray(start, i)) : out;
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const rawByte = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** The bytes of a Go string. */
export function encodeString(text: string): Uint8Array {
  if (!loneSurrogate.test(text)) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let start = 0;
  for (const match of text.matchAll(rawByte)) {
    parts.push(encoder.encode(text.slice(start, match.index)), Uint8Array.of(match[0].charCodeAt(0) - 0xdc00));
    start = match.index + 1;
  }
  parts.push(encoder.encode(text.slice(start)));
  return Buffer.concat(parts);
}

/** The length in bytes, as Go's len. */
export function byteLength(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x80) n += 1;
    else if (c < 0x800) n += 2;
    else if (c < 0xd800 || c > 0xdfff) n += 3;
    else if (c < 0xdc00 && i + 1 < text.length && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      n += 4;
      i++;
    } else n += c >= 0xdc80 && c <= 0xdcff ? 1 : 3;
  }
  return n;
}

const surrogate = /[\ud800-\udfff]/;

/** Compares strings as Go does, by bytes. UTF-16 order differs only for surrogates. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(encodeString(a), encodeString(b));
  return a < b ? -1 : 1;
}

/** The keys of a map in the order of Go: by bytes. */
export const sortedKeys = (map: ReadonlyMap<string, unknown>): string[] => {
  const keys = [...map.keys()];
  if (keys.length < 2) return keys;
  return keys.some(key => surrogate.test(key)) ? keys.sort(compareStrings) : keys.sort();
};
