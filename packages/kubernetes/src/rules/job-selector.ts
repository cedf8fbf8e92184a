import { child, is, list, pairs } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const jobSelector: ObjectRule = {
  id: 'job-selector',
  on: ['JobSpec'],
  why: 'the server makes the selector of a job, unless manualSelector says otherwise',
  check(node, context) {
    const manual = is(node, 'manualSelector', true);
    const selector = child(node, 'selector');
    if (context.kind === 'CronJob') {
      if (selector !== undefined)
        context.report(['selector'], 'the server makes the selectors of the jobs of a cron job', 'remove the selector');
      if (manual) context.report(['manualSelector'], 'the jobs of a cron job may not have manualSelector');
    } else if (!manual && (pairs(selector, 'matchLabels').length > 0 || list(selector, 'matchExpressions').length > 0))
      context.report(['selector'], 'the server makes the selector of a job', 'remove the selector, or set manualSelector: true');
    else if (selector === undefined && manual) context.report(['selector'], '"selector" is missing: manualSelector needs it');
  },
};
