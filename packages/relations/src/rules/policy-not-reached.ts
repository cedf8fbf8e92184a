import { get, type Node, type Rule } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { isAbsentObject } from '../objects/absent.js';
import { gatewayApi } from '../objects/gateways.js';
import { ofKind } from '../objects/objects.js';
import { ownPolicies, type TargetReach } from '../reach/policies.js';
import { routesView } from '../reach/routes.js';
import { usesOf } from '../reach/users.js';

const called: ReadonlySet<string> = new Set(['Service', 'AgentgatewayBackend', 'InferencePool']);

/** Why no request comes to a target; undefined if some may. */
function problem(stream: Node, { object }: TargetReach): readonly [message: string, suggestion: string] | undefined {
  if (isAbsentObject(object)) return undefined;
  if (called.has(object.kind))
    return usesOf(stream, object).length > 0
      ? undefined
      : [
          `no given route or policy refers to the ${object.kind} "${object.name}": the controller sends this policy to no proxy`,
          'target what the routes refer to',
        ];
  const route = routesView(stream).ofRoute.get(object);
  const isFree = route !== undefined && route.parents.length === 0 && get(get(object.node, 'spec'), 'parentRefs') === undefined;
  return isFree && route.delegates.length === 0
    ? [
        `the ${object.kind} "${object.name}" has no parent, and no given route delegates to it: the controller sends this policy to no proxy`,
        'add "parentRefs" to the route',
      ]
    : undefined;
}

const route = (name: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{backendRefs: [{name: ${name}, port: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web-canary}
spec: {ports: [{port: 80}]}
---
`;

export const policyNotReached: Rule = {
  id: 'policy-not-reached',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The controller sends a policy to the Gateways whose routes lead to its target. With none, the policy does nothing anywhere.',
  docs: {
    checks:
      'Given targets of AgentgatewayPolicies, when a Gateway and routes are given: some route, policy or backend refers to the Service, AgentgatewayBackend or InferencePool; a route has a parent, or another route delegates to it.',
    seen: 'The controllers of v1.1.0 and v1.4.1 send a policy for a Service to which nothing refers to no proxy.',
    fix: 'Target the object to which the routes refer, or let a route refer to the target.',
    wrong: `${route('web-canary')}${policyFor('Service', 'web', 'backend: {http: {requestTimeout: 5s}}')}`,
    correct: `${route('web')}${policyFor('Service', 'web', 'backend: {http: {requestTimeout: 5s}}')}`,
  },
  check({ root, report }) {
    const { routes } = routesView(root);
    const hasGateway = ofKind(root, 'Gateway').some(({ group }) => group === gatewayApi);
    if (routes.length === 0 || !hasGateway) return;
    for (const { targets, bySelector } of ownPolicies(root)) {
      if (bySelector) continue;
      for (const target of targets) {
        const said = problem(root, target);
        if (said === undefined) continue;
        report({
          at: get(target.node, 'name') ?? target.node,
          path: [...target.path, 'name'],
          message: said[0],
          suggestion: said[1],
        });
      }
    }
  },
};
