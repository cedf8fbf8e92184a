import { listed, routes } from '@mcpgw/agentgateway/internal';
import type { Span } from '@mcpgw/diagnostics';
import { type Entry, entries, get, isGiven, isNull, type Node, type Rule, text } from '@mcpgw/structure';

/** Policies that run in the phase of the gateway, before a route is chosen. */
const early = new Set(['cors', 'oidc', 'jwtAuth', 'basicAuth', 'apiKey', 'authorization', 'extAuthz', 'extProc', 'transformations']);
/** Policies that apply to the calls of a backend. */
const ofBackends = new Set([
  'requestHeaderModifier',
  'responseHeaderModifier',
  'requestRedirect',
  'requestMirror',
  'mcpAuthorization',
  'mcpGuardrails',
  'a2a',
  'backendTLS',
  'backendTunnel',
  'backendAuth',
  'ai',
  'transformations',
  'authorization',
  'extAuthz',
]);
const example = (policy: string): string => `policies:
- name:
    name: p
    namespace: default
  target:
    backend:
      backend:
        name: api
        namespace: ""
  policy:
    ${policy}
backends:
- name: api
  host: "api:8080"
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - backend: /api
`;

export const attachedPolicyIgnored: Rule = {
  id: 'attached-policy-ignored',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The policy is attached to something that never reads a policy of this kind, so it has no effect.',
  docs: {
    checks:
      'Compares the kind of an attached policy with its target and its phase, and the names of its target with those that objects of a file have.',
    seen: 'Versions 1.1.0 and 1.4.1 serve a route without the policy when the target names another namespace than that of the route (`default` if it has none) or of the backend (none), and when a timeout is attached to a backend.',
    fix: 'Attach policies of requests to a route or gateway, and leave out `phase`, `kind` and `ruleName` in a file.',
    wrong: example('timeout:\n      requestTimeout: 10s'),
    correct: example('backendTLS: {}'),
  },
  check({ root, report }) {
    for (const policy of listed(get(root, 'policies'), ['policies'])) {
      for (const [key, at, message, suggestion] of problemsOf(root, policy.node))
        report({ at, path: [...policy.path, key], message, suggestion });
    }
  },
};

type Problem = readonly [key: string, at: Node | Span, message: string, suggestion: string];

function problemsOf(root: Node, policy: Node): Problem[] {
  const target = get(policy, 'target');
  const phase = get(policy, 'phase');
  const set = entries(get(policy, 'policy')).filter(({ value }) => !isNull(value));
  const kind = ['route', 'backend', 'gateway', 'listenerSet'].find(key => get(target, key) !== undefined);
  const found: Problem[] = [];
  if (kind === 'listenerSet') found.push(['target', target!, 'a file has no listener sets: the policy never applies', 'name a gateway']);
  if (kind === 'backend') found.push(...ofBackend(target!, set));
  if (text(phase) === 'gateway' && kind !== 'gateway')
    found.push(['phase', phase!, `the phase "gateway" is over before a ${kind} is known: the policy never applies`, 'remove "phase"']);
  if (text(phase) === 'gateway' && kind === 'gateway')
    for (const { key, keySpan } of set)
      if (!early.has(key)) found.push(['policy', keySpan, `"${key}" does not run in the phase "gateway"`, 'remove "phase"']);
  const route = get(target, 'route');
  if (isGiven(route, 'kind'))
    found.push(['target', get(route, 'kind')!, 'the routes of a file have no "kind": the policy never applies', 'remove "kind"']);
  const rule = text(get(route, 'ruleName'));
  if (rule !== undefined && !routes(root).some(({ node }) => text(get(node, 'ruleName')) === rule))
    found.push(['target', get(route, 'ruleName')!, `no route has the ruleName "${rule}": the policy never applies`, 'remove "ruleName"']);
  return found;
}

function ofBackend(target: Node, set: readonly Entry[]): Problem[] {
  const ignored = set.filter(({ key }) => !ofBackends.has(key));
  const namespace = get(get(get(target, 'backend'), 'backend'), 'namespace');
  const lost = namespace !== undefined && text(namespace) !== '';
  return [
    ...ignored.map(
      ({ key, keySpan }): Problem => ['policy', keySpan, `"${key}" has no effect on a backend`, 'attach it to a route or gateway'],
    ),
    ...(lost ? [['target', namespace, 'the backends of a file are in no namespace: the policy never applies', 'write ""'] as const] : []),
  ];
}
