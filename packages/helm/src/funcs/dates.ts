/** Date functions of sprig v3.3.0 (date.go) over Go's package time. */
import { type Func, FuncError, Sized, type Value } from '@mcpgw/gotemplate';
import { formatDuration, nanosecondsPerSecond, parseDuration, roundDuration } from '../time/duration.js';
import { LocalLocation, type Location, utc } from '../time/location.js';
import { parseInLocation, Time, unixTime, zeroTime } from '../time/time.js';
import { loadLocation } from '../time/zone-source.js';
import type { FuncDeps } from './deps.js';

const timeType = { object: 'time.Time' } as const;

/** `now`, `date` and their kin; the local zone is `deps.timezone`. */
export function dateFuncs(deps: FuncDeps): readonly Func[] {
  const clock = new Clock(deps);
  const dateInZone: Func['call'] = (layout, date, zone) => clock.format(layout as string, date!, zone as string);
  const dateModify: Func['call'] = (change, date) => {
    const duration = tryParse(() => parseDuration(change as string));
    return duration === undefined ? date! : (date as Time).add(duration);
  };
  const mustDateModify: Func['call'] = (change, date) => (date as Time).add(parseDuration(change as string));
  const toDate = (layout: Value | undefined, text: Value | undefined) => parseInLocation(layout as string, text as string, clock.local);
  const modify = (name: string, call: Func['call']): Func => ({ name, params: ['string', timeType], result: 'time.Time', call });
  const inZone = (name: string): Func => ({ name, params: ['string', 'any', 'string'], result: 'string', call: dateInZone });
  return [
    { name: 'now', params: [], result: 'time.Time', call: () => clock.now() },
    { name: 'ago', params: ['any'], result: 'string', call: date => formatDuration(roundDuration(clock.since(clock.toTime(date!)), nanosecondsPerSecond)) },
    { name: 'date', params: ['string', 'any'], result: 'string', call: (layout, date) => clock.format(layout as string, date!, 'Local') },
    inZone('date_in_zone'),
    inZone('dateInZone'),
    { name: 'htmlDate', params: ['any'], result: 'string', call: date => clock.format('2006-01-02', date!, 'Local') },
    { name: 'htmlDateInZone', params: ['any', 'string'], result: 'string', call: (date, zone) => clock.format('2006-01-02', date!, zone as string) },
    modify('date_modify', dateModify),
    modify('dateModify', dateModify),
    modify('must_date_modify', mustDateModify),
    modify('mustDateModify', mustDateModify),
    { name: 'duration', params: ['any'], result: 'string', call: seconds => duration(seconds!) },
    { name: 'durationRound', params: ['any'], result: 'string', call: value => durationRound(durationOf(value!, clock)) },
    { name: 'toDate', params: ['string', 'string'], result: 'time.Time', call: (layout, text) => tryParse(() => toDate(layout, text)) ?? zeroTime(clock.local) },
    { name: 'mustToDate', params: ['string', 'string'], result: 'time.Time', call: toDate },
    { name: 'unixEpoch', params: [timeType], result: 'string', call: date => (date as Time).unix.toString() },
  ];
}

/** The present and the local zone. */
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

  /** A time, or a count of Unix seconds of a kind that Go's type switch names; the present for all else. */
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

/** The result of a parser, undefined where it refuses the text. */
function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FuncError) return undefined;
    throw error;
  }
}

const maxInt64 = 2n ** 63n - 1n;

/** Decimal text as strconv.ParseInt with its error dropped: what is out of range is held at the limit, what is no number is 0. */
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
