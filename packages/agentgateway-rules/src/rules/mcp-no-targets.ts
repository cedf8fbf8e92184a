import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpNoTargets: Rule = {
  id: 'mcp-no-targets',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An MCP backend without targets refuses every session.',
  docs: {
    checks: 'Looks for MCP backends with an empty list of targets.',
    seen: 'Live: v1.1.0 and v1.4.1 answer initialize with 503.',
    fix: 'Add a target.',
    wrong: withRoute('backends:\n- mcp:\n    targets: []'),
    correct: withRoute('backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { node, path } of mcpBackends(root)) {
      const targets = get(node, 'targets');
      if (targets?.kind === 'list' && targets.items.length === 0)
        report({
          at: targets,
          path: [...path, 'targets'],
          message: 'the MCP backend has no targets',
          suggestion: 'add a target, or remove the backend',
        });
    }
  },
};
