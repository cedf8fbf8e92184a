import { appliesAround, callerChecks, child, gatewayNames, listed, policySets, routes } from '@mcpgw/agentgateway/internal';
import { at, get, isGiven, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';

/** Policies that know who calls, or let a service decide. */
const checks = [...callerChecks, 'authorization', 'extProc'];

/** Whether the proxy adds a credential of its own. */
const hasOwnKey = (policies: Node | undefined): boolean => {
  const auth = get(policies, 'backendAuth');
  return ['key', 'gcp', 'aws', 'azure', 'copilot'].some(kind => isGiven(auth, kind));
};

const example = (policies: string): string => `llm:
  port: 4000
${policies}  models:
  - {name: gpt-4o, provider: openAI, params: {apiKey: $OPENAI_API_KEY}}
`;

export const llmOpen: Rule = {
  id: 'llm-open',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The proxy adds its own key to every request: anyone who reaches the port uses it, and the owner pays.',
  docs: {
    checks: 'Models and AI backends with a key of the proxy have a policy that checks who calls.',
    seen: 'Live: v1.1.0 and v1.4.1 sent requests without a credential on with `Authorization: Bearer` and their own key, from `llm.models` and from a route; with `apiKey` they answered 401.',
    fix: 'Add `apiKey` or `jwtAuth` with `mode: strict`, or keep the port from others.',
    wrong: example(''),
    correct: example('  policies: {apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}}\n'),
  },
  check({ root, report }) {
    checkModels(root, report);
    const sets = policySets(root);
    for (const route of routes(root))
      for (const backend of route.backends) {
        const reference = text(get(backend.node, 'backend'))?.replace(/^\//, '');
        const known =
          reference === undefined ? backend.node : items(get(root, 'backends')).find(each => text(get(each, 'name')) === reference);
        const ai = get(known, 'ai');
        if (!isGiven(known, 'ai') || known === undefined) continue;
        const providers = items(get(ai, 'groups')).flatMap(group => items(get(group, 'providers')));
        const holders = [route.policies, get(backend.node, 'policies'), get(known, 'policies'), get(ai, 'policies')];
        if (![...holders, ...providers.map(provider => get(provider, 'policies'))].some(hasOwnKey)) continue;
        const set = sets.find(each => each.node === route.policies);
        const isChecked = set === undefined ? isCheckedAt(route.listener?.policies, root) : appliesAround(root, set, checks);
        if (isChecked || isInGroup(route.path)) continue;
        report({
          at: backend.node,
          path: backend.path,
          message: 'the proxy adds its own key to the requests of this route, and no policy checks who sends them',
          suggestion: 'add "apiKey" or "jwtAuth" with "mode: strict" to the policies of the route',
        });
      }
  },
};

const isInGroup = (path: readonly (string | number)[]): boolean => path[0] === 'routeGroups';
const isCheckedAt = (policies: Node | undefined, root: Node): boolean =>
  checks.some(name => isGiven(policies, name)) ||
  items(get(root, 'policies')).some(each => checks.some(name => isGiven(get(each, 'policy'), name)));

type Report = Parameters<Rule['check']>[0]['report'];

/** The section `llm`: policies of the section, of the gateway that it uses, and of the model. */
function checkModels(root: Node, report: Report): void {
  const llm = get(root, 'llm');
  if (llm === undefined || isNull(llm)) return;
  // A section with its own port is attached to no gateway.
  const gateways = get(llm, 'port') === undefined ? gatewayNames(llm).map(name => name.split('/')[0]!) : [];
  const around = [get(llm, 'policies'), ...gateways.map(name => at(root, 'gateways', name))];
  if (around.some(policies => isCheckedAt(policies, root))) return;
  const shared = new Map(listed(get(llm, 'providers'), ['llm', 'providers']).map(({ node }) => [text(get(node, 'name')), node] as const));
  const isOwn = (node: Node | undefined): boolean =>
    isGiven(get(node, 'params'), 'apiKey') || hasOwnKey(get(node, 'auth')) || isGiven(get(node, 'auth'), 'key');
  for (const model of listed(get(llm, 'models'), ['llm', 'models'])) {
    const provider = shared.get(text(at(model.node, 'provider', 'reference')) ?? '');
    if (isGiven(model.node, 'authorization') || ![model.node, provider].some(isOwn)) continue;
    const place = child(model, 'name') ?? model;
    report({
      at: place.node,
      path: place.path,
      message: 'the proxy adds its own key to requests for this model, and no policy checks who sends them',
      suggestion: 'add "llm.policies.apiKey" or "jwtAuth" with "mode: strict"',
    });
    return;
  }
}
