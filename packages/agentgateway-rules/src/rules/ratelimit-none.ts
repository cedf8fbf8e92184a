import { listed, localLimitLists, remoteLimits } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const target = 'host: "localhost:8081", domain: gateway';

export const ratelimitNone: Rule = {
  id: 'ratelimit-none',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty list limits nothing.',
  docs: {
    checks: 'Local rate limits have an entry, remote ones a descriptor, and each descriptor an entry.',
    seen: 'Live: v1.1.0 and v1.4.1 let every request pass with `descriptors: []` and with `entries: []`, even while the service is down; v0.12.0 refuses them.',
    fix: 'Write what is counted, or remove the policy.',
    wrong: onRoute('localRateLimit: []'),
    correct: onRoute(`remoteRateLimit: {${target}, descriptors: [{entries: [{key: user, value: 'request.headers["x-user"]'}]}]}`),
  },
  check({ root, report }) {
    for (const { node, path } of localLimitLists(root))
      if (node.kind === 'list' && node.items.length === 0)
        report({
          at: node,
          path,
          message: 'the list of limits is empty: nothing is limited',
          suggestion: 'write a limit, or remove the policy',
        });
    for (const { node, path } of remoteLimits(root)) {
      const lists = [
        { node, path, key: 'descriptors' },
        ...listed(get(node, 'descriptors'), [...path, 'descriptors']).map(item => ({ ...item, key: 'entries' })),
      ];
      for (const { node: holder, path: place, key } of lists) {
        const list = get(holder, key);
        if (list?.kind === 'list' && list.items.length === 0)
          report({
            at: list,
            path: [...place, key],
            message: `"${key}" is empty: nothing is limited by it`,
            suggestion: 'write what is counted',
          });
      }
    }
  },
};
