import { mcpTargets } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

/** The maximum leaves 23 characters for the tool, and one for the separator. */
const maxLength = 40;

export const targetNameLong: Rule = {
  id: 'target-name-long',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Prefix and tool name together exceed the 64 characters that clients allow.',
  docs: {
    checks: 'Measures the names of MCP targets, which stand before the name of each tool.',
    seen: 'Live: v1.1.0 and v1.4.1 list a tool of 6 characters with 67, where the name of its target has 60.',
    fix: 'Give the target a short name.',
    wrong: withTarget('name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nmcp:\n  host: "http://srv:3001/mcp"'),
    correct: withTarget('name: a\nmcp:\n  host: "http://srv:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { node, path, name } of mcpTargets(root)) {
      if (name === undefined || name.length <= maxLength) continue;
      report({
        at: get(node, 'name')!,
        path: [...path, 'name'],
        message: `the target name has ${name.length} characters; with it as a prefix, tool names exceed the 64 that clients allow`,
        suggestion: `use at most ${maxLength} characters`,
      });
    }
  },
};
