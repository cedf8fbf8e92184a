import { GoObject, type Sized, type Value } from '../values/value.js';
import { fixedZone, LocalLocation, utc } from './location.js';
import { Duration, Month, Time, unixTime, Weekday, zeroTime } from './time.js';
import { loadLocation } from './zone-source.js';

const local = new LocalLocation(loadLocation('America/New_York'));
const time = unixTime(1_514_764_799n, 123_456_789, utc);
const call = (object: GoObject, name: string, ...args: Value[]): Value => object.method(name)!.call(...args);
const text = (value: Value): string => (value instanceof GoObject ? value.goString()! : String(value));
const second = 1_000_000_000n;

test('methods of time.Time that give numbers', () => {
  const names = ['Year', 'Day', 'YearDay', 'Hour', 'Minute', 'Second', 'Nanosecond'];
  expect(names.map(name => call(time, name))).toEqual([2017n, 31n, 365n, 23n, 59n, 59n, 123_456_789n]);
  const unix = ['Unix', 'UnixMilli', 'UnixMicro', 'UnixNano'].map(name => call(time, name) as Sized);
  expect(unix.map(({ value }) => value)).toEqual([1_514_764_799n, 1_514_764_799_123n, 1_514_764_799_123_456n, 1_514_764_799_123_456_789n]);
  expect(unix.map(({ kind }) => kind)).toEqual(['int64', 'int64', 'int64', 'int64']);
});

test('methods of time.Time that give times', () => {
  expect(text(call(time, 'Add', new Duration(-second)))).toBe('2017-12-31 23:59:58.123456789 +0000 UTC');
  expect(text(call(time, 'AddDate', 0n, 2n, 0n))).toBe('2018-03-03 23:59:59.123456789 +0000 UTC');
  expect(text(call(time, 'AddDate', -1n, -12n, -365n))).toBe('2014-12-31 23:59:59.123456789 +0000 UTC');
  expect(text(call(time, 'Round', new Duration(60n * second)))).toBe('2018-01-01 00:00:00 +0000 UTC');
  expect(text(call(time, 'Truncate', new Duration(3600n * second)))).toBe('2017-12-31 23:00:00 +0000 UTC');
  expect(text(call(time, 'Round', new Duration(0n)))).toBe('2017-12-31 23:59:59.123456789 +0000 UTC');
  expect(text(call(time, 'In', fixedZone('', 3600)))).toBe('2018-01-01 00:59:59.123456789 +0100 +0100');
  expect(() => call(time, 'In', null)).toThrow('time: missing Location in call to Time.In');
});

test('UTC and Local change the location only', () => {
  const there = unixTime(1_514_764_799n, 0, local);
  expect(text(there)).toBe('2017-12-31 18:59:59 -0500 EST');
  expect(text(call(there, 'UTC'))).toBe('2017-12-31 23:59:59 +0000 UTC');
  expect(text(call(call(there, 'UTC') as Time, 'Local'))).toBe('2017-12-31 18:59:59 -0500 EST');
  expect(text(call(there, 'Location'))).toBe('Local');
  expect(text(call(time, 'Location'))).toBe('UTC');
});

test('comparisons and differences', () => {
  const later = time.add(90n * second);
  expect(['After', 'Before', 'Equal'].map(name => call(time, name, later))).toEqual([false, true, false]);
  expect(call(later, 'Compare', time)).toBe(1n);
  expect(text(call(later, 'Sub', time))).toBe('1m30s');
  expect(text(call(zeroTime(utc), 'Sub', time))).toBe('-2562047h47m16.854775808s');
  expect(call(zeroTime(utc), 'IsZero')).toBe(true);
  expect(call(time, 'IsZero')).toBe(false);
});

test('printing and marshalling', () => {
  expect(call(time, 'Format', '2006')).toBe('2017');
  expect(call(time, 'GoString')).toBe('time.Date(2017, time.December, 31, 23, 59, 59, 123456789, time.UTC)');
  expect(call(unixTime(0n, 0, local), 'GoString')).toBe('time.Date(1969, time.December, 31, 19, 0, 0, 0, time.Local)');
  expect(call(time.in(fixedZone('A"', 60)), 'GoString')).toBe(
    'time.Date(2018, time.January, 1, 0, 0, 59, 123456789, time.Location("A\\""))',
  );
  expect(time.toJsonValue()).toBe('2017-12-31T23:59:59.123456789Z');
  expect(Buffer.from(call(time, 'MarshalJSON') as Uint8Array).toString()).toBe('"2017-12-31T23:59:59.123456789Z"');
  expect(() => time.addDate(10_000, 0, 0).toJsonValue()).toThrow('Time.MarshalJSON: year outside of range [0,9999]');
  expect(new Time(5n, 0, utc, utc, 1_234_567_890n).toString()).toBe('0001-01-01 00:00:05 +0000 UTC m=+1.234567890');
  expect(new Time(5n, 0, utc, utc, -5n).toString()).toBe('0001-01-01 00:00:05 +0000 UTC m=-0.000000005');
});

test('the seconds saturate at 64 bits', () => {
  expect(new Time(2n ** 63n - 1n, 0, utc, utc).add(5n * second).seconds).toBe(2n ** 63n - 1n);
});

test('time.Duration', () => {
  const duration = new Duration(5_430_500_000_000n);
  expect([duration.goType, duration.goKind, duration.truth(), new Duration(0n).truth()]).toEqual(['time.Duration', 'int64', true, false]);
  expect(['Hours', 'Minutes', 'Seconds'].map(name => call(duration, name))).toEqual([1.5084722222222222, 90.50833333333334, 5430.5]);
  const counts = ['Milliseconds', 'Microseconds', 'Nanoseconds'].map(name => (call(duration, name) as Sized).value);
  expect(counts).toEqual([5_430_500n, 5_430_500_000n, 5_430_500_000_000n]);
  expect(text(call(duration, 'Round', new Duration(60n * second)))).toBe('1h31m0s');
  expect(text(call(duration, 'Truncate', new Duration(60n * second)))).toBe('1h30m0s');
  expect(text(call(new Duration(-(2n ** 63n)), 'Abs'))).toBe('2562047h47m16.854775807s');
  expect(call(duration, 'String')).toBe('1h30m30.5s');
  expect(duration.method('Foo')).toBeUndefined();
});

test('months and weekdays', () => {
  expect(text(call(time, 'Month'))).toBe('December');
  expect(text(call(time, 'Weekday'))).toBe('Sunday');
  expect([new Month(13n), new Month(0n), new Weekday(7n)].map(String)).toEqual(['%!Month(13)', '%!Month(0)', '%!Weekday(7)']);
  expect(new Month(3n).toJsonValue()).toBe(3n);
});
