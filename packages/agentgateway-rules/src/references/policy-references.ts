/** Policies that the proxy refuses at their position. Follows agentgateway's types/local.rs, v0.11 to v1.4. */

import { child, listed, mcpTargets, type Placed, routes } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { entries, get, given, inRange, isGiven, isNull, items, type Node } from '@mcpgw/structure';
import type { ReferenceContext } from './reference-context.js';

/** Checks attached policies, policies of MCP targets, and the positions of `inferenceRouting`. */
export function checkPolicies(context: ReferenceContext): void {
  checkAttached(context);
  checkTargets(context);
  if (inRange(context.version, { since: '1.2.0' })) checkInferenceRouting(context);
}

function checkAttached({ root, report, version }: ReferenceContext): void {
  items(get(root, 'policies')).forEach((item, index) => {
    const policy = get(item, 'policy');
    const path = ['policies', index, 'policy'];
    const count = entries(policy).filter(({ key, value }) => !isNull(value) && !isEmptyLimit(key, value)).length;
    if (policy !== undefined && count !== 1)
      report(
        policy,
        path,
        `an attached policy holds exactly one policy; this one holds ${count}`,
        count > 1 ? 'write one entry for each policy' : 'write the policy',
      );
    checkGatewayTarget(given(get(item, 'target'), 'gateway'), ['policies', index, 'target', 'gateway'], report);
    if (!isGiven(get(item, 'target'), 'backend') || !inRange(version, { since: '1.4.0' })) return;
    for (const name of ['transformations', 'extAuthz']) {
      const conditional = get(get(policy, name), 'conditional');
      if (conditional !== undefined)
        report(conditional, [...path, name], `"${name}" of a backend takes no "conditional"`, 'write one policy');
    }
  });
}

/** Whether a policy is a rate limit without entries, which has no effect. */
function isEmptyLimit(key: string, value: Node): boolean {
  return key === 'localRateLimit' && value.kind === 'list' && value.items.length === 0;
}

function checkGatewayTarget(gateway: Node | undefined, path: Path, report: ReferenceContext['report']): void {
  const port = given(gateway, 'port');
  if (port !== undefined && isGiven(gateway, 'listenerName'))
    report(port, [...path, 'port'], 'a gateway target names a listener or a port, not both', 'keep one of them');
}

function checkTargets({ root, report, version }: ReferenceContext): void {
  for (const { node, path, kind, spec } of mcpTargets(root)) {
    const policies = given(node, 'policies');
    if (policies === undefined) continue;
    const at = [...path, 'policies'];
    if (kind === 'stdio' && inRange(version, { since: '1.4.0' }))
      report(policies, at, 'a program (stdio) takes no policies: nothing is called over the network', 'remove "policies"');
    else if (isGiven(spec.node, 'backend'))
      report(policies, at, 'a target with "backend" takes no policies of its own', 'move them to the backend that it names');
  }
}

function checkInferenceRouting({ root, report }: ReferenceContext): void {
  const look = (holder: Placed, message: string): void => {
    const routing = given(get(holder.node, 'policies'), 'inferenceRouting');
    if (routing !== undefined)
      report(routing, [...holder.path, 'policies', 'inferenceRouting'], message, 'move it to a backend of a route that names a "service"');
  };
  const backends = listed(get(root, 'backends'), ['backends']);
  for (const backend of backends) look(backend, '"inferenceRouting" works only for a service of a route, not for a top-level backend');
  const ofRoutes = routes(root).flatMap(route => route.backends);
  for (const backend of ofRoutes)
    if (!isGiven(backend.node, 'service')) look(backend, '"inferenceRouting" works only for a backend that names a "service"');
  for (const provider of [...backends, ...ofRoutes].flatMap(aiProviders))
    look(provider, '"inferenceRouting" works only for a service of a route, not for an AI provider');
}

function aiProviders(backend: Placed): Placed[] {
  const ai = child(backend, 'ai');
  if (ai === undefined || isNull(ai.node)) return [];
  const groups = listed(get(ai.node, 'groups'), [...ai.path, 'groups']);
  return [ai, ...groups.flatMap(group => listed(get(group.node, 'providers'), [...group.path, 'providers']))];
}
