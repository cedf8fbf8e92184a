import { get, type Node, type Rule } from '@mcpgw/structure';
import { onGateway, policyFor } from '../examples/examples.js';
import type { ObjectView } from '../objects/objects.js';
import { ownPolicies, type PolicyReach, policiesView, rulesFor } from '../reach/policies.js';
import type { RuleReach } from '../reach/routes.js';
import { trafficSettings } from '../reach/traffic-settings.js';

const route = `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]}
---
`;
const edge = `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
`;
const all = 'traffic: {rateLimit: {local: [{requests: 600, unit: Minutes}]}}';

/** The policy of a route, or of one of its rules, that has a field of its own. */
function replacing(stream: Node, { route: object, name }: RuleReach, field: string): PolicyReach | undefined {
  return (policiesView(stream).on.get(object) ?? []).find(
    ({ policy, section }) => !policy.isEarly && (section === undefined || section === name) && has(policy, field),
  )?.policy;
}

const has = ({ spec }: PolicyReach, field: string): boolean => {
  const traffic = get(spec, 'traffic');
  return traffic !== undefined && trafficSettings(traffic).some(({ name }) => name === field);
};

const isBroad = ({ targets, isEarly, isOverride }: PolicyReach): boolean =>
  !isEarly &&
  !isOverride &&
  targets.length > 0 &&
  targets.every(({ object }: { object: ObjectView }) => ['Gateway', 'ListenerSet'].includes(object.kind));

export const policyRouteReplaces: Rule = {
  id: 'policy-route-replaces',
  severity: 'info',
  kinds: ['manifest'],
  why: 'Of one kind of policy around a route the proxy takes the narrowest, and does not join them: for such a route, what the policy of the Gateway says does not hold.',
  docs: {
    checks:
      'Policies for Gateways and ListenerSets whose field every given route sets in its own policy: a warning for limits, which look as if all routes shared them. An info for limits that some routes replace.',
    basedOn:
      'The source of the proxy of v1.4.1: policies of the gateway, the listener and the route are merged by kind, and a later one replaces an earlier one, except rules of authorization.',
    fix: 'Repeat the limit in the policies of the routes, write the phase PreRouting where the field has it, or `strategy: {inheritance: Override}` (from v1.3).',
    wrong: `${edge}${route}${onGateway(all)}---\n${policyFor('HTTPRoute', 'web', 'traffic: {rateLimit: {local: [{requests: 1000, unit: Seconds}]}}', 'own')}`,
    correct: `${edge}${route}${onGateway(all)}---\n${policyFor('HTTPRoute', 'web', 'traffic: {timeouts: {request: 20s}}', 'own')}`,
  },
  check({ root, report }) {
    for (const reach of ownPolicies(root)) {
      const traffic = get(reach.spec, 'traffic');
      if (traffic === undefined || !isBroad(reach)) continue;
      const rules = reach.targets.flatMap(target => rulesFor(root, target));
      for (const { name, path, keySpan } of trafficSettings(traffic)) {
        if (name === 'authorization') continue;
        const replaced = rules.filter(rule => replacing(root, rule, name) !== undefined);
        const [first] = replaced;
        const isLimit = name.startsWith('rateLimit.');
        const isWhole = replaced.length === rules.length;
        if (first === undefined || !(isLimit || isWhole)) continue;
        const { route: object } = first;
        report({
          at: keySpan,
          path,
          message: isWhole
            ? `every given route has its own "${name}" (such as the ${object.kind} "${object.name}"), which replaces this one`
            : `the ${object.kind} "${object.name}" has its own "${name}": its requests do not count in this one`,
          suggestion: isLimit ? 'repeat the limit there, or write "strategy: {inheritance: Override}"' : 'keep one of them',
          ...(isLimit && isWhole && !reach.bySelector ? { severity: 'warning' } : {}),
        });
      }
    }
  },
};
