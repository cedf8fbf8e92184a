import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { integerOf, type ObjectView } from '../objects/objects.js';
import { servicePort } from '../objects/services.js';
import { routeRules } from '../reach/routes.js';
import { hasTls, hasTlsOnPath } from '../reach/tls.js';

const tlsPorts: ReadonlySet<number> = new Set([443, 6443, 8443, 9443]);

/** Whether a port of a Service says by its name or protocol that it speaks TLS. */
const saysTls = (service: ObjectView | undefined, port: number): boolean => {
  const found = service === undefined ? undefined : servicePort(service, port);
  const said = (key: string): string => text(get(found, key))?.toLowerCase() ?? '';
  return said('appProtocol') === 'https' || /^https(?:$|-)/.test(said('name'));
};

const example = (port: number): string => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: ${port}}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{name: https, port: 443}]}
`;

export const routeBackendWithoutTls: Rule = {
  id: 'route-backend-without-tls',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The proxy calls a Service without TLS unless a policy switches it on, whatever its port is called: a server that expects TLS closes the connection.',
  docs: {
    checks:
      'Backends of HTTPRoutes and GRPCRoutes of a Gateway of agentgateway, which are Services at a port with the name or appProtocol "https": a given BackendTLSPolicy or backend.tls of an AgentgatewayPolicy is for the Service, the route or the Gateway. An info for other ports that are usual for TLS (443, 6443, 8443, 9443).',
    seen: 'The controller of v1.4.1 sends a Service at a port with the name https without TLS, and with TLS where a policy for it has backend.tls.',
    fix: 'Add a BackendTLSPolicy or an AgentgatewayPolicy with backend.tls for the Service.',
    wrong: example(443),
    correct: `${example(443)}---
${policyFor('Service', 'web', 'backend: {tls: {}}')}`,
  },
  check({ root, report }) {
    for (const rule of routeRules(root)) {
      if (!rule.ours || (rule.route.kind !== 'HTTPRoute' && rule.route.kind !== 'GRPCRoute')) continue;
      for (const { node, path, reference, given } of rule.backends) {
        const portNode: Node | undefined = get(node, 'port');
        const port = integerOf(portNode);
        if (reference.kind !== 'Service' || reference.group !== '' || port === undefined) continue;
        const isSaid = saysTls(given[0], port);
        if (!isSaid && !tlsPorts.has(port)) continue;
        if (hasTls(root, given[0] ?? reference, port) || hasTlsOnPath(root, rule)) continue;
        report({
          at: portNode!,
          path: [...path, 'port'],
          message: `port ${port} of the Service "${reference.name}" is called in clear text: no given policy switches TLS on for it`,
          suggestion: 'add a BackendTLSPolicy or a policy with "backend.tls" for the Service',
          ...(isSaid ? {} : { severity: 'info' }),
        });
      }
    }
  },
};
