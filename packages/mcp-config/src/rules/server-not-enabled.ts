import { get, type Rule } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const serverNotEnabled: Rule = {
  id: 'server-not-enabled',
  severity: 'warning',
  kinds: ['mcp-config'],
  why: 'A server without `enabled` is off: absent means false in this format, and nothing says so at runtime.',
  docs: {
    checks: 'A server of a list says whether it is on.',
    basedOn: 'The code of `mcpgw serve`: a server of this format without the field is off.',
    fix: 'Write "enabled": true, or false if it is off on purpose.',
    wrong: `{"mcpServers": [{"name": "a", "command": "files-server"}]}
`,
    correct: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true}]}
`,
  },
  check(context) {
    for (const { name, nameSpan, node, path } of serversOf(context)) {
      if (node.kind !== 'map' || get(node, 'enabled') !== undefined) continue;
      context.report({
        at: nameSpan,
        path,
        message: `the server "${name ?? ''}" is off: it does not say "enabled"`,
        suggestion: 'add "enabled": true, or "enabled": false to say that it is meant',
      });
    }
  },
};
