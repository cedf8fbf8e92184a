/** Parses textual IP addresses: netip.ParseAddr of Go 1.26 (net/netip/netip.go), with its messages. */

import { quote } from '../strconv/quote.js';
import { FuncError } from '../values/value.js';

/** netip.Addr. */
export interface Address {
  /** 4 bytes for an address written as IPv4, otherwise 16. */
  readonly bytes: readonly number[];
  readonly zone: string;
}

/**
 * Parses an address.
 *
 * @throws FuncError with Go's message if the text is not an address
 */
export function parseAddress(text: string): Address {
  const fail: Fail = (reason, at = '') => {
    throw new FuncError(`ParseAddr(${quote(text)}): ${reason}${at === '' ? '' : ` (at ${quote(at)})`}`);
  };
  switch (/[.:%]/.exec(text)?.[0]) {
    case '.':
      return { bytes: parseIPv4(text, fail), zone: '' };
    case ':':
      return parseIPv6(text, fail);
    case '%':
      return fail('missing IPv6 address');
    default:
      return fail('unable to parse IP');
  }
}

type Fail = (reason: string, at?: string) => never;

function parseIPv4(text: string, fail: Fail): number[] {
  const fields: number[] = [];
  let octet = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c >= '0' && c <= '9') {
      if (octet === '0') fail('IPv4 field has octet with leading zero');
      octet += c;
      if (Number(octet) > 255) fail('IPv4 field has value >255');
    } else if (c === '.') {
      if (octet === '' || i === text.length - 1) fail('IPv4 field must have at least one digit', text.slice(i));
      if (fields.length === 3) fail('IPv4 address too long');
      fields.push(Number(octet));
      octet = '';
    } else fail('unexpected character', text.slice(i));
  }
  if (fields.length < 3) fail('IPv4 address too short');
  return [...fields, Number(octet)];
}

function parseIPv6(text: string, fail: Fail): Address {
  const percent = text.indexOf('%');
  const zone = percent < 0 ? '' : text.slice(percent + 1);
  if (percent >= 0 && zone === '') fail('zone must be a non-empty string');
  let rest = percent < 0 ? text : text.slice(0, percent);
  const bytes: number[] = [];
  let ellipsis = -1;
  if (rest.startsWith('::')) {
    ellipsis = 0;
    rest = rest.slice(2);
  }
  while (rest !== '' && bytes.length < 16) {
    const digits = readGroup(rest, fail);
    if (rest[digits.length] === '.') {
      if (ellipsis < 0 && bytes.length !== 12) fail('embedded IPv4 address must replace the final 2 fields of the address', rest);
      if (bytes.length + 4 > 16) fail('too many hex fields to fit an embedded IPv4 at the end of the address', rest);
      bytes.push(...parseIPv4(rest, fail));
      rest = '';
      break;
    }
    const value = Number.parseInt(digits, 16);
    bytes.push(value >> 8, value & 0xff);
    rest = rest.slice(digits.length);
    if (rest === '') break;
    if (rest[0] !== ':') fail('unexpected character, want colon', rest);
    if (rest.length === 1) fail('colon must be followed by more characters', rest);
    rest = rest.slice(1);
    if (rest[0] !== ':') continue;
    if (ellipsis >= 0) fail('multiple :: in address', rest);
    ellipsis = bytes.length;
    rest = rest.slice(1);
  }
  if (rest !== '') fail('trailing garbage after address', rest);
  return { bytes: expandEllipsis(bytes, ellipsis, fail), zone };
}

function readGroup(rest: string, fail: Fail): string {
  const digits = /^[0-9a-fA-F]*/.exec(rest)![0];
  if (digits === '') fail('each colon-separated field must have at least one digit', rest);
  if (digits.length > 4) fail('each group must have 4 or less digits', rest);
  return digits;
}

function expandEllipsis(bytes: number[], ellipsis: number, fail: Fail): number[] {
  const missing = 16 - bytes.length;
  if (missing > 0 && ellipsis < 0) fail('address string too short');
  if (missing === 0 && ellipsis >= 0) fail('the :: must expand to at least one field of zeros');
  return missing === 0 ? bytes : bytes.toSpliced(ellipsis, 0, ...new Array<number>(missing).fill(0));
}
