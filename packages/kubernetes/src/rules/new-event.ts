import { given, givenKeys, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const newEvent: ObjectRule = {
  id: 'new-event',
  severity: 'error',
  on: ['NewEvent'],
  why: 'An event of this group has its time in eventTime, and a series of two at least.',
  check(node, context) {
    for (const key of givenKeys(node, ['deprecatedFirstTimestamp', 'deprecatedLastTimestamp']))
      context.report([key], `${key} may not be set`, 'use eventTime');
    if ((numberAt(node, 'deprecatedCount') ?? 0) !== 0) context.report(['deprecatedCount'], 'deprecatedCount may not be set', 'use series');
    const source = given(node, 'deprecatedSource');
    if (textAt(source, 'component') !== '' || textAt(source, 'host') !== '')
      context.report(['deprecatedSource'], 'deprecatedSource may not be set', 'use reportingController');
    const series = given(node, 'series');
    if (series !== undefined && (numberAt(series, 'count') ?? 0) < 2)
      context.report(['series', 'count'], 'the count of a series is 2 at least');
    if (series !== undefined && given(series, 'lastObservedTime') === undefined)
      context.report(['series', 'lastObservedTime'], '"lastObservedTime" is missing');
  },
};
