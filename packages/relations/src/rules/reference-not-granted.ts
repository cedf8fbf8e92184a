import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { mayBeSame, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { words } from '../table/lookup.js';
import { type FoundReference, referencesIn } from '../table/references.js';

/** Routes and Gateways need a grant for other namespaces; policies and backends of agentgateway.dev, and routes to which another one delegates, do not. */
const needsGrant = ({ owner, spec, kind, namespace, namesNamespace }: FoundReference): boolean =>
  spec.granted &&
  kind !== 'HTTPRoute' &&
  owner.group === 'gateway.networking.k8s.io' &&
  namesNamespace &&
  owner.namespace !== '' &&
  namespace !== owner.namespace;

function isGranted(stream: Node, reference: FoundReference): boolean {
  return ofKind(stream, 'ReferenceGrant').some(
    grant =>
      mayBeSame(grant.namespace, reference.namespace) &&
      items(at(grant.node, 'spec', 'from')).some(from => isFrom(from, reference.owner)) &&
      items(at(grant.node, 'spec', 'to')).some(to => isTo(to, reference)),
  );
}

const isFrom = (from: Node, owner: ObjectView): boolean =>
  textOr(from, 'group', '') === owner.group && textOr(from, 'kind', '') === owner.kind && textOr(from, 'namespace', '') === owner.namespace;

const isTo = (to: Node, { group, kind, name }: FoundReference): boolean =>
  textOr(to, 'group', '') === group && textOr(to, 'kind', '') === kind && (text(get(to, 'name')) ?? name) === name;

export const referenceNotGranted: Rule = {
  id: 'reference-not-granted',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Without a ReferenceGrant in the other namespace the reference is refused: requests are answered with 500, and a listener has no certificate.',
  docs: {
    checks:
      'References of routes and Gateways to another namespace. A ReferenceGrant has to stand in the namespace of the target and to name the kind and namespace of what refers. A warning if the target or a grant of its namespace is given, else an info, because the grant may exist in the cluster.',
    seen: 'Controllers of v1.1.0 and v1.4.1: the route is ResolvedRefs=False, RefNotPermitted, and the listener Programmed=False.',
    fix: 'Add a ReferenceGrant to the namespace of the target.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web, namespace: apps}
spec: {rules: [{backendRefs: [{name: web, namespace: shared, port: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shared}
spec: {ports: [{port: 80}]}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web, namespace: apps}
spec: {rules: [{backendRefs: [{name: web, namespace: shared, port: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shared}
spec: {ports: [{port: 80}]}
---
apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: {name: routes, namespace: shared}
spec:
  from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: apps}]
  to: [{group: "", kind: Service}]
`,
  },
  check({ root, report }) {
    for (const reference of referencesIn(root)) {
      if (!needsGrant(reference) || isGranted(root, reference)) continue;
      const { owner, namespace, node, path } = reference;
      const given =
        targetsIn(root, reference).length > 0 || ofKind(root, 'ReferenceGrant').some(grant => mayBeSame(grant.namespace, namespace));
      report({
        at: node,
        path,
        message: `no given ReferenceGrant lets a ${owner.kind} of namespace "${owner.namespace}" refer to the ${words(reference)} of namespace "${namespace}"`,
        suggestion: `add a ReferenceGrant to namespace "${namespace}"`,
        ...(given ? {} : { severity: 'info' }),
      });
    }
  },
};
