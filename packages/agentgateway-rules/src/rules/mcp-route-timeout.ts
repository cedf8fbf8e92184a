import { mcpPolicies } from '@mcpgw/agentgateway/internal';
import { at, isNull, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpRouteTimeout: Rule = {
  id: 'mcp-route-timeout',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The timeout ends long tool calls.',
  docs: {
    checks: 'Looks for timeouts on routes of MCP servers. An info for requestTimeout, which does what it says.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 504 to a request that takes longer than requestTimeout, and let an open event stream go on. backendRequestTimeout ends nothing in v1.1.0, and v1.4.1 answers 500.',
    fix: 'Remove the timeout, or let it exceed the longest tool call.',
    wrong: withRoute(
      'policies:\n  timeout:\n    requestTimeout: 5s\nbackends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
    correct: withRoute('backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { node: policies, path } of mcpPolicies(root)) {
      for (const key of ['requestTimeout', 'backendRequestTimeout']) {
        const timeout = at(policies, 'timeout', key);
        if (timeout === undefined || isNull(timeout)) continue;
        report({
          at: timeout,
          path: [...path, 'timeout', key],
          // The other one answers 500, or does nothing in older versions.
          ...(key === 'requestTimeout' ? { chosen: true } : {}),
          message: `${key} on an MCP route ends long tool calls`,
          suggestion: 'remove it, or let it exceed the longest tool call',
        });
      }
    }
  },
};
