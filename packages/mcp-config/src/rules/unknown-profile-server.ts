import { nearest } from '@mcpgw/diagnostics';
import { get, items, type Rule, text } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const unknownProfileServer: Rule = {
  id: 'unknown-profile-server',
  severity: 'warning',
  kinds: ['mcp-config'],
  why: 'A profile that names a server which is not configured shows nothing of it.',
  docs: {
    checks: 'A profile names servers of the file.',
    basedOn: 'The code of `mcpgw serve`: a name that no server has adds nothing to a profile.',
    fix: 'Correct the name, or add the server.',
    wrong: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true}], "profiles": [{"name": "p1", "servers": ["b"]}]}
`,
    correct: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true}], "profiles": [{"name": "p1", "servers": ["a"]}]}
`,
  },
  check(context) {
    const known = serversOf(context).flatMap(({ name }) => name ?? []);
    items(get(context.root, 'profiles')).forEach((profile, index) => {
      items(get(profile, 'servers')).forEach((server, place) => {
        const name = text(server);
        if (name === undefined || known.includes(name)) return;
        const near = nearest(name, known);
        context.report({
          at: server,
          path: ['profiles', index, 'servers', place],
          message: `the profile names the server "${name}", which mcpServers does not have`,
          suggestion: near === undefined ? 'add the server, or remove the name' : `did you mean "${near}"?`,
        });
      });
    });
  },
};
