/** What a schedule of five fields says otherwise than it reads. The rules for CronJobs and for values of the chart ask the same. */

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What is wrong with a schedule. */
export interface ScheduleProblem {
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'error' | 'info';
}

/** The numbers of a field that lists numbers and ranges; undefined for a field with names, steps or "*". */
function numbers(field: string): number[] | undefined {
  if (!/^\d{1,2}(?:-\d{1,2})?(?:,\d{1,2}(?:-\d{1,2})?)*$/.test(field)) return undefined;
  return field.split(',').flatMap(part => {
    const [first, last] = part.split('-').map(Number);
    return Array.from({ length: Math.max(1, (last ?? first!) - first! + 1) }, (_, index) => first! + index);
  });
}

/** The problems of the days, and of a minute that stands for all. Texts that are no five fields have none. */
export function scheduleProblems(schedule: string): ScheduleProblem[] {
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5) return [];
  const [minute = '*', hour = '*', ofMonth = '*', month = '*', ofWeek = '*'] = fields;
  const said: ScheduleProblem[] = [];
  if (/^\*(?:\/1)?$/.test(minute) && /^\d{1,2}$/.test(hour))
    said.push({ message: `the job runs each minute from ${hour}:00 to ${hour}:59, 60 times`, suggestion: 'write 0 for the minute' });
  const days = numbers(ofMonth);
  const months = numbers(month) ?? longest.map((_, index) => index + 1);
  const isAnyWeekday = ofWeek === '*' || ofWeek === '?';
  if (isAnyWeekday && days?.every(day => months.every(each => day > (longest[each - 1] ?? 31))) === true)
    said.push({
      message: `no such month has a day ${ofMonth}: the job never runs`,
      suggestion: 'write a day that the month has',
      severity: 'error',
    });
  else if (isAnyWeekday && ofMonth === '29' && month === '2')
    said.push({ message: 'the job runs in leap years only', suggestion: 'write another day', severity: 'info' });
  else if (!isAnyWeekday && ofMonth !== '*' && ofMonth !== '?')
    said.push({
      message: `the job runs on each day ${ofMonth} of the month, and also on each day ${ofWeek} of the week: one of the two is enough`,
      suggestion: 'write "*" for one of them',
      severity: 'info',
    });
  return said;
}

/** The seconds between two runs of a schedule of minutes or hours; undefined for any other. */
export function secondsBetween(schedule: string): number | undefined {
  const match = /^(?:(\*)(?:\/(\d{1,2}))?|\d{1,2}) (\*)(?:\/(\d{1,2}))? \* \* \*$/.exec(schedule.trim().replace(/\s+/g, ' '));
  if (match === null) return undefined;
  const [, everyMinute, minutes, , hours] = match;
  if (everyMinute !== undefined) return hours === undefined ? 60 * Number(minutes ?? 1) : undefined;
  return 3600 * Number(hours ?? 1);
}
