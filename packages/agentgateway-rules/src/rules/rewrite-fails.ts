import { urlPartProblem } from '@mcpgw/agentgateway';
import { child, type Placed, policiesNamed } from '@mcpgw/agentgateway/internal';
import { at, get, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Whether a request can reach the policies through a match without `pathPrefix`. */
function otherMatch(route: Node | undefined): boolean {
  return items(get(route, 'matches')).some(match => get(match, 'path') !== undefined && at(match, 'path', 'pathPrefix') === undefined);
}

export const rewriteFails: Rule = {
  id: 'rewrite-fails',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The new address cannot be made, so each request that the rewrite or redirect touches is answered with 500.',
  docs: {
    checks:
      'Checks `urlRewrite` and `requestRedirect`: a prefix is replaced only where the route matches by `pathPrefix`, paths start with "/", and hosts are hosts.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 answer 500 `prefix redirect requires prefix match` for routes with `exact` or `regex`, and 500 `invalid uri character` for an authority with a scheme. A path without "/" gives 500 on v1.4.1, and 400 or a broken `Location` before.',
    fix: 'Match by `pathPrefix`, or use `full`; start paths with "/"; write hosts without scheme and path.',
    wrong: withRoute('matches:\n- path:\n    exact: /old\npolicies:\n  urlRewrite:\n    path:\n      prefix: /new'),
    correct: withRoute('matches:\n- path:\n    pathPrefix: /old\npolicies:\n  urlRewrite:\n    path:\n      prefix: /new'),
  },
  check({ root, report }) {
    for (const policy of ['urlRewrite', 'requestRedirect'].flatMap(name => policiesNamed(root, name))) {
      const path = child(policy, 'path');
      const prefix = path === undefined ? undefined : child(path, 'prefix');
      if (prefix !== undefined && !isNull(prefix.node) && policy.set.level === 'route' && otherMatch(policy.set.route?.node))
        report({
          at: prefix.node,
          path: prefix.path,
          message: 'a prefix is replaced, and the route has a match without "pathPrefix": its requests fail',
          suggestion: 'match by "pathPrefix", or write "full"',
        });
      const authority = child(policy, 'authority');
      const parts: (readonly [string, Placed | undefined])[] = [
        ...['full', 'prefix'].map(key => ['path', path && child(path, key)] as const),
        ...['full', 'host'].map(key => ['authority', authority && child(authority, key)] as const),
      ];
      for (const [key, part] of parts) {
        const value = text(part?.node);
        const problem = value === undefined || value.includes('$') ? undefined : urlPartProblem(key, value);
        if (problem !== undefined)
          report({
            at: part!.node,
            path: part!.path,
            message: `"${value}" cannot become part of a URL: ${problem}`,
            suggestion: key === 'path' ? 'write "/" and the path' : 'write host or host:port',
          });
      }
      const scheme = get(policy.node, 'scheme');
      if (scheme !== undefined && !isNull(scheme) && !/^https?$/i.test(text(scheme) ?? '') && !text(scheme)?.includes('$'))
        report({
          at: scheme,
          path: [...policy.path, 'scheme'],
          message: `browsers follow no redirect to the scheme "${text(scheme)}"`,
          suggestion: 'use http or https',
        });
    }
  },
};
