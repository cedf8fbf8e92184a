import { parseInLocation } from './time.js';
import { loadLocation } from './zone-source.js';

const paris = loadLocation('Europe/Paris')!;

test.each<[layout: string, text: string, message: string]>([
  ['_2 Jan', '  5 May', 'parsing time "  5 May" as "_2 Jan": cannot parse "  5 May" as "_2"'],
  ['2006-01-02', '2017-13-01', 'parsing time "2017-13-01": month out of range'],
  ['2006-01-02', '2017-02-29', 'parsing time "2017-02-29": day out of range'],
  ['2006-01-02', '2017-1-1', 'parsing time "2017-1-1" as "2006-01-02": cannot parse "1-1" as "01"'],
  ['2006-01-02', 'x', 'parsing time "x" as "2006-01-02": cannot parse "x" as "2006"'],
  ['2006-01-02', '2017-12-31T', 'parsing time "2017-12-31T": extra text: "T"'],
  ['2006-01-02', '', 'parsing time "" as "2006-01-02": cannot parse "" as "2006"'],
  ['15:04', '25:00', 'parsing time "25:00": hour out of range'],
  ['3PM', '13PM', 'parsing time "13PM": hour out of range'],
  ['04', '60', 'parsing time "60": minute out of range'],
  ['05', '60', 'parsing time "60": second out of range'],
  ['Jan', 'Foo', 'parsing time "Foo" as "Jan": cannot parse "Foo" as "Jan"'],
  ['Monday', 'Mon', 'parsing time "Mon" as "Monday": cannot parse "Mon" as "Monday"'],
  ['PM', 'xx', 'parsing time "xx" as "PM": cannot parse "xx" as "PM"'],
  ['2006-002', '2017-366', 'parsing time "2017-366": day-of-year out of range'],
  ['2006-002 Jan', '2017-032 Jan', 'parsing time "2017-032 Jan": day-of-year does not match month'],
  ['2006-002 02', '2017-032 02', 'parsing time "2017-032 02": day-of-year does not match day'],
  ['-0700', '+2500', 'parsing time "+2500": time zone offset hour out of range'],
  ['-0700', '+0061', 'parsing time "+0061": time zone offset minute out of range'],
  ['-07:00', '+0100', 'parsing time "+0100" as "-07:00": cannot parse "+0100" as "-07:00"'],
  ['-0700', '*0100', 'parsing time "*0100" as "-0700": cannot parse "*0100" as "-0700"'],
  ['MST', 'ab', 'parsing time "ab" as "MST": cannot parse "ab" as "MST"'],
  ['MST', 'ABCDEFG', 'parsing time "ABCDEFG" as "MST": cannot parse "ABCDEFG" as "MST"'],
  ['.000', '.12', 'parsing time ".12" as ".000": cannot parse ".12" as ".000"'],
  ['.000', '123', 'parsing time "123" as ".000": cannot parse "123" as ".000"'],
  ['2006é', '2017\u00e8', 'parsing time "2017\\xc3\\xa8" as "2006\\xc3\\xa9": cannot parse "\\xa8" as "\\xc3\\xa9"'],
  ['2006"', '2017\u0001', 'parsing time "2017\\x01" as "2006\\"": cannot parse "\\x01" as "\\""'],
  ['06', 'x', 'parsing time "x" as "06": cannot parse "x" as "06"'],
  ['06', '7', 'parsing time "7" as "06": cannot parse "7" as "06"'],
  ['__2', 'x', 'parsing time "x" as "__2": cannot parse "x" as "__2"'],
  ['002', '12', 'parsing time "12" as "002": cannot parse "12" as "002"'],
  ['01', '00', 'parsing time "00": month out of range'],
  ['Z07', '*01', 'parsing time "*01" as "Z07": cannot parse "*01" as "Z07"'],
  ['Z07:00:00', '+01:00:61', 'parsing time "+01:00:61": time zone offset second out of range'],
])('%j refuses %j', (layout, text, message) => {
  expect(() => parseInLocation(layout, text, paris)).toThrow(new Error(message));
});

test.each<[layout: string, text: string, [unix: number, nanosecond: number, string: string]]>([
  ['2006-01-02', '2017-12-31', [1514674800, 0, '2017-12-31 00:00:00 +0100 CET']],
  ['2006-01-02T15:04:05Z07:00', '2017-12-31T23:59:59+02:00', [1514757599, 0, '2017-12-31 23:59:59 +0200 +0200']],
  ['2006-01-02T15:04:05Z07:00', '2017-12-31T23:59:59.123456789Z', [1514764799, 123456789, '2017-12-31 23:59:59.123456789 +0000 UTC']],
  ['2006-01-02 15:04:05 MST', '2017-07-01 12:00:00 CEST', [1498903200, 0, '2017-07-01 12:00:00 +0200 CEST']],
  ['2006-01-02 15:04:05 MST', '2017-07-01 12:00:00 XYZ', [1498910400, 0, '2017-07-01 12:00:00 +0000 XYZ']],
  ['2006-01-02 15:04:05 MST', '2017-07-01 12:00:00 GMT+3', [1498910400, 0, '2017-07-01 15:00:00 +0300 GMT+3']],
  ['2006-01-02 15:04:05 MST', '2017-07-01 12:00:00 UTC', [1498910400, 0, '2017-07-01 12:00:00 +0000 UTC']],
  ['2006-01-02 15:04:05 -0700', '2017-07-01 12:00:00 -0330', [1498923000, 0, '2017-07-01 12:00:00 -0330 -0330']],
  ['3:04PM', '12:30AM', [-62167217961, 0, '0000-01-01 00:30:00 +0009 LMT']],
  ['3:04PM', '1:30PM', [-62167171161, 0, '0000-01-01 13:30:00 +0009 LMT']],
  ['06', '69', [-31539600, 0, '1969-01-01 00:00:00 +0100 CET']],
  ['06', '68', [3092598000, 0, '2068-01-01 00:00:00 +0100 CET']],
  ['Mon, 02 Jan 2006', 'sUN, 31 dEC 2017', [1514674800, 0, '2017-12-31 00:00:00 +0100 CET']],
  ['2006-002', '2016-366', [1483138800, 0, '2016-12-31 00:00:00 +0100 CET']],
  ['2006 __2', '2017  60', [1488322800, 0, '2017-03-01 00:00:00 +0100 CET']],
  ['15:04:05', '01:02:03,5', [-62167216038, 500000000, '0000-01-01 01:02:03.5 +0009 LMT']],
  ['15:04:05.000', '01:02:03.123', [-62167216038, 123000000, '0000-01-01 01:02:03.123 +0009 LMT']],
  ['15:04:05.999', '01:02:03', [-62167216038, 0, '0000-01-01 01:02:03 +0009 LMT']],
  ['2006  01', '2017 01', [1483225200, 0, '2017-01-01 00:00:00 +0100 CET']],
  ['', '', [-62167219761, 0, '0000-01-01 00:00:00 +0009 LMT']],
  ['20060102150405', '20171231235959', [1514761199, 0, '2017-12-31 23:59:59 +0100 CET']],
  ['PM PM 03', 'AM PM 12', [-62167219761, 0, '0000-01-01 00:00:00 +0009 LMT']],
  ['2006-01-02', '2000-02-29', [951778800, 0, '2000-02-29 00:00:00 +0100 CET']],
])('%j reads %j', (layout, text, [unix, nanosecond, string]) => {
  const time = parseInLocation(layout, text, paris);
  expect([Number(time.unix), time.nanosecond, time.toString()]).toEqual([unix, nanosecond, string]);
});
