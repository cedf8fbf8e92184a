/** Go's reference-time layouts (`2006-01-02T15:04:05Z07:00`): time/format.go of Go 1.26, the formatting half. */
import { caches } from '../bounds/caches.js';
import type { CivilTime } from './calendar.js';
import type { Zone } from './zone.js';

/** An element of a layout. Its name is the text that represents it, except for fractions. */
export interface LayoutElement {
  /** The text before the element. */
  readonly prefix: string;
  /** The element as written; empty for the end of the layout. */
  readonly text: string;
  /** The meaning: `text` itself, or `.0` and `.9` for fractional seconds. */
  readonly kind: string;
  /** The number of digits of a fractional second. */
  readonly digits: number;
}

const zoneElements = ['Z070000', 'Z07:00:00', 'Z0700', 'Z07:00', 'Z07', '-070000', '-07:00:00', '-0700', '-07:00', '-07'];
const elementPattern = new RegExp(
  [
    'January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|0[1-6]|002|15|1|2006|2|_2(?!006)|__2|3|4|5|PM|pm',
    ...zoneElements,
    '(?:[.,](?:0+|9+)(?![0-9]))',
  ].join('|'),
  'g',
);

const compiled = caches.map<string, readonly LayoutElement[]>();
const maxCompiled = 500;

/** Splits a layout into its elements. The last one has only a prefix. */
export function parseLayout(layout: string): readonly LayoutElement[] {
  let elements = compiled.get(layout);
  if (elements === undefined) {
    elements = splitLayout(layout);
    if (compiled.size >= maxCompiled) compiled.clear();
    compiled.set(layout, elements);
  }
  return elements;
}

function splitLayout(layout: string): LayoutElement[] {
  const elements: LayoutElement[] = [];
  let at = 0;
  for (const match of layout.matchAll(elementPattern)) {
    const text = match[0];
    const isFraction = text.startsWith('.') || text.startsWith(',');
    const kind = isFraction ? `.${text[1]}` : text;
    elements.push({ prefix: layout.slice(at, match.index), text, kind, digits: isFraction ? text.length - 1 : 0 });
    at = match.index + text.length;
  }
  elements.push({ prefix: layout.slice(at), text: '', kind: '', digits: 0 });
  return elements;
}

export const longDayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const longMonthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** An integer with at least `width` digits after the sign. */
const pad = (value: number, width: number): string => (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(width, '0');

interface Moment {
  readonly civil: CivilTime;
  readonly zone: Zone;
  readonly nanosecond: number;
}

const hour12 = (hour: number): number => hour % 12 || 12;
const monthName = ({ civil }: Moment): string => longMonthNames[civil.month - 1]!;
const dayName = ({ civil }: Moment): string => longDayNames[civil.weekday]!;

const writers: Readonly<Record<string, (moment: Moment) => string>> = {
  '06': ({ civil }) => pad(Math.abs(civil.year) % 100, 2),
  '2006': ({ civil }) => pad(civil.year, 4),
  Jan: moment => monthName(moment).slice(0, 3),
  January: monthName,
  '1': ({ civil }) => pad(civil.month, 1),
  '01': ({ civil }) => pad(civil.month, 2),
  Mon: moment => dayName(moment).slice(0, 3),
  Monday: dayName,
  '2': ({ civil }) => pad(civil.day, 1),
  _2: ({ civil }) => String(civil.day).padStart(2, ' '),
  '02': ({ civil }) => pad(civil.day, 2),
  __2: ({ civil }) => String(civil.yearDay).padStart(3, ' '),
  '002': ({ civil }) => pad(civil.yearDay, 3),
  '15': ({ civil }) => pad(civil.hour, 2),
  '3': ({ civil }) => pad(hour12(civil.hour), 1),
  '03': ({ civil }) => pad(hour12(civil.hour), 2),
  '4': ({ civil }) => pad(civil.minute, 1),
  '04': ({ civil }) => pad(civil.minute, 2),
  '5': ({ civil }) => pad(civil.second, 1),
  '05': ({ civil }) => pad(civil.second, 2),
  PM: ({ civil }) => (civil.hour >= 12 ? 'PM' : 'AM'),
  pm: ({ civil }) => (civil.hour >= 12 ? 'pm' : 'am'),
  MST: ({ zone }) => zone.name || writeOffset('-0700', zone.offset),
};

/** Time.Format. */
export function formatLayout(layout: string, moment: Moment): string {
  let out = '';
  for (const element of parseLayout(layout)) {
    out += element.prefix;
    if (element.kind !== '') out += writeElement(element, moment);
  }
  return out;
}

function writeElement(element: LayoutElement, moment: Moment): string {
  if (element.digits > 0) return writeFraction(element, moment.nanosecond);
  const writer = writers[element.kind];
  return writer === undefined ? writeOffset(element.kind, moment.zone.offset) : writer(moment);
}

function writeOffset(kind: string, offset: number): string {
  if (offset === 0 && kind.startsWith('Z')) return 'Z';
  const minutes = Math.trunc(offset / 60);
  const colon = kind.includes(':') ? ':' : '';
  let out = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60), 2)}`;
  if (kind.length > 3) out += colon + pad(Math.abs(minutes) % 60, 2);
  if (kind.length > 6) out += colon + pad((minutes < 0 ? -offset : offset) % 60, 2);
  return out;
}

function writeFraction({ text, kind, digits }: LayoutElement, nanosecond: number): string {
  const trim = kind === '.9';
  if (trim && nanosecond === 0) return '';
  const shown = pad(nanosecond, 9).slice(0, digits);
  const fraction = trim ? shown.replace(/0+$/, '') : shown;
  return trim && fraction === '' ? '' : text[0] + fraction;
}
