import { get, items, type Rule, text } from '@mcpgw/structure';
import { mcpBackends } from '../views/views.js';

export const mcpPrefixChange: Rule = {
  id: 'mcp-prefix-change',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'With conditional prefixes, adding a second target renames every tool.',
  check({ root, report }) {
    for (const { node, path } of mcpBackends(root)) {
      const mode = get(node, 'prefixMode');
      if (text(mode) !== 'conditional' || items(get(node, 'targets')).length !== 1) continue;
      report({
        at: mode!,
        path: [...path, 'prefixMode'],
        message: 'a second target would rename every tool of this one',
        suggestion: 'use "prefixMode: always" from the start',
      });
    }
  },
};
