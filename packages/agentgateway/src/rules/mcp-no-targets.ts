import { get, type Rule } from '@mcpgw/structure';
import { mcpBackends } from '../views/views.js';

export const mcpNoTargets: Rule = {
  id: 'mcp-no-targets',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An MCP backend without targets answers with no tools at all.',
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
