import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOff, isOn, isStatic, tell, textOf } from './value-at.js';

export const chartPolicyOpen: Rule = {
  id: 'chart-policy-open',
  severity: 'warning',
  kinds: ['values'],
  why: 'Rules of a NetworkPolicy add up: one rule without peers and ports permits what every other rule was to keep out.',
  docs: {
    checks:
      'Rules of `extraIngress` and `extraEgress` that name neither peers nor ports, or a range that holds every address, beside values that limit callers (`ingressFrom`) or destinations (`restrictEgress`).',
    fix: 'Name the peers in `from` or `to`, and the ports.',
    wrong:
      'global: {agentgateway: {routingMode: static}}\nnetworkPolicy:\n  ingressFrom: [{podSelector: {matchLabels: {app: agent}}}]\n  extraIngress: [{}]\n',
    correct:
      'global: {agentgateway: {routingMode: static}}\nnetworkPolicy:\n  ingressFrom: [{podSelector: {matchLabels: {app: agent}}}]\n  extraIngress: [{from: [{podSelector: {matchLabels: {app: desk}}}]}]\n',
  },
  check(context) {
    const { root } = context;
    if (isStatic(root)) checkPolicy(context, ['networkPolicy']);
    if (isOn(at(root, 'gateway', 'enabled'))) checkPolicy(context, ['gateway', 'networkPolicy']);
    if (items(get(root, 'mcpServers')).length > 0) checkRules(context, ['forwardProxy', 'extraEgress'], 'to', 'forwardProxy.exceptCidrs');
  },
};

function checkPolicy(context: RuleContext, path: Path): void {
  const policy = at(context.root, ...path);
  if (isOff(get(policy, 'enabled'))) return;
  // The gateway is limited to the proxy's pods unless other callers are named; the proxy lets everybody in unless some are.
  if (path.length > 1 || items(get(policy, 'ingressFrom')).length > 0)
    checkRules(context, [...path, 'extraIngress'], 'from', `${path.join('.')}.ingressFrom`);
  if (!isOff(get(policy, 'restrictEgress'))) checkRules(context, [...path, 'extraEgress'], 'to', `${path.join('.')}.restrictEgress`);
}

function checkRules(context: RuleContext, path: Path, peers: 'from' | 'to', undone: string): void {
  for (const [index, rule] of items(at(context.root, ...path)).entries()) {
    const list = items(get(rule, peers));
    const isAny = list.length === 0 || list.some(isAnywhere);
    if (rule.kind === 'map' && isAny && items(get(rule, 'ports')).length === 0)
      tell(
        context,
        [...path, index],
        `the rule permits every address and port, so ${undone} limits nothing`,
        `name peers in "${peers}", and ports`,
      );
  }
}

/** Whether a peer is every address: an empty peer, or the range of all addresses without exceptions. */
function isAnywhere(peer: Node): boolean {
  const block = get(peer, 'ipBlock');
  return block === undefined
    ? entries(peer).length === 0
    : /^(?:0\.0\.0\.0|::)\/0$/.test(textOf(get(block, 'cidr'))) && items(get(block, 'except')).length === 0;
}
