import { utc } from './location.js';
import { unixTime } from './time.js';
import { loadLocation } from './zone-source.js';

test.each<[layout: string, text: string]>([
  ['2006-01-02T15:04:05Z07:00', '2017-12-31T23:59:59Z'],
  ['2006-01-02T15:04:05.999999999Z07:00', '2017-12-31T23:59:59.123456789Z'],
  ['Mon Jan _2 15:04:05 2006', 'Sun Dec 31 23:59:59 2017'],
  ['Mon, 02 Jan 2006 15:04:05 MST', 'Sun, 31 Dec 2017 23:59:59 UTC'],
  ['Monday, 02-Jan-06 15:04:05 MST', 'Sunday, 31-Dec-17 23:59:59 UTC'],
  ['3:04PM', '11:59PM'],
  ['03:04pm', '11:59pm'],
  ['Jan _2 15:04:05.000', 'Dec 31 23:59:59.123'],
  ['Stamp.000000', 'Stamp.123456'],
  ['15:04:05,999', '23:59:59,123'],
  ['2006-002', '2017-365'],
  ['__2', '365'],
  ['January Janet Mon Month Monday', 'December Janet Sun Month Sunday'],
  ['_2006', '_2017'],
  ['2 _2 02', '31 31 31'],
  ['1 01', '12 12'],
  ['5 05 4 04 3 03 15', '59 59 59 59 11 11 23'],
  ['-0700 -07:00 -07 -070000 -07:00:00', '+0000 +00:00 +00 +000000 +00:00:00'],
  ['Z0700 Z07 Z07:00 Z070000 Z07:00:00', 'Z Z Z Z Z'],
  ['.00 .99 .0000000000 .05 .9x', '.12 .12 .123456789 .59 .1x'],
  ['é 2006 \u2713', 'é 2017 \u2713'],
  ['', ''],
  ['06', '17'],
  ['2006010215', '2017123123'],
  ['pm PM', 'pm PM'],
  ['GMT 7 8 9', 'GMT 7 8 9'],
  [',000', ',123'],
  ['002 02 2', '365 31 31'],
])('%j', (layout, text) => {
  expect(unixTime(1_514_764_799n, 123_456_789, utc).format(layout)).toBe(text);
});

test.each<[seconds: string, nanoseconds: number, [formatted: string, string: string, yearDay: number, weekday: string]]>([
  ['-62135596800', 0, ['Mon Jan 01 00:00:00 0001 001', '0001-01-01 00:00:00 +0000 UTC', 1, 'Monday']],
  ['-62135596801', 0, ['Sun Dec 31 23:59:59 0000 366', '0000-12-31 23:59:59 +0000 UTC', 366, 'Sunday']],
  ['253402300800', 0, ['Sat Jan 01 00:00:00 10000 001', '10000-01-01 00:00:00 +0000 UTC', 1, 'Saturday']],
  ['-377711769600', 0, ['Mon Oct 16 00:00:00 -10000 290', '-10000-10-16 00:00:00 +0000 UTC', 290, 'Monday']],
  ['9007199254740991', 0, ['Mon Nov 12 07:36:31 285428751 316', '285428751-11-12 07:36:31 +0000 UTC', 316, 'Monday']],
  ['-9007199254740991', 0, ['Sat Feb 20 16:23:29 -285424812 051', '-285424812-02-20 16:23:29 +0000 UTC', 51, 'Saturday']],
  ['951782400', 0, ['Tue Feb 29 00:00:00 2000 060', '2000-02-29 00:00:00 +0000 UTC', 60, 'Tuesday']],
  ['-1', 999999999, ['Wed Dec 31 23:59:59 1969 365', '1969-12-31 23:59:59.999999999 +0000 UTC', 365, 'Wednesday']],
  ['68169600', 0, ['Tue Feb 29 00:00:00 1972 060', '1972-02-29 00:00:00 +0000 UTC', 60, 'Tuesday']],
])('%s seconds from 1970', (seconds, nanoseconds, [formatted, string, yearDay, weekday]) => {
  const time = unixTime(BigInt(seconds), nanoseconds, utc);
  expect(time.format('Mon Jan 02 15:04:05 2006 002')).toBe(formatted);
  expect(time.toString()).toBe(string);
  expect(time.civil().yearDay).toBe(yearDay);
  expect(String(time.method('Weekday')!.call())).toBe(weekday);
});

test.each<[seconds: number, zone: string, layout: string, [text: string, isDst: boolean]]>([
  [1514764799, 'Europe/Paris', '2006-01-02 15:04:05 MST -07:00', ['2018-01-01 00:59:59 CET +01:00', false]],
  [1500000000, 'Europe/Paris', '2006-01-02 15:04:05 MST -07:00', ['2017-07-14 04:40:00 CEST +02:00', true]],
  [1500000000, 'America/New_York', '15:04 MST Z0700', ['22:40 EDT -0400', true]],
  [1700000000, 'America/New_York', '15:04 MST Z0700', ['17:13 EST -0500', false]],
  [4117996800, 'Europe/Paris', '2006-01-02 15:04:05 MST', ['2100-06-30 02:00:00 CEST', true]],
  [4117996800, 'America/New_York', '2006-01-02 15:04:05 MST', ['2100-06-29 20:00:00 EDT', true]],
  [1700000000, 'Asia/Kolkata', '15:04 MST -07:00', ['03:43 IST +05:30', false]],
  [1700000000, 'America/Sao_Paulo', '15:04 MST', ['19:13 -03', false]],
  [1700000000, 'Nowhere/Land', '15:04 MST', ['22:13 UTC', false]],
  [1700000000, '../UTC', '15:04 MST', ['22:13 UTC', false]],
  [1700000000, '/etc/localtime', '15:04 MST', ['22:13 UTC', false]],
  [1711846800, 'Europe/Paris', '15:04 MST', ['03:00 CEST', true]],
  [1711846799, 'Europe/Paris', '15:04 MST', ['01:59 CET', false]],
])('%d in %s by %j', (seconds, zone, layout, [text, isDst]) => {
  const time = unixTime(BigInt(seconds), 0, loadLocation(zone) ?? utc);
  expect([time.format(layout), time.method('IsDST')!.call()]).toEqual([text, isDst]);
});
