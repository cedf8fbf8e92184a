/** Date functions of sprig v3.3.0 (date.go) over Go's package time. */

import {
  formatDuration,
  LocalLocation,
  type Location,
  loadLocation,
  nanosecondsPerSecond,
  parseDuration,
  parseInLocation,
  roundDuration,
  Time,
  unixTime,
  utc,
  zeroTime,
} from '@mcpgw/go/time';
import { type Func, FuncError, Sized, type Value } from '@mcpgw/go/values';
import { aliases, func } from './define.js';
import type { FuncDeps } from './deps.js';

const timeType = { object: 'time.Time' } as const;

/** `now`, `date` and related functions. The local zone is `deps.timezone`. */
export function dateFuncs(deps: FuncDeps): readonly Func[] {
  const clock = new Clock(deps);
  const format = (layout: string, date: Value, zone = 'Local') => clock.format(layout, date, zone);
  const dateModify = (change: string, date: Time) => {
    const duration = tryParse(() => parseDuration(change));
    return duration === undefined ? date : date.add(duration);
  };
  const mustDateModify = (change: string, date: Time) => date.add(parseDuration(change));
  const toDate = (layout: string, text: string) => parseInLocation(layout, text, clock.local);
  return [
    func('now', [], 'time.Time', () => clock.now()),
    func('ago', ['any'], 'string', (date: Value) => formatDuration(roundDuration(clock.since(clock.toTime(date)), nanosecondsPerSecond))),
    func('date', ['string', 'any'], 'string', format),
    ...aliases(['date_in_zone', 'dateInZone'], ['string', 'any', 'string'], 'string', format),
    func('htmlDate', ['any'], 'string', (date: Value) => format(htmlLayout, date)),
    func('htmlDateInZone', ['any', 'string'], 'string', (date: Value, zone: string) => format(htmlLayout, date, zone)),
    ...aliases(['date_modify', 'dateModify'], ['string', timeType], 'time.Time', dateModify),
    ...aliases(['must_date_modify', 'mustDateModify'], ['string', timeType], 'time.Time', mustDateModify),
    func('duration', ['any'], 'string', duration),
    func('durationRound', ['any'], 'string', (value: Value) => durationRound(durationOf(value, clock))),
    func(
      'toDate',
      ['string', 'string'],
      'time.Time',
      (layout: string, text: string) => tryParse(() => toDate(layout, text)) ?? zeroTime(clock.local),
    ),
    func('mustToDate', ['string', 'string'], 'time.Time', toDate),
    func('unixEpoch', [timeType], 'string', (date: Time) => date.unix.toString()),
  ];
}

const htmlLayout = '2006-01-02';

/** The current time and the local zone. */
class Clock {
  readonly #deps: FuncDeps;
  readonly #start: bigint;
  #local: Location | undefined;
  constructor(deps: FuncDeps) {
    this.#deps = deps;
    this.#start = this.#nanoseconds() - 1n;
  }

  get local(): Location {
    this.#local ??= new LocalLocation(loadLocation(this.#deps.timezone));
    return this.#local;
  }

  #nanoseconds(): bigint {
    const { epochSeconds, nanoseconds } = this.#deps.now();
    return epochSeconds * nanosecondsPerSecond + BigInt(nanoseconds);
  }

  now(): Time {
    const { epochSeconds, nanoseconds } = this.#deps.now();
    const monotonic = epochSeconds * nanosecondsPerSecond + BigInt(nanoseconds) - this.#start;
    return unixTime(epochSeconds, nanoseconds, this.local, monotonic);
  }

  since(time: Time): bigint {
    return this.now().sub(time);
  }

  /**
   * Returns a time as it is, and converts a count of Unix seconds of a kind that Go's type switch names. Every other value gives the
   * current time.
   */
  toTime(date: Value, kinds: readonly string[] = ['int64']): Time {
    if (date instanceof Time) return date;
    if (typeof date === 'bigint') return unixTime(date, 0, this.local);
    if (date instanceof Sized && kinds.includes(date.kind)) return unixTime(date.value as bigint, 0, this.local);
    return this.now();
  }

  format(layout: string, date: Value, zone: string): string {
    const location = zone === 'Local' ? this.local : (loadLocation(zone) ?? utc);
    return this.toTime(date, ['int64', 'int32']).in(location).format(layout);
  }
}

/** The result of a parser; undefined if it refuses the text. */
function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FuncError) return undefined;
    throw error;
  }
}

const maxInt64 = 2n ** 63n - 1n;

/** Parses decimal text as strconv.ParseInt with its error ignored: a value out of range becomes the limit, and any other text becomes 0. */
function toInt64(text: string): bigint {
  if (!/^[-+]?[0-9]+$/.test(text)) return 0n;
  const digits = text.replace(/^[-+]?0*/, '');
  const value = digits.length > 19 ? maxInt64 + 1n : BigInt(digits || '0');
  if (text.startsWith('-')) return value > maxInt64 ? -maxInt64 - 1n : -value;
  return value > maxInt64 ? maxInt64 : value;
}

function duration(seconds: Value): string {
  let count = 0n;
  if (typeof seconds === 'string') count = toInt64(seconds);
  else if (seconds instanceof Sized && seconds.kind === 'int64') count = seconds.value as bigint;
  return formatDuration(BigInt.asIntN(64, count * nanosecondsPerSecond));
}

function durationOf(value: Value, clock: Clock): bigint {
  if (typeof value === 'string') return tryParse(() => parseDuration(value)) ?? 0n;
  if (value instanceof Sized && value.kind === 'int64') return value.value as bigint;
  return value instanceof Time ? clock.since(value) : 0n;
}

const hour = 3600n * nanosecondsPerSecond;
const roundUnits: readonly (readonly [size: bigint, name: string])[] = [
  [hour * 24n * 365n, 'y'],
  [hour * 24n * 30n, 'mo'],
  [hour * 24n, 'd'],
  [hour, 'h'],
  [60n * nanosecondsPerSecond, 'm'],
  [nanosecondsPerSecond, 's'],
];

/** The largest unit that the duration exceeds, rounded down and without a sign. */
function durationRound(nanoseconds: bigint): string {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const unit = roundUnits.find(([size]) => magnitude > size);
  return unit === undefined ? '0s' : `${magnitude / unit[0]}${unit[1]}`;
}
