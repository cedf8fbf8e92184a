import { child } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { isTaken } from './data-source.js';

export const dataSourceDropped: ObjectRule = {
  id: 'data-source-dropped',
  on: ['PersistentVolumeClaimSpec'],
  why: 'the server drops a dataSource that is neither a claim nor a snapshot: the volume will be empty',
  severity: 'warning',
  check(node, context) {
    const source = child(node, 'dataSource');
    if (source !== undefined && child(node, 'dataSourceRef') === undefined && !isTaken(source))
      context.report(
        ['dataSource'],
        'the server drops a dataSource that is neither a PersistentVolumeClaim nor a VolumeSnapshot',
        'use dataSourceRef',
      );
  },
};
