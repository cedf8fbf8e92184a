/** Formatting of single values by flags, width and precision. Behavior: Go 1.26 fmt (format.go). */
import { formatFloat } from '../strconv/float.js';
import { canBackquote, quote, quoteToASCII } from '../strconv/quote.js';
import { isPrint } from '../unicode/print.js';

function sharpPrefix(digits: string, base: number, upper: boolean): string {
  if (base === 2) return `0b${digits}`;
  if (base === 8) return digits[0] === '0' ? digits : `0${digits}`;
  return base === 16 ? (upper ? '0X' : '0x') + digits : digits;
}

/** The flag `#`: always a decimal point, with trailing zeros kept. `num` includes its sign. */
function sharpFloat(num: string, verb: string, prec: number): string {
  let digits = verb === 'g' || verb === 'G' || verb === 'x' ? (prec === -1 ? 6 : prec) : 0;
  const hexadecimal = verb === 'x' || verb === 'X';
  const tailAt = num.search(hexadecimal ? /[pP]/ : /[eEpP]/);
  let head = tailAt < 0 ? num : num.slice(0, tailAt);
  const tail = tailAt < 0 ? '' : num.slice(tailAt);
  const significant = head.slice(1).replace('.', '').replace(/^0+/, '');
  digits -= significant.length;
  if (!head.includes('.')) {
    if (head.length === 2 && head[1] === '0') digits--;
    head += '.';
  }
  return head + '0'.repeat(Math.max(0, digits)) + tail;
}

/** The text of a rune; U+FFFD for a number that is not a rune. */
export function runeString(value: bigint): string {
  const r = value < 0n || value > 0x10ffffn ? 0xfffd : Number(value);
  return String.fromCodePoint(r >= 0xd800 && r <= 0xdfff ? 0xfffd : r);
}

/** The number of code points. Each byte that is not UTF-8 counts as one. */
function runeCount(s: string): number {
  let n = s.length;
  for (let i = 1; i < s.length; i++) if ((s.charCodeAt(i) & 0xfc00) === 0xdc00 && (s.charCodeAt(i - 1) & 0xfc00) === 0xd800) n--;
  return n;
}

/** The first `count` code points of a text. */
export function truncateRunes(s: string, count: number): string {
  if (s.length <= count) return s;
  let i = 0;
  for (let n = 0; n < count && i < s.length; n++) i += s.codePointAt(i)! > 0xffff ? 2 : 1;
  return s.slice(0, i);
}

/** The text written so far, and the flags of the current verb. */
export interface Printer {
  buf: string;
  wid: number;
  prec: number;
  widPresent: boolean;
  precPresent: boolean;
  minus: boolean;
  plus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  plusV: boolean;
  sharpV: boolean;
  /** Whether an error about a verb is being written, which must not call methods of values. */
  erroring: boolean;
  /** The number of parts of values printed so far. */
  parts: number;
  /** Whether the format names its arguments by number (`%[2]d`). */
  reordered: boolean;
  /** Whether the number of the argument of the current verb is valid. */
  goodArgNum: boolean;
}

export const newPrinter = (): Printer => ({
  buf: '',
  wid: 0,
  prec: 0,
  widPresent: false,
  precPresent: false,
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  plusV: false,
  sharpV: false,
  erroring: false,
  parts: 0,
  reordered: false,
  goodArgNum: true,
});

export function clearFlags(p: Printer): void {
  p.wid = p.prec = 0;
  p.widPresent = p.precPresent = p.minus = p.plus = p.sharp = p.space = p.zero = false;
  p.plusV = p.sharpV = false;
}

function padding(p: Printer, n: number, zero: boolean): string {
  return n <= 0 ? '' : (zero && !p.minus ? '0' : ' ').repeat(n);
}

export function pad(p: Printer, s: string, zero = p.zero): void {
  if (!p.widPresent || p.wid === 0) {
    p.buf += s;
    return;
  }
  const fill = padding(p, p.wid - runeCount(s), zero);
  p.buf += p.minus ? s + fill : fill + s;
}

export function fmtInteger(p: Printer, value: bigint, base: number, verb: string, upper = false): void {
  const negative = value < 0n;
  let digits = (negative ? -value : value).toString(base);
  if (upper) digits = digits.toUpperCase();
  let prec = 0;
  if (p.precPresent) {
    prec = p.prec;
    if (prec === 0 && value === 0n) {
      p.buf += padding(p, p.wid, false);
      return;
    }
  } else if (p.zero && !p.minus && p.widPresent) {
    prec = p.wid - (negative || p.plus || p.space ? 1 : 0);
  }
  digits = digits.padStart(prec, '0');
  if (p.sharp) digits = sharpPrefix(digits, base, upper);
  if (verb === 'O') digits = `0o${digits}`;
  const sign = negative ? '-' : p.plus ? '+' : p.space ? ' ' : '';
  pad(p, sign + digits, false);
}

export function fmt0x64(p: Printer, value: bigint, leading: boolean): void {
  const { sharp } = p;
  p.sharp = leading;
  fmtInteger(p, value, 16, 'v');
  p.sharp = sharp;
}

export function fmtUnicode(p: Printer, value: bigint): void {
  const u = BigInt.asUintN(64, value);
  let text = `U+${u
    .toString(16)
    .toUpperCase()
    .padStart(p.precPresent && p.prec > 4 ? p.prec : 4, '0')}`;
  if (p.sharp && u <= 0x10ffffn && isPrint(Number(u))) text += ` '${String.fromCodePoint(Number(u))}'`;
  pad(p, text, false);
}

export function fmtFloat(
  p: Printer,
  x: number,
  bits: 32 | 64,
  verb: 'e' | 'f' | 'g' | 'E' | 'G' | 'b' | 'x' | 'X',
  defaultPrec: number,
): void {
  const prec = p.precPresent ? p.prec : defaultPrec;
  let num = formatFloat(x, verb, prec, bits);
  if (num[0] !== '-' && num[0] !== '+') num = `+${num}`;
  if (p.space && num[0] === '+' && !p.plus) num = ` ${num.slice(1)}`;
  if (num[1] === 'I' || num[1] === 'N') {
    pad(p, num[1] === 'N' && !p.space && !p.plus ? num.slice(1) : num, false);
    return;
  }
  if (p.sharp && verb !== 'b') num = sharpFloat(num, verb, prec);
  if (!p.plus && num[0] === '+') {
    pad(p, num.slice(1));
    return;
  }
  if (p.zero && !p.minus && p.widPresent && p.wid > num.length) {
    p.buf += num[0] + padding(p, p.wid - num.length, true) + num.slice(1);
    return;
  }
  pad(p, num);
}

export function fmtQ(p: Printer, s: string): void {
  const text = p.precPresent ? truncateRunes(s, p.prec) : s;
  if (p.sharp && canBackquote(text)) {
    pad(p, `\`${text}\``);
    return;
  }
  pad(p, p.plus ? quoteToASCII(text) : quote(text));
}

export function fmtSbx(p: Printer, bytes: Uint8Array, upper: boolean): void {
  const length = p.precPresent && p.prec < bytes.length ? p.prec : bytes.length;
  if (length === 0) {
    if (p.widPresent) p.buf += padding(p, p.wid, p.zero);
    return;
  }
  const prefix = p.sharp ? (upper ? '0X' : '0x') : '';
  let text = prefix;
  for (let i = 0; i < length; i++) {
    if (p.space && i > 0) text += ` ${prefix}`;
    const byte = bytes[i]!.toString(16).padStart(2, '0');
    text += upper ? byte.toUpperCase() : byte;
  }
  pad(p, text);
}
