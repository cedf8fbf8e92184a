import { integerOf, policiesNamed, protocolOf } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const redirectPort: Rule = {
  id: 'redirect-port',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The redirect keeps the port of the request, where the other scheme is not spoken.',
  docs: {
    checks:
      'Looks for redirects to https that keep the port of a plain listener, for redirects from TLS to plain text, and for ports of the other scheme: 443 with http, 80 with https.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer a request for `a.example:8080` with `Location: https://a.example:8080/`, and with `authority: {port: 443}` alone 1.1.0 and 1.4.1 send `http://a.example:443/`.',
    fix: 'Write the port of the other listener in `authority.port`.',
    wrong: withRoute('policies:\n  requestRedirect:\n    scheme: https\nbackends: []'),
    correct: withRoute('policies:\n  requestRedirect:\n    scheme: https\n    authority:\n      port: 443\nbackends: []'),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'requestRedirect')) {
      const scheme = text(get(node, 'scheme'))?.toLowerCase();
      const listener = set.listener ?? set.route?.listener;
      const authority = get(node, 'authority');
      const port = integerOf(get(authority, 'port'));
      if (
        (port === 443 && (scheme ?? (listener !== undefined && protocolOf(listener) === 'HTTP' ? 'http' : '')) === 'http') ||
        (port === 80 && scheme === 'https')
      )
        report({
          at: get(authority, 'port')!,
          path: [...path, 'authority', 'port'],
          message:
            port === 443 ? 'clients are sent to port 443 with http, where servers speak TLS' : 'clients are sent to port 80 with https',
          suggestion: port === 443 ? 'add "scheme: https"' : 'write port 443',
          severity: 'warning',
        });
      if (scheme === undefined || listener === undefined) continue;
      const secure = protocolOf(listener) === 'HTTPS';
      const keeps = authority === undefined || isNull(authority) || text(authority) !== undefined;
      const at = { at: get(node, 'scheme')!, path: [...path, 'scheme'] };
      if (scheme === 'https' && !secure && keeps && listener.port !== 80 && listener.port !== undefined)
        report({
          ...at,
          message: `a client that names port ${listener.port} is sent to the same port with https`,
          suggestion: 'add "authority: {port: 443}"',
        });
      if (scheme === 'http' && secure)
        report({ ...at, message: 'the redirect leads from TLS to plain text', suggestion: 'use https', severity: 'warning' });
    }
  },
};
