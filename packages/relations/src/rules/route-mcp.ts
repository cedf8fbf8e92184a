import { get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { placed } from '../objects/placed.js';
import { corsNeeds, headerNeeds } from '../reach/mcp-needs.js';
import { backendRefsOf, backendsBehind, filtersIn, type RuleReach, routeRules, servesMcp } from '../reach/routes.js';

const needed = ['GET', 'POST', 'DELETE'];
function checkMethods(rule: RuleReach, others: readonly RuleReach[], report: RuleContext['report']): void {
  const matches = placed(rule.node, rule.path, 'matches');
  const methods = matches.map(match => text(get(match.node, 'method')));
  if (methods.length === 0 || methods.includes(undefined) || needed.every(method => methods.includes(method)) || others.length > 0) return;
  report({
    at: get(matches[0]!.node, 'method')!,
    path: [...matches[0]!.path, 'method'],
    message: `the rule takes only ${[...new Set(methods)].join(' and ')}: event streams or the end of MCP sessions get 404`,
    suggestion: 'remove "method"',
  });
}

export const routeMcp: Rule = {
  id: 'route-mcp',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'MCP clients send POST, open event streams with GET and end sessions with DELETE, and come back to the server that they began with: the rule keeps some of it out.',
  docs: {
    checks:
      'Rules of routes that lead to given AgentgatewayBackends with MCP servers: they take all methods, lead to one such backend, send no copies of requests, no filter removes or replaces headers of MCP, and their CORS filter exposes Mcp-Session-Id. An info for headers and methods of MCP that the filter does not allow. For policies there is policy-mcp-route.',
    seen: 'The controller of v1.4.1 reports the route as Accepted=True and sends it with the method.',
    basedOn:
      'The MCP specification of Streamable HTTP. Routes of a static configuration were tried: mcp-route-narrow and mcp-header-removed say what was seen.',
    fix: 'Leave "method" out, put all targets into one backend, and expose Mcp-Session-Id.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: search, port: 80}}]}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: mcp}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {value: /mcp}, method: POST}]
      backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: tools}
spec: {mcp: {targets: [{name: search, static: {host: search, port: 80}}]}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: mcp}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {value: /mcp}}]
      backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}]
`,
  },
  check({ root, report }) {
    const rules = routeRules(root).filter(rule => backendsBehind(rule).some(servesMcp));
    for (const rule of rules) {
      checkMethods(
        rule,
        rules.filter(other => other !== rule && other.route === rule.route),
        report,
      );
      const mcp = backendRefsOf(rule).filter(({ reference, weight }) => reference.kind === 'AgentgatewayBackend' && weight !== 0);
      if (mcp.length > 1)
        report({
          at: get(mcp[1]!.node, 'name') ?? mcp[1]!.node,
          path: [...mcp[1]!.path, 'name'],
          message: 'the rule spreads the requests of one MCP session over several backends',
          suggestion: 'put the targets of all of them into one backend',
        });
    }
    for (const filter of filtersIn(root)) {
      if (!rules.includes(filter.rule)) continue;
      if (filter.type === 'RequestMirror')
        report({
          at: filter.node,
          path: filter.path,
          message: 'a copy has no body, so an MCP server cannot read it',
          suggestion: 'remove the mirror from the rule of MCP servers',
        });
      for (const side of ['request', 'response'] as const) {
        const key = `${side}HeaderModifier`;
        const modifier = get(filter.node, key);
        if (modifier !== undefined)
          for (const need of headerNeeds({ node: modifier, path: [...filter.path, key] }, side, true)) report(need);
      }
      const cors = get(filter.node, 'cors');
      if (cors !== undefined) for (const need of corsNeeds({ node: cors, path: [...filter.path, 'cors'] })) report(need);
    }
  },
};
