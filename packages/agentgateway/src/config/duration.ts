import { type Node, type Problem, text as textOf } from '@mcpgw/structure';

const nanoseconds: Record<string, bigint> = {
  ns: 1n,
  us: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const componentLimit = 2n ** 62n;
const sumLimit = 2n ** 63n - 1n;
const example = 'write a number and a unit (ns, us, ms, s, m, h), such as "10s", "500ms" or "1m30s"';

/** Parses a duration of the proxy's static configuration. Returns nanoseconds, or what is wrong with the text. */
export function parseDuration(text: string): { readonly value: bigint } | { readonly problem: string; readonly suggestion?: string } {
  if (text.startsWith('-') && text !== '-0' && !/^-0+\.?0*(?:ns|us|ms|s|m|h)$/.test(text))
    return { problem: 'a duration cannot be negative' };
  const body = text.replace(/^[-+]/, '');
  if (body === '0') return { value: 0n };
  if (/[µμ]/.test(body)) return { problem: 'the unit "µs" crashes the proxy; write "us"' };
  const part = /(\d+)?(\.)?(\d*)([^\d.]*)/y;
  let total = 0n;
  if (body === '') return { problem: 'the duration is empty' };
  while (part.lastIndex < body.length) {
    const [whole, integer = '', , fraction = '', unit = ''] = part.exec(body)!;
    const size = nanoseconds[unit];
    if (whole === '' || (integer === '' && fraction === '')) return { problem: `"${text}" is not a duration` };
    if (unit === '')
      return { problem: `"${text}" lacks a unit`, suggestion: `write "${text}s" for seconds, or another unit (ns, us, ms, m, h)` };
    if (size === undefined) return { problem: `"${unit}" is not a unit of a duration` };
    const value = component(integer, fraction, size);
    if (value > componentLimit) return { problem: `"${text}" is too long a duration` };
    total += value;
  }
  return total > sumLimit ? { problem: `"${text}" is too long a duration` } : { value: total };
}

function component(integer: string, fraction: string, size: bigint): bigint {
  const digits = fraction.slice(0, 18);
  const scaled = BigInt(integer.slice(0, 30) || '0') * size;
  return scaled + (digits === '' ? 0n : (BigInt(digits) * size) / 10n ** BigInt(digits.length));
}

/** The nanoseconds of a duration in the static configuration; undefined for any other node. */
export function nanosecondsAt(node: Node | undefined): bigint | undefined {
  const read = parseDuration(textOf(node) ?? '');
  return 'problem' in read ? undefined : read.value;
}

/** Checks the text of a duration. */
export function checkDuration(text: string): Problem | undefined {
  const read = parseDuration(text);
  return 'problem' in read ? { message: read.problem, suggestion: read.suggestion ?? example } : undefined;
}
