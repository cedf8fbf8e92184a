import { mcpTargets } from '@mcpgw/agentgateway/internal';
import { get, type Rule, withoutEnds } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const targetNameInvalid: Rule = {
  id: 'target-name-invalid',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The name is taken by this version in a file, but custom resources and later versions refuse it; spaces break tool names.',
  docs: {
    checks: 'Checks whether the names of MCP targets are DNS labels.',
    seen: 'Live: v1.1.0 takes `my_tools` and lists `my_tools_search`. v1.4.1 refuses the file.',
    fix: 'Use lower-case letters, digits and "-".',
    wrong: withTarget('name: my_tools\nmcp:\n  host: "http://srv:3001/mcp"'),
    correct: withTarget('name: my-tools\nmcp:\n  host: "http://srv:3001/mcp"'),
    version: '1.1.0',
  },
  check({ root, report }) {
    for (const { node, path, name } of mcpTargets(root)) {
      if (name === undefined || name.trim() === '' || name.includes('$') || /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name)) continue;
      const fixed = withoutEnds(name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), '-');
      report({
        at: get(node, 'name')!,
        path: [...path, 'name'],
        message: `the target name "${name}" is not a DNS label (lower-case letters, digits and "-")`,
        suggestion: fixed === '' ? 'give the target a short name' : `use "${fixed}"`,
      });
    }
  },
};
