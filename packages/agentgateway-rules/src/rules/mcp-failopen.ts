import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpFailopen: Rule = {
  id: 'mcp-failopen',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'A target that fails is left out without an error: its tools vanish and nothing reports it.',
  docs: {
    checks: 'Looks for `failureMode: failOpen` of MCP backends.',
    seen: 'Live: v1.1.0 and v1.4.1 list the tools of the other target, without an error; with failClosed initialize gets 500.',
    fix: 'Use `failClosed`, so that a target that fails is seen.',
    wrong: withRoute(
      'backends:\n- mcp:\n    failureMode: failOpen\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
    correct: withRoute(
      'backends:\n- mcp:\n    failureMode: failClosed\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
  },
  check({ root, report }) {
    for (const { node, path } of mcpBackends(root)) {
      const mode = get(node, 'failureMode');
      if (text(mode) === 'failOpen')
        report({
          at: mode!,
          path: [...path, 'failureMode'],
          chosen: true,
          message: 'targets that fail are hidden without an error',
          suggestion: 'use failClosed, or watch the targets by other means',
        });
    }
  },
};
