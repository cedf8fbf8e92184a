import type { Problem } from '@mcpgw/structure';

const unitNanoseconds: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

/** Parses a duration as Go's time.ParseDuration does (`2m0s`, `1.5h`, `0`). Returns milliseconds; undefined if the text is not a duration. */
export function parseGoDuration(text: string): number | undefined {
  const match = /^([-+]?)(.*)$/s.exec(text)!;
  const body = match[2]!;
  if (body === '0') return 0;
  const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;
  let total = 0;
  while (part.lastIndex < body.length) {
    const found = part.exec(body);
    if (found === null) return undefined;
    total += Number(found[1]) * unitNanoseconds[found[2]!]!;
  }
  if (body === '') return undefined;
  return ((match[1] === '-' ? -1 : 1) * total) / 1e6;
}

/** The bounds of a duration. */
export interface DurationBounds {
  readonly min?: string;
  readonly max?: string;
  /** What zero means: `off` (the default) or another word for messages. `none` where zero leaves no time and is refused. */
  readonly zero?: string;
}

/** What is wrong with a duration: it is invalid, or it is outside the bounds. Zero is accepted unless it is `none`. */
export function durationProblem(text: string, { min = '1ns', max = '2540400h', zero = 'off' }: DurationBounds): Problem | undefined {
  const value = parseGoDuration(text);
  if (value === undefined)
    return { message: `"${text}" is not a duration`, suggestion: 'write a number and a unit, such as "30s", "500ms" or "1m30s"' };
  if ((value === 0 && zero !== 'none') || (value >= parseGoDuration(min)! && value <= parseGoDuration(max)!)) return undefined;
  if (zero === 'none')
    return {
      message: value === 0 ? `${text} leaves no time` : `must be between ${min} and ${max}, found ${text}`,
      suggestion: `write a duration from ${min} to ${max}`,
    };
  return {
    message: `must be 0s (${zero}) or between ${min} and ${max}, found ${text}`,
    suggestion: `write a duration from ${min} to ${max}, or "0s"`,
  };
}
