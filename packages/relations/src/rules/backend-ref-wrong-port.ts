import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule } from '@mcpgw/structure';
import { type ObjectView, objectsOf, ofKind, refersTo } from '../objects/objects.js';
import { checksOf, referenceOf } from '../objects/policies.js';

interface PlacedReference {
  readonly owner: ObjectView;
  readonly node: Node;
  readonly path: Path;
}

const routeKinds = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'];

/** The backend references of routes and of authorization checks. */
function references(root: Node): PlacedReference[] {
  const ofRoutes = objectsOf(root)
    .filter(({ kind }) => routeKinds.includes(kind))
    .flatMap(owner =>
      items(at(owner.node, 'spec', 'rules')).flatMap((rule, ruleIndex) =>
        items(get(rule, 'backendRefs')).map(
          (node, index): PlacedReference => ({ owner, node, path: ['spec', 'rules', ruleIndex, 'backendRefs', index] }),
        ),
      ),
    );
  const ofChecks = checksOf(root).flatMap(({ policy, node, path }): PlacedReference[] => {
    const ref = get(node, 'backendRef');
    return ref === undefined ? [] : [{ owner: policy, node: ref, path: [...path, 'backendRef'] }];
  });
  return [...ofRoutes, ...ofChecks];
}

const numberOf = (node: Node | undefined): number | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;

export const backendRefWrongPort: Rule = {
  id: 'backend-ref-wrong-port',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The Service has no such port: the status is good all the same, and every request fails.',
  check({ root, report }) {
    for (const { owner, node, path } of references(root)) {
      const port = get(node, 'port');
      const reference = referenceOf(node, owner);
      if (!owner.own || reference.kind !== 'Service' || numberOf(port) === undefined) continue;
      const services = ofKind(root, 'Service').filter(object => refersTo(reference, object));
      const ports = services.flatMap(({ node: service }) => items(at(service, 'spec', 'ports')).map(item => numberOf(get(item, 'port'))));
      if (ports.length === 0 || ports.includes(numberOf(port))) continue;
      report({
        at: port!,
        path: [...path, 'port'],
        message: `the Service "${reference.name}" has no port ${numberOf(port)}`,
        suggestion: `its ports: ${[...new Set(ports)].join(', ')}`,
      });
    }
  },
};
