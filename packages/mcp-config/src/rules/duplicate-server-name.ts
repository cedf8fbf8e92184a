import type { Rule } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const duplicateServerName: Rule = {
  id: 'duplicate-server-name',
  severity: 'error',
  kinds: ['mcp-config'],
  why: 'Tools are addressed by server name; of two servers with one name only one can be reached, so the file is refused.',
  docs: {
    checks: 'The names of servers are different.',
    basedOn: 'The code of `mcpgw serve`: it refuses the file.',
    fix: 'Rename one of the two.',
    wrong: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true}, {"name": "a", "command": "git-server", "enabled": true}]}
`,
    correct: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true}, {"name": "b", "command": "git-server", "enabled": true}]}
`,
  },
  check(context) {
    const seen = new Set<string>();
    for (const { name, nameSpan, path } of serversOf(context)) {
      if (name === undefined) continue;
      if (seen.has(name)) {
        context.report({
          at: nameSpan,
          path: [...path, 'name'],
          message: `duplicate server name: ${name}`,
          suggestion: 'give each server its own name',
        });
      }
      seen.add(name);
    }
  },
};
