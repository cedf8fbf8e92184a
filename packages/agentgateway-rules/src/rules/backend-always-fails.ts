import { addresses, child, entrySpan, routes, tcpRoutes } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Whether a text is neither a host name nor an IP address. */
function isNoAddress(host: string): boolean {
  if (/[*\s]/.test(host) || host.split('.').some((label, index, all) => label.length > 63 || (label === '' && index < all.length - 1)))
    return true;
  return /^\d+(?:\.\d+){3}$/.test(host) && host.split('.').some(part => Number(part) > 255);
}

export const backendAlwaysFails: Rule = {
  id: 'backend-always-fails',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'No request to this backend can succeed.',
  docs: {
    checks:
      'Looks for backends of kind `invalid`, for port 0, and for addresses to which no connection can be made. An info for `0.0.0.0`.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 500 `backend does not exist` for `invalid`, and 503 `Connection refused` for port 0.',
    fix: 'Name the backend and its port. Use a direct response to refuse requests.',
    wrong: withRoute('backends:\n- invalid: null'),
    correct: withRoute('backends:\n- host: "api.example:8080"'),
  },
  check({ root, report }) {
    for (const backend of routes(root).flatMap(route => route.backends)) {
      const span = entrySpan(backend.node, 'invalid');
      if (span !== undefined)
        report({
          at: span,
          path: [...backend.path, 'invalid'],
          message: 'a backend that is "invalid" answers 500 to every request',
          suggestion: 'name a backend, or use "directResponse"',
        });
    }
    const tcp = tcpRoutes(root).flatMap(route => route.backends.flatMap(backend => child(backend, 'host') ?? []));
    const zero = tcp.filter(({ node }) => /:0+$/.test(text(node) ?? ''));
    for (const { node, path } of [...addresses(root).filter(({ port }) => port === 0), ...zero])
      report({ at: node, path, message: 'nothing listens on port 0', suggestion: 'write the port of the service' });
    for (const { node, path, host } of addresses(root))
      if (isNoAddress(host))
        report({
          at: node,
          path,
          message: `"${host}" is not an address to connect to`,
          suggestion: 'write the name of the service, or 127.0.0.1',
        });
      else if (host === '0.0.0.0' || host === '[::]')
        report({
          at: node,
          path,
          message: `"${host}" is an address to listen on: as a destination it is this machine itself, or fails`,
          suggestion: 'write the name of the service, or 127.0.0.1',
          severity: 'info',
        });
  },
};
