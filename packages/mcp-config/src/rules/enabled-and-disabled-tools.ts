import { entry, items, type Rule } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const enabledAndDisabledTools: Rule = {
  id: 'enabled-and-disabled-tools',
  severity: 'error',
  kinds: ['mcp-config', 'serve'],
  why: 'enabled_tools and disabled_tools exclude each other: with both, the file is refused.',
  docs: {
    checks: 'A server has a list of tools that are on, or of tools that are off.',
    basedOn: 'The code of `mcpgw serve`: it refuses the file.',
    fix: 'Keep one of the two lists.',
    wrong: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true, "enabled_tools": ["read"], "disabled_tools": ["write"]}]}
`,
    correct: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true, "enabled_tools": ["read"]}]}
`,
  },
  check(context) {
    for (const { name, node, path } of serversOf(context)) {
      const [enabled, disabled] = [entry(node, 'enabled_tools'), entry(node, 'disabled_tools')];
      if (enabled === undefined || disabled === undefined) continue;
      if (items(enabled.value).length === 0 || items(disabled.value).length === 0) continue;
      context.report({
        at: disabled.keySpan,
        path: [...path, 'disabled_tools'],
        message: `enabled_tools and disabled_tools of "${name ?? ''}" are mutually exclusive`,
        suggestion: 'keep enabled_tools without the tools that disabled_tools names, and remove disabled_tools',
      });
    }
  },
};
