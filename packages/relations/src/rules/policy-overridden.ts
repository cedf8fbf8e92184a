import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { backendsOf } from '../objects/backends.js';
import { ofKind, refersTo } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';
import { ownPolicies, rulesFor } from '../reach/policies.js';
import type { RuleReach } from '../reach/routes.js';

/** A field of `backend`, as the proxy merges it: whole. */
interface Setting {
  readonly name: string;
  readonly node: Node;
  readonly path: Path;
}

/** Rules of authorization are put together, and the parts of `mcp` are settings of their own. */
function settingsIn(node: Node | undefined, path: Path, prefix = ''): Setting[] {
  return entries(node).flatMap(({ key, value }): Setting[] => {
    if (key === 'authorization') return [];
    return key === 'mcp' ? settingsIn(value, [...path, key], 'mcp.') : [{ name: `${prefix}${key}`, node: value, path: [...path, key] }];
  });
}

/** Settings of a rule of a route, and the field of a policy that means the same. */
const ofRule: readonly (readonly [field: string, has: (rule: RuleReach) => boolean])[] = [
  ['timeouts', ({ node }) => get(node, 'timeouts') !== undefined],
  ['retry', ({ node }) => get(node, 'retry') !== undefined],
  ['cors', rule => hasFilter(rule, 'CORS')],
  ['extAuth', rule => hasFilter(rule, 'ExternalAuth')],
  ['hostRewrite', ({ node }) => items(get(node, 'filters')).some(filter => at(filter, 'urlRewrite', 'hostname') !== undefined)],
];

const hasFilter = (rule: RuleReach, type: string): boolean =>
  items(get(rule.node, 'filters')).some(filter => text(get(filter, 'type')) === type);

/** Settings of policies for routes that every rule of these routes has itself. */
function checkRoutes(stream: Node, report: RuleContext['report']): void {
  for (const { spec, targets, isEarly, bySelector, isOverride } of ownPolicies(stream)) {
    const traffic = get(spec, 'traffic');
    if (traffic === undefined || isEarly || bySelector || isOverride) continue;
    const onRoutes = targets.every(({ object }) => object.kind.endsWith('Route'));
    const rules = onRoutes ? targets.flatMap(target => rulesFor(stream, target)) : [];
    if (rules.length === 0 || !rules.every(({ ours }) => ours)) continue;
    for (const [field, has] of ofRule)
      if (get(traffic, field) !== undefined && rules.every(has))
        report({
          at: get(traffic, field)!,
          path: ['spec', 'traffic', field],
          message: `every rule of the ${rules[0]!.route.kind} "${rules[0]!.route.name}" has its own "${field}", which takes precedence`,
          suggestion: 'keep one of them',
        });
  }
}

export const policyOverridden: Rule = {
  id: 'policy-overridden',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policies in a backend take precedence over those of a policy that targets it: what the policy says is accepted and has no effect.',
  docs: {
    checks:
      'The fields of "backend" in an AgentgatewayPolicy for a whole AgentgatewayBackend: the backend does not set the same field in its own "policies". Timeouts, retries, CORS, authorization and rewrites of the host of a policy for routes: not every rule of the routes has its own.',
    seen: 'The controllers of v1.1.0 and v1.4.1 report the policy as Attached=True and send both to the proxy.',
    fix: 'Keep the field in one of the two.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec:
  static: {host: api.example, port: 80}
  policies: {http: {requestTimeout: 5s}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: long}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: api}]
  backend: {http: {requestTimeout: 60s}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec:
  static: {host: api.example, port: 80}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: long}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: api}]
  backend: {http: {requestTimeout: 60s}}
`,
  },
  check({ root, report }) {
    checkRoutes(root, report);
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      if (!policy.own || policy.group !== 'agentgateway.dev') continue;
      const whole = targetsOf(policy).filter(({ node }) => get(node, 'sectionName') === undefined);
      for (const backend of backendsOf(root).filter(each => whole.some(target => refersTo(target, each)))) {
        const inner = new Set(settingsIn(at(backend.node, 'spec', 'policies'), []).map(({ name }) => name));
        for (const { name, node, path } of settingsIn(at(policy.node, 'spec', 'backend'), ['spec', 'backend']))
          if (inner.has(name))
            report({
              at: node,
              path,
              message: `the AgentgatewayBackend "${backend.name}" has its own "${name}", which takes precedence`,
              suggestion: 'keep one of them',
            });
      }
    }
  },
};
