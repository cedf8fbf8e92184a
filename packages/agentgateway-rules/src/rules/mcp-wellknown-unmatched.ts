import { routes } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, items, type Node, type Rule, text, withoutEnd } from '@mcpgw/structure';

const example = (more: string): string => `binds:
- port: 3000
  listeners:
  - routes:
    - matches:
      - path:
          exact: /mcp
${more}      policies:
        mcpAuthentication:
          mode: strict
          issuer: "https://idp.example"
          audiences: [mcp]
          jwks:
            url: "https://idp.example/jwks.json"
          resourceMetadata:
            resource: "https://gw.example/mcp"
      backends:
      - mcp:
          targets:
          - name: a
            mcp:
              host: "http://srv:3001/mcp"
`;

export const mcpWellknownUnmatched: Rule = {
  id: 'mcp-wellknown-unmatched',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Clients ask for /.well-known/oauth-protected-resource to learn where to log in; the route does not take it, so they get 404 and cannot log in.',
  docs: {
    checks: 'Checks whether a route with `mcpAuthentication` also matches the paths below `/.well-known`.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 401 to initialize, and 404 to `/.well-known/oauth-protected-resource/mcp`.',
    fix: 'Add a match with `exact` or `pathPrefix` for `/.well-known/oauth-protected-resource/...` and `/.well-known/oauth-authorization-server/...`, or remove the matches.',
    wrong: example(''),
    correct: example('      - path:\n          pathPrefix: /.well-known\n'),
  },
  check({ root, report }) {
    const takes = (path: string, match: Node | undefined): boolean => {
      const [exact, prefix, regex] = ['exact', 'pathPrefix', 'regex'].map(key => text(at(match, 'path', key)));
      if (at(match, 'path') === undefined || regex !== undefined) return true;
      return exact === undefined
        ? path.startsWith(withoutEnd(prefix ?? '', '/')) || (prefix ?? '').startsWith('/.well-known')
        : exact.startsWith('/.well-known');
    };
    const all = routes(root).flatMap((route): (Node | undefined)[] =>
      get(route.node, 'matches') === undefined ? [undefined] : [...items(get(route.node, 'matches'))],
    );
    if (all.some(match => takes('/.well-known/oauth-protected-resource', match))) return;
    for (const route of routes(root)) {
      const policy = get(route.policies, 'mcpAuthentication');
      if (policy !== undefined && !isNull(policy))
        report({
          at: get(route.node, 'matches')!,
          path: [...route.path, 'matches'],
          message: 'no route takes /.well-known/oauth-protected-resource, so clients cannot find out where to log in',
          suggestion: 'add a match with "pathPrefix: /.well-known"',
        });
    }
  },
};
