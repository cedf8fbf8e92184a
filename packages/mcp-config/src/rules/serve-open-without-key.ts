import { at, items, type Rule, text } from '@mcpgw/structure';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]):/i;
const hasPort = /:\d{1,5}$/;

export const serveOpenWithoutKey: Rule = {
  id: 'serve-open-without-key',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'Anyone who reaches the address can call every tool.',
  docs: {
    checks:
      'An address to listen on that other machines reach, without keys: `auth.api_keys` and `auth.admin_keys` in gateway.yaml, `require_mcp_auth` with `api_key` in mcp_config.json.',
    seen: '`mcpgw serve` with `listen: 0.0.0.0:18473` answered a client that came by the address of the network without a key.',
    fix: 'Set keys, listen on 127.0.0.1, or let a proxy in front of it ask for a credential.',
    wrong: 'listen: 0.0.0.0:8080\nservers:\n  files:\n    command: file-server\n',
    correct: 'listen: 0.0.0.0:8080\nservers:\n  files:\n    command: file-server\nauth: {api_keys: ["${env:GATEWAY_KEY}"]}\n',
  },
  check(context) {
    const node = at(context.root, 'listen');
    const address = text(node);
    if (node === undefined || address === undefined || !hasPort.test(address) || loopback.test(address)) return;
    if (['api_keys', 'admin_keys'].some(list => items(at(context.root, 'auth', list)).length > 0)) return;
    if (items(at(context.root, 'auth', 'oauth', 'issuers')).length > 0) return;
    const asks = at(context.root, 'require_mcp_auth');
    if (asks?.kind === 'scalar' && asks.value === true) return;
    context.report({
      at: node,
      path: ['listen'],
      message: `the gateway listens on ${address} for more than this machine, and does not require a key`,
      suggestion: `set ${context.kind === 'serve' ? 'auth.api_keys' : 'require_mcp_auth and api_key'}, or let a proxy in front of it ask`,
    });
  },
};
