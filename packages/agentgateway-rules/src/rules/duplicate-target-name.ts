import { listed, mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text, toPlain } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const duplicateTargetName: Rule = {
  id: 'duplicate-target-name',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Tools are prefixed with the name of their target: of two targets with one name, only one can be reached.',
  docs: {
    checks: 'Compares the names of the targets of an MCP backend, and (an info) their servers.',
    seen: 'Live: v1.1.0 and v1.4.1 list the tools of one target.',
    fix: 'Give each target its own name.',
    wrong: withRoute(
      'backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"\n    - name: a\n      mcp:\n        host: "http://two:3001/mcp"',
    ),
    correct: withRoute(
      'backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"\n    - name: b\n      mcp:\n        host: "http://two:3001/mcp"',
    ),
  },
  check({ root, report }) {
    for (const mcp of mcpBackends(root)) {
      const seen = new Set<string>();
      const called = new Map<string, string>();
      for (const target of listed(get(mcp.node, 'targets'), [...mcp.path, 'targets'])) {
        const name = get(target.node, 'name');
        const value = text(name);
        const server = get(target.node, 'mcp') ?? get(target.node, 'sse') ?? get(target.node, 'stdio');
        const key = server === undefined ? undefined : JSON.stringify(toPlain(server));
        const same = called.get(key ?? '');
        if (key !== undefined && same !== undefined && same !== value)
          report({
            at: target.node,
            path: target.path,
            message: `the target "${same}" is the same server: its tools are offered twice`,
            suggestion: 'remove one of the two',
            severity: 'info',
          });
        if (key !== undefined && value !== undefined) called.set(key, value);
        if (name === undefined || value === undefined) continue;
        if (seen.has(value))
          report({
            at: name,
            path: [...target.path, 'name'],
            message: `there are two MCP targets "${value}" in this backend`,
            suggestion: 'give each target its own name',
          });
        seen.add(value);
      }
    }
  },
};
