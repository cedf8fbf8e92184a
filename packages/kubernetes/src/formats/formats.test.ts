import { cron } from './cron.js';
import {
  dnsLabel,
  dnsLabel1035,
  dnsSubdomain,
  domainPath,
  envName,
  labelValue,
  portName,
  qualifiedName,
  wildcardDomain,
} from './grammar.js';
import { isInside, isIp, parseCidr } from './ip.js';
import { base64, descendingPath, mountFile } from './paths.js';
import { parseQuantity } from './quantity.js';
import { rfc3339, timeZone } from './time.js';

test.each([
  [dnsLabel, 'a-1', undefined],
  [dnsLabel, 'A', 'it must consist of lower case letters, digits and "-", and start and end with a letter or digit'],
  [dnsLabel, 'a'.repeat(64), 'it has 64 characters, at most 63 are taken'],
  [dnsLabel1035, '1a', 'it must consist of lower case letters, digits and "-", start with a letter and end with a letter or digit'],
  [dnsSubdomain, 'a.b-c.1', undefined],
  [
    dnsSubdomain,
    'a..b',
    'it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit',
  ],
  [wildcardDomain, '*.a.b', undefined],
  [wildcardDomain, 'a.*.b', '"*" may stand only as the whole first part'],
  [qualifiedName, 'a.b/C_d', undefined],
  [qualifiedName, 'a/b/c', 'at most one "/" may stand in it'],
  [qualifiedName, '/b', 'a domain must stand before the "/"'],
  [qualifiedName, 'a/', 'the name is empty'],
  [labelValue, '', undefined],
  [labelValue, 'a b', 'it must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit'],
  [domainPath, 'a.b/c', undefined],
  [domainPath, 'a', 'it must be a domain and a path, such as acme.io/foo'],
  [portName, 'http-2', undefined],
  [portName, '80', 'it must hold a letter'],
  [portName, 'a--b', '"-" may not occur twice in a row'],
  [portName, 'abcdefghijklmnop', 'it has 16 characters, at most 15 are taken'],
  [cron, '*/5 1-3,7 * jan mon-fri', undefined],
  [cron, '@every 1h30m', undefined],
  [cron, '0 */5 * * * *', 'it must have 5 fields, found 6'],
  [cron, '60 * * * *', 'in the minute, "60" lies outside of 0 to 59'],
  [cron, '* 5-3 * * *', 'in the hour, "5-3" ends before it starts'],
  [cron, '*/0 * * * *', 'in the minute, the step "0" must be a number above 0'],
  [cron, '@often', '"@often" is not a known descriptor'],
  [cron, 'TZ=UTC * * * * *', 'a time zone belongs into the field timeZone'],
  [descendingPath, '/a', 'it must be relative, it may not start with "/"'],
  [descendingPath, 'a/../b', 'it may not hold ".."'],
  [mountFile, '..a', 'it may not start with ".."'],
  [base64, 'YWJj\nZA==', undefined],
  [base64, 'YWJ', 'it must be base64 with "=" at its end as padding'],
  [rfc3339, '2026-01-31T12:00:00.5+01:00', undefined],
  [rfc3339, '2026-01-31', 'it must look like 2026-01-31T12:00:00Z'],
  [timeZone, 'Europe/Berlin', undefined],
  [timeZone, 'Mars/Base', 'no such zone is known'],
] as const)('%p of %s', (check, text, wrong) => {
  expect(check(text)).toBe(wrong);
});

test.each([
  ['A=B', 34, 'it must consist of printable ASCII characters other than "="'],
  ['1A', 34, undefined],
  ['1A', 31, 'it must consist of letters, digits, "_", "-" and ".", and may not start with a digit'],
])('the variable %s in 1.%i', (name, minor, wrong) => {
  expect(envName(name, minor)).toBe(wrong);
});

test.each([
  ['1', 1_000_000_000n],
  ['100m', 100_000_000n],
  ['1.5Gi', 1_610_612_736_000_000_000n],
  ['1e3', 1_000_000_000_000n],
  ['.5', 500_000_000n],
  ['-2k', -2_000_000_000_000n],
  ['1n', 1n],
  ['0.1n', 1n],
  ['1 Gi', undefined],
  ['1gb', undefined],
  ['', undefined],
  ['Gi', undefined],
])('the quantity %s', (text, amount) => {
  expect(parseQuantity(text)).toBe(amount);
});

test.each([
  ['10.0.0.1', true],
  ['010.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['fe80::1%eth0', false],
  ['10.0.0.256', false],
  ['', false],
])('the address %s', (text, holds) => {
  expect(isIp(text)).toBe(holds);
});

test.each([
  ['10.1.0.0/16', '10.0.0.0/8', true],
  ['11.0.0.0/16', '10.0.0.0/8', false],
  ['10.0.0.0/8', '10.0.0.0/8', false],
  ['2001:db8:1::/48', '2001:db8::/32', true],
  ['10.0.0.0/16', '2001:db8::/32', false],
])('the range %s in %s', (inner, outer, inside) => {
  expect(isInside(parseCidr(inner)!, parseCidr(outer)!)).toBe(inside);
});
