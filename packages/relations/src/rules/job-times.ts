import type { Path } from '@mcpgw/diagnostics';
import { at, isAt, type Node, type Rule, text } from '@mcpgw/structure';
import { integerOf, ofKind } from '../objects/objects.js';
import { type Say, sayOf } from '../objects/say.js';
import { secondsBetween } from '../objects/schedules.js';

const example = (deadline: number): string => `apiVersion: batch/v1
kind: Job
metadata: {name: load}
spec:
  activeDeadlineSeconds: ${deadline}
  template: {spec: {restartPolicy: Never, containers: [{name: load, image: "load:1"}]}}
`;

/** The path of the Job of a CronJob. */
const ofRuns: Path = ['spec', 'jobTemplate', 'spec'];

function checkTimes(node: Node, path: Path, say: Say): void {
  const number = (...keys: string[]): number | undefined => integerOf(at(node, ...path, ...keys));
  const ofJob = number('activeDeadlineSeconds');
  const ofPod = number('template', 'spec', 'activeDeadlineSeconds');
  for (const [keys, deadline] of [
    [['activeDeadlineSeconds'], ofJob],
    [['template', 'spec', 'activeDeadlineSeconds'], ofPod],
  ] as const)
    if (deadline !== undefined && deadline < 10)
      say(
        [...path, ...keys],
        `the pods are ended ${deadline} s after they are made: the time to pull the image counts`,
        'write the seconds that the work takes, and a minute more',
      );
  if (ofJob !== undefined && ofPod !== undefined && ofPod >= 10 && ofPod < ofJob)
    say(
      [...path, 'template', 'spec', 'activeDeadlineSeconds'],
      `each pod is ended after ${ofPod} s, and the Job may take ${ofJob} s`,
      'keep the deadline of the Job only',
      ofPod * 2 < ofJob ? undefined : 'info',
    );
  const left = number('ttlSecondsAfterFinished');
  if (left !== undefined && left < 30)
    say(
      [...path, 'ttlSecondsAfterFinished'],
      `the Job and its logs are removed ${left} s after the end: anyone who waits for it finds nothing`,
      'write 3600',
      'info',
    );
  const [parallel, wanted] = [number('parallelism'), number('completions')];
  if (parallel !== undefined && wanted !== undefined && wanted > 0 && parallel > wanted)
    say([...path, 'parallelism'], `${wanted} pods are enough: no more run at once`, `write ${wanted}`, 'info');
}

function checkRuns(node: Node, say: Say): void {
  const between = secondsBetween(text(at(node, 'spec', 'schedule')) ?? '');
  const longest =
    integerOf(at(node, ...ofRuns, 'activeDeadlineSeconds')) ?? integerOf(at(node, ...ofRuns, 'template', 'spec', 'activeDeadlineSeconds'));
  if (isAt(at(node, 'spec'), 'concurrencyPolicy', 'Replace') && between !== undefined && longest !== undefined && longest > between)
    say(
      ['spec', 'concurrencyPolicy'],
      `a run may take ${longest} s, and the next one ends it after ${between} s`,
      'write Forbid, or a shorter activeDeadlineSeconds',
    );
  if (integerOf(at(node, 'spec', 'failedJobsHistoryLimit')) === 0)
    say(['spec', 'failedJobsHistoryLimit'], 'a run that failed is removed with its logs at once', 'write 1', 'info');
}

export const jobTimes: Rule = {
  id: 'job-times',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The pods are ended before they can do their work, or what is left of the Job is gone before anybody can look.',
  docs: {
    checks:
      'Times of Jobs and CronJobs: a deadline of less than 10 seconds, in which the image has to be pulled too; a deadline of the pods below that of the Job; runs that may take longer than the time to the next one, which replaces them. An info for Jobs that are removed within 30 seconds after their end, for a CronJob that keeps no failed run, and for more pods at once than completions.',
    seen: 'Kubernetes 1.34.2: the Job fails with DeadlineExceeded before its pod has started.',
    fix: 'Write deadlines that the work needs with its start, the shorter one in the Job.',
    wrong: example(1),
    correct: example(600),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Job')) if (own) checkTimes(node, ['spec'], sayOf(report, node));
    for (const { node, own } of ofKind(root, 'CronJob')) {
      if (!own) continue;
      checkTimes(node, ofRuns, sayOf(report, node));
      checkRuns(node, sayOf(report, node));
    }
  },
};
