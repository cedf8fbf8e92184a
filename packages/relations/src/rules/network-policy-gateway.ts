import { at, entry, type Rule } from '@mcpgw/structure';
import { endOfGateway } from '../network/calls.js';
import { type ConnectionPort, type Direction, permitsPort, policiesOn } from '../network/network.js';
import { gatewayApi, isAgentgateway, listenersOf } from '../objects/gateways.js';
import { lastOfEachFile, type ObjectView, ofKind } from '../objects/objects.js';

/** The port at which the controller sends the proxies their configuration. */
const controllerPort = 9978;
const dnsPort = 53;

interface Needed {
  readonly direction: Direction;
  readonly port: number;
  readonly protocol?: 'UDP';
  readonly message: string;
}

/** The connections that the proxy of a Gateway needs, whoever is at the other end. */
function neededBy(gateway: ObjectView): Needed[] {
  const name = `the proxy of the Gateway "${gateway.name}"`;
  const ports = new Set(listenersOf(gateway).flatMap(({ port }) => port ?? []));
  return [
    ...[...ports].map(port => ({
      direction: 'ingress' as const,
      port,
      message: `${name} listens at port ${port}: no ingress rule permits it`,
    })),
    {
      direction: 'egress',
      port: controllerPort,
      message: `${name} gets its configuration from the controller at port ${controllerPort}: no egress rule permits it`,
    },
    {
      direction: 'egress',
      port: dnsPort,
      protocol: 'UDP',
      message: `${name} asks the DNS at port ${dnsPort}: no egress rule permits it, and no name is found`,
    },
  ];
}

const portOf = ({ port, protocol }: Needed): ConnectionPort => ({ number: port, name: '', protocol: protocol ?? 'TCP' });

export const networkPolicyGateway: Rule = {
  id: 'network-policy-gateway',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Clients do not reach the listener, or the proxy never gets a configuration and answers nothing.',
  docs: {
    checks:
      'NetworkPolicies on the pods that the controller deploys for a Gateway, which have the label gateway.networking.k8s.io/gateway-name: their rules permit the port of every listener, the port 9978 of the controller, and that of the DNS. Who may connect is not compared.',
    basedOn: 'The documentation of Kubernetes about NetworkPolicy, and the ports of agentgateway v1.4.1. The examples were not run.',
    fix: 'Permit the ports of the listeners in, and port 9978 to the namespace of the controller out.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 8080, protocol: HTTP}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: edge}
spec:
  podSelector: {matchLabels: {gateway.networking.k8s.io/gateway-name: edge}}
  ingress: [{ports: [{port: 80}]}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 8080, protocol: HTTP}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: edge}
spec:
  podSelector: {matchLabels: {gateway.networking.k8s.io/gateway-name: edge}}
  ingress: [{ports: [{port: 8080}]}]
`,
  },
  check({ root, report }) {
    if (ofKind(root, 'NetworkPolicy').length === 0) return;
    for (const gateway of ofKind(root, 'Gateway').filter(each => each.group === gatewayApi && isAgentgateway(each)))
      for (const needed of neededBy(gateway)) {
        const { direction, port, protocol, message } = needed;
        const policies = policiesOn(root, endOfGateway(gateway), direction);
        if (permitsPort(policies, direction, portOf(needed))) continue;
        for (const policy of lastOfEachFile(policies)) {
          const spec = at(policy.node, 'spec');
          const place = entry(spec, direction);
          report({
            at: place?.keySpan ?? spec ?? policy.node,
            path: place === undefined ? ['spec'] : ['spec', direction],
            message,
            suggestion: `add a rule with port ${port}${protocol === undefined ? '' : ` and protocol ${protocol}`}`,
          });
        }
      }
  },
};
