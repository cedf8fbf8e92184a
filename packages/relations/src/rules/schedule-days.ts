import { at, type Rule, text } from '@mcpgw/structure';
import { integerOf, ofKind } from '../objects/objects.js';

const example = (schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: "${schedule}"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: report, image: "report:1"}]}}}}
`;
const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The numbers of a field that lists numbers and ranges; undefined for a field with names, steps or "*". */
function numbers(field: string): number[] | undefined {
  if (!/^\d{1,2}(?:-\d{1,2})?(?:,\d{1,2}(?:-\d{1,2})?)*$/.test(field)) return undefined;
  return field.split(',').flatMap(part => {
    const [first, last] = part.split('-').map(Number);
    return Array.from({ length: Math.max(1, (last ?? first!) - first! + 1) }, (_, index) => first! + index);
  });
}

export const scheduleDays: Rule = {
  id: 'schedule-days',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The schedule is accepted, and the job runs never, or on other days than it suggests.',
  docs: {
    checks:
      'Days and months in the schedule of a CronJob: days that none of the months has, and a deadline of less than 10 seconds for the start. An info for 29 February, and for a day of the month beside a day of the week, of which one is enough.',
    fix: 'Write a day that the month has, such as 1, or one of the two kinds of days.',
    wrong: example('0 0 31 2 *'),
    correct: example('0 0 1 3 *'),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'CronJob')) {
      const schedule = at(node, 'spec', 'schedule');
      const fields = (text(schedule) ?? '').trim().split(/\s+/);
      if (!own || schedule === undefined || fields.length !== 5) continue;
      const deadline = at(node, 'spec', 'startingDeadlineSeconds');
      if (deadline !== undefined && (integerOf(deadline) ?? 10) < 10)
        report({
          at: deadline,
          path: ['spec', 'startingDeadlineSeconds'],
          message: 'the controller looks every 10 seconds, and counts a start that is later than this as missed: the job may never run',
          suggestion: 'write 60 or more, or remove it',
        });
      const [, , ofMonth = '*', month = '*', ofWeek = '*'] = fields;
      const place = { at: schedule, path: ['spec', 'schedule'] };
      const days = numbers(ofMonth);
      const months = numbers(month) ?? longest.map((_, index) => index + 1);
      const isAnyWeekday = ofWeek === '*' || ofWeek === '?';
      if (isAnyWeekday && days?.every(day => months.every(each => day > (longest[each - 1] ?? 31))) === true)
        report({
          ...place,
          message: `no such month has a day ${ofMonth}: the job never runs`,
          suggestion: 'write a day that the month has',
        });
      else if (isAnyWeekday && ofMonth === '29' && month === '2')
        report({ ...place, severity: 'info', message: 'the job runs in leap years only', suggestion: 'write another day' });
      else if (!isAnyWeekday && ofMonth !== '*' && ofMonth !== '?')
        report({
          ...place,
          severity: 'info',
          message: `the job runs on each day ${ofMonth} of the month, and also on each day ${ofWeek} of the week: one of the two is enough`,
          suggestion: 'write "*" for one of them',
        });
    }
  },
};
