import { listed } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, type Rule, text } from '@mcpgw/structure';

const bind = 'binds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - host: "api:8080"\n';

export const proxyHeaderTrusted: Rule = {
  id: 'proxy-header-trusted',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Any client can write the header and so choose the address that the proxy takes it for; rules and logs about addresses then say what the client wants.',
  docs: {
    checks:
      'Looks for the PROXY protocol: with `mode: optional` clients may send the header themselves; where it is demanded, clients without it are refused.',
    seen: 'Version 1.4.1 ends connections without the header with `proxyProtocol: {}`; v0.12.0, v1.1.0 and v1.4.1 with `tunnelProtocol: proxy`.',
    fix: 'Use it with `mode: strict` behind a load balancer that sends the header, and let nothing else reach the port.',
    wrong: `frontendPolicies:\n  proxyProtocol:\n    mode: optional\n${bind}`,
    correct: `frontendPolicies:\n  proxyProtocol:\n    mode: strict\n${bind}`,
  },
  check({ root, report }) {
    for (const key of ['proxy', 'proxyProtocol']) {
      const policy = at(root, 'frontendPolicies', key);
      if (policy === undefined || isNull(policy)) continue;
      const mode = get(policy, 'mode');
      if (text(mode) === 'optional')
        report({
          at: mode!,
          path: ['frontendPolicies', key, 'mode'],
          message: 'a client without the header passes, and one that writes it chooses its own address',
          suggestion: 'use "mode: strict"',
        });
      else
        report({
          at: policy,
          path: ['frontendPolicies', key],
          message: 'every connection without a PROXY header is refused',
          suggestion: 'use it only behind a load balancer that sends the header',
          severity: 'info',
        });
    }
    const mode = at(root, 'frontendPolicies', 'connect', 'mode');
    if (text(mode) === 'tunnel')
      report({
        at: mode!,
        path: ['frontendPolicies', 'connect', 'mode'],
        message: 'every request but CONNECT is refused with 405, and a PROXY header is not read',
        suggestion: 'use "route" to let plain requests pass',
        severity: 'info',
      });
    for (const { node, path } of listed(get(root, 'binds'), ['binds'])) {
      const protocol = get(node, 'tunnelProtocol');
      if (protocol !== undefined && text(protocol) !== 'direct')
        report({
          at: protocol,
          path: [...path, 'tunnelProtocol'],
          message: `connections that are not wrapped as "${text(protocol)}" are refused`,
          suggestion: 'remove it for plain clients',
          severity: 'info',
        });
    }
  },
};
