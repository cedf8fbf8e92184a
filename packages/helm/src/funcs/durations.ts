/** The functions for durations that Helm 4.3 added to its templates (helm.sh/helm/v4 v4.3.1 pkg/engine/funcs.go). */

import { sprint } from '@mcpgw/go/fmt';
import { goTypeName } from '@mcpgw/go/reflect';
import { parseFloat64, quote } from '@mcpgw/go/strconv';
import { trimSpace } from '@mcpgw/go/strings';
import { Duration, NamedInteger, nanosecondsPerSecond, parseDuration } from '@mcpgw/go/time';
import { type Func, FuncError, Sized, type Value } from '@mcpgw/go/values';
import { func } from './define.js';

const maxInt64 = 2n ** 63n - 1n;
const maxSeconds = maxInt64 / nanosecondsPerSecond;
const maxSecondsFloat = 2 ** 63 / Number(nanosecondsPerSecond);

/** @throws FuncError for a count that 64 bits of nanoseconds do not hold */
function ofSeconds(seconds: bigint): Duration {
  if (seconds > maxSeconds || seconds < -maxSeconds) throw new FuncError(`duration seconds overflow: ${seconds}`);
  return new Duration(seconds * nanosecondsPerSecond);
}

/** @throws FuncError as `ofSeconds` does, and for a number that is not finite */
function ofFloat(seconds: number): Duration {
  if (!Number.isFinite(seconds)) throw new FuncError(`invalid duration seconds: ${sprint([seconds])}`);
  if (Math.abs(seconds) > maxSecondsFloat) throw new FuncError(`duration seconds overflow: ${sprint([seconds])}`);
  return new Duration(BigInt.asIntN(64, BigInt(Math.trunc(seconds * Number(nanosecondsPerSecond)))));
}

const tried = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};

/** @throws FuncError for text that is neither a duration nor a number of seconds */
function ofText(given: string): Duration {
  const text = trimSpace(given);
  if (text === '') throw new FuncError('empty duration');
  const duration = tried(() => parseDuration(text));
  if (duration !== undefined) return new Duration(duration);
  const seconds = tried(() => parseFloat64(text));
  if (seconds !== undefined) return ofFloat(seconds);
  throw new FuncError(`could not parse duration ${quote(given)}`);
}

/** A duration, its text, or a number of seconds. @throws FuncError for every other value */
function durationOf(value: Value): Duration {
  if (value instanceof Duration) return value;
  if (typeof value === 'string') return ofText(value);
  if (value === null) throw new FuncError('invalid duration');
  if (typeof value === 'bigint') return ofSeconds(value);
  if (typeof value === 'number') return ofFloat(value);
  if (value instanceof NamedInteger) return ofSeconds(value.value);
  if (value instanceof Sized) return typeof value.value === 'bigint' ? ofSeconds(value.value) : ofFloat(value.value);
  throw new FuncError(`unsupported duration type ${goTypeName(value)}`);
}

const orZero = (value: Value): Duration => tried(() => durationOf(value)) ?? new Duration(0n);

/** A method of a duration. */
const called = (duration: Duration, method: string, ...args: Value[]): Value => duration.method(method)!.call(...args);

/** The function `duration<Unit>`, which gives 0 for a value that is no duration. */
const inUnit = (unit: string, type: 'int64' | 'float64'): Func =>
  func(`duration${unit}`, ['any'], type, (value: Value) => called(orZero(value), unit));

const hours = (value: Value): number => called(orZero(value), 'Hours') as number;

/** A function that brings a duration to a multiple; zero for a value that is no duration, and unchanged for a multiple that is none. */
const toMultiple = (name: string, method: string): Func =>
  func(name, ['any', 'any'], 'time.Duration', (value: Value, multiple: Value) => {
    const duration = tried(() => durationOf(value));
    const step = tried(() => durationOf(multiple));
    if (duration === undefined) return new Duration(0n);
    return step === undefined ? duration : called(duration, method, step);
  });

/** `mustToDuration`, `durationSeconds` and their like. */
export const durationFuncs: readonly Func[] = [
  func('mustToDuration', ['any'], 'time.Duration', durationOf),
  inUnit('Seconds', 'float64'),
  inUnit('Milliseconds', 'int64'),
  inUnit('Microseconds', 'int64'),
  inUnit('Nanoseconds', 'int64'),
  inUnit('Minutes', 'float64'),
  inUnit('Hours', 'float64'),
  func('durationDays', ['any'], 'float64', (value: Value) => hours(value) / 24),
  func('durationWeeks', ['any'], 'float64', (value: Value) => hours(value) / 24 / 7),
  toMultiple('durationRoundTo', 'Round'),
  toMultiple('durationTruncateTo', 'Truncate'),
];
