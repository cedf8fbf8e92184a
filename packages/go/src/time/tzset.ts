/** The POSIX TZ rule at the end of a zone file, for times after its last transition (time/zoneinfo.go of Go 1.26). */
import { civilTime, daysBefore, daysIn, isLeap, unixToInternal } from './calendar.js';
import type { Zone } from './zone.js';

interface Rule {
  readonly kind: 'julian' | 'day' | 'month';
  readonly day: number;
  readonly week: number;
  readonly month: number;
  /** Seconds after local midnight. */
  readonly time: number;
}

export interface TzRules {
  readonly standard: Zone;
  readonly daylight?: { readonly zone: Zone; readonly start: Rule; readonly end: Rule };
}

const offsetPattern = '[-+]?[0-9]+(?::[0-9]+(?::[0-9]+)?)?';
const namePattern = '<[^>]*>|[^0-9,+<-][^0-9,+-]{2,}';
const rulePattern = `(?:J[0-9]+|M[0-9]+\\.[0-9]+\\.[0-9]+|[0-9]+)(?:/${offsetPattern})?`;
const tzPattern = new RegExp(
  `^(${namePattern})(${offsetPattern})(?:(${namePattern})(${offsetPattern})?(?:[,;](${rulePattern}),(${rulePattern}))?)?$`,
);

/** Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; undefined if the text is not a rule. */
export function parseTzRules(text: string): TzRules | undefined {
  const match = tzPattern.exec(text);
  if (match === null) return undefined;
  const [, name = '', offset = '', dstName, dstOffset, start = 'M3.2.0', end = 'M11.1.0'] = match;
  const standard = { name: unbracket(name), offset: 0 - seconds(offset), isDst: false };
  if (dstName === undefined) return { standard };
  const zone = {
    name: unbracket(dstName),
    offset: dstOffset === undefined ? standard.offset + 3600 : 0 - seconds(dstOffset),
    isDst: true,
  };
  return { standard, daylight: { zone, start: parseRule(start), end: parseRule(end) } };
}

const unbracket = (name: string): string => (name.startsWith('<') ? name.slice(1, -1) : name);

function seconds(text: string): number {
  const [hours = 0, minutes = 0, secs = 0] = text.replace(/^[-+]/, '').split(':').map(Number);
  const total = hours * 3600 + minutes * 60 + secs;
  return text.startsWith('-') ? -total : total;
}

function parseRule(text: string): Rule {
  const [date = '', time] = text.split('/');
  const at = time === undefined ? 7200 : seconds(time);
  if (date.startsWith('J')) return { kind: 'julian', day: Number(date.slice(1)), week: 0, month: 0, time: at };
  if (!date.startsWith('M')) return { kind: 'day', day: Number(date), week: 0, month: 0, time: at };
  const [month = 0, week = 0, day = 0] = date.slice(1).split('.').map(Number);
  return { kind: 'month', day, week, month, time: at };
}

/** The zone in effect at a time in Unix seconds. */
export function zoneByRules(rules: TzRules, unix: bigint): Zone {
  if (rules.daylight === undefined) return rules.standard;
  const { zone, start, end } = rules.daylight;
  const { year, yearDay, hour, minute, second } = civilTime(BigInt.asIntN(64, unix + unixToInternal));
  const now = (yearDay - 1) * 86_400 + hour * 3600 + minute * 60 + second;
  const from = ruleTime(year, start, rules.standard.offset);
  const to = ruleTime(year, end, zone.offset);
  const daylight = from <= to ? now >= from && now < to : now >= from || now < to;
  return daylight ? zone : rules.standard;
}

/** Seconds from the start of the year (UTC) to the time when a rule takes effect, with `offset` in effect before it. */
function ruleTime(year: number, rule: Rule, offset: number): number {
  return ruleDay(year, rule) * 86_400 + rule.time - offset;
}

function ruleDay(year: number, rule: Rule): number {
  if (rule.kind === 'day') return rule.day;
  if (rule.kind === 'julian') return rule.day - 1 + (isLeap(year) && rule.day >= 60 ? 1 : 0);
  const first = firstWeekday(year, rule.month);
  let day = (rule.day - first + 7) % 7;
  for (let week = 1; week < rule.week && day + 7 < daysIn(rule.month, year); week++) day += 7;
  return day + daysBefore(rule.month) + (isLeap(year) && rule.month > 2 ? 1 : 0);
}

/** The weekday of the first of a month (0 is Sunday), by Zeller's congruence. */
function firstWeekday(year: number, month: number): number {
  const shifted = ((month + 9) % 12) + 1;
  const y = month <= 2 ? year - 1 : year;
  const century = Math.trunc(y / 100);
  const rest = y % 100;
  const weekday = (Math.trunc((26 * shifted - 2) / 10) + 1 + rest + Math.trunc(rest / 4) + Math.trunc(century / 4) - 2 * century) % 7;
  return weekday < 0 ? weekday + 7 : weekday;
}
