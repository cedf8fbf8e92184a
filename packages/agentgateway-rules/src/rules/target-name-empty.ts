import { mcpTargets } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const targetNameEmpty: Rule = {
  id: 'target-name-empty',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty target name makes tools that start with "_", which clients cannot tell apart.',
  docs: {
    checks: 'Looks for MCP targets without a name.',
    seen: 'Live: v1.1.0 lists tools such as ` _search`. v1.4.1 refuses the file.',
    fix: 'Name the target.',
    wrong: withTarget('name: " "\nmcp:\n  host: "http://srv:3001/mcp"'),
    correct: withTarget('name: a\nmcp:\n  host: "http://srv:3001/mcp"'),
    version: '1.1.0',
  },
  check({ root, report }) {
    for (const { node, path, name } of mcpTargets(root)) {
      if (name === undefined || name.trim() !== '') continue;
      report({
        at: get(node, 'name')!,
        path: [...path, 'name'],
        message: 'the name of the MCP target is empty',
        suggestion: 'give the target a short name',
      });
    }
  },
};
