/** Go's time.Duration (time/time.go, time/format.go of Go 1.26): a signed 64-bit count of nanoseconds, here a bigint. */

import { toByteString } from '../values/byte-string.js';
import { FuncError } from '../values/value.js';

/** time.Second. */
export const nanosecondsPerSecond = 1_000_000_000n;
const maxDuration = 2n ** 63n - 1n;
const minDuration = -(2n ** 63n);

const minute = 60n * nanosecondsPerSecond;
const hour = 60n * minute;
const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['\u00c2\u00b5s', 1000n],
  ['\u00ce\u00bcs', 1000n],
  ['ms', 1_000_000n],
  ['s', nanosecondsPerSecond],
  ['m', minute],
  ['h', hour],
]);

/** The quoting of package time: every byte outside ASCII and every control character is written as `\xNN`. */
export function quoteBytes(bytes: string): string {
  const escaped = bytes
    .replace(/["\\]/g, '\\$&')
    .replace(/[\x00-\x1f\x80-\xff]/g, c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `"${escaped}"`;
}

const component = /([0-9]*)(\.([0-9]*))?([^.0-9]*)/y;

/**
 * time.ParseDuration: parses `1h15m30.918s` to nanoseconds.
 *
 * @throws FuncError with Go's message
 */
export function parseDuration(text: string): bigint {
  const bytes = toByteString(text);
  const fail = (reason: string): never => {
    throw new FuncError(`time: ${reason} ${quoteBytes(bytes)}`);
  };
  let at = /^[-+]/.test(bytes) ? 1 : 0;
  const negative = bytes.startsWith('-');
  if (bytes.slice(at) === '0') return 0n;
  if (at === bytes.length) fail('invalid duration');
  let total = 0n;
  while (at < bytes.length) {
    component.lastIndex = at;
    const [all, whole = '', , fraction = '', unitName = ''] = component.exec(bytes)!;
    if (whole === '' && fraction === '') fail('invalid duration');
    const value = leadingInt(whole) ?? fail('invalid duration');
    if (unitName === '') fail('missing unit in duration');
    const unit = units.get(unitName) ?? fail(`unknown unit ${quoteBytes(unitName)} in duration`);
    if (value > 2n ** 63n / unit) fail('invalid duration');
    total += value * unit + fractionOf(unit, fraction);
    if (total > 2n ** 63n) fail('invalid duration');
    at += all.length;
  }
  if (negative) return -total;
  return total > maxDuration ? fail('invalid duration') : total;
}

/** The value of a run of digits; undefined above 2^63. */
export function leadingInt(digits: string): bigint | undefined {
  const significant = digits.replace(/^0+/, '');
  if (significant.length > 19) return undefined;
  const value = BigInt(significant || '0');
  return value > 2n ** 63n ? undefined : value;
}

/** The nanoseconds of a decimal fraction of a unit, in Go's floating-point arithmetic. */
function fractionOf(unit: bigint, digits: string): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    if (value > maxDuration / 10n) break;
    const next = value * 10n + BigInt(digit);
    if (next > 2n ** 63n) break;
    value = next;
    scale *= 10;
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** Duration.String: `1h15m30.918s`, with a smaller unit below a second, and `0s` for zero. */
export function formatDuration(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const u = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (u === 0n) return '0s';
  if (u < 1000n) return `${sign}${u}ns`;
  if (u < 1_000_000n) return `${sign}${decimal(u, 3)}µs`;
  if (u < nanosecondsPerSecond) return `${sign}${decimal(u, 6)}ms`;
  const seconds = decimal(u % minute, 9);
  if (u < minute) return `${sign}${seconds}s`;
  const minutes = (u / minute) % 60n;
  return u < hour ? `${sign}${minutes}m${seconds}s` : `${sign}${u / hour}h${minutes}m${seconds}s`;
}

function decimal(value: bigint, places: number): string {
  const text = value.toString().padStart(places + 1, '0');
  const fraction = text.slice(-places).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, -places) : `${text.slice(0, -places)}.${fraction}`;
}

/** Duration.Round: rounds to the nearest multiple, halves away from zero, clamped to 64 bits. */
export function roundDuration(nanoseconds: bigint, multiple: bigint): bigint {
  if (multiple <= 0n) return nanoseconds;
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const rest = magnitude % multiple;
  const rounded = rest + rest < multiple ? magnitude - rest : magnitude + multiple - rest;
  return clampDuration(nanoseconds < 0n ? -rounded : rounded);
}

/** Clamps a duration to 64 bits. */
export const clampDuration = (nanoseconds: bigint): bigint =>
  BigInt.asIntN(64, nanoseconds) === nanoseconds ? nanoseconds : nanoseconds < 0n ? minDuration : maxDuration;
