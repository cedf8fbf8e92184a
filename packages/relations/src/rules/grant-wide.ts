import { at, get, type Node, type Rule } from '@mcpgw/structure';
import { gatewayApi } from '../objects/gateways.js';
import { objectsOf, ofKind, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { referencesOf } from '../table/references.js';

interface Given {
  /** The kinds of given objects with their namespaces. */
  readonly owners: ReadonlySet<string>;
  /** These, with the namespaces to which their references lead. */
  readonly used: ReadonlySet<string>;
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Which kinds of objects refer to which namespaces. */
function givenIn(stream: Node): Given {
  const owners = new Set<string>();
  const used = new Set<string>();
  for (const object of objectsOf(stream)) {
    owners.add(keyOf(object.group, object.kind, object.namespace));
    for (const { namespace, namesNamespace } of referencesOf(object))
      if (namesNamespace) used.add(keyOf(object.group, object.kind, object.namespace, namespace));
  }
  return { owners, used };
}

const grant = (to: string): string => `apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: {name: certificates, namespace: shared}
spec:
  from: [{group: gateway.networking.k8s.io, kind: Gateway, namespace: infra}]
  to: [${to}]
`;

export const grantWide: Rule = {
  id: 'grant-wide',
  severity: 'info',
  kinds: ['manifest'],
  why: 'The grant permits more than is needed: anyone who may write such objects in the other namespace reaches everything that it names.',
  docs: {
    checks:
      'ReferenceGrants: one for Secrets names the Secret, and when objects of the kind and namespace in "from" are given, one of them refers to the namespace of the grant.',
    seen: 'The controllers of v1.1.0 and v1.4.1 take every Secret of the namespace with such a grant.',
    fix: 'Write the name under "to", and remove entries that no object needs.',
    wrong: grant('{group: "", kind: Secret}'),
    correct: grant('{group: "", kind: Secret, name: edge}'),
  },
  check({ root, report }) {
    const grants = ofKind(root, 'ReferenceGrant').filter(({ own, group }) => own && group === gatewayApi);
    const { owners, used } = grants.length === 0 ? { owners: new Set<string>(), used: new Set<string>() } : givenIn(root);
    for (const { node, namespace } of grants) {
      for (const to of placed(node, [], 'spec', 'to'))
        if (textOr(to.node, 'kind', '') === 'Secret' && get(to.node, 'name') === undefined)
          report({
            at: get(to.node, 'kind')!,
            path: [...to.path, 'kind'],
            message: `every Secret of the namespace ${namespace === '' ? 'of the grant' : `"${namespace}"`} may be referred to`,
            suggestion: 'add "name"',
          });
      for (const from of placed(node, [], 'spec', 'from')) {
        const owner = ['group', 'kind', 'namespace'].map(key => textOr(from.node, key, ''));
        if (namespace === '' || owner[2] === namespace || !owners.has(keyOf(...owner)) || used.has(keyOf(...owner, namespace))) continue;
        report({
          at: at(from.node, 'kind') ?? from.node,
          path: [...from.path, 'kind'],
          message: `no given ${owner[1]} of namespace "${owner[2]}" refers to the namespace "${namespace}"`,
          suggestion: 'remove the entry, or name the namespace in the reference',
        });
      }
    }
  },
};
