import { parseZoneFile } from './location.js';
import { parseTzRules, zoneByRules } from './tzset.js';
import { fromIntl, loadLocation } from './zone-source.js';

test.each(['Nowhere/Land', '../etc/passwd', '/etc/localtime', 'Europe/../UTC', '\\x', 'a\0b', 'January'.repeat(200)])(
  '%j is no zone',
  name => {
    expect(loadLocation(name)).toBeUndefined();
  },
);

test.each(['', 'UTC'])('%j is UTC', name => {
  expect(loadLocation(name)!.lookup(0n)).toEqual({ name: 'UTC', offset: 0, isDst: false });
});

test.each([
  ['Europe/Paris', 1_700_000_000n, { name: 'CET', offset: 3600, isDst: false }],
  ['Europe/Paris', 1_690_000_000n, { name: 'CEST', offset: 7200, isDst: true }],
  ['America/New_York', 1_690_000_000n, { name: 'EDT', offset: -14_400, isDst: true }],
  ['Asia/Kolkata', 1_690_000_000n, { name: 'IST', offset: 19_800, isDst: false }],
  ['America/Sao_Paulo', 1_690_000_000n, { name: '-03', offset: -10_800, isDst: false }],
])('the database of Node has %s at %d', (name, unix, zone) => {
  expect(fromIntl(name)!.lookup(unix)).toEqual(zone);
  expect(loadLocation(name)!.lookup(unix)).toEqual(zone);
});

test('the database of Node does not know other names', () => {
  expect(fromIntl('Nowhere/Land')).toBeUndefined();
});

test('an abbreviation is looked up by the offset in force', () => {
  const paris = loadLocation('Europe/Paris')!;
  expect(paris.lookupName('CEST', 1_690_000_000n)).toBe(7200);
  expect(paris.lookupName('CET', 1_700_000_000n)).toBe(3600);
  expect(paris.lookupName('XYZ', 1_700_000_000n)).toBeUndefined();
});

test.each(['', 'X', 'CET', 'CET-1CEST,M3.5.0', 'CET-1CEST,M3.5.0,', '<+03-3'])('%j is not a rule', text => {
  expect(parseTzRules(text)).toBeUndefined();
});

test.each([
  ['<+0330>-3:30', 0n, { name: '+0330', offset: 12_600, isDst: false }],
  ['CET-1CEST,M3.5.0,M10.5.0/3', 4_117_363_200n, { name: 'CEST', offset: 7200, isDst: true }],
  ['CET-1CEST,M3.5.0,M10.5.0/3', 4_102_444_800n, { name: 'CET', offset: 3600, isDst: false }],
  ['AEST-10AEDT,M10.1.0,M4.1.0/3', 4_102_444_800n, { name: 'AEDT', offset: 39_600, isDst: true }],
  ['AEST-10AEDT,M10.1.0,M4.1.0/3', 4_117_363_200n, { name: 'AEST', offset: 36_000, isDst: false }],
  ['EST5EDT', 1_690_000_000n, { name: 'EDT', offset: -14_400, isDst: true }],
  ['ABC0DEF,J60,300/1', 1_709_164_800n, { name: 'ABC', offset: 0, isDst: false }],
  ['ABC0DEF,J60,300/1', 1_709_258_400n, { name: 'DEF', offset: 3600, isDst: true }],
])('%s at %d', (text, unix, zone) => {
  expect(zoneByRules(parseTzRules(text)!, unix)).toEqual(zone);
});

/** A zone file of version 2 with one transition, from AAA (+1) to BBB (+2, daylight saving time). */
function zoneFile(version: number, footer = ''): Buffer {
  const header = Buffer.alloc(44);
  header.write('TZif');
  header[4] = version;
  [0, 0, 0, 1, 2, 8].forEach((count, i) => {
    header.writeUInt32BE(count, 20 + i * 4);
  });
  const body = (size: number) => {
    const time = Buffer.alloc(size);
    time.writeInt32BE(1000, size - 4);
    const zones = Buffer.from([0, 0, 0x0e, 0x10, 0, 0, 0, 0, 0x1c, 0x20, 1, 4]);
    return Buffer.concat([time, Buffer.from([1]), zones, Buffer.from('AAA\0BBB\0')]);
  };
  return version === 0 ? Buffer.concat([header, body(4)]) : Buffer.concat([header, body(4), header, body(8), Buffer.from(`\n${footer}\n`)]);
}

test.each([0, 0x32, 0x33])('a zone file of version %d', version => {
  const location = parseZoneFile('x', zoneFile(version))!;
  expect(location.lookup(999n)).toEqual({ name: 'AAA', offset: 3600, isDst: false });
  expect(location.lookup(1000n)).toEqual({ name: 'BBB', offset: 7200, isDst: true });
});

test('the rule at the end applies after the last transition', () => {
  expect(parseZoneFile('x', zoneFile(0x32, 'CCC3'))!.lookup(2000n)).toEqual({ name: 'CCC', offset: -10_800, isDst: false });
});

test.each([
  ['not a zone file', Buffer.from('#!/bin/sh')],
  ['an unknown version', zoneFile(0x39)],
  ['a file that is cut', zoneFile(0).subarray(0, 50)],
  ['an empty file', Buffer.alloc(0)],
])('%s is refused', (_what, bytes) => {
  expect(parseZoneFile('x', bytes)).toBeUndefined();
});
