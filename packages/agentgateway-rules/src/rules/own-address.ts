import { internalAddresses } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

export const ownAddress: Rule = {
  id: 'own-address',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Two listeners on one port cannot start, and nothing outside reaches an address on localhost: no metrics, and no readiness.',
  docs: {
    checks:
      'Compares the ports of administration, metrics and readiness with each other, and looks for metrics and readiness on localhost.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 exit at startup when two of the addresses are the same.',
    fix: 'Give each its own port, and listen for metrics and readiness on `0.0.0.0` or `[::]`.',
    wrong: withSection('config:\n  statsAddr: "0.0.0.0:15021"'),
    correct: withSection('config:\n  statsAddr: "0.0.0.0:15020"'),
  },
  check({ root, report }) {
    const seen = new Map<number, string>();
    for (const { key, port, isSet } of internalAddresses(root)) {
      const node = at(root, 'config', key);
      const other = seen.get(port);
      const place = node ?? at(root, 'config', other ?? '');
      if (other !== undefined && place !== undefined)
        report({
          at: place,
          path: ['config', isSet ? key : other],
          message: `"${other}" and "${key}" are on one port (${port}): the proxy cannot start`,
          suggestion: 'give each its own port',
        });
      seen.set(port, key);
      const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):/.test(text(node) ?? '');
      if (local && key !== 'adminAddr')
        report({
          at: node!,
          path: ['config', key],
          message: `nothing outside reaches "${key}" on localhost: ${key === 'statsAddr' ? 'no metrics are collected' : 'readiness probes fail'}`,
          suggestion: `write "0.0.0.0:${port}"`,
          severity: 'info',
        });
    }
  },
};
