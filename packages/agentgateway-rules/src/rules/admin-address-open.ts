import { at, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

export const adminAddressOpen: Rule = {
  id: 'admin-address-open',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Anyone who reaches the admin interface can read the configuration, change the log level and end the proxy.',
  docs: {
    checks: 'Looks for an administration that listens on more than localhost.',
    seen: 'Live: v1.1.0 and v1.4.1 answer `/config_dump` from another address, with keys as `<redacted>`, and end at `POST /quitquitquit`.',
    fix: 'Write localhost or 127.0.0.1 as the host of `adminAddr`.',
    wrong: withSection('config:\n  adminAddr: "0.0.0.0:15000"'),
    correct: withSection('config:\n  adminAddr: "127.0.0.1:15000"'),
  },
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
