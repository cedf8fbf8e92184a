import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const targets =
  'targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"\n    - name: b\n      mcp:\n        host: "http://two:3001/mcp"';

export const mcpPrefixNever: Rule = {
  id: 'mcp-prefix-never',
  severity: 'info',
  kinds: ['agentgateway'],
  since: '1.2.0',
  why: 'Tools of several servers share one list of names, and tools that two servers have by the same name are left out.',
  docs: {
    checks: 'Looks for `prefixMode: never` with several targets.',
    seen: 'Live: v1.4.1 lists none of the tools that two targets have by the same name.',
    fix: 'Use `prefixMode: always`, unless no two servers have a tool, prompt or resource of one name.',
    wrong: withRoute(`backends:\n- mcp:\n    prefixMode: never\n    ${targets}`),
    correct: withRoute(`backends:\n- mcp:\n    prefixMode: always\n    ${targets}`),
  },
  check({ root, report }) {
    for (const { node, path } of mcpBackends(root)) {
      const mode = get(node, 'prefixMode');
      if (text(mode) === 'never' && items(get(node, 'targets')).length > 1)
        report({
          at: mode!,
          path: [...path, 'prefixMode'],
          message: 'tools that two targets have by the same name are left out',
          suggestion: 'use "prefixMode: always"',
        });
    }
  },
};
