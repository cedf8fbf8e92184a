import { at, items, type Rule, text } from '@mcpgw/structure';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]):/i;
const hasPort = /:\d{1,5}$/;

export const serveOpenWithoutKey: Rule = {
  id: 'serve-open-without-key',
  severity: 'warning',
  kinds: ['serve'],
  why: 'Whoever reaches the address can call every tool.',
  check(context) {
    const node = at(context.root, 'listen');
    const address = text(node);
    if (node === undefined || address === undefined || !hasPort.test(address) || loopback.test(address)) return;
    if (['api_keys', 'admin_keys'].some(list => items(at(context.root, 'auth', list)).length > 0)) return;
    context.report({
      at: node,
      path: ['listen'],
      message: `the gateway listens on ${address} for more than this machine, and asks for no key`,
      suggestion: 'set auth.api_keys, or let a proxy in front of it ask',
    });
  },
};
