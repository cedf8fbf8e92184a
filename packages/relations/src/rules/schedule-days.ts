import { at, type Rule, text } from '@mcpgw/structure';
import { integerOf, ofKind } from '../objects/objects.js';
import { scheduleProblems } from '../objects/schedules.js';

const example = (schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: "${schedule}"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: report, image: "report:1"}]}}}}
`;
export const scheduleDays: Rule = {
  id: 'schedule-days',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The schedule is accepted, and the job runs never, or at other times than it suggests.',
  docs: {
    checks:
      'The schedule of a CronJob: days that none of the months has (an error), a job that runs each minute of one hour, and a deadline of less than 10 seconds for the start. An info for 29 February, and for a day of the month beside a day of the week, of which one is enough.',
    basedOn:
      'The documentation of Kubernetes about the schedule of CronJobs, and of cron about its fields. Its controllers were not run for this rule.',
    fix: 'Write a day that the month has, such as 1, or one of the two kinds of days.',
    wrong: example('0 0 31 2 *'),
    correct: example('0 0 1 3 *'),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'CronJob')) {
      const schedule = at(node, 'spec', 'schedule');
      if (!own || schedule === undefined) continue;
      const deadline = at(node, 'spec', 'startingDeadlineSeconds');
      if (deadline !== undefined && (integerOf(deadline) ?? 10) < 10)
        report({
          at: deadline,
          path: ['spec', 'startingDeadlineSeconds'],
          message: 'the controller looks every 10 seconds, and counts a start that is later than this as missed: the job may never run',
          suggestion: 'write 60 or more, or remove it',
        });
      for (const said of scheduleProblems(text(schedule) ?? '')) report({ at: schedule, path: ['spec', 'schedule'], ...said });
    }
  },
};
