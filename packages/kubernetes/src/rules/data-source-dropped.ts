import { given } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { isKept } from './data-source.js';

export const dataSourceDropped: ObjectRule = {
  id: 'data-source-dropped',
  on: ['PersistentVolumeClaimSpec'],
  why: 'The server drops a dataSource that is neither a claim nor a snapshot: the volume will be empty.',
  severity: 'warning',
  check(node, context) {
    const source = given(node, 'dataSource');
    if (source !== undefined && given(node, 'dataSourceRef') === undefined && !isKept(source))
      context.report(
        ['dataSource'],
        'the server drops a dataSource that is neither a PersistentVolumeClaim nor a VolumeSnapshot',
        'use dataSourceRef',
      );
  },
};
