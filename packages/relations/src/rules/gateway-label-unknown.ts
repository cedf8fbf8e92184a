import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { gatewayApi } from '../objects/gateways.js';
import { mayBeSame, type ObjectView, ofKind, ownOfKind } from '../objects/objects.js';

/** The label of the pods and the Service of a Gateway, whose value is the name of the Gateway. */
const label = 'gateway.networking.k8s.io/gateway-name';

interface Selection {
  readonly node: Node;
  readonly path: Path;
  /** The namespace in which it selects; undefined for several namespaces. */
  readonly namespace: string | undefined;
}

/** The labels by which an object selects pods or Services. */
function selectionsOf({ kind, node, namespace }: ObjectView): Selection[] {
  const of = (...path: Path): Selection[] => {
    const found = at(node, ...path);
    return found === undefined ? [] : [{ node: found, path, namespace }];
  };
  switch (kind) {
    case 'Service':
      return of('spec', 'selector');
    case 'NetworkPolicy':
      return [...of('spec', 'podSelector', 'matchLabels'), ...peersOf(node, namespace)];
    case 'PodMonitor':
    case 'ServiceMonitor':
      return of('spec', 'selector', 'matchLabels').map(each =>
        get(get(node, 'spec'), 'namespaceSelector') === undefined ? each : { ...each, namespace: undefined },
      );
    default:
      return of('spec', 'selector', 'matchLabels');
  }
}

function peersOf(node: Node, namespace: string): Selection[] {
  return (
    [
      ['ingress', 'from'],
      ['egress', 'to'],
    ] as const
  ).flatMap(([direction, key]) =>
    items(at(node, 'spec', direction)).flatMap((rule, index) =>
      items(get(rule, key)).flatMap((peer, place): Selection[] => {
        const labels = at(peer, 'podSelector', 'matchLabels');
        const path = ['spec', direction, index, key, place, 'podSelector', 'matchLabels'];
        const isNear = get(peer, 'namespaceSelector') === undefined;
        return labels === undefined ? [] : [{ node: labels, path, namespace: isNear ? namespace : undefined }];
      }),
    ),
  );
}

const kinds = ['NetworkPolicy', 'PodDisruptionBudget', 'PodMonitor', 'Service', 'ServiceMonitor'] as const;

const example = (name: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge, namespace: apps}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 8080, protocol: HTTP}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web, namespace: apps}
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [Ingress]
  ingress: [{from: [{podSelector: {matchLabels: {${label}: ${name}}}}], ports: [{port: 8080}]}]
`;

export const gatewayLabelUnknown: Rule = {
  id: 'gateway-label-unknown',
  severity: 'info',
  kinds: ['manifest'],
  why: 'The controller gives its pods the name of their Gateway as a label: a selector with another name selects nothing, or the pods of another Gateway.',
  docs: {
    checks: `Labels \`${label}\` in NetworkPolicies, their peers, budgets, Services and monitors, when Gateways are given: one of them has the name, in the namespace that the selector looks into. A warning if only a Gateway of another namespace has it.`,
    basedOn: 'The source of the controller of v1.4.1: the label has the name of the Gateway.',
    fix: 'Write the name of the Gateway whose pods are meant.',
    wrong: example('public'),
    correct: example('edge'),
  },
  check({ root, report }) {
    const gateways = ofKind(root, 'Gateway').filter(({ group }) => group === gatewayApi);
    if (gateways.length === 0) return;
    for (const object of kinds.flatMap(kind => ownOfKind(root, kind)))
      for (const { node, path, namespace } of selectionsOf(object)) {
        const entry = entries(node).find(({ key }) => key === label);
        const name = text(entry?.value);
        if (entry === undefined || name === undefined) continue;
        const named = gateways.filter(gateway => gateway.name === name);
        if (named.some(gateway => namespace === undefined || mayBeSame(gateway.namespace, namespace))) continue;
        const [other] = named;
        report({
          at: entry.value,
          path: [...path, label],
          message:
            other === undefined
              ? `no given Gateway has the name "${name.slice(0, 80)}": nothing, or another Gateway, is selected`
              : `the Gateway "${name.slice(0, 80)}" is in the namespace "${other.namespace}", and the selector looks into "${namespace}"`,
          suggestion: `the given Gateways: ${gateways.map(gateway => gateway.name).join(', ')}`,
          ...(other === undefined ? {} : { severity: 'warning' }),
        });
      }
  },
};
