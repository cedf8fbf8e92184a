import { child, is, num } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const jobCompletion: ObjectRule = {
  id: 'job-completion',
  on: ['JobSpec'],
  why: 'an indexed job says how many completions it has; limits for an index go with indexed jobs',
  check(node, context) {
    const indexed = is(node, 'completionMode', 'Indexed');
    const completions = num(node, 'completions');
    const failed = num(node, 'maxFailedIndexes');
    if (indexed && completions === undefined && (context.kind === 'CronJob' || child(node, 'parallelism') !== undefined))
      context.report(['completions'], '"completions" is missing: completionMode Indexed needs it');
    if (indexed && (num(node, 'parallelism') ?? 0) > 100_000)
      context.report(['parallelism'], 'an indexed job may run at most 100000 pods at once');
    if (indexed && failed !== undefined && completions !== undefined && failed > completions)
      context.report(['maxFailedIndexes'], `maxFailedIndexes ${failed} exceeds completions ${completions}`);
    for (const key of ['backoffLimitPerIndex', 'maxFailedIndexes', 'successPolicy'])
      if (!indexed && child(node, key) !== undefined) context.report([key], `${key} goes with completionMode Indexed only`);
    if (is(node, 'podReplacementPolicy', 'TerminatingOrFailed') && child(node, 'podFailurePolicy') !== undefined)
      context.report(
        ['podReplacementPolicy'],
        'with podFailurePolicy, podReplacementPolicy can only be Failed',
        'remove podReplacementPolicy',
      );
    if (failed !== undefined && child(node, 'backoffLimitPerIndex') === undefined)
      context.report(['backoffLimitPerIndex'], '"backoffLimitPerIndex" is missing: maxFailedIndexes needs it');
  },
};
