import { get, isNull, type Rule } from '@mcpgw/structure';
import { mcpPolicies } from '../views/mcp-routes.js';

export const mcpRouteRetry: Rule = {
  id: 'mcp-route-retry',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A retry calls a tool a second time, though the first call may have had its effect.',
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
