import type { MapNode, Node } from '../../yaml/node.js';
import { child, str } from '../access.js';
import type { ObjectRule, RuleContext } from './rule.js';

export const dataSource: ObjectRule = {
  id: 'data-source',
  on: ['PersistentVolumeClaimSpec'],
  why: 'a source of the core group is another claim, and dataSource and dataSourceRef name the same one',
  check(node, context) {
    for (const key of ['dataSource', 'dataSourceRef']) checkKind(node, key, context);
    const [one, two] = [child(node, 'dataSource'), child(node, 'dataSourceRef')];
    if (isTaken(one) && two !== undefined && ['apiGroup', 'kind', 'name'].some(key => str(one, key) !== str(two, key)))
      context.report(['dataSource'], 'dataSource differs from dataSourceRef', 'remove one of them');
    if (isTaken(one) && str(one, 'name') === '') context.report(['dataSource', 'name'], '"name" is missing');
  },
};

function checkKind(node: MapNode, key: string, context: RuleContext): void {
  const source = child(node, key);
  if (source?.kind !== 'map' || (key === 'dataSource' && !isTaken(source))) return;
  const kind = str(source, 'kind');
  if (str(source, 'apiGroup') === '' && kind !== '' && kind !== 'PersistentVolumeClaim')
    context.report([key, 'kind'], `"${kind}" is in no API group: without apiGroup, a source is a PersistentVolumeClaim`, 'add apiGroup');
}

/** The server drops other kinds from dataSource. */
export function isTaken(source: Node | undefined): boolean {
  const reference = `${str(source, 'apiGroup')}/${str(source, 'kind')}`;
  return reference === '/PersistentVolumeClaim' || reference === 'snapshot.storage.k8s.io/VolumeSnapshot';
}
