import { at, type Rule, text } from '@mcpgw/structure';

export const adminAddressOpen: Rule = {
  id: 'admin-address-open',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Whoever reaches the admin interface can read the configuration and its secrets, and change the log level.',
  check({ root, report }) {
    const addr = at(root, 'config', 'adminAddr');
    const value = text(addr);
    const port = /^[^:\s]+:(\d+)$|^\[[\da-f:.]+\]:(\d+)$/i.exec(value ?? '');
    if (port !== null && !value!.includes('$') && !/^(?:localhost:|127\.|\[::1\]:)/.test(value!)) {
      report({
        at: addr!,
        path: ['config', 'adminAddr'],
        message: `the admin interface listens on ${value}, open to the network`,
        suggestion: `use "localhost:${port[1] ?? port[2]}"`,
      });
    }
  },
};
