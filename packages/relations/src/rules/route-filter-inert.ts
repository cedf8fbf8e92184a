import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { integerOf, textOr } from '../objects/objects.js';
import { filtersIn } from '../reach/routes.js';

interface Said {
  readonly below: Path;
  readonly message: string;
  readonly suggestion: string;
}

const bare = (prefix: string): string => prefix.replace(/(.)\/$/, '$1');

/** A reference to a backend as a text; undefined without a name. */
const backendKey = (node: Node | undefined): string | undefined =>
  isGiven(node, 'name')
    ? JSON.stringify([...['group', 'kind', 'namespace', 'name'].map(key => textOr(node, key, '')), integerOf(get(node, 'port'))])
    : undefined;

/** Whether a rewrite replaces the prefix of every match of its rule by itself. */
function keepsPrefix(rewrite: Node | undefined, rule: Node): boolean {
  const written = text(at(rewrite, 'path', 'replacePrefixMatch'));
  const paths = items(get(rule, 'matches')).map(match => get(match, 'path'));
  return (
    written !== undefined &&
    paths.length > 0 &&
    paths.every(path => textOr(path, 'type', 'PathPrefix') === 'PathPrefix' && bare(textOr(path, 'value', '/')) === bare(written))
  );
}

/** What is wrong with one filter of a rule; undefined if it acts. */
function problem(filter: Node, rule: Node): Said | undefined {
  const redirect = get(filter, 'requestRedirect');
  if (redirect !== undefined && !['scheme', 'hostname', 'port', 'path'].some(key => isGiven(redirect, key)))
    return {
      below: ['requestRedirect'],
      message: 'the redirect leads to the address that was asked for: clients loop',
      suggestion: 'set scheme, hostname, port or path',
    };
  const rewrite = get(filter, 'urlRewrite');
  if (rewrite !== undefined && !['hostname', 'path'].some(key => isGiven(rewrite, key)))
    return { below: ['urlRewrite'], message: 'the rewrite changes nothing', suggestion: 'set hostname or path' };
  if (keepsPrefix(rewrite, rule))
    return {
      below: ['urlRewrite', 'path', 'replacePrefixMatch'],
      message: 'this is the prefix that the rule matches: the path stays as it is',
      suggestion: 'write the prefix that the backend expects, such as "/"',
    };
  const mirror = get(filter, 'requestMirror');
  const copied = backendKey(get(mirror, 'backendRef'));
  const called = items(get(rule, 'backendRefs')).map(backendKey);
  if (copied !== undefined && called.length === 1 && called[0] === copied)
    return {
      below: ['requestMirror', 'backendRef'],
      message: 'the copy goes to the backend that gets the request itself: it does everything twice',
      suggestion: 'name another backend, or remove the filter',
    };
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
      'Filters of routes: redirects that lead to the same address, rewrites that change nothing or replace a prefix by itself, mirrors of no request, or to the backend of the rule itself. An info for a new path with a "/" at the end, which the controller of agentgateway removes.',
    seen: 'The controller of v1.4.1 reports the route as Accepted=True and sends an empty rewrite.',
    basedOn:
      'The Gateway API, which defines the filters. Redirects and rewrites of a static configuration were tried: redirect-loop and rewrite-inert say what was seen.',
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
      const said = problem(node, rule.node);
      if (said === undefined) continue;
      const { below, message, suggestion } = said;
      report({ at: at(node, ...below) ?? node, path: [...path, ...below], message, suggestion });
    }
  },
};
