import { mcpPolicies } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpRouteRetry: Rule = {
  id: 'mcp-route-retry',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A retry calls a tool a second time, though the first call may have had its effect.',
  docs: {
    checks: 'Looks for retries on routes of MCP servers.',
    fix: 'Leave retries of tool calls to the client.',
    wrong: withRoute(
      'policies:\n  retry:\n    attempts: 2\n    codes: [503]\nbackends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
    correct: withRoute('backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { node: policies, path } of mcpPolicies(root)) {
      const retry = get(policies, 'retry');
      if (retry === undefined || isNull(retry)) continue;
      report({
        at: retry,
        path: [...path, 'retry'],
        message: 'retries on an MCP route repeat tool calls that may have had their effect',
        suggestion: 'remove the retries from this route',
      });
    }
  },
};
