import { routes } from '../agentgateway/views.js';
import { get, isNull } from '../yaml/node.js';
import type { Rule } from './rule.js';

export const mcpRouteRetry: Rule = {
  id: 'mcp-route-retry',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A retry calls a tool a second time, though the first call may have had its effect.',
  check({ root, report }) {
    for (const { policies, policiesPath, backends } of routes(root)) {
      const retry = get(policies, 'retry');
      if (retry === undefined || isNull(retry) || !backends.some(backend => get(backend.node, 'mcp') !== undefined)) continue;
      report({
        at: retry,
        path: [...policiesPath, 'retry'],
        message: 'retries on an MCP route repeat tool calls that may have had their effect',
        suggestion: 'remove the retries from this route',
      });
    }
  },
};
