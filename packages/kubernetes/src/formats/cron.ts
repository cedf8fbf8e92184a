import type { Wrong } from './grammar.js';

/** Schedules of cron jobs. Follows github.com/robfig/cron v3, ParseStandard. */

interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const fields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59, words: [] },
  { name: 'hour', min: 0, max: 23, words: [] },
  { name: 'day of the month', min: 1, max: 31, words: [] },
  { name: 'month', min: 1, max: 12, words: months },
  { name: 'day of the week', min: 0, max: 6, words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];
const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);
const duration = /^[-+]?(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h)|\.\d+(?:ns|us|µs|ms|s|m|h))+$/;

/** Checks a schedule: five fields, a descriptor such as `@daily`, or `@every 1h`. */
export function cron(text: string): Wrong {
  if (/^(?:TZ|CRON_TZ)=/.test(text)) return 'a time zone belongs into the field timeZone';
  if (text.startsWith('@every ')) return duration.test(text.slice(7)) ? undefined : `"${text.slice(7)}" is not a duration such as 1h30m`;
  if (text.startsWith('@')) return descriptors.has(text) ? undefined : `"${text}" is not a known descriptor`;
  const parts = text.split(/\s+/).filter(part => part !== '');
  if (parts.length !== 5) return `it must have 5 fields, found ${parts.length}`;
  for (const [index, part] of parts.entries()) {
    const wrong = fieldProblem(part, fields[index]!);
    if (wrong !== undefined) return `in the ${fields[index]!.name}, ${wrong}`;
  }
  return undefined;
}

function fieldProblem(text: string, field: CronField): Wrong {
  for (const part of text.split(',')) {
    const wrong = part === '' ? undefined : rangeProblem(part, field);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function rangeProblem(text: string, field: CronField): Wrong {
  const [range, step, more] = text.split('/');
  if (more !== undefined) return `"${text}" has more than one "/"`;
  if (step !== undefined && !/^0*[1-9]\d*$/.test(step)) return `the step "${step}" must be a number above 0`;
  if (range === '*' || range === '?') return undefined;
  const [from, to, third] = range!.split('-');
  if (third !== undefined) return `"${range}" has more than one "-"`;
  const first = numberOf(from!, field);
  const last = to === undefined ? first : numberOf(to, field);
  if (first === undefined || last === undefined) return `"${range}" is not understood`;
  if (first < field.min || last > field.max) return `"${range}" lies outside of ${field.min} to ${field.max}`;
  return first > last ? `"${range}" ends before it starts` : undefined;
}

function numberOf(text: string, field: CronField): number | undefined {
  if (/^\+?\d{1,9}$/.test(text)) return Number(text);
  const index = field.words.indexOf(text.toLowerCase());
  return index < 0 ? undefined : index + field.min;
}
