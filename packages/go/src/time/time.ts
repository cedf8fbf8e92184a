/** Go's time.Time and time.Duration as template values (time/time.go of Go 1.26). */

import { toByteString } from '../values/byte-string.js';
import { encodeString } from '../values/bytes.js';
import { bindMethod, type MethodTable } from '../values/methods.js';
import { type Func, FuncError, GoObject, int64, type ParamType, type Value } from '../values/value.js';
import { type CivilTime, civilTime, floorDiv, internalSeconds, unixToInternal } from './calendar.js';
import { clampDuration, formatDuration, nanosecondsPerSecond, quoteBytes, roundDuration } from './duration.js';
import { formatLayout, longDayNames, longMonthNames } from './layout.js';
import { fixedZone, LocalLocation, type Location, utc } from './location.js';
import { type ParsedTime, parseTime } from './parse.js';

/** A Go integer type with a String method. `toJsonValue` returns the number. */
export abstract class NamedInteger extends GoObject {
  readonly value: bigint;
  constructor(value: bigint) {
    super();
    this.value = value;
  }
  override truth(): boolean {
    return this.value !== 0n;
  }
  override goString(): string {
    return this.toString();
  }
  override toJsonValue(): Value {
    return this.goKind === 'int' ? this.value : int64(this.value);
  }
  override method(name: string): Func | undefined {
    return name === 'String' ? bindMethod(stringMethod, this, name) : undefined;
  }
}

const stringMethod: MethodTable<NamedInteger> = { String: { result: 'string', call: self => self.toString() } };
const nameOf = (names: readonly string[], index: number, { value }: NamedInteger, type: string): string =>
  names[index] ?? `%!${type}(${BigInt.asUintN(64, value)})`;

/** `time.Month`, 1 for January. */
export class Month extends NamedInteger {
  readonly goType = 'time.Month';
  readonly goKind = 'int';
  override toString(): string {
    return nameOf(longMonthNames, Number(this.value) - 1, this, 'Month');
  }
}

/** `time.Weekday`, 0 for Sunday. */
export class Weekday extends NamedInteger {
  readonly goType = 'time.Weekday';
  readonly goKind = 'int';
  override toString(): string {
    return nameOf(longDayNames, Number(this.value), this, 'Weekday');
  }
}

/** `time.Duration`; the value is in nanoseconds. */
export class Duration extends NamedInteger {
  readonly goType = 'time.Duration';
  readonly goKind = 'int64';
  override toString(): string {
    return formatDuration(this.value);
  }
  override method(name: string): Func | undefined {
    return bindMethod(durationMethods, this, name) ?? super.method(name);
  }
}

/** A count of units and its remainder as a float, in Go's arithmetic. */
const inUnits = (value: bigint, unit: bigint): number => Number(value / unit) + Number(value % unit) / Number(unit);
const durationParam: readonly ParamType[] = [{ object: 'time.Duration', literal: { unsigned: false, of: value => new Duration(value) } }];
const nanoseconds = (duration: Value | undefined): bigint => (duration as Duration).value;

const durationMethods: MethodTable<Duration> = {
  Abs: { result: 'time.Duration', call: d => new Duration(clampDuration(d.value < 0n ? -d.value : d.value)) },
  Hours: { result: 'float64', call: d => inUnits(d.value, 3600n * nanosecondsPerSecond) },
  Minutes: { result: 'float64', call: d => inUnits(d.value, 60n * nanosecondsPerSecond) },
  Seconds: { result: 'float64', call: d => inUnits(d.value, nanosecondsPerSecond) },
  Milliseconds: { result: 'int64', call: d => int64(d.value / 1_000_000n) },
  Microseconds: { result: 'int64', call: d => int64(d.value / 1000n) },
  Nanoseconds: { result: 'int64', call: d => int64(d.value) },
  Round: { params: durationParam, result: 'time.Duration', call: (d, m) => new Duration(roundDuration(d.value, nanoseconds(m))) },
  Truncate: {
    params: durationParam,
    result: 'time.Duration',
    call: (d, m) => (nanoseconds(m) <= 0n ? d : new Duration(d.value - (d.value % nanoseconds(m)))),
  },
};

/** `time.Time`: seconds since January 1 of year 1 UTC, nanoseconds (0 - 999999999), a location, and for `now` a monotonic clock reading. */
export class Time extends GoObject {
  readonly goType = 'time.Time';
  readonly goKind = 'struct';
  readonly seconds: bigint;
  readonly nanosecond: number;
  readonly location: Location;
  /** Nanoseconds on the clock that started with the process; undefined for a time that was not read from a clock. */
  readonly monotonic: bigint | undefined;
  /** The location that the method Local converts to. */
  readonly local: Location;

  constructor(seconds: bigint, nanosecond: number, location: Location, local: Location, monotonic?: bigint) {
    super();
    this.seconds = BigInt.asIntN(64, seconds);
    this.nanosecond = nanosecond;
    this.location = location;
    this.local = local;
    this.monotonic = monotonic;
  }

  /** Seconds since the Unix epoch. */
  get unix(): bigint {
    return BigInt.asIntN(64, this.seconds - unixToInternal);
  }

  /** Date and clock in the time's location. */
  civil(): CivilTime {
    return civilTime(this.seconds + BigInt(this.location.lookup(this.unix).offset));
  }

  in(location: Location): Time {
    return new Time(this.seconds, this.nanosecond, location, this.local, this.monotonic);
  }

  /** Time.Format with a Go layout. */
  format(layout: string): string {
    return formatLayout(layout, { civil: this.civil(), zone: this.location.lookup(this.unix), nanosecond: this.nanosecond });
  }

  /** Time.Add of a duration in nanoseconds. */
  add(duration: bigint): Time {
    const nanosecond = BigInt(this.nanosecond) + (duration % nanosecondsPerSecond);
    const carry = floorDiv(nanosecond, nanosecondsPerSecond);
    const seconds = clampDuration(this.seconds + duration / nanosecondsPerSecond + carry);
    const monotonic = this.monotonic === undefined ? undefined : this.monotonic + duration;
    return new Time(
      seconds,
      Number(nanosecond - carry * nanosecondsPerSecond),
      this.location,
      this.local,
      monotonic === undefined || clampDuration(monotonic) !== monotonic ? undefined : monotonic,
    );
  }

  /** Time.Sub: nanoseconds from `other` to this time, clamped to 64 bits. */
  sub(other: Time): bigint {
    if (this.monotonic !== undefined && other.monotonic !== undefined) return clampDuration(this.monotonic - other.monotonic);
    return clampDuration(this.#total() - other.#total());
  }

  compare(other: Time): number {
    const difference = this.#total() - other.#total();
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** Go's ==, which also compares the location and the monotonic clock reading. */
  override equals(other: GoObject): boolean {
    return other instanceof Time && this.compare(other) === 0 && this.location === other.location && this.monotonic === other.monotonic;
  }

  #total(): bigint {
    return this.seconds * nanosecondsPerSecond + BigInt(this.nanosecond);
  }

  /** Time.Truncate (down) and Time.Round (halves up) to a multiple of a duration since year 1. */
  toMultiple(duration: bigint, up: (rest: bigint) => boolean): Time {
    const stripped = new Time(this.seconds, this.nanosecond, this.location, this.local);
    if (duration <= 0n) return stripped;
    const rest = this.#total() - floorDiv(this.#total(), duration) * duration;
    return stripped.add(up(rest) ? duration - rest : -rest);
  }

  addDate(years: number, months: number, days: number): Time {
    const { year, month, day, hour, minute, second } = this.civil();
    return dateIn(this.location, [year + years, month + months, day + days, hour, minute, second], this.nanosecond, this.local);
  }

  /** Time.String, with the monotonic clock reading if there is one. */
  override toString(): string {
    const text = this.format('2006-01-02 15:04:05.999999999 -0700 MST');
    if (this.monotonic === undefined) return text;
    const magnitude = this.monotonic < 0n ? -this.monotonic : this.monotonic;
    const fraction = (magnitude % nanosecondsPerSecond).toString().padStart(9, '0');
    return `${text} m=${this.monotonic < 0n ? '-' : '+'}${magnitude / nanosecondsPerSecond}.${fraction}`;
  }

  /** Time.GoString, as `%#v` prints it. */
  goSource(): string {
    const { year, month, day, hour, minute, second } = this.civil();
    const { location } = this;
    const name =
      location instanceof LocalLocation ? 'Local' : location === utc ? 'UTC' : `Location(${quoteBytes(toByteString(location.name))})`;
    return `time.Date(${year}, time.${longMonthNames[month - 1]}, ${[day, hour, minute, second, this.nanosecond].join(', ')}, time.${name})`;
  }

  override goString(): string {
    return this.toString();
  }

  /** RFC 3339 with nanoseconds, as Time.MarshalJSON. */
  override toJsonValue(): Value {
    const { year } = this.civil();
    if (year < 0 || year > 9999) throw new FuncError('Time.MarshalJSON: year outside of range [0,9999]');
    return this.format('2006-01-02T15:04:05.999999999Z07:00');
  }

  override method(name: string): Func | undefined {
    return bindMethod(timeMethods, this, name);
  }
}

type DateParts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

/** time.Date: a date and clock in a location. Parts outside their range carry over. */
function dateIn(location: Location, parts: DateParts, nanosecond: number, local: Location): Time {
  let seconds = internalSeconds(...parts);
  const { offset } = location.lookup(seconds - unixToInternal);
  if (offset !== 0) seconds -= BigInt(location.lookup(seconds - unixToInternal - BigInt(offset)).offset);
  return new Time(seconds, nanosecond, location, local);
}

/** time.Unix. `local` is the location that represents Go's time.Local. */
export const unixTime = (seconds: bigint, nanosecond: number, local: Location, monotonic?: bigint): Time =>
  new Time(seconds + unixToInternal, nanosecond, local, local, monotonic);

/** Go's zero time. */
export const zeroTime = (local: Location): Time => new Time(0n, 0, utc, local);

/**
 * time.ParseInLocation.
 *
 * @throws FuncError with the message of Go's time.ParseError
 */
export function parseInLocation(layout: string, text: string, location: Location): Time {
  const parsed = parseTime(layout, text);
  const parts: DateParts = [parsed.year, parsed.month, parsed.day, parsed.hour, parsed.minute, parsed.second];
  if (parsed.isUtc) return dateIn(utc, parts, parsed.nanosecond, location);
  if (parsed.offset === undefined && parsed.zoneName === '') return dateIn(location, parts, parsed.nanosecond, location);
  const wallClock = dateIn(utc, parts, parsed.nanosecond, location);
  return parsed.offset === undefined
    ? atZoneName(wallClock, parsed.zoneName, location)
    : atOffset(wallClock, parsed, parsed.offset, location);
}

function atOffset(wallClock: Time, { zoneName }: ParsedTime, offset: number, location: Location): Time {
  const moment = wallClock.add(BigInt(-offset) * nanosecondsPerSecond);
  const zone = location.lookup(moment.unix);
  const isLocal = zone.offset === offset && (zoneName === '' || zone.name === zoneName);
  return moment.in(isLocal ? location : fixedZone(zoneName, offset));
}

function atZoneName(wallClock: Time, zoneName: string, location: Location): Time {
  const known = location.lookupName(zoneName, wallClock.unix);
  if (known !== undefined) return wallClock.add(BigInt(-known) * nanosecondsPerSecond).in(location);
  return wallClock.in(fixedZone(zoneName, zoneName.startsWith('GMT') ? Number(zoneName.slice(3)) * 3600 : 0));
}

const civilMethod = (read: (civil: CivilTime) => number): MethodTable<Time>[string] => ({
  result: 'int',
  call: time => BigInt(read(time.civil())),
});
const timeParam: readonly ParamType[] = [{ object: 'time.Time' }];
const orderMethod = (decide: (order: number) => Value, result = 'bool'): MethodTable<Time>[string] => ({
  params: timeParam,
  result,
  call: (time, other) => decide(time.compare(other as Time)),
});
const unixMethod = (unit: bigint): MethodTable<Time>[string] => ({
  result: 'int64',
  call: time => int64(time.unix * (nanosecondsPerSecond / unit) + BigInt(time.nanosecond) / unit),
});
function givenLocation(location: Value | undefined): Location {
  if (location === null) throw new FuncError('time: missing Location in call to Time.In');
  return location as Location;
}

const jsonText = (time: Time): string => time.toJsonValue() as string;

const timeMethods: MethodTable<Time> = {
  Add: { params: durationParam, result: 'time.Time', call: (time, d) => time.add(nanoseconds(d)) },
  AddDate: {
    params: ['int', 'int', 'int'],
    result: 'time.Time',
    call: (time, years, months, days) => time.addDate(Number(years), Number(months), Number(days)),
  },
  After: orderMethod(order => order > 0),
  Before: orderMethod(order => order < 0),
  Equal: orderMethod(order => order === 0),
  Compare: orderMethod(BigInt, 'int'),
  Year: civilMethod(civil => civil.year),
  Month: { result: 'time.Month', call: time => new Month(BigInt(time.civil().month)) },
  Day: civilMethod(civil => civil.day),
  YearDay: civilMethod(civil => civil.yearDay),
  Weekday: { result: 'time.Weekday', call: time => new Weekday(BigInt(time.civil().weekday)) },
  Hour: civilMethod(civil => civil.hour),
  Minute: civilMethod(civil => civil.minute),
  Second: civilMethod(civil => civil.second),
  Nanosecond: { result: 'int', call: time => BigInt(time.nanosecond) },
  Format: { params: ['string'], result: 'string', call: (time, layout) => time.format(layout as string) },
  String: { result: 'string', call: time => time.toString() },
  GoString: { result: 'string', call: time => time.goSource() },
  MarshalText: { result: '[]uint8', call: time => encodeString(jsonText(time)) },
  MarshalJSON: { result: '[]uint8', call: time => encodeString(`"${jsonText(time)}"`) },
  In: { params: [{ object: '*time.Location' }], result: 'time.Time', call: (time, location) => time.in(givenLocation(location)) },
  Local: { result: 'time.Time', call: time => time.in(time.local) },
  UTC: { result: 'time.Time', call: time => time.in(utc) },
  Location: { result: '*time.Location', call: time => time.location },
  IsDST: { result: 'bool', call: time => time.location.lookup(time.unix).isDst },
  IsZero: { result: 'bool', call: time => time.seconds === 0n && time.nanosecond === 0 },
  Round: {
    params: durationParam,
    result: 'time.Time',
    call: (time, d) => time.toMultiple(nanoseconds(d), rest => rest + rest >= nanoseconds(d)),
  },
  Truncate: { params: durationParam, result: 'time.Time', call: (time, d) => time.toMultiple(nanoseconds(d), () => false) },
  Sub: { params: timeParam, result: 'time.Duration', call: (time, other) => new Duration(time.sub(other as Time)) },
  Unix: unixMethod(nanosecondsPerSecond),
  UnixMilli: unixMethod(1_000_000n),
  UnixMicro: unixMethod(1000n),
  UnixNano: unixMethod(1n),
};
