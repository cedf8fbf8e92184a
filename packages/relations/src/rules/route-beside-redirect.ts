import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import type { GatewayListener } from '../objects/gateways.js';
import { filtersOf, type RouteReach, type RuleReach, routesView, takesEveryPath } from '../reach/routes.js';

/** Whether a rule redirects every request of its host to https. */
function sendsToTls(rule: RuleReach): boolean {
  const matches = items(get(rule.node, 'matches'));
  const takesAll = matches.length === 0 || matches.some(takesEvery);
  return takesAll && filtersOf(rule).some(({ node }) => text(at(node, 'requestRedirect', 'scheme')) === 'https');
}

const takesEvery = (match: Node): boolean =>
  takesEveryPath(match) && ['headers', 'queryParams', 'method'].every(key => get(match, key) === undefined);

const isPlain = ({ protocol }: GatewayListener): boolean => protocol === 'HTTP';
const isSecure = ({ protocol }: GatewayListener): boolean => protocol === 'HTTPS';

const redirects = (stream: Node): ReadonlyMap<Node, RouteReach> => {
  const found = new Map<Node, RouteReach>();
  for (const reach of routesView(stream).routes)
    if (reach.rules.some(sendsToTls) && !reach.listeners.some(isSecure)) for (const { node } of reach.listeners) found.set(node, reach);
  return found;
};

const example = (section: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - {name: http, port: 80, protocol: HTTP}
    - {name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: edge}]}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: to-https}
spec:
  parentRefs: [{name: edge, sectionName: http}]
  rules: [{filters: [{type: RequestRedirect, requestRedirect: {scheme: https, port: 443}}]}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge${section}}]
  rules: [{matches: [{path: {value: /app}}], backendRefs: [{name: web, port: 80}]}]
`;

export const routeBesideRedirect: Rule = {
  id: 'route-beside-redirect',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A route without a section attaches to every listener that takes it: it answers in plain text beside the redirect to https, or its own redirect to https loops.',
  docs: {
    checks:
      'Routes that attach to a listener with protocol HTTP and to one with HTTPS: another route of the HTTP listener sends every request to https, or the route itself redirects to https without another host.',
    seen: 'The controllers of v1.1.0 and v1.4.1 send such routes to the proxy for both listeners.',
    fix: 'Write the sectionName of the listener that is meant into parentRefs.',
    wrong: example(''),
    correct: example(', sectionName: https'),
  },
  check({ root, report }) {
    const toTls = redirects(root);
    for (const { route, listeners, parents, rules } of routesView(root).routes) {
      const plain = listeners.filter(isPlain);
      const [parent] = parents;
      if (!route.own || parent === undefined || plain.length === 0 || !listeners.some(isSecure)) continue;
      const beside = plain.flatMap(({ node }) => toTls.get(node) ?? [])[0];
      const where = { at: get(parent.parent.node, 'name') ?? parent.parent.node, path: [...parent.parent.path, 'name'] };
      if (beside !== undefined)
        report({
          ...where,
          message: `the route attaches to the listener "${plain[0]!.name}" too, where the ${beside.route.kind} "${beside.route.name}" sends requests to https: the more precise match answers in plain text`,
          suggestion: 'name the listener with TLS in "sectionName"',
        });
      for (const rule of rules.filter(sendsToTls))
        for (const { node, path } of filtersOf(rule)) {
          const redirect = get(node, 'requestRedirect');
          if (text(get(redirect, 'scheme')) !== 'https' || ['hostname', 'path'].some(key => get(redirect, key) !== undefined)) continue;
          report({
            at: get(redirect, 'scheme')!,
            path: [...path, 'requestRedirect', 'scheme'],
            message: 'the route attaches to a listener with TLS too: its requests are sent to https again, and clients loop',
            suggestion: 'name the listener with protocol HTTP in "sectionName" of parentRefs',
          });
        }
    }
  },
};
