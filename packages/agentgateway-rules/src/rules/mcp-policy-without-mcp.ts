import { child, policySets, servesKind } from '@mcpgw/agentgateway/internal';
import { inRange, isNull, type Rule } from '@mcpgw/structure';
import { onMcpRoute, onRoute } from '../examples/examples.js';

/** The policies that run in the MCP handler. From v1.0, mcpAuthentication is a check of the route, and works for every backend. */
const namesIn = (version: string): readonly string[] => [
  'mcpAuthorization',
  'mcpGuardrails',
  ...(inRange(version, { until: '1.0.0-alpha.1' }) ? ['mcpAuthentication'] : []),
];

export const mcpPolicyWithoutMcp: Rule = {
  id: 'mcp-policy-without-mcp',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'MCP policies run only for MCP backends: on another route they check nothing, and every request passes.',
  docs: {
    checks: 'The policies mcpAuthorization and mcpGuardrails, and before v1.0 mcpAuthentication, are on routes with an MCP backend.',
    seen: "Live: v0.12.0, v1.1.0 and v1.4.1 answer 200 on a route to a plain host with `mcpAuthorization: {rules: ['false']}`.",
    fix: 'Move the policy to the route of the MCP backend, or use authorization and jwtAuth.',
    wrong: onRoute(`mcpAuthorization: {rules: ['mcp.tool.name == "echo"']}`),
    correct: onMcpRoute(`mcpAuthorization: {rules: ['mcp.tool.name == "echo"']}`),
  },
  check({ root, version, report }) {
    for (const set of policySets(root))
      for (const name of namesIn(version)) {
        const policy = child({ node: set.node, path: set.path }, name);
        if (policy === undefined || isNull(policy.node) || servesKind(root, set, 'mcp') !== false) continue;
        report({
          at: policy.node,
          path: policy.path,
          message: `no backend here is an MCP backend, so "${name}" checks nothing`,
          suggestion: 'move it to the route of the MCP backend, or use authorization and jwtAuth',
        });
      }
  },
};
