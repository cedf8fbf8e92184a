import { get, type Rule, text } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const sameIsolatedUrl: Rule = {
  id: 'same-isolated-url',
  severity: 'error',
  kinds: ['mcp-servers'],
  why: 'A session with private data is moved to url_isolated; when that is the normal address, the data stays on the open network.',
  docs: {
    checks: 'The address of the isolated instance is another one.',
    basedOn: 'The code of the kit, which moves sessions with private data to this address.',
    fix: 'Write the address of the instance that is cut off from the network.',
    wrong: `mcp_servers: {a: {type: client, url: "http://sql:8000/mcp", url_isolated: "http://sql:8000/mcp"}}
`,
    correct: `mcp_servers: {a: {type: client, url: "http://sql:8000/mcp", url_isolated: "http://sql-isolated:8000/mcp"}}
`,
  },
  check(context) {
    for (const { name, node, path } of serversOf(context)) {
      const isolated = get(node, 'url_isolated');
      const [a, b] = [text(get(node, 'url')), text(isolated)];
      if (isolated === undefined || a === undefined || b === undefined || normal(a) !== normal(b)) continue;
      context.report({
        at: isolated,
        path: [...path, 'url_isolated'],
        message: `url_isolated of "${name ?? ''}" is the same address as "url"`,
        suggestion: 'name the instance on the isolated network, or remove url_isolated',
      });
    }
  },
};

function normal(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url.replace(/\/$/, '');
}
