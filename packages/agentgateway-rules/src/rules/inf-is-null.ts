import { walk } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const infIsNull: Rule = {
  id: 'inf-is-null',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy reads .inf and .nan as null: the setting is switched off.',
  docs: {
    checks: 'Looks for .inf and .nan in plain text.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and no timeout ends a request.',
    fix: 'Remove the field to have no limit, or write a number.',
    wrong: withRoute('policies:\n  timeout:\n    requestTimeout: .inf'),
    correct: withRoute('policies:\n  timeout:\n    requestTimeout: 30s'),
  },
  check({ root, report }) {
    walk({ node: root, path: [] }, ({ node, path }) => {
      if (node.kind !== 'scalar' || !node.plain || !/^[-+]?\.(?:inf|nan)$/i.test(node.text)) return;
      report({
        at: node,
        path,
        message: `${node.text} is read as null: the setting is switched off`,
        suggestion: 'write a value, or remove the field',
      });
    });
  },
};
