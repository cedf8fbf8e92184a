import { child, integerOf, mcpTargets } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const mcpHttpsPortPath: Rule = {
  id: 'mcp-https-port-path',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The form with host, port and path never switches TLS on: port 443 is spoken to in clear text.',
  docs: {
    checks: 'Looks for ports of TLS in the form with host, port and path, which never speaks TLS by itself.',
    seen: 'Live: v1.1.0 and v1.4.1 speak clear text to port 8443; with `https://` in the host they speak TLS.',
    fix: 'Write one URL with https in `host`, or add `backendTLS` to the policies of the target.',
    wrong: withTarget('name: a\nmcp:\n  host: srv\n  port: 443\n  path: /mcp'),
    correct: withTarget('name: a\nmcp:\n  host: "https://srv/mcp"'),
  },
  check({ root, report }) {
    for (const target of mcpTargets(root)) {
      const port = child(target.spec, 'port');
      if (port === undefined || ![443, 8443].includes(integerOf(port.node) ?? 0)) continue;
      const tls = [get(target.node, 'policies'), get(target.mcp.holder.node, 'policies')].some(
        policies => get(policies, 'backendTLS') !== undefined,
      );
      if (!tls)
        report({
          at: port.node,
          path: port.path,
          message: 'this port is spoken to in clear text: host, port and path never switch TLS on',
          suggestion: 'write one URL, such as host: "https://mcp.example.com/mcp"',
        });
    }
  },
};
