import type { Wrong } from './grammar.js';

const timeForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[-+](?:[01]\d|2[0-4]):[0-5]\d)$/;

/** A time in the format of RFC 3339. */
export function rfc3339(text: string): Wrong {
  return timeForm.test(text) && isDay(text) ? undefined : 'it must look like 2026-01-31T12:00:00Z';
}

/** Whether the month has the day. */
function isDay(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return day! <= 28 || new Date(Date.UTC(year!, month!, 0)).getUTCDate() >= day!;
}

/** A time with six fractional digits. */
export function rfc3339Micro(text: string): Wrong {
  return timeForm.test(text) && isDay(text) && /:\d\d\.\d{6}(?:Z|[-+])/.test(text)
    ? undefined
    : 'it must look like 2026-01-31T12:00:00.000000Z';
}

const zones = new Map<string, boolean>();

/** A name from the IANA time zone database, except `Local`. */
export function timeZone(text: string): Wrong {
  if (text === '') return 'it may not be empty';
  let known = zones.get(text);
  if (known === undefined) {
    known = isZone(text);
    zones.set(text, known);
  }
  return known ? undefined : 'no such zone is known';
}

function isZone(text: string): boolean {
  if (!/^[A-Za-z][-+\w/]*$/.test(text)) return false;
  try {
    const { timeZone: name } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return name === text || name.toLowerCase() !== text.toLowerCase();
  } catch {
    return false;
  }
}
