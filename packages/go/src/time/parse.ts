/** time.ParseInLocation: time/format.go of Go 1.26, the parsing half. Text is processed as bytes (see toByteString). */

import { fromByteString, toByteString } from '../values/byte-string.js';
import { FuncError } from '../values/value.js';
import { daysBefore, daysIn, isLeap } from './calendar.js';
import { leadingInt, quoteBytes } from './duration.js';
import { type LayoutElement, longDayNames, longMonthNames, parseLayout } from './layout.js';

/** The content of a text before a location is applied to it. */
export interface ParsedTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  nanosecond: number;
  /** The zone is UTC, written as `Z` or `UTC`. */
  isUtc: boolean;
  /** Seconds east of UTC, if a numeric offset was given. */
  offset: number | undefined;
  /** The abbreviation that was given; empty if there was none. */
  zoneName: string;
}

interface State extends ParsedTime {
  rest: string;
  readonly elements: readonly LayoutElement[];
  index: number;
  yearDay: number;
  morning: boolean;
  afternoon: boolean;
}

/** An element cannot be parsed: its value is out of range, or the text does not have its form. */
class ElementError extends Error {
  readonly outOfRange: string | undefined;
  constructor(outOfRange?: string) {
    super(outOfRange ?? 'bad value for field');
    this.outOfRange = outOfRange;
  }
}

/**
 * Parses a text by a layout.
 *
 * @throws FuncError with the message of Go's time.ParseError
 */
export function parseTime(layout: string, text: string): ParsedTime {
  const layoutBytes = toByteString(layout);
  const value = toByteString(text);
  const state: State = {
    ...{ year: 0, month: -1, day: -1, hour: 0, minute: 0, second: 0, nanosecond: 0, isUtc: false, offset: undefined, zoneName: '' },
    ...{ rest: value, elements: parseLayout(layoutBytes), index: 0, yearDay: -1, morning: false, afternoon: false },
  };
  const cannotParse = (rest: string, element: string) =>
    new FuncError(
      `parsing time ${quoteBytes(value)} as ${quoteBytes(layoutBytes)}: cannot parse ${quoteBytes(rest)} as ${quoteBytes(element)}`,
    );
  const wrong = (reason: string) => new FuncError(`parsing time ${quoteBytes(value)}: ${reason}`);
  for (; state.index < state.elements.length; state.index++) {
    const element = state.elements[state.index]!;
    if (!skip(state, element.prefix)) throw cannotParse(state.rest, element.prefix);
    const hold = state.rest;
    try {
      if (element.kind !== '') readElement(state, element);
    } catch (error) {
      if (!(error instanceof ElementError)) throw error;
      throw error.outOfRange === undefined ? cannotParse(hold, element.text) : wrong(`${error.outOfRange} out of range`);
    }
  }
  if (state.rest !== '') throw wrong(`extra text: ${quoteBytes(state.rest)}`);
  if (state.afternoon && state.hour < 12) state.hour += 12;
  else if (state.morning && state.hour === 12) state.hour = 0;
  const reason = settleDay(state);
  if (reason !== undefined) throw wrong(reason);
  state.zoneName = fromByteString(state.zoneName);
  return state;
}

/** Removes the text between elements. Any run of spaces matches any other. Returns false if the value has other text. */
function skip(state: State, prefix: string): boolean {
  let at = 0;
  while (at < prefix.length) {
    if (prefix[at] === ' ') {
      if (state.rest !== '' && state.rest[0] !== ' ') return false;
      while (prefix[at] === ' ') at++;
      state.rest = state.rest.replace(/^ +/, '');
    } else {
      if (state.rest[0] !== prefix[at]) return false;
      state.rest = state.rest.slice(1);
      at++;
    }
  }
  return true;
}

/**
 * Takes the match of the pattern at the start of the rest.
 *
 * @throws ElementError if there is no match
 */
function take(state: State, pattern: RegExp): string {
  const match = pattern.exec(state.rest);
  if (match === null) throw new ElementError();
  state.rest = state.rest.slice(match[0].length);
  return match[0];
}

const oneOrTwoDigits = /^[0-9]{1,2}/;
const twoDigits = /^[0-9]{2}/;
const signedInteger = /^[-+]?[0-9]*$/;

function takeBounded(state: State, pattern: RegExp, below: number, name: string): number {
  const value = Number(take(state, pattern));
  if (value >= below) throw new ElementError(name);
  return value;
}

/** The decimal value of a few bytes, optionally with a sign. */
function atoi(text: string): number {
  if (!signedInteger.test(text)) throw new ElementError();
  const value = Number(text.replace(/^[-+]/, ''));
  return text.startsWith('-') ? -value : value;
}

function takeBytes(state: State, count: number): string {
  if (state.rest.length < count) throw new ElementError();
  const bytes = state.rest.slice(0, count);
  state.rest = state.rest.slice(count);
  return bytes;
}

function takeName(state: State, names: readonly string[]): number {
  const index = names.findIndex(name => state.rest.slice(0, name.length).toLowerCase() === name.toLowerCase());
  if (index < 0) throw new ElementError();
  state.rest = state.rest.slice(names[index]!.length);
  return index;
}

const shortNames = (names: readonly string[]): string[] => names.map(name => name.slice(0, 3));
const shortMonthNames = shortNames(longMonthNames);
const shortDayNames = shortNames(longDayNames);

function takeMonth(state: State, pattern: RegExp): void {
  state.month = takeBounded(state, pattern, 13, 'month');
  if (state.month === 0) throw new ElementError('month');
}

function takeYear(state: State): void {
  if (!/^[0-9]/.test(state.rest)) throw new ElementError();
  state.year = atoi(takeBytes(state, 4));
}

function takeShortYear(state: State): void {
  const year = atoi(takeBytes(state, 2));
  state.year = year + (year >= 69 ? 1900 : 2000);
}

function takeSecond(state: State, pattern: RegExp): void {
  state.second = takeBounded(state, pattern, 60, 'second');
  const fraction = /^[.,][0-9]+/.exec(state.rest);
  if (fraction === null || (state.elements[state.index + 1]?.digits ?? 0) > 0) return;
  state.nanosecond = nanoseconds(takeBytes(state, fraction[0].length));
}

/** The nanoseconds of `.123`. Digits after the ninth are dropped. */
function nanoseconds(text: string): number {
  if (!/^[.,]/.test(text)) throw new ElementError();
  const digits = text.slice(1, 10);
  const value = atoi(digits);
  if (value < 0) throw new ElementError('fractional second');
  return value * 10 ** (9 - digits.length);
}

function takeHalf(state: State, am: string, pm: string): void {
  const half = takeBytes(state, 2);
  if (half !== am && half !== pm) throw new ElementError();
  if (half === pm) state.afternoon = true;
  else state.morning = true;
}

function takeYearDay(state: State, padded: boolean): void {
  if (padded) state.rest = state.rest.replace(/^ {1,2}/, '');
  state.yearDay = Number(take(state, padded ? /^[0-9]{1,3}/ : /^[0-9]{3}/));
}

function takeZoneName(state: State): void {
  if (state.rest.startsWith('UTC')) {
    state.rest = state.rest.slice(3);
    state.isUtc = true;
    return;
  }
  const length = zoneNameLength(state.rest);
  if (length === 0) throw new ElementError();
  state.zoneName = takeBytes(state, length);
}

const readers: Readonly<Record<string, (state: State) => void>> = {
  '06': takeShortYear,
  '2006': takeYear,
  Jan: state => {
    state.month = takeName(state, shortMonthNames) + 1;
  },
  January: state => {
    state.month = takeName(state, longMonthNames) + 1;
  },
  '1': state => takeMonth(state, oneOrTwoDigits),
  '01': state => takeMonth(state, twoDigits),
  Mon: state => {
    takeName(state, shortDayNames);
  },
  Monday: state => {
    takeName(state, longDayNames);
  },
  '2': state => {
    state.day = Number(take(state, oneOrTwoDigits));
  },
  _2: state => {
    state.day = Number(take(state, /^ ?[0-9]{1,2}/));
  },
  '02': state => {
    state.day = Number(take(state, twoDigits));
  },
  __2: state => takeYearDay(state, true),
  '002': state => takeYearDay(state, false),
  '15': state => {
    state.hour = takeBounded(state, oneOrTwoDigits, 24, 'hour');
  },
  '3': state => {
    state.hour = takeBounded(state, oneOrTwoDigits, 13, 'hour');
  },
  '03': state => {
    state.hour = takeBounded(state, twoDigits, 13, 'hour');
  },
  '4': state => {
    state.minute = takeBounded(state, oneOrTwoDigits, 60, 'minute');
  },
  '04': state => {
    state.minute = takeBounded(state, twoDigits, 60, 'minute');
  },
  '5': state => takeSecond(state, oneOrTwoDigits),
  '05': state => takeSecond(state, twoDigits),
  PM: state => takeHalf(state, 'AM', 'PM'),
  pm: state => takeHalf(state, 'am', 'pm'),
  MST: takeZoneName,
};

function readElement(state: State, element: LayoutElement): void {
  const reader = readers[element.kind];
  if (element.kind === '.0') state.nanosecond = nanoseconds(takeBytes(state, element.digits + 1));
  else if (element.kind === '.9') {
    const fraction = /^[.,][0-9]+/.exec(state.rest);
    if (fraction !== null) state.nanosecond = nanoseconds(takeBytes(state, fraction[0].length));
  } else if (reader !== undefined) reader(state);
  else if (element.kind.startsWith('Z') && state.rest.startsWith('Z')) {
    state.rest = state.rest.slice(1);
    state.isUtc = true;
  } else takeOffset(state, element.kind);
}

/** Takes a numeric offset in the form of the element: `-0700`, `-07:00:00`, ... */
function takeOffset(state: State, kind: string): void {
  const bytes = takeBytes(state, kind.length);
  const width = kind.includes(':') ? 3 : 2;
  const parts: string[] = [];
  for (let at = 1; at < kind.length; at += width) {
    parts.push(bytes.slice(at, at + 2));
    if (kind[at + 2] === ':' && bytes[at + 2] !== ':') throw new ElementError();
  }
  const invalid = parts.findIndex(part => !/^[0-9]{2}$/.test(part));
  const [hours = 0, minutes = 0, seconds = 0] = (invalid < 0 ? parts : parts.slice(0, invalid)).map(Number);
  if (seconds > 60) throw new ElementError('time zone offset second');
  if (minutes > 60) throw new ElementError('time zone offset minute');
  if (hours > 24) throw new ElementError('time zone offset hour');
  if (invalid >= 0 || (bytes[0] !== '+' && bytes[0] !== '-')) throw new ElementError();
  const offset = (hours * 60 + minutes) * 60 + seconds;
  state.offset = bytes[0] === '-' ? -offset : offset;
}

/** The length of a zone abbreviation at the start of the text, by Go's heuristics; 0 if there is none. */
function zoneNameLength(text: string): number {
  if (text.length < 3) return 0;
  if (text.startsWith('ChST') || text.startsWith('MeST')) return 4;
  if (text.startsWith('GMT')) return 3 + signedOffsetLength(text.slice(3));
  if (/^[-+]/.test(text)) return signedOffsetLength(text);
  const upper = /^[A-Z]{0,6}/.exec(text)![0].length;
  if (upper === 3) return 3;
  if (upper === 4) return text[3] === 'T' || text.startsWith('WITA') ? 4 : 0;
  return upper === 5 && text[4] === 'T' ? 5 : 0;
}

function signedOffsetLength(text: string): number {
  const match = /^[-+]([0-9]+)/.exec(text);
  if (match === null) return 0;
  const value = leadingInt(match[1]!);
  return value === undefined || value > 23n ? 0 : match[0].length;
}

/** Determines month and day, also from the day of the year. Returns the reason if they contradict each other or the calendar. */
function settleDay(state: State): string | undefined {
  if (state.yearDay >= 0) {
    const found = dayOfYear(state.year, state.yearDay);
    if (found === undefined) return 'day-of-year out of range';
    if (state.month >= 0 && state.month !== found.month) return 'day-of-year does not match month';
    if (state.day >= 0 && state.day !== found.day) return 'day-of-year does not match day';
    state.month = found.month;
    state.day = found.day;
  }
  if (state.month < 0) state.month = 1;
  if (state.day < 0) state.day = 1;
  return state.day < 1 || state.day > daysIn(state.month, state.year) ? 'day out of range' : undefined;
}

function dayOfYear(year: number, yearDay: number): { month: number; day: number } | undefined {
  let rest = yearDay;
  if (isLeap(year)) {
    if (rest === 60) return { month: 2, day: 29 };
    if (rest > 60) rest--;
  }
  if (rest < 1 || rest > 365) return undefined;
  let month = Math.floor((rest - 1) / 31) + 1;
  if (daysBefore(month + 1) < rest) month++;
  return { month, day: rest - daysBefore(month) };
}
