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

/** Writes values to `buf` with the flags of one verb. */
export class Formatter {
  buf = '';
  protected wid = 0;
  protected prec = 0;
  protected widPresent = false;
  protected precPresent = false;
  protected minus = false;
  protected plus = false;
  protected sharp = false;
  protected space = false;
  protected zero = false;
  protected plusV = false;
  protected sharpV = false;

  protected clearFlags(): void {
    this.wid = this.prec = 0;
    this.widPresent = this.precPresent = this.minus = this.plus = this.sharp = this.space = this.zero = false;
    this.plusV = this.sharpV = false;
  }

  protected padding(n: number, zero: boolean): string {
    return n <= 0 ? '' : (zero && !this.minus ? '0' : ' ').repeat(n);
  }

  protected pad(s: string, zero = this.zero): void {
    if (!this.widPresent || this.wid === 0) {
      this.buf += s;
      return;
    }
    const fill = this.padding(this.wid - runeCount(s), zero);
    this.buf += this.minus ? s + fill : fill + s;
  }

  protected fmtInteger(value: bigint, base: number, verb: string, upper = false): void {
    const negative = value < 0n;
    let digits = (negative ? -value : value).toString(base);
    if (upper) digits = digits.toUpperCase();
    let prec = 0;
    if (this.precPresent) {
      prec = this.prec;
      if (prec === 0 && value === 0n) {
        this.buf += this.padding(this.wid, false);
        return;
      }
    } else if (this.zero && !this.minus && this.widPresent) {
      prec = this.wid - (negative || this.plus || this.space ? 1 : 0);
    }
    digits = digits.padStart(prec, '0');
    if (this.sharp) digits = sharpPrefix(digits, base, upper);
    if (verb === 'O') digits = `0o${digits}`;
    const sign = negative ? '-' : this.plus ? '+' : this.space ? ' ' : '';
    this.pad(sign + digits, false);
  }

  protected fmt0x64(value: bigint, leading: boolean): void {
    const { sharp } = this;
    this.sharp = leading;
    this.fmtInteger(value, 16, 'v');
    this.sharp = sharp;
  }

  protected fmtUnicode(value: bigint): void {
    const u = BigInt.asUintN(64, value);
    let text = `U+${u
      .toString(16)
      .toUpperCase()
      .padStart(this.precPresent && this.prec > 4 ? this.prec : 4, '0')}`;
    if (this.sharp && u <= 0x10ffffn && isPrint(Number(u))) text += ` '${String.fromCodePoint(Number(u))}'`;
    this.pad(text, false);
  }

  protected fmtFloat(x: number, bits: 32 | 64, verb: 'e' | 'f' | 'g' | 'E' | 'G' | 'b' | 'x' | 'X', defaultPrec: number): void {
    const prec = this.precPresent ? this.prec : defaultPrec;
    let num = formatFloat(x, verb, prec, bits);
    if (num[0] !== '-' && num[0] !== '+') num = `+${num}`;
    if (this.space && num[0] === '+' && !this.plus) num = ` ${num.slice(1)}`;
    if (num[1] === 'I' || num[1] === 'N') {
      this.pad(num[1] === 'N' && !this.space && !this.plus ? num.slice(1) : num, false);
      return;
    }
    if (this.sharp && verb !== 'b') num = sharpFloat(num, verb, prec);
    if (!this.plus && num[0] === '+') {
      this.pad(num.slice(1));
      return;
    }
    if (this.zero && !this.minus && this.widPresent && this.wid > num.length) {
      this.buf += num[0] + this.padding(this.wid - num.length, true) + num.slice(1);
      return;
    }
    this.pad(num);
  }

  protected fmtQ(s: string): void {
    const text = this.precPresent ? truncateRunes(s, this.prec) : s;
    if (this.sharp && canBackquote(text)) {
      this.pad(`\`${text}\``);
      return;
    }
    this.pad(this.plus ? quoteToASCII(text) : quote(text));
  }

  protected fmtSbx(bytes: Uint8Array, upper: boolean): void {
    const length = this.precPresent && this.prec < bytes.length ? this.prec : bytes.length;
    if (length === 0) {
      if (this.widPresent) this.buf += this.padding(this.wid, this.zero);
      return;
    }
    const prefix = this.sharp ? (upper ? '0X' : '0x') : '';
    let text = prefix;
    for (let i = 0; i < length; i++) {
      if (this.space && i > 0) text += ` ${prefix}`;
      const byte = bytes[i]!.toString(16).padStart(2, '0');
      text += upper ? byte.toUpperCase() : byte;
    }
    this.pad(text);
  }
}
