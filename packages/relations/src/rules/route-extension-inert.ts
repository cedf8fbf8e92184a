import { at, get, items, type Rule } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { routeRules } from '../reach/routes.js';

const example = (more: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]${more}}]}
`;

export const routeExtensionInert: Rule = {
  id: 'route-extension-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The field of the experimental channel is stored and does nothing at a Gateway of agentgateway.',
  docs: {
    checks:
      'Routes of a Gateway of agentgateway: sessionPersistence and useDefaultGateways, which its controller does not read, and retries that name no codes or have 0 attempts.',
    seen: 'The controllers of v1.1.0 and v1.4.1 accept a route with sessionPersistence and send nothing of it to the proxy; retries without codes are sent with an empty list.',
    fix: 'Remove the field, and name the codes that are retried.',
    wrong: example(', sessionPersistence: {sessionName: s}'),
    correct: example(''),
  },
  check({ root, report }) {
    const seen = new Set<unknown>();
    for (const { node, path, route, ours } of routeRules(root)) {
      if (!ours) continue;
      const scope = at(route.node, 'spec', 'useDefaultGateways');
      if (scope !== undefined && !seen.has(route))
        report({
          at: scope,
          path: ['spec', 'useDefaultGateways'],
          message: 'agentgateway does not read this',
          suggestion: 'name the Gateway in "parentRefs"',
        });
      seen.add(route);
      const session = get(node, 'sessionPersistence');
      if (session !== undefined)
        report({
          at: session,
          path: [...path, 'sessionPersistence'],
          message: 'agentgateway does not read this: requests of one session go to any endpoint',
          suggestion: 'remove it',
        });
      const retry = get(node, 'retry');
      if (retry === undefined) continue;
      const isOff = integerOf(get(retry, 'attempts')) === 0;
      if (isOff || items(get(retry, 'codes')).length === 0)
        report({
          at: retry,
          path: [...path, 'retry'],
          message: isOff ? 'with 0 attempts nothing is retried' : 'no answer is retried, because no code is named',
          suggestion: isOff ? 'write the number of attempts' : 'add "codes", such as [502, 503, 504]',
        });
    }
  },
};
