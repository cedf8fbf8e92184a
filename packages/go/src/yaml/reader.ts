/**
 * Decodes and validates characters before the scan.
 * Behavior: go.yaml.in/yaml/v2 v2.4.3 readerc.go. Go decodes its input in raw chunks of 512 bytes as the scanner requests characters. So an
 * invalid character is reported as soon as the scanner reaches the chunk that contains it, and never if the document ends before it. `end`
 * and `problem` represent that.
 */
import { encodeString } from '../values/bytes.js';

/** The input of the scanner. */
export interface ScannerInput {
  readonly text: string;
  /** The UTF-16 code units of the text, followed by NULs, so that the scanner needs no bounds checks. */
  readonly codes: Uint16Array;
  /** Length of the text. */
  readonly end: number;
  /** The error in the characters from `end` on; undefined if there is none and `end` is the end of the input. */
  readonly problem: string | undefined;
  /** Whether LF is the only line break in the text. */
  readonly lfOnly: boolean;
  /**
   * The position up to which goyaml treats the start of each line as a byte order mark and skips a character there. goyaml looks at the
   * start of its buffer instead of the line, and that is a mark if the input starts with two of them. 0 for all other input.
   */
  readonly bomEnd: number;
}

/** More than the scanner ever looks ahead. */
const padding = 16;
const chunkSize = 512;
/** Go reports this error only when it reads beyond it. */
const incomplete = 'incomplete UTF-8 octet sequence';

const notPlainAscii = /[^\t\n\x20-\x7e]/;

/** Decodes and validates a text for the scanner. */
export function prepareSource(input: string): ScannerInput {
  const found = input.search(notPlainAscii);
  if (found < 0) return source(input, undefined, true);
  return validate(decodeUtf16(input), found);
}

function source(text: string, problem: string | undefined, lfOnly: boolean): ScannerInput {
  const codes = new Uint16Array(text.length + padding);
  Buffer.from(codes.buffer).write(text, 'utf16le');
  return { text, codes, end: text.length, problem, lfOnly, bomEnd: codes[0] === 0xfeff ? Math.max(1, firstChunkEnd(text)) : 0 };
}

/** Like `prepareSource`, for text whose first `from` characters are known to be ASCII. */
function validate(raw: string, from: number): ScannerInput {
  const start = raw.charCodeAt(0) === 0xfeff ? 1 : 0;
  let lfOnly = true;
  let i = Math.max(start, from);
  for (; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    if ((c >= 0x20 && c <= 0x7e) || c === 0x0a || c === 0x09) continue;
    if (c === 0x0d || c === 0x85 || c === 0x2028 || c === 0x2029) lfOnly = false;
    else if (c < 0xa0 || c >= 0xfffe) break;
    else if (c >= 0xd800 && c <= 0xdfff) {
      if (c >= 0xdc00 || (raw.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) break;
      i++;
    }
  }
  if (i >= raw.length) return source(raw.slice(start), undefined, lfOnly);
  const problem = characterProblem(raw, i);
  const end = problem === incomplete ? i : chunkStart(raw, i);
  return source(raw.slice(start, end), problem, false);
}

/** How far the scanner gets in text that starts with a byte order mark before goyaml reads its second chunk. */
function firstChunkEnd(text: string): number {
  const chunk = encodeString(text.slice(0, chunkSize)).subarray(0, chunkSize - 3);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk).length - 3;
}

/** The index of the first character of the raw chunk that contains the character at `index`. */
function chunkStart(raw: string, index: number): number {
  const bytes = encodeString(raw.slice(0, index));
  let chunk = 0;
  let decoded = 0;
  while (decoded <= bytes.length) {
    chunk = decoded;
    decoded = chunk + chunkSize;
    while (decoded > chunk && ((bytes[decoded] ?? 0) & 0xc0) === 0x80) decoded--;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, chunk).toString('utf8').length;
}

function characterProblem(raw: string, index: number): string {
  const code = raw.charCodeAt(index);
  if (code < 0xdc80 || code > 0xdcff) return 'control characters are not allowed';
  const bytes = encodeString(raw.slice(index, index + 4));
  const first = bytes[0]!;
  const width = (first & 0xe0) === 0xc0 ? 2 : (first & 0xf0) === 0xe0 ? 3 : (first & 0xf8) === 0xf0 ? 4 : 0;
  if (width === 0) return 'invalid leading UTF-8 octet';
  if (width > bytes.length) return incomplete;
  let value = first & (0xff >> (width + 1));
  for (let k = 1; k < width; k++) {
    if ((bytes[k]! & 0xc0) !== 0x80) return 'invalid trailing UTF-8 octet';
    value = (value << 6) | (bytes[k]! & 0x3f);
  }
  const least = width === 2 ? 0x80 : width === 3 ? 0x800 : 0x10000;
  return value < least ? 'invalid length of a UTF-8 sequence' : 'invalid Unicode character';
}

/** Input that starts with a UTF-16 byte order mark is UTF-16. Its surrogates are kept and checked like the rest. */
function decodeUtf16(input: string): string {
  const little = input.startsWith('\udcff\udcfe');
  if (!little && !input.startsWith('\udcfe\udcff')) return input;
  const bytes = Buffer.from(encodeString(input).slice(2));
  const even = bytes.subarray(0, bytes.length & ~1);
  return (little ? even : even.swap16()).toString('utf16le');
}
