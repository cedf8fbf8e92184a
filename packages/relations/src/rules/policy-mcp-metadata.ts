import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { hostnamesOf, hostsIntersect } from '../objects/gateways.js';
import { textOr } from '../objects/objects.js';
import { ownPolicies, type PolicyReach, rulesFor } from '../reach/policies.js';
import { type RuleReach, routesView } from '../reach/routes.js';

const wellKnown = '/.well-known/oauth-protected-resource';
const places: readonly Path[] = [
  ['spec', 'traffic', 'jwtAuthentication', 'mcp'],
  ['spec', 'backend', 'mcp', 'authentication'],
];

/** Whether a rule may take the path of the metadata. What an expression takes is not asked. */
const takesMetadata = ({ node }: RuleReach): boolean => {
  const matches = items(get(node, 'matches'));
  return matches.length === 0 || matches.some(takes);
};

function takes(match: Node): boolean {
  const path = get(match, 'path');
  const [type, value] = [textOr(path, 'type', 'PathPrefix'), textOr(path, 'value', '/')];
  if (type === 'RegularExpression') return true;
  if (value.startsWith('/.well-known')) return true;
  return type === 'PathPrefix' && `${wellKnown}/`.startsWith(value.endsWith('/') ? value : `${value}/`);
}

/** The hosts of the routes of a policy; none where any host may be asked for. */
function hostsOfRules(rules: readonly RuleReach[]): readonly string[] {
  const hosts = [...new Set(rules.map(({ reach }) => reach))].flatMap(({ route, listeners }) => {
    const own = hostnamesOf(route).map(({ host }) => host);
    return own.length > 0 ? own : listeners.length > 0 ? listeners.map(({ hostname }) => hostname) : [''];
  });
  return hosts.includes('') ? [] : hosts;
}

const hostOf = (url: string): string | undefined => /^https?:\/\/(\[[^\]]*\]|[^/:?#\s]+)/i.exec(url)?.[1]?.toLowerCase();

function checkResource(metadata: Node | undefined, path: Path, rules: readonly RuleReach[], report: RuleContext['report']): void {
  const resource = entries(metadata).find(({ key }) => key === 'resource')?.value;
  const host = hostOf(text(resource) ?? '');
  const hosts = hostsOfRules(rules);
  if (host === undefined || hosts.length === 0 || hosts.some(each => hostsIntersect(each, host))) return;
  report({
    at: resource!,
    path: [...path, 'resourceMetadata', 'resource'],
    message: `clients reach these routes at ${hosts[0]}, and refuse metadata of "${host}"`,
    suggestion: `write the address that clients use, such as https://${hosts[0]!.replace('*', 'mcp')}/mcp`,
  });
}

function check(stream: Node, { policy, targets, isEarly, isWhole }: PolicyReach, path: Path, report: RuleContext['report']): void {
  const mcp = at(policy.node, ...path);
  const rules = targets.flatMap(target => rulesFor(stream, target));
  if (mcp === undefined || rules.length === 0 || !isWhole) return;
  checkResource(get(mcp, 'resourceMetadata'), path, rules, report);
  const elsewhere = routesView(stream).routes.some(({ rules: all }) =>
    all.some(({ node }) => items(get(node, 'matches')).some(match => textOr(get(match, 'path'), 'value', '').startsWith('/.well-known'))),
  );
  if (isEarly || elsewhere || rules.some(takesMetadata)) return;
  report({
    at: mcp,
    path,
    message: `no route of the policy takes ${wellKnown}, so clients cannot find out where to log in`,
    suggestion: 'add matches with the prefixes /.well-known/oauth-protected-resource and /.well-known/oauth-authorization-server',
  });
}

const example = (more: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: search, port: 80}}]}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: mcp}
spec:
  parentRefs: [{name: edge}]
  hostnames: [mcp.example.com]
  rules:
    - matches: [{path: {type: Exact, value: /mcp}}${more}]
      backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: login}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: mcp}]
  traffic:
    jwtAuthentication:
      providers: [{issuer: https://idp.example.com, audiences: [mcp], jwks: {remote: {jwksPath: keys, backendRef: {name: idp, port: 443}}}}]
      mcp: {resourceMetadata: {resource: "https://mcp.example.com/mcp"}}
`;

export const policyMcpMetadata: Rule = {
  id: 'policy-mcp-metadata',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'MCP clients read the metadata of the server before they log in. They get 404, or metadata of another server, and give up.',
  docs: {
    checks:
      'Policies with `jwtAuthentication.mcp` or `backend.mcp.authentication` for given routes: a route takes the paths below /.well-known, and the host of "resource" is one that the routes serve.',
    seen: 'Live, in a static configuration: v1.1.0 and v1.4.1 answer 404 to `/.well-known/oauth-protected-resource/mcp` where the route with the policy takes `/mcp` alone, and the metadata where it takes both.',
    basedOn: 'The source of the proxy of v1.4.1: a policy of the phase PreRouting runs before.',
    fix: 'Let the same route take /.well-known/oauth-protected-resource and /.well-known/oauth-authorization-server, and write the address that clients use.',
    wrong: example(''),
    correct: example(', {path: {value: /.well-known/oauth-protected-resource}}, {path: {value: /.well-known/oauth-authorization-server}}'),
  },
  check({ root, report }) {
    for (const policy of ownPolicies(root)) for (const path of places) check(root, policy, path, report);
  },
};
