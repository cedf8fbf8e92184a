import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, type Node, type Rule, text } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { filtersIn } from '../reach/routes.js';

interface Said {
  readonly below: Path;
  readonly message: string;
  readonly suggestion: string;
}

/** What is wrong with one filter; undefined if it acts. */
function problem(filter: Node): Said | undefined {
  const redirect = get(filter, 'requestRedirect');
  if (redirect !== undefined && !['scheme', 'hostname', 'port', 'path'].some(key => isGiven(redirect, key)))
    return {
      below: ['requestRedirect'],
      message: 'the redirect leads to the address that was asked for: clients go round in a circle',
      suggestion: 'set scheme, hostname, port or path',
    };
  const rewrite = get(filter, 'urlRewrite');
  if (rewrite !== undefined && !['hostname', 'path'].some(key => isGiven(rewrite, key)))
    return { below: ['urlRewrite'], message: 'the rewrite changes nothing', suggestion: 'set hostname or path' };
  const mirror = get(filter, 'requestMirror');
  const share = get(mirror, 'percent') ?? at(mirror, 'fraction', 'numerator');
  if (integerOf(share) === 0)
    return {
      below: ['requestMirror', get(mirror, 'percent') === undefined ? 'fraction' : 'percent'],
      message: 'no request is mirrored',
      suggestion: 'raise the share, or remove the filter',
    };
  return undefined;
}

export const routeFilterInert: Rule = {
  id: 'route-filter-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The filter is accepted and does nothing.',
  docs: {
    checks:
      'Filters of routes: redirects that lead to the same address, rewrites that change nothing, mirrors of no request. An info for a new path with a "/" at the end, which the controller of agentgateway removes.',
    fix: 'Set what the filter should change, or remove it.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{filters: [{type: URLRewrite, urlRewrite: {}}], backendRefs: [{name: web, port: 80}]}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{filters: [{type: URLRewrite, urlRewrite: {hostname: web.example}}], backendRefs: [{name: web, port: 80}]}]
`,
  },
  check({ root, report }) {
    for (const { node, path, rule, ofBackend } of filtersIn(root)) {
      if (ofBackend) continue;
      for (const key of rule.ours ? ['urlRewrite', 'requestRedirect'] : []) {
        const full = at(node, key, 'path', 'replaceFullPath');
        if (/^.+\/$/.test(text(full) ?? ''))
          report({
            at: full!,
            path: [...path, key, 'path', 'replaceFullPath'],
            message: 'the controller removes the "/" at the end of the new path',
            suggestion: 'write the path without it',
            severity: 'info',
          });
      }
      const said = problem(node);
      if (said === undefined) continue;
      const { below, message, suggestion } = said;
      report({ at: at(node, ...below) ?? node, path: [...path, ...below], message, suggestion });
    }
  },
};
