import { entriesAt, given, isAt, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const jobSelector: ObjectRule = {
  id: 'job-selector',
  severity: 'error',
  on: ['JobSpec'],
  why: 'The server makes the selector of a job, unless manualSelector says otherwise.',
  check(node, context) {
    const manual = isAt(node, 'manualSelector', true);
    const selector = given(node, 'selector');
    if (context.kind === 'CronJob') {
      if (selector !== undefined)
        context.report(['selector'], 'the server makes the selectors of the jobs of a cron job', 'remove the selector');
      if (manual) context.report(['manualSelector'], 'the jobs of a cron job may not have manualSelector');
    } else if (!manual && (entriesAt(selector, 'matchLabels').length > 0 || itemsAt(selector, 'matchExpressions').length > 0))
      context.report(['selector'], 'the server makes the selector of a job', 'remove the selector, or set manualSelector: true');
    else if (selector === undefined && manual) context.report(['selector'], '"selector" is missing: manualSelector needs it');
  },
};
