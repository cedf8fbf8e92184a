import { mcpBackends, nanosecondsAt } from '@mcpgw/agentgateway/internal';
import { at, isNull, type Rule, text } from '@mcpgw/structure';

const example = (http: string): string => `frontendPolicies:
  http: {${http}}
binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{mcp: {targets: [{name: tools, mcp: {host: "http://tools:3001/mcp"}}]}}]
`;

/** In nanoseconds. A longer time spreads connections over replicas, which may be meant. */
const tenMinutes = 600_000_000_000n;

export const mcpConnectionDuration: Rule = {
  id: 'mcp-connection-duration',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The event streams of MCP are open as long as their session: the proxy waits for them to end, so the limit does not hold, and every other connection is created again.',
  docs: {
    checks: 'Looks for `maxConnectionDuration` where MCP servers are served: below ten minutes a warning, above an info.',
    seen: 'Live: v1.4.1 with a limit of 1 s closed an idle connection within 3 s, and left one with an open event stream alone.',
    fix: 'Remove it; `http1IdleTimeout` ends connections that nobody uses.',
    wrong: example('maxConnectionDuration: 5m'),
    correct: example('http1IdleTimeout: 10m'),
  },
  check({ root, report }) {
    const node = at(root, 'frontendPolicies', 'http', 'maxConnectionDuration');
    if (node === undefined || isNull(node) || mcpBackends(root).length === 0) return;
    const time = nanosecondsAt(node);
    report({
      at: node,
      path: ['frontendPolicies', 'http', 'maxConnectionDuration'],
      message: `after ${text(node)} a connection takes no further request, but one with an open event stream of MCP lasts until the stream ends`,
      suggestion: 'remove it, or use http1IdleTimeout',
      ...(time === undefined || time < tenMinutes ? {} : { severity: 'info' as const }),
    });
  },
};
