/** `config.yaml` with `mcp_servers`. */
import type { Census } from '@mcpgw/structure';
import { answers, words } from './natures.js';

const type = answers({ inert: 'Unknown words are refused.', conflicts: ['unknown-field'] });

export const mcpServersCensus: Census = {
  'config.yaml': {
    mcp_servers: answers({
      inert: ['ignored-field', 'unknown-format'],
      breaks: ['server-name'],
      conflicts: ['server-name', 'server-reached-twice', 'duplicate-field'],
    }),
  },
  'an MCP client entry': {
    type,
    url: answers({
      opens: ['credential-over-http'],
      breaks: ['doubtful-url', 'unfilled-value'],
      conflicts: ['server-reached-twice', 'same-isolated-url'],
    }),
    url_isolated: answers({
      opens: ['same-isolated-url'],
      breaks: 'The address is checked as that of `url` by the schema.',
      conflicts: ['same-isolated-url'],
    }),
    read_timeout: answers({ breaks: ['duration-unit'] }),
  },
  'an MCP server entry': {
    type,
    name: answers({ inert: 'It is the name that the server tells clients; any text is one.' }),
    instructions: words,
    port: answers({
      breaks: 'Numbers beyond those of ports are refused.',
      conflicts: 'Each entry is its own program, which may run on another host.',
    }),
  },
};
