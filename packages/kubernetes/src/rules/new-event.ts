import { child, num, present, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const newEvent: ObjectRule = {
  id: 'new-event',
  on: ['NewEvent'],
  why: 'an event of this group has its time in eventTime, and a series of two at least',
  check(node, context) {
    for (const key of present(node, ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp']))
      context.report([key], `${key} may not be set`, 'use eventTime');
    if ((num(node, 'deprecatedCount') ?? 0) !== 0) context.report(['deprecatedCount'], 'deprecatedCount may not be set', 'use series');
    const source = child(node, 'deprecatedSource');
    if (str(source, 'component') !== '' || str(source, 'host') !== '')
      context.report(['deprecatedSource'], 'deprecatedSource may not be set', 'use reportingController');
    const series = child(node, 'series');
    if (series !== undefined && (num(series, 'count') ?? 0) < 2) context.report(['series', 'count'], 'the count of a series is 2 at least');
    if (series !== undefined && child(series, 'lastObservedTime') === undefined)
      context.report(['series', 'lastObservedTime'], '"lastObservedTime" is missing');
  },
};
