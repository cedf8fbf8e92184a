/** Files of clients, around their servers. */
import type { Answers, Census } from '@mcpgw/structure';
import { answers, container, inUnsupported, ofClient, words } from './natures.js';

const all = (names: readonly string[], given: Answers): Record<string, Answers> => Object.fromEntries(names.map(name => [name, given]));
const servers = answers({
  inert: ['ignored-field', 'unknown-format', 'foreign-field'],
  opens: ['no-server-on'],
  breaks: ['server-name'],
  conflicts: ['server-name', 'server-reached-twice', 'duplicate-field'],
});
const input = answers({ inert: ['vscode-input'], breaks: ['vscode-input'], conflicts: ['vscode-input'] });

export const clientConfigCensus: Census = {
  'a client configuration': { mcpServers: servers },
  'an OpenCode configuration': { mcp: servers },
  'mcp.json of VS Code': { servers, inputs: container },
  'a tool permission': all(['name', 'permission_policy', 'org_max_permission'], inUnsupported),
  'an input': {
    ...all(['type', 'id', 'default', 'options', 'command', 'args'], input),
    password: answers({ inert: ['vscode-input'], opens: 'It hides what is typed, and nothing else.' }),
    description: words,
  },
  dev: all(['watch', 'debug'], ofClient),
  debug: all(['type', 'debugpyPath'], ofClient),
  sandbox: all(['filesystem', 'network'], container),
  filesystem: all(['allowWrite', 'denyRead', 'denyWrite'], inUnsupported),
  network: all(['allowedDomains', 'deniedDomains'], inUnsupported),
};
