import { at, get, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';
import { RE2JS } from 're2js';
import { type RouteView, routes } from '../views/views.js';

const metadata = '/.well-known/oauth-protected-resource';
const authentication = `mcpAuthentication: {issuer: "https://idp.example.com", audiences: [mcp], jwks: {url: "https://idp.example.com/keys"}, resourceMetadata: {resource: "https://gateway.example.com/mcp"}}`;
const document = (matches: string): string => `binds:
- port: 3000
  listeners:
  - routes:
    - matches: [${matches}]
      policies: {${authentication}}
      backends:
      - mcp: {targets: [{name: tools, mcp: {host: "http://localhost:3001/mcp"}}]}
`;

/** Whether a route takes requests for the metadata of a protected resource. */
function takesMetadata({ node }: RouteView): boolean {
  const matches = get(node, 'matches');
  if (matches === undefined) return true;
  return items(matches).some(match => {
    const [exact, prefix, regex] = ['exact', 'pathPrefix', 'regex'].map(
      key => text(at(match, 'path', key)) ?? text(at(match, 'path', key, 0)),
    );
    if (exact !== undefined) return exact.startsWith(metadata);
    if (regex === undefined) return prefix === undefined || metadata.startsWith(prefix) || prefix.startsWith(metadata);
    try {
      return RE2JS.compile(regex).matches(metadata) || RE2JS.compile(regex).matches(`${metadata}/mcp`);
    } catch {
      return true;
    }
  });
}

const authenticates = (policies: Node | undefined): boolean => {
  const policy = get(policies, 'mcpAuthentication');
  return policy !== undefined && !isNull(policy);
};

export const mcpWellknownUnmatched: Rule = {
  id: 'mcp-wellknown-unmatched',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Clients learn where to log in from /.well-known/oauth-protected-resource; if no route with the policy takes it, they get 404 and never log in.',
  docs: {
    checks: 'A route with mcpAuthentication, or another one of its listener, matches /.well-known/oauth-protected-resource.',
    fix: 'Add a match for `pathPrefix: /.well-known/oauth-protected-resource` to the route.',
    wrong: document('{path: {exact: /mcp}}'),
    correct: document(
      '{path: {exact: /mcp}}, {path: {pathPrefix: /.well-known/oauth-protected-resource}}, {path: {pathPrefix: /.well-known/oauth-authorization-server}}',
    ),
  },
  check({ root, report }) {
    const all = routes(root).filter(({ policies }) => authenticates(policies));
    for (const route of all) {
      if (all.some(other => other.listener?.node === route.listener?.node && takesMetadata(other))) continue;
      report({
        at: get(route.node, 'matches') ?? route.node,
        path: [...route.path, 'matches'],
        message: `no route with mcpAuthentication takes ${metadata}: clients get 404 and never log in`,
        suggestion: `add {path: {pathPrefix: ${metadata}}}`,
      });
    }
  },
};
