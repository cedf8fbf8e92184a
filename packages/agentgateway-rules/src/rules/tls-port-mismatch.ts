import { addresses } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const tlsPortMismatch: Rule = {
  id: 'tls-port-mismatch',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'One side speaks TLS and the other plain text: no call succeeds, and credentials may be sent in clear text.',
  docs: {
    checks:
      'Compares the port of every backend, MCP server, LLM host and called service with whether TLS is spoken to it: 443 and 8443 are ports of TLS, 80 is not.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 503 `received corrupt message of type InvalidContentType` where TLS is spoken to a plain port.',
    fix: 'Add `backendTLS: {}` to the policies of the backend, or write `https://` for an MCP server; for plain text name another port.',
    wrong: withRoute('backends:\n- host: "api.example:443"'),
    correct: withRoute('backends:\n- host: "api.example:443"\n  policies:\n    backendTLS: {}'),
  },
  check({ root, report }) {
    for (const { node, path, port, tls } of addresses(root)) {
      if (!tls && (port === 443 || port === 8443))
        report({
          at: node,
          path,
          message: `port ${port} is spoken to in clear text`,
          suggestion: 'add "backendTLS: {}" to its policies, or write "https://" where a URL is taken',
        });
      if (tls && port === 80) report({ at: node, path, message: 'TLS is spoken to port 80', suggestion: 'name the TLS port, such as 443' });
    }
  },
};
