import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { backendsOf } from '../objects/backends.js';
import { gatewayApi } from '../objects/gateways.js';
import { mayBeSame, type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

/** A field that a policy sets, as the proxy merges it: one of equal targets wins whole. */
interface Setting {
  readonly name: string;
  readonly node: Node;
  readonly path: Path;
}

/** Fields whose parts reach the proxy as policies of their own. */
const inParts: ReadonlySet<string> = new Set(['rateLimit', 'headerModifiers', 'mcp']);
/** Rules of these fields are put together, so that two policies may have them. */
const merged: ReadonlySet<string> = new Set(['authorization', 'networkAuthorization', 'phase']);

function settingsIn(node: Node | undefined, path: Path, prefix: string): Setting[] {
  return entries(node).flatMap(({ key, value }): Setting[] => {
    if (merged.has(key)) return [];
    const own = [...path, key];
    return inParts.has(key)
      ? settingsIn(value, own, `${prefix}${key}.`)
      : [{ name: `${prefix}${key}`, node: get(node, key) ?? value, path: own }];
  });
}

function settingsOf({ kind, node }: ObjectView): Setting[] {
  if (kind === 'BackendTLSPolicy') {
    const validation = at(node, 'spec', 'validation');
    return validation === undefined ? [] : [{ name: 'validation', node: validation, path: ['spec', 'validation'] }];
  }
  const phase = textOr(at(node, 'spec', 'traffic'), 'phase', 'PostRouting');
  return ['frontend', 'traffic', 'backend'].flatMap(area =>
    settingsIn(at(node, 'spec', area), ['spec', area], area === 'traffic' ? `traffic (${phase}).` : `${area}.`),
  );
}

/** The targets of a policy as texts. */
function targetKeys(policy: ObjectView): string[] {
  const named = targetsOf(policy).map(({ group, kind, name, node }) => [group, kind, name, sectionOf(node)]);
  const selected = items(at(policy.node, 'spec', 'targetSelectors')).map(node => [
    textOr(node, 'group', ''),
    textOr(node, 'kind', ''),
    entries(get(node, 'matchLabels'))
      .map(({ key, value }) => `${key}=${text(value) ?? ''}`)
      .sort(),
    sectionOf(node),
  ]);
  return [...named, ...selected].map(each => JSON.stringify(each));
}

const sectionOf = (node: Node): readonly unknown[] => ['sectionName', 'port'].map(key => scalar(get(node, key)));
const scalar = (node: Node | undefined): string | null => (node?.kind === 'scalar' ? node.text : null);

/** What another policy sets for the same target. */
function shared(policy: ObjectView, other: ObjectView): Setting[] {
  if (other === policy || other.kind !== policy.kind || !mayBeSame(other.namespace, policy.namespace)) return [];
  const targets = new Set(targetKeys(other));
  if (!targetKeys(policy).some(key => targets.has(key))) return [];
  const names = new Set(settingsOf(other).map(({ name }) => name));
  return settingsOf(policy).filter(({ name }) => names.has(name));
}

/** What the policies of a backend itself set, by the name of the field. */
const inlineSettings = (backend: ObjectView): ReadonlySet<string> =>
  new Set(settingsIn(at(backend.node, 'spec', 'policies'), [], 'backend.').map(({ name }) => name));

export const policyRepeated: Rule = {
  id: 'policy-repeated',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Of two settings of one field for one target only one reaches the request; the other is accepted and has no effect.',
  docs: {
    checks:
      'AgentgatewayPolicies, and BackendTLSPolicies, with an equal target: no two set the same field. The policies of an AgentgatewayBackend itself take precedence over those of a policy that targets it. Rules of authorization are put together and may stand in several policies. An info if the other policy is in another file.',
    fix: 'Merge the two, or give one of them a narrower target.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: short}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 5s}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: long}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 60s}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: short}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 5s}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: again}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {retry: {attempts: 2, codes: [503]}}
`,
  },
  check({ root, report }) {
    const policies = [...ofKind(root, 'BackendTLSPolicy'), ...ofKind(root, 'AgentgatewayPolicy')].filter(({ group }) =>
      ['agentgateway.dev', gatewayApi].includes(group),
    );
    const ordered = [...policies].sort((a, b) => Number(a.own) - Number(b.own));
    ordered.forEach((policy, index) => {
      if (!policy.own) return;
      for (const other of ordered.slice(0, index))
        for (const { node, path } of shared(policy, other))
          report({
            at: node,
            path,
            message: `the ${other.kind} "${other.name}" sets the same for the same target: one of the two has no effect`,
            suggestion: 'keep one of them',
            ...(other.own ? {} : { severity: 'info' }),
          });
      for (const backend of backendsOf(root)) {
        if (!targetsOf(policy).some(target => isWhole(target.node) && target.kind === backend.kind && target.name === backend.name))
          continue;
        if (!mayBeSame(policy.namespace, backend.namespace)) continue;
        const inner = inlineSettings(backend);
        for (const { name, node, path } of settingsOf(policy).filter(each => inner.has(each.name)))
          report({
            at: node,
            path,
            message: `the AgentgatewayBackend "${backend.name}" has its own ${name.slice('backend.'.length)}, which takes precedence`,
            suggestion: 'keep one of them',
          });
      }
    });
  },
};

const isWhole = (target: Node): boolean => get(target, 'sectionName') === undefined;
