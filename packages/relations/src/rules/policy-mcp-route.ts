import { at, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import type { PlacedNode } from '../objects/placed.js';
import { corsNeeds, headerNeeds, type McpNeed } from '../reach/mcp-needs.js';
import { backendKinds, ownPolicies, rulesFor } from '../reach/policies.js';

const sides = ['request', 'response'] as const;

const example = (traffic: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: browsers}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: mcp}]
  traffic: {${traffic}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: mcp}
spec:
  parentRefs: [{name: edge}]
  rules: [{backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]}]
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: search, port: 80}}]}}
`;

function part(spec: Node | undefined, ...keys: string[]): PlacedNode | undefined {
  const node = at(spec, ...keys);
  return node === undefined ? undefined : { node, path: ['spec', ...keys] };
}

/** What waits for the end of answers. */
function streamsHeld(spec: Node | undefined): McpNeed[] {
  const body = part(spec, 'traffic', 'transformation', 'response', 'body');
  const buffer = part(spec, 'traffic', 'buffer', 'response');
  const found: McpNeed[] = [];
  if (body !== undefined)
    found.push({
      at: body.node,
      path: body.path,
      message: 'the body is read until it ends, and event streams of MCP never end',
      suggestion: 'remove it',
      // An expression that gives the body back may be about other answers of the route, such as metadata.
      ...(text(body.node)?.includes('response.body') === true ? { severity: 'info' as const } : {}),
    });
  if (buffer !== undefined && isGiven(buffer.node, 'maxBytes'))
    found.push({
      at: buffer.node,
      path: buffer.path,
      message: 'answers are held back until they are complete: event streams of MCP never end, so clients get nothing of them',
      suggestion: 'remove "response"',
    });
  return found;
}

export const policyMcpRoute: Rule = {
  id: 'policy-mcp-route',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Clients and servers of MCP agree on formats and sessions in headers, and stream their answers: the policy takes something of this away, and no session works.',
  docs: {
    checks:
      'Traffic policies for routes that lead to given AgentgatewayBackends with MCP servers. They neither remove nor replace headers of MCP; their CORS settings expose `Mcp-Session-Id` and allow what MCP clients send; they do not buffer answers or replace their bodies. For filters of the route itself there is route-mcp, for timeouts and retries policy-time-limits.',
    seen: 'The controller of v1.4.1 reports the policy as Attached=True and sends it as it is written.',
    basedOn:
      'The source of v1.4.1: without `application/json` and `text/event-stream` in `Accept`, and without the type JSON, the proxy refuses a request for an MCP backend itself.',
    fix: 'Leave the headers of MCP alone, and expose `Mcp-Session-Id`.',
    wrong: example('headerModifiers: {response: {remove: [mcp-session-id]}}'),
    correct: example('headerModifiers: {response: {remove: [server]}}'),
  },
  check({ root, report }) {
    for (const { spec, targets } of ownPolicies(root)) {
      if (at(spec, 'traffic') === undefined) continue;
      if (!targets.some(target => backendKinds(rulesFor(root, target)).types.has('mcp'))) continue;
      for (const side of sides) {
        const modifier = part(spec, 'traffic', 'headerModifiers', side);
        const transformation = part(spec, 'traffic', 'transformation', side);
        if (modifier !== undefined) for (const need of headerNeeds(modifier, side, true)) report(need);
        if (transformation !== undefined) for (const need of headerNeeds(transformation, side, false)) report(need);
      }
      const cors = part(spec, 'traffic', 'cors');
      if (cors !== undefined) for (const need of corsNeeds(cors)) report(need);
      for (const held of streamsHeld(spec)) report(held);
    }
  },
};
