import { child, listed, mcpTargets, type Placed, providersIn, routes } from '@mcpgw/agentgateway/internal';
import { entries, get, given, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Policies of a route that its backends may have too; the one of the backend counts. */
const ofRoute = ['backendTLS', 'backendAuth', 'backendTunnel', 'a2a', 'mcpGuardrails'];
/** Policies of a backend that its MCP servers or providers may have too. */
const ofBackend = [...ofRoute, 'http', 'tcp', 'health', 'requestHeaderModifier', 'responseHeaderModifier', 'transformations', 'ai'];
/** Policies of which a second one replaces the first as a whole, although their fields are about different things. */
const settings = ['http', 'tcp'];

interface Level {
  readonly outer: Placed;
  /** The policies of each thing inside; undefined for one without policies. */
  readonly inner: readonly (Node | undefined)[];
  readonly names: readonly string[];
  /** What is inside, for the message. */
  readonly what: string;
}

function checkLevel({ outer, inner, names, what }: Level, report: RuleContext['report']): void {
  for (const key of names) {
    const policy = given(outer.node, key);
    const own = inner.map(policies => given(policies, key));
    if (policy === undefined || own.length === 0 || own.includes(undefined)) continue;
    const lost = entries(policy).filter(field => own.every(value => get(value, field.key) === undefined));
    if (settings.includes(key) && lost.length === 0) continue;
    report({
      at: policy,
      path: [...outer.path, key],
      message: settings.includes(key)
        ? `${what} has "${key}" of its own, which replaces this one as a whole: "${lost[0]!.key}" is lost`
        : `${what} has "${key}" of its own: this one is never used`,
      suggestion: settings.includes(key) ? 'repeat the field there' : 'keep one of them',
    });
  }
}

/** The policy `ai` of a route and of its backends: one field of it replaces the same field. */
function checkAi(route: Placed, inner: readonly (Node | undefined)[], report: RuleContext['report']): void {
  const ai = child(route, 'ai');
  if (ai === undefined) return;
  const fields = entries(ai.node).map(({ key }) => key);
  checkLevel({ outer: ai, inner: inner.map(policies => given(policies, 'ai')), names: fields, what: 'every backend of the route' }, report);
}

export const policyReplaced: Rule = {
  id: 'policy-replaced',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Of two policies of one kind around a backend only the inner one counts; they are not joined. What the outer one says never happens.',
  docs: {
    checks:
      'A route has no policy for its backends that each of them has too, a backend none that each of its MCP servers or providers has, and of `http` and `tcp` no field is lost by an inner one.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 send the key of the backend where route and backend have `backendAuth`.',
    fix: 'Keep the policy in one of the two places, with all its fields.',
    wrong: onRoute('backendAuth: {key: $ROUTE_KEY}', '- host: localhost:8080\n  policies: {backendAuth: {key: $BACKEND_KEY}}'),
    correct: onRoute('backendAuth: {key: $ROUTE_KEY}', '- host: localhost:8080\n  policies: {http: {requestTimeout: 10s}}'),
  },
  check({ root, report }) {
    const named = new Map(
      listed(get(root, 'backends'), ['backends']).map(backend => [`/${text(get(backend.node, 'name')) ?? ''}`, backend] as const),
    );
    for (const route of routes(root)) {
      if (route.policies === undefined || route.backends.length === 0) continue;
      const inner = route.backends.map(({ node }) => get(node, 'policies'));
      const outer = { node: route.policies, path: route.policiesPath };
      checkLevel({ outer, inner, names: ofRoute, what: 'every backend of the route' }, report);
      checkAi(outer, inner, report);
    }
    const servers = new Map<Node, (Node | undefined)[]>();
    for (const { mcp, node } of mcpTargets(root)) {
      const own = servers.get(mcp.holder.node) ?? [];
      own.push(get(node, 'policies'));
      servers.set(mcp.holder.node, own);
    }
    for (const backend of [...routes(root).flatMap(route => route.backends), ...named.values()]) {
      const policies = child(backend, 'policies');
      const ai = child(backend, 'ai');
      if (policies === undefined) continue;
      const inner = ai === undefined ? (servers.get(backend.node) ?? []) : providersIn(ai).map(({ node }) => get(node, 'policies'));
      const what = ai === undefined ? 'every MCP server of the backend' : 'every provider of the backend';
      checkLevel({ outer: policies, inner, names: ofBackend, what }, report);
    }
  },
};
