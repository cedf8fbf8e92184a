/** Times, durations and sizes for people. */

/** A duration in milliseconds, in its largest unit. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

/** The time that a call took, in milliseconds. */
export function latency(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** A number of bytes. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The time of day on this machine, with the date unless it is today. */
export function clock(time: number, now: number): string {
  const at = new Date(time);
  const text = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  const day = (when: Date) => `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
  return day(at) === day(new Date(now)) ? text : `${day(at)} ${text}`;
}

/** A number with its noun: `1 tool`, `3 tools`. */
export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
