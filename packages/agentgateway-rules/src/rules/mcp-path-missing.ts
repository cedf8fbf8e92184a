import { child, mcpTargets, parseUri } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const mcpPathMissing: Rule = {
  id: 'mcp-path-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without a path the proxy asks for "/", where MCP servers usually do not listen.',
  docs: {
    checks: 'Looks for addresses of MCP servers without a path.',
    seen: 'Live: v1.1.0 and v1.4.1 send `POST /`.',
    fix: 'Write the whole address, such as http://srv:3001/mcp.',
    wrong: withTarget('name: a\nmcp:\n  host: "http://srv:3001"'),
    correct: withTarget('name: a\nmcp:\n  host: "http://srv:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const host = child(spec, 'host');
      const value = text(host?.node);
      if (value === undefined || kind === 'openapi' || get(spec.node, 'port') !== undefined || value.includes('$')) continue;
      const uri = parseUri(value);
      if ('problem' in uri || uri.path !== '/') continue;
      report({
        at: host!.node,
        path: host!.path,
        message: `"${value}" has no path; the server is asked at "/"`,
        suggestion: `write the whole address, such as "http://${uri.host}/mcp"`,
      });
    }
  },
};
