/** Durations of flags: as in gateway.yaml (`500ms`, `30s`, `1m30s`), days (`7d`, `1d12h`), and a plain number for seconds. */
import { parseGoDuration } from '@mcpgw/mcp-config';
import { InvalidArgumentError } from 'commander';

const dayMs = 86_400_000;

/** Milliseconds of a duration with a unit; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, days, rest = text] = /^(\d{1,6})d(.*)$/s.exec(text) ?? [];
  const restMs = days !== undefined && rest === '' ? 0 : /^[-+]/.test(rest) && days !== undefined ? undefined : parseGoDuration(rest);
  return restMs === undefined ? undefined : Number(days ?? 0) * dayMs + restMs;
}

/** Makes the reader of a flag whose value is above 0 and at most `longest`; it gives milliseconds, and throws InvalidArgumentError. */
export function durationUpTo(longest: string): (text: string) => number {
  const longestMs = parseDuration(longest)!;
  return text => {
    const milliseconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : parseDuration(text);
    if (milliseconds === undefined || !(milliseconds > 0) || milliseconds > longestMs)
      throw new InvalidArgumentError(
        `It must be a duration such as 500ms, 30s or 2m, or a number of seconds: above 0, at most ${longest}.`,
      );
    return milliseconds;
  };
}

/** Reads the value of a flag in milliseconds. @throws InvalidArgumentError */
export const durationMs: (text: string) => number = durationUpTo('24h');
