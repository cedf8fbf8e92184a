import { backendKinds, child, listed, type Placed, providersIn, routes } from '@mcpgw/agentgateway/internal';
import { get, inRange, isGiven, isNull, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

type Report = RuleContext['report'];
const evicts = (health: Node | undefined): boolean => isGiven(health, 'eviction');

/** The statement of a health policy that can never act. */
function checkHealth(policies: Placed, kind: string | undefined, needsEviction: boolean, report: Report): void {
  const health = child(policies, 'health');
  if (health === undefined || isNull(health.node)) return;
  const say = (message: string, suggestion: string): void => report({ at: health.node, path: health.path, message, suggestion });
  if (kind !== undefined && kind !== 'ai' && kind !== 'service')
    say(
      `a backend of the kind "${kind}" has nothing to leave out, and is asked whatever its health is: the policy has no effect`,
      'remove it; use "retry" at the route, or a service with several workloads',
    );
  else if (needsEviction && !evicts(health.node))
    say(
      'without "eviction" nothing is left out, however often it fails, unless an answer has the header Retry-After',
      'add "eviction: {duration: 30s, consecutiveFailures: 3}"',
    );
  const eviction = child(health, 'eviction');
  const restored = eviction === undefined ? undefined : get(eviction.node, 'restoreHealth');
  const threshold = eviction === undefined ? undefined : get(eviction.node, 'healthThreshold');
  const [back, least] = [restored, threshold].map(node =>
    node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined,
  );
  if (eviction !== undefined && back !== undefined && least !== undefined && back < least)
    report({
      at: restored!,
      path: [...eviction.path, 'restoreHealth'],
      message: `it comes back with a health below "healthThreshold" (${least}): the first failure takes it out again`,
      suggestion: 'write a health above the threshold',
      severity: 'info',
    });
}

export const healthInert: Rule = {
  id: 'health-inert',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'A health policy only decides who is left out of several. Without an eviction, or with one address, it leaves out nobody.',
  docs: {
    checks: 'A health policy has an eviction and belongs to an LLM backend or to a service, which have something to leave out.',
    seen: 'Without `eviction` v1.4.1 sent every request to the provider that answered 503, and v1.1.0 left it out by default; with an eviction both sent the second request to the next group.',
    fix: 'Add `health: {eviction: {duration: 30s}}` to the policies of the LLM backend or of the models.',
    wrong: withRoute('backends:\n- host: localhost:8080\n  policies: {health: {eviction: {duration: 30s}}}'),
    correct: withRoute(
      'backends:\n- ai: {name: a, provider: {openAI: {}}}\n  policies: {backendAuth: {key: $KEY}, health: {eviction: {duration: 30s}}}',
    ),
  },
  check({ root, version, report }) {
    const byDefault = inRange(version, { until: '1.3.0' });
    const named = listed(get(root, 'backends'), ['backends']).map(backend => ({ backend, outer: undefined }));
    const inline = routes(root).flatMap(route => route.backends.map(backend => ({ backend, outer: route.policies })));
    const byName = new Map<string, Node>(named.map(({ backend: { node } }) => [`/${text(get(node, 'name')) ?? ''}`, node] as const));
    const kind = (backend: Node): string | undefined => {
      const name = text(get(backend, 'backend'));
      const real = name === undefined ? backend : byName.get(name);
      return real === undefined ? undefined : backendKinds.find(key => get(real, key) !== undefined);
    };
    for (const { backend, outer } of [...inline, ...named]) {
      const needsEviction = !byDefault && get(get(outer, 'retry'), 'backoff') === undefined;
      const policies = child(backend, 'policies');
      if (policies !== undefined) checkHealth(policies, kind(backend.node), needsEviction, report);
      const ai = child(backend, 'ai');
      if (ai === undefined) continue;
      for (const provider of providersIn(ai)) {
        const own = child(provider, 'policies');
        if (own !== undefined) checkHealth(own, 'ai', needsEviction, report);
      }
    }
    for (const model of listed(get(get(root, 'llm'), 'models'), ['llm', 'models'])) checkHealth(model, 'ai', !byDefault, report);
  },
};
