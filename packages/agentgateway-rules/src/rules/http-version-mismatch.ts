import { type Placed, policiesNamed, targetedPolicies } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const offersOther = (tls: Node | undefined): boolean => {
  const alpn = items(get(tls, 'alpn')).map(item => text(item));
  return alpn.length > 0 && !alpn.includes('h2');
};

/** Policies of calls that are gRPC, whose services speak HTTP/2 only. */
function grpcCalls(root: Node): Placed[] {
  return targetedPolicies(root).filter(({ node, path }) => {
    const key = String(path.findLast(step => typeof step === 'string' && step !== 'conditional'));
    if (key === 'extAuthz') return at(node, 'protocol', 'http') === undefined;
    if (key === 'tracing' || key === 'otlp') return text(get(node, 'protocol')) !== 'http';
    return ['extProc', 'remoteRateLimit', 'processors'].includes(key);
  });
}

export const httpVersionMismatch: Rule = {
  id: 'http-version-mismatch',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The proxy speaks HTTP/1.1 and HTTP/2; another version is ignored, and HTTP/2 without TLS works only with servers that expect it.',
  docs: {
    checks:
      'Checks the HTTP version of backend policies: versions that the proxy does not speak, HTTP/2 without TLS, a version that ALPN does not offer, and another version than HTTP/2 for a service that speaks gRPC.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 use HTTP/1.1 for `HTTP/1.0` and `HTTP/3.0`, and answer 503 for `HTTP/2.0` with a server that speaks HTTP/1.1 only.',
    fix: 'Write `HTTP/1.1` or `HTTP/2.0`. Use `HTTP/2.0` without TLS only for servers that speak it, such as gRPC servers.',
    wrong: withRoute('backends:\n- host: "api.example:8080"\n  policies:\n    http:\n      version: HTTP/3.0'),
    correct: withRoute('backends:\n- host: "api.example:8080"\n  policies:\n    http:\n      version: HTTP/1.1'),
  },
  check({ root, report }) {
    for (const { node, path } of grpcCalls(root)) {
      const version = at(node, 'policies', 'http', 'version');
      if (version === undefined || text(version) === 'HTTP/2.0') continue;
      report({
        at: version,
        path: [...path, 'policies', 'http', 'version'],
        message: `gRPC needs HTTP/2: with ${text(version)} every call fails`,
        suggestion: 'leave the version out',
        severity: 'warning',
      });
    }
    for (const { node, path, set } of policiesNamed(root, 'http')) {
      const version = get(node, 'version');
      const value = text(version);
      if (version === undefined || value === undefined || value === 'HTTP/1.1') continue;
      if (value !== 'HTTP/2.0')
        report({
          at: version,
          path: [...path, 'version'],
          message: `the proxy does not speak ${value}: the setting has no effect`,
          suggestion: 'write HTTP/1.1 or HTTP/2.0',
          severity: 'warning',
        });
      else if (offersOther(get(set.node, 'backendTLS')))
        report({
          at: version,
          path: [...path, 'version'],
          message: '"alpn" of the TLS settings does not offer h2: the server expects HTTP/1.1 and fails',
          suggestion: 'remove one of the two settings',
          severity: 'warning',
        });
      else if (get(set.node, 'backendTLS') === undefined)
        report({
          at: version,
          path: [...path, 'version'],
          message: 'HTTP/2 is spoken without TLS: a server that does not expect it fails',
          suggestion: 'add "backendTLS", or leave the version out',
        });
    }
  },
};
