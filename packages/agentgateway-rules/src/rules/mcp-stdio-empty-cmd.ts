import { child, mcpTargets } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';
import { withTarget } from '../examples/examples.js';

export const mcpStdioEmptyCmd: Rule = {
  id: 'mcp-stdio-empty-cmd',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'There is nothing to start: the target always fails.',
  docs: {
    checks: 'Looks for programs without a name.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and answer initialize with 500.',
    fix: 'Name the program.',
    wrong: withTarget('name: a\nstdio:\n  cmd: ""'),
    correct: withTarget('name: a\nstdio:\n  cmd: server'),
  },
  check({ root, report }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const cmd = child(spec, 'cmd');
      if (kind === 'stdio' && cmd !== undefined && (text(cmd.node) ?? 'x').trim() === '')
        report({ at: cmd.node, path: cmd.path, message: 'the command is empty', suggestion: 'name the program to start' });
    }
  },
};
