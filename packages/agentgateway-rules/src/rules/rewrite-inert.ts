import { kindOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { at, get, items, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

const example = (prefix: string): string =>
  withRoute(`matches:\n- path:\n    pathPrefix: /api\npolicies:\n  urlRewrite:\n    path:\n      prefix: ${prefix}`);
const bare = (prefix: string): string => prefix.replace(/(.)\/$/, '$1');

export const rewriteInert: Rule = {
  id: 'rewrite-inert',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The backend gets the path that the client asked for: what was meant to be removed or replaced is still there.',
  docs: {
    checks:
      'A rewrite of the prefix writes another one than each match of its route has. An info for rewrites of the path before MCP servers.',
    seen: 'v1.4.1: the backend got `/api/users`; with the prefix `/` it got `/users`. Live: v1.4.1 called an MCP server at `/mcp` with `path: {full: /other}`, and with the host of a rewritten authority.',
    fix: 'Write the prefix that the backend expects, such as "/", or remove the rewrite.',
    wrong: example('/api'),
    correct: example('/'),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'urlRewrite')) {
      const backends = set.level === 'route' ? (set.route?.backends ?? []) : [];
      const whole = get(node, 'path');
      if (whole?.kind === 'map' && backends.length > 0 && backends.every(backend => kindOf(root, backend.node) === 'mcp')) {
        report({
          at: whole,
          path: [...path, 'path'],
          message: 'MCP servers are called at the path of their own address: the rewrite has no effect',
          suggestion: 'write the path into the address of the server, or remove the rewrite',
          severity: 'info',
        });
        continue;
      }
      const prefix = at(node, 'path', 'prefix');
      const written = text(prefix);
      const matches = items(get(set.level === 'route' ? set.route?.node : undefined, 'matches'));
      const prefixes = matches.map(match => text(at(match, 'path', 'pathPrefix')));
      if (written === undefined || prefixes.length === 0) continue;
      if (prefixes.every(each => each !== undefined && bare(each) === bare(written)))
        report({
          at: prefix!,
          path: [...path, 'path', 'prefix'],
          message: `"${written}" is the prefix that the route matches: the path stays as it is`,
          suggestion: 'write the prefix that the backend expects, such as "/"',
        });
    }
  },
};
