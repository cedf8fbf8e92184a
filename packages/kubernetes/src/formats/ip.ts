import { isIPv4, isIPv6 } from 'node:net';
import type { Wrong } from './grammar.js';

/** Removes leading zeros from the parts of an IPv4 address, as the server's lenient parser does. */
function withoutZeros(text: string): string {
  return text.replace(/\b0+(?=\d)/g, '');
}

/** Whether the server reads a text as an IP address. Zones (`%eth0`) are refused. */
export function isIp(text: string): boolean {
  if (!/^[\d.]+$|:/.test(text)) return false;
  return isIPv4(withoutZeros(text)) || (text.includes(':') && isIPv6(text) && !text.includes('%'));
}

export function ip(text: string): Wrong {
  return isIp(text) ? undefined : 'it must be an IP address, such as 10.9.8.7 or 2001:db8::1';
}

/** Checks an address range in CIDR notation, such as 10.0.0.0/8. */
export function cidr(text: string): Wrong {
  return parseCidr(text) === undefined ? 'it must be an address range, such as 10.9.8.0/24 or 2001:db8::/64' : undefined;
}

export interface Range {
  readonly address: bigint;
  readonly bits: number;
  readonly prefix: number;
}

/** Parses an address range; undefined if the text is not one. */
export function parseCidr(text: string): Range | undefined {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(text);
  if (match === null || !isIp(match[1]!)) return undefined;
  const prefix = Number(match[2]);
  const bits = match[1]!.includes(':') ? 128 : 32;
  if (prefix > bits) return undefined;
  return { address: numberOf(match[1]!), bits, prefix };
}

/** Whether a range is a proper subset of another. */
export function isInside(inner: Range, outer: Range): boolean {
  if (inner.bits !== outer.bits || inner.prefix <= outer.prefix) return false;
  const shift = BigInt(outer.bits - outer.prefix);
  return inner.address >> shift === outer.address >> shift;
}

function numberOf(address: string): bigint {
  if (!address.includes(':'))
    return withoutZeros(address)
      .split('.')
      .reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  return expand(address).reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n);
}

function expand(address: string): string[] {
  const [head, tail] = address.split('::').map(half => (half === '' ? [] : half.split(':').flatMap(wordsOf)));
  if (tail === undefined) return head!;
  return [...head!, ...Array.from({ length: 8 - head!.length - tail.length }, () => '0'), ...tail];
}

function wordsOf(part: string): string[] {
  if (!part.includes('.')) return [part];
  const [a, b, c, d] = part.split('.').map(Number);
  return [((a! << 8) | b!).toString(16), ((c! << 8) | d!).toString(16)];
}
