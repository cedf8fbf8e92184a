import { at, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const example = (schedule: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: "${schedule}"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: report, image: "report:1"}]}}}}
`;

/** The fields that a day repeats, with the number of their values. */
const fields = [
  { name: 'minute', count: 60, longer: 'hour' },
  { name: 'hour', count: 24, longer: 'day' },
] as const;

export const scheduleStep: Rule = {
  id: 'schedule-step',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A step counts from the beginning of each hour or day: one that is longer runs once, and one that does not divide it leaves a shorter pause at the end.',
  docs: {
    checks:
      'Steps of minutes and hours in the schedule of a CronJob: those as long as the hour or the day, and those that do not divide it (an info).',
    basedOn:
      'The documentation of Kubernetes about the schedule of CronJobs, and of cron about its fields. Its controllers were not run for this rule.',
    fix: 'Write a step that divides 60 minutes or 24 hours, or a fixed minute and a step of hours.',
    wrong: example('*/90 * * * *'),
    correct: example('*/30 * * * *'),
  },
  check({ root, report }) {
    for (const { node } of ofKind(root, 'CronJob')
      .filter(owner => owner.own)
      .map(owner => ({ node: at(owner.node, 'spec', 'schedule') }))) {
      const parts = (text(node) ?? '').trim().split(/\s+/);
      if (node === undefined || parts.length !== 5) continue;
      for (const [index, { name, count, longer }] of fields.entries()) {
        const step = Number(/^\*\/(\d{1,4})$/.exec(parts[index]!)?.[1] ?? 1);
        const place = { at: node, path: ['spec', 'schedule'] };
        if (step >= count)
          report({
            ...place,
            message: `"${parts[index]}" is the same as "0" in the ${name}: the job runs once ${longer === 'hour' ? 'an hour' : 'a day'}, not every ${step} ${name}s`,
            suggestion: 'write a fixed value here, and a step in the next field',
          });
        else if (step > 1 && count % step !== 0)
          report({
            ...place,
            severity: 'info',
            message: `the pause is not always ${step} ${name}s: the count restarts with each ${longer}, after ${count % step}`,
            suggestion: `write a step that divides ${count}`,
          });
      }
    }
  },
};
