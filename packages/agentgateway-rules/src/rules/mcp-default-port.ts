import { child, mcpTargets } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const mcpDefaultPort: Rule = {
  id: 'mcp-default-port',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Without a port the proxy connects to port 80, where few MCP servers listen.',
  docs: {
    checks: 'Looks for plain HTTP addresses of MCP servers without a port.',
    seen: 'Live: v1.1.0 and v1.4.1 connect to port 80.',
    fix: 'Write the port, even if it is 80.',
    wrong: withTarget('name: a\nmcp:\n  host: "http://srv/mcp"'),
    correct: withTarget('name: a\nmcp:\n  host: "http://srv:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { spec } of mcpTargets(root)) {
      const host = child(spec, 'host');
      const value = text(host?.node) ?? '';
      if (child(spec, 'port') === undefined && /^(?:http:\/\/)?[^/:@$]+(?:\/[^$]*)?$/i.test(value))
        report({
          at: host!.node,
          path: host!.path,
          message: `"${value}" does not name a port: port 80 is used`,
          suggestion: 'write the port of the server',
        });
    }
  },
};
