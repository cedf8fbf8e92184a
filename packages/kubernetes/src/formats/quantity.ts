/** Quantities, such as 250m or 1.5Gi. Follows apimachinery 0.36, pkg/api/resource. */

const form = /^([+-]?)(\d+\.?\d*|\.\d*)(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d{1,4})?$/;
const powersOfTen: Record<string, number> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const powersOfTwo: Record<string, bigint> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
const maxExponent = 100;

const maxKept = 2000;
const kept = new Map<string, bigint | undefined>();

/** Parses a quantity. Returns billionths, rounded up; undefined if it is invalid. Surrounding spaces and a single dot (0) are accepted. */
export function parseQuantity(text: string): bigint | undefined {
  if (kept.has(text)) return kept.get(text);
  const amount = readQuantity(text);
  if (kept.size < maxKept) kept.set(text, amount);
  return amount;
}

function readQuantity(text: string): bigint | undefined {
  const match = text.length > 64 ? null : form.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, number, unit = ''] = match;
  const [whole, fraction = ''] = number!.split('.');
  const digits = BigInt(`${whole}${fraction}`);
  const binary = powersOfTwo[unit];
  const exponent = (binary === undefined ? exponentOf(unit) : 0) - fraction.length + 9;
  const scaled = scale(binary === undefined ? digits : digits << binary, exponent);
  return sign === '-' ? -scaled : scaled;
}

function exponentOf(unit: string): number {
  if (unit === '') return 0;
  return powersOfTen[unit] ?? Number(unit.slice(1));
}

function scale(digits: bigint, exponent: number): bigint {
  if (exponent >= 0) return digits * 10n ** BigInt(Math.min(exponent, maxExponent));
  const divisor = 10n ** BigInt(Math.min(-exponent, maxExponent));
  return (digits + divisor - 1n) / divisor;
}

/** One whole unit, in the billionths of `parseQuantity`. */
export const wholeUnit = 1_000_000_000n;
