import { given, type Node, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsSubdomain } from '../formats/grammar.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const dataSource: ObjectRule = {
  id: 'data-source',
  severity: 'error',
  on: ['PersistentVolumeClaimSpec'],
  why: 'A source of the core group is another claim, and dataSource and dataSourceRef name the same one.',
  check(node, context) {
    const own = given(node, 'dataSource');
    const reference = acrossNamespaces(node) ? undefined : given(node, 'dataSourceRef');
    if (reference !== undefined) checkKind(reference, 'dataSourceRef', context);
    if (own === undefined || (reference === undefined && !isKept(own))) return;
    checkKind(own, 'dataSource', context);
    for (const key of ['kind', 'name']) if (textAt(own, key) === '') context.report(['dataSource', key], `"${key}" is missing`);
    if (reference !== undefined && ['apiGroup', 'kind', 'name'].some(key => textAt(own, key) !== textAt(reference, key)))
      context.report(['dataSource'], 'dataSource differs from dataSourceRef', 'remove one of them');
  },
};

function checkKind(source: Node, key: string, context: ObjectContext): void {
  const kind = textAt(source, 'kind');
  const group = textAt(source, 'apiGroup');
  if (group === '' && kind !== '' && kind !== 'PersistentVolumeClaim')
    context.report([key, 'kind'], `"${kind}" is in no API group: without apiGroup, a source is a PersistentVolumeClaim`, 'add apiGroup');
  const wrong = group === '' ? undefined : dnsSubdomain(group);
  if (wrong !== undefined) context.report([key, 'apiGroup'], `${quoted(group)} is not an API group: ${wrong}`);
}

/** Whether a source is in another namespace. The server drops it because its feature gate is off. */
const acrossNamespaces = (node: Node): boolean => textAt(given(node, 'dataSourceRef'), 'namespace') !== '';

/** Whether the server keeps a dataSource. It drops other kinds. */
export function isKept(source: Node | undefined): boolean {
  const reference = `${textAt(source, 'apiGroup')}/${textAt(source, 'kind')}`;
  return reference === '/PersistentVolumeClaim' || reference === 'snapshot.storage.k8s.io/VolumeSnapshot';
}
