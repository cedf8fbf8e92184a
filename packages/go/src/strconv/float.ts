/** Formatting of floats. Behavior: Go 1.26 strconv.FormatFloat. */

/** Decimal digits of a positive number: 0.d1d2d3... * 10^point. Zero has no digits. */
interface Digits {
  readonly digits: string;
  readonly point: number;
}

const scratch = new DataView(new ArrayBuffer(8));

/** x = mantissa * 2^exponent, for finite x >= 0. */
function decompose(x: number, bits: 32 | 64): { mantissa: bigint; exponent: number } {
  if (bits === 32) {
    scratch.setFloat32(0, x);
    const raw = scratch.getUint32(0);
    const e = (raw >>> 23) & 0xff;
    const m = raw & 0x7fffff;
    return { mantissa: BigInt(e === 0 ? m : m | 0x800000), exponent: (e === 0 ? 1 : e) - 150 };
  }
  scratch.setFloat64(0, x);
  const raw = scratch.getBigUint64(0);
  const e = Number((raw >> 52n) & 0x7ffn);
  const m = raw & 0xfffffffffffffn;
  return { mantissa: e === 0 ? m : m | 0x10000000000000n, exponent: (e === 0 ? 1 : e) - 1075 };
}

function fromExponential(text: string): Digits {
  const [mantissa, exponent] = text.split('e');
  const digits = mantissa!.replace('.', '').replace(/0+$/, '');
  return digits === '' ? { digits: '', point: 0 } : { digits, point: Number(exponent) + 1 };
}

/** A double has at most 1074 digits after the point and 767 significant ones. Further digits would be zeros. */
const maxDecimals = 1100;

/** The number rounded, half to even, to `decimals` digits after the decimal point (negative: before it). */
function roundDecimals(x: number, bits: 32 | 64, decimals: number): Digits {
  const { mantissa, exponent } = decompose(x, bits);
  const places = Math.min(decimals, maxDecimals);
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (places >= 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  let n = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && (n & 1n) === 1n)) n += 1n;
  const text = n === 0n ? '' : n.toString();
  return { digits: text.replace(/0+$/, ''), point: text.length - places };
}

/** The number rounded, half to even, to `count` significant digits. */
function roundSignificant(x: number, bits: 32 | 64, count: number): Digits {
  if (x === 0) return { digits: '', point: 0 };
  const magnitude = Number(x.toExponential(20).split('e')[1]) + 1;
  return roundDecimals(x, bits, count - magnitude);
}

function shortest(x: number, bits: 32 | 64): Digits {
  if (x === 0) return { digits: '', point: 0 };
  if (bits === 64) return fromExponential(x.toExponential());
  for (let count = 1; ; count++) {
    const d = roundSignificant(x, bits, count);
    if (count === 9 || Math.fround(Number(`0.${d.digits}e${d.point}`)) === x) return d;
  }
}

const sign2 = (n: number): string => `${n < 0 ? '-' : '+'}${Math.abs(n) < 10 ? '0' : ''}${Math.abs(n)}`;

function formatE(d: Digits, prec: number, e: string): string {
  const first = d.digits[0] ?? '0';
  const fraction = prec > 0 ? `.${d.digits.slice(1, 1 + prec).padEnd(prec, '0')}` : '';
  return `${first}${fraction}${e}${sign2(d.digits === '' ? 0 : d.point - 1)}`;
}

function formatF(d: Digits, prec: number): string {
  const whole = d.point > 0 ? d.digits.slice(0, d.point).padEnd(d.point, '0') : '0';
  if (prec <= 0) return whole;
  const fraction = d.point >= 0 ? d.digits.slice(d.point) : '0'.repeat(Math.min(-d.point, prec)) + d.digits;
  return `${whole}.${fraction.slice(0, prec).padEnd(prec, '0')}`;
}

function formatG(d: Digits, prec: number, isShortest: boolean, e: string): string {
  const count = d.digits.length;
  let threshold = prec > count && count >= d.point ? count : prec;
  if (isShortest) threshold = 6;
  const exponent = d.point - 1;
  if (exponent < -4 || exponent >= threshold) return formatE(d, Math.min(prec, count) - 1, e);
  const digits = prec > d.point ? count : prec;
  return formatF(d, Math.max(digits - d.point, 0));
}

/** %b: mantissa and binary exponent. */
function formatB(x: number, bits: 32 | 64): string {
  const { mantissa, exponent } = decompose(x, bits);
  return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`;
}

/** %x: hexadecimal mantissa 1.xxx and binary exponent. */
function formatX(x: number, bits: 32 | 64, prec: number, upper: boolean): string {
  let { mantissa, exponent } = decompose(x, bits);
  const width = bits === 64 ? 52n : 23n;
  if (mantissa === 0n) exponent = 0;
  else {
    exponent += Number(width);
    while (mantissa >> width === 0n) {
      mantissa <<= 1n;
      exponent--;
    }
  }
  mantissa <<= 60n - width;
  if (prec >= 0 && prec < 15) {
    const shift = BigInt(prec * 4);
    const extra = (mantissa << shift) & ((1n << 60n) - 1n);
    mantissa >>= 60n - shift;
    if ((extra | (mantissa & 1n)) > 1n << 59n) mantissa += 1n;
    mantissa <<= 60n - shift;
    if ((mantissa & (1n << 61n)) !== 0n) {
      mantissa >>= 1n;
      exponent++;
    }
  }
  const fraction = (mantissa & ((1n << 60n) - 1n)).toString(16).padStart(15, '0');
  const digits = prec < 0 ? fraction.replace(/0+$/, '') : fraction.slice(0, prec).padEnd(prec, '0');
  const text = `0x${mantissa >> 60n}${digits === '' ? '' : `.${digits}`}p${sign2(exponent)}`;
  return upper ? text.toUpperCase() : text;
}

function formatPositive(x: number, verb: string, prec: number, bits: 32 | 64): string {
  if (verb === 'b') return formatB(x, bits);
  if (verb === 'x' || verb === 'X') return formatX(x, bits, prec, verb === 'X');
  const isShortest = prec < 0;
  if (verb === 'f') {
    const d = isShortest ? shortest(x, bits) : roundDecimals(x, bits, prec);
    return formatF(d, isShortest ? Math.max(d.digits.length - d.point, 0) : prec);
  }
  if (verb === 'e' || verb === 'E') {
    const d = isShortest ? shortest(x, bits) : roundSignificant(x, bits, prec + 1);
    return formatE(d, isShortest ? Math.max(d.digits.length - 1, 0) : prec, verb);
  }
  const count = Math.max(prec, 1);
  const d = isShortest ? shortest(x, bits) : roundSignificant(x, bits, count);
  return formatG(d, isShortest ? d.digits.length : count, isShortest, verb === 'G' ? 'E' : 'e');
}

/** strconv.FormatFloat. `prec` -1 gives the fewest digits that parse to the same number. NaN has no sign; an infinity always has one. */
export function formatFloat(f: number, verb: 'e' | 'f' | 'g' | 'E' | 'G' | 'b' | 'x' | 'X', prec: number, bits: 32 | 64 = 64): string {
  if (Number.isNaN(f)) return 'NaN';
  const x = bits === 32 ? Math.fround(f) : f;
  if (!Number.isFinite(x)) return x > 0 ? '+Inf' : '-Inf';
  const text = formatPositive(Math.abs(x), verb, prec, bits);
  return x < 0 || Object.is(x, -0) ? `-${text}` : text;
}
