import { get, isGiven, type Rule } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { routeRules } from '../reach/routes.js';

export const routeGrpcMatch: Rule = {
  id: 'route-grpc-match',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The controller of agentgateway makes an exact path of the match, which no call has: the rule never gets one.',
  docs: {
    checks:
      'Matches of GRPCRoutes on a Gateway of agentgateway: a service without a method becomes the exact path "/service/", and type RegularExpression is taken as plain text.',
    seen: 'The proxy of v1.1.0 and v1.4.1 answers 404 to `/shop.Cart/Add` for the exact path `/shop.Cart/` in a static configuration. The controller of v1.4.1 writes the exact path `/shop.Cart/`.',
    fix: 'Name service and method, or use an HTTPRoute with the PathPrefix "/package.Service".',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: calls}
spec:
  parentRefs: [{name: edge}]
  rules: [{matches: [{method: {service: shop.Cart}}], backendRefs: [{name: cart, port: 9000}]}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: calls}
spec:
  parentRefs: [{name: edge}]
  rules: [{matches: [{method: {service: shop.Cart, method: Add}}], backendRefs: [{name: cart, port: 9000}]}]
`,
  },
  check({ root, report }) {
    for (const rule of routeRules(root)) {
      if (rule.route.kind !== 'GRPCRoute' || !rule.ours) continue;
      for (const match of placed(rule.node, rule.path, 'matches')) {
        const method = get(match.node, 'method');
        if (method === undefined) continue;
        const path = [...match.path, 'method'];
        const alone = isGiven(method, 'service') && !isGiven(method, 'method');
        if (alone)
          report({
            at: get(method, 'service')!,
            path: [...path, 'service'],
            message: `only a call of the path "/${textOr(method, 'service', '')}/" matches, and each call names a method`,
            suggestion: 'add "method", or use an HTTPRoute with a PathPrefix',
          });
        else if (textOr(method, 'type', 'Exact') === 'RegularExpression')
          report({
            at: get(method, 'type')!,
            path: [...path, 'type'],
            message: 'the type is not read: service and method are compared as they are written',
            suggestion: 'use an HTTPRoute with a path of type RegularExpression',
          });
      }
    }
  },
};
