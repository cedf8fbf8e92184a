import { given, isAt, numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const jobCompletion: ObjectRule = {
  id: 'job-completion',
  severity: 'error',
  on: ['JobSpec'],
  why: 'An indexed job says how many completions it has; limits for an index go with indexed jobs.',
  check(node, context) {
    const indexed = isAt(node, 'completionMode', 'Indexed');
    const completions = numberAt(node, 'completions');
    const failed = numberAt(node, 'maxFailedIndexes');
    if (indexed && completions === undefined && (context.kind === 'CronJob' || given(node, 'parallelism') !== undefined))
      context.report(['completions'], '"completions" is missing: completionMode Indexed needs it');
    if (indexed && (numberAt(node, 'parallelism') ?? 0) > 100_000)
      context.report(['parallelism'], 'an indexed job may run at most 100000 pods at once');
    if (indexed && failed !== undefined && completions !== undefined && failed > completions)
      context.report(['maxFailedIndexes'], `maxFailedIndexes ${failed} exceeds completions ${completions}`);
    for (const key of ['backoffLimitPerIndex', 'maxFailedIndexes', 'successPolicy'])
      if (!indexed && given(node, key) !== undefined) context.report([key], `${key} goes with completionMode Indexed only`);
    if (isAt(node, 'podReplacementPolicy', 'TerminatingOrFailed') && given(node, 'podFailurePolicy') !== undefined)
      context.report(
        ['podReplacementPolicy'],
        'with podFailurePolicy, podReplacementPolicy can only be Failed',
        'remove podReplacementPolicy',
      );
    if (failed !== undefined && given(node, 'backoffLimitPerIndex') === undefined)
      context.report(['backoffLimitPerIndex'], '"backoffLimitPerIndex" is missing: maxFailedIndexes needs it');
  },
};
