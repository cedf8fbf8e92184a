import { child, healthOf, integerOf, listed, type Placed, routes } from '@mcpgw/agentgateway/internal';
import { get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

type Report = RuleContext['report'];
const openAi = (name: string, more = ''): string => `{name: ${name}, provider: {openAI: {}}, policies: {backendAuth: {key: $KEY}}${more}}`;
const twoGroups = (policies: string): string =>
  withRoute(`backends:
- policies: {${policies}}
  ai: {groups: [{providers: [${openAi('first')}]}, {providers: [${openAi('second')}]}]}`);

/** Groups, of which a later one is used only when all of an earlier one are left out. */
function checkGroups(ai: Placed, around: readonly (Node | undefined)[], report: Report): void {
  const groups = listed(get(ai.node, 'groups'), [...ai.path, 'groups']);
  if (groups.length < 2 || around.some(policies => healthOf(policies) !== undefined)) return;
  const first = items(get(groups[0]!.node, 'providers'));
  if (first.some(provider => healthOf(get(provider, 'policies')) !== undefined)) return;
  report({
    at: groups[1]!.node,
    path: groups[1]!.path,
    message: 'no provider of the first group is ever left out, because none has a health policy: this group is never used',
    suggestion: 'add "health: {eviction: {duration: 30s}}" to the policies of the backend',
  });
}

/** Failover between models of the section `llm`. */
function checkFailover(root: Node, report: Report): void {
  const llm = get(root, 'llm');
  const models = new Map(items(get(llm, 'models')).map(model => [text(get(model, 'name')), model] as const));
  const providers = new Map(items(get(llm, 'providers')).map(each => [text(get(each, 'name')), each] as const));
  const hasHealth = (model: Node | undefined): boolean => {
    const shared = providers.get(text(get(get(model, 'provider'), 'reference')) ?? '');
    return model === undefined || healthOf(model) !== undefined || healthOf(get(shared, 'defaults')) !== undefined;
  };
  for (const virtual of listed(get(llm, 'virtualModels'), ['llm', 'virtualModels'])) {
    const failover = child(child(virtual, 'routing') ?? virtual, 'failover');
    const targets = items(get(failover?.node, 'targets'));
    const priorities = targets.map(target => integerOf(get(target, 'priority')) ?? 0);
    const best = Math.min(...priorities);
    const first = targets.filter((_, index) => priorities[index] === best);
    if (failover === undefined || first.length === targets.length) continue;
    if (first.some(target => hasHealth(models.get(text(get(target, 'model')))))) continue;
    report({
      at: failover.node,
      path: failover.path,
      message: `"${text(get(first[0], 'model'))}" is never left out, because it has no health policy: the other models are never used`,
      suggestion: 'add "health: {eviction: {duration: 30s}}" to the first models',
    });
  }
}

export const failoverUnused: Rule = {
  id: 'failover-unused',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'The next group or model is used only when all of the first one are left out, and only a health policy leaves one out: without it the others are never asked.',
  docs: {
    checks: 'LLM backends with several groups of providers, and virtual models with failover, have a health policy for the first group.',
    seen: 'Versions 1.1.0 and 1.4.1 sent every request to the first group, which answered 503, without a health policy; with an eviction the second request went to the second group.',
    fix: 'Add `health: {eviction: {duration: 30s}}` to the policies of the LLM backend or of the models.',
    wrong: twoGroups('http: {requestTimeout: 60s}'),
    correct: twoGroups('health: {eviction: {duration: 30s}}'),
  },
  check({ root, report }) {
    for (const backend of [...routes(root).flatMap(route => route.backends), ...listed(get(root, 'backends'), ['backends'])]) {
      const ai = child(backend, 'ai');
      if (ai !== undefined) checkGroups(ai, [get(backend.node, 'policies')], report);
    }
    checkFailover(root, report);
  },
};
