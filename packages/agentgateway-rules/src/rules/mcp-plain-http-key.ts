import { addresses, child, isPublicPlainHttp, mcpTargets, routes } from '@mcpgw/agentgateway/internal';
import { get, isGiven, type Node, type Rule, text } from '@mcpgw/structure';

const sendsKey = (auth: Node | undefined): boolean => ['key', 'passthrough', 'credentials'].some(kind => isGiven(auth, kind));

export const mcpPlainHttpKey: Rule = {
  id: 'mcp-plain-http-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The key crosses the network in clear text: anyone who listens has it.',
  docs: {
    checks: 'A key goes over plain HTTP to addresses inside the cluster or this machine only, to MCP servers and to other backends.',
    seen: 'Live: v1.1.0 and v1.4.1 send the key in clear text.',
    fix: 'Use https for the target.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{mcp: {targets: [{name: a, mcp: {host: 'http://a.example.com/mcp'}, policies: {backendAuth: {key: $KEY}}}]}}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{mcp: {targets: [{name: a, mcp: {host: 'https://a.example.com/mcp'}, policies: {backendAuth: {key: $KEY}}}]}}]
`,
  },
  check({ root, report }) {
    for (const target of mcpTargets(root)) {
      const host = child(target.spec, 'host');
      const auth = [get(target.node, 'policies'), get(target.mcp.holder.node, 'policies')].some(policies =>
        sendsKey(get(policies, 'backendAuth')),
      );
      if (!auth || !isPublicPlainHttp(text(host?.node))) continue;
      report({ at: host!.node, path: host!.path, message: 'a key is sent to this server over plain http', suggestion: 'use https' });
    }
    const plain = new Map(addresses(root).flatMap(each => (each.tls || each.port === 443 ? [] : ([[each.node, each]] as const))));
    for (const route of routes(root))
      for (const backend of route.backends) {
        const host = child(backend, 'host');
        const address = host === undefined ? undefined : plain.get(host.node);
        const isSent = [route.policies, get(backend.node, 'policies')].some(policies => sendsKey(get(policies, 'backendAuth')));
        if (isSent && address !== undefined && isPublicPlainHttp(`http://${address.host}`))
          report({
            at: address.node,
            path: address.path,
            message: 'a key is sent to this backend over plain http',
            suggestion: 'add "backendTLS: {}", and the port of TLS',
          });
      }
  },
};
