/**
 * The proleptic Gregorian calendar over Go's whole range of years (time/time.go of Go 1.26). Seconds are counted from January 1 of year 1
 * UTC (Go's "internal" seconds) as a signed 64-bit bigint.
 */
const secondsPerDay = 86_400n;
const daysPer400Years = 146_097;
const absoluteYears = 292_277_022_400;
/** Days from March 1 of year -absoluteYears, where Go starts counting, to January 1 of year 1. */
const internalDays = (BigInt(absoluteYears) / 400n) * BigInt(daysPer400Years) + 306n;

/** Seconds of January 1 of year 1, counted from the Unix epoch. */
export const unixToInternal = 62_135_596_800n;

/** A date and clock in the proleptic Gregorian calendar. */
export interface CivilTime {
  readonly year: number;
  /** 1 - 12. */
  readonly month: number;
  readonly day: number;
  /** 1 - 366. */
  readonly yearDay: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const daysBeforeMonth = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** Whether a year is a leap year. */
export const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days in a year that is not a leap year before the first of the month (1 - 13). */
export const daysBefore = (month: number): number => daysBeforeMonth[month]!;

/** The number of days in a month (1 - 12). */
export const daysIn = (month: number, year: number): number =>
  month === 2 && isLeap(year) ? 29 : daysBefore(month + 1) - daysBefore(month);

/** The date and clock of a number of internal seconds. */
export function civilTime(internalSeconds: bigint): CivilTime {
  const absolute = BigInt.asUintN(64, internalSeconds + internalDays * secondsPerDay);
  const days = Number(absolute / secondsPerDay);
  const secondOfDay = Number(absolute % secondsPerDay);
  const dayOfEra = days % daysPer400Years;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayFromMarch = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayFromMarch + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = Math.floor(days / daysPer400Years) * 400 + yearOfEra + (month <= 2 ? 1 : 0) - absoluteYears;
  const day = dayFromMarch - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return {
    year,
    month,
    day,
    yearDay: daysBefore(month) + day + (month > 2 && isLeap(year) ? 1 : 0),
    weekday: (days + 3) % 7,
    hour: Math.floor(secondOfDay / 3600),
    minute: Math.floor(secondOfDay / 60) % 60,
    second: secondOfDay % 60,
  };
}

/** The internal seconds of a date and clock. Months, days, hours, minutes and seconds outside their range carry over. */
export function internalSeconds(year: number, month: number, day: number, hour: number, minute: number, second: number): bigint {
  const months = BigInt(month) - 1n;
  const carriedYear = BigInt(year) + floorDiv(months, 12n);
  const month0 = Number(months - floorDiv(months, 12n) * 12n);
  const previous = carriedYear - 1n;
  const leapDay = month0 >= 2 && isLeap(Number(carriedYear)) ? 1n : 0n;
  const days =
    previous * 365n +
    floorDiv(previous, 4n) -
    floorDiv(previous, 100n) +
    floorDiv(previous, 400n) +
    BigInt(daysBefore(month0 + 1)) +
    leapDay +
    BigInt(day) -
    1n;
  return BigInt.asIntN(64, days * secondsPerDay + BigInt(hour) * 3600n + BigInt(minute) * 60n + BigInt(second));
}

/** Division that rounds down, for a positive divisor. */
export function floorDiv(a: bigint, b: bigint): bigint {
  return a < 0n ? -((-a + b - 1n) / b) : a / b;
}
