import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpPrefixChange: Rule = {
  id: 'mcp-prefix-change',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'With conditional prefixes, adding a second target renames every tool.',
  docs: {
    checks: 'Looks for `prefixMode: conditional` with one target.',
    seen: 'Live: v1.1.0 and v1.4.1 list the tools of a single target without a prefix, and with `always` with it.',
    fix: 'Use `prefixMode: always` from the start.',
    wrong: withRoute(
      'backends:\n- mcp:\n    prefixMode: conditional\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
    correct: withRoute(
      'backends:\n- mcp:\n    prefixMode: always\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
  },
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
