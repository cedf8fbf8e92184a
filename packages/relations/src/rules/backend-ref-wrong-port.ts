import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { integerOf, type ObjectView, targetsIn, textOr } from '../objects/objects.js';
import { servicePort, servicePorts } from '../objects/services.js';
import { type FoundReference, referencesIn } from '../table/references.js';

interface NamedPort {
  readonly node: Node;
  readonly path: Path;
  readonly wanted: number | string;
}

/** The port that a reference names: beside the name, in `port.number` or `port.name` of an Ingress, or around an MCP target. */
function portOf({ owner, around, aroundPath }: FoundReference): NamedPort | undefined {
  const outer = aroundPath.slice(0, -1);
  const places: Path[] = [
    [...aroundPath, 'port'],
    [...aroundPath, 'port', 'number'],
    [...aroundPath, 'port', 'name'],
    ...(aroundPath.at(-1) === 'backendRef' && get(around, 'port') === undefined && aroundPath.at(-2) === 'static'
      ? [[...outer, 'port']]
      : []),
  ];
  for (const path of places) {
    const node = at(owner.node, ...path);
    const wanted = integerOf(node) ?? text(node);
    if (node !== undefined && wanted !== undefined) return { node, path, wanted };
  }
  return undefined;
}

const shown = (service: ObjectView): string[] =>
  servicePorts(service).map(port => `${integerOf(get(port, 'port')) ?? textOr(port, 'name', '')}`);

export const backendRefWrongPort: Rule = {
  id: 'backend-ref-wrong-port',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The Service has no such port: the status is good anyway, and every request fails.',
  docs: {
    checks:
      'Every field that names a Service and a port of it: routes, mirrors, policies, MCP targets, Ingresses, webhooks, API services. The Service is among the given objects and has no such port.',
    seen: 'Controllers of v1.1.0 and v1.4.1: the route is ResolvedRefs=True and the MCP backend Accepted=True, and the wrong port is sent to the proxy.',
    fix: 'Write a port of the Service: its own port, not that of the pods.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {rules: [{backendRefs: [{name: web, port: 8080}]}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {rules: [{backendRefs: [{name: web, port: 80}]}]}
`,
  },
  check({ root, report }) {
    for (const reference of referencesIn(root)) {
      if (!reference.spec.port || reference.kind !== 'Service') continue;
      const port = portOf(reference);
      const services = targetsIn(root, reference).filter(service => servicePorts(service).length > 0);
      if (port === undefined || services.length === 0 || services.some(service => servicePort(service, port.wanted) !== undefined))
        continue;
      report({
        at: port.node,
        path: port.path,
        message: `the Service "${reference.name}" has no port ${typeof port.wanted === 'number' ? port.wanted : `named "${port.wanted}"`}`,
        suggestion: `its ports: ${[...new Set(services.flatMap(shown))].join(', ')}`,
      });
    }
  },
};
