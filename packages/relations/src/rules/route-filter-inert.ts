import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { routesOf } from '../objects/gateways.js';
import { integerOf } from '../objects/objects.js';

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

/** Why a regular expression of a path never matches; undefined if it may. The proxy wants the expression to match the whole path. */
function neverMatches(pattern: string): string | undefined {
  const start = pattern.replace(/^(?:\(\?[a-z]+\)|\^|\(\?:|\()+/, '');
  if (/^[\w%-]/.test(start)) return 'no path starts like that: each starts with "/"';
  return pattern.includes('?') && /\\\?/.test(pattern) ? 'the query is not part of the path' : undefined;
}

const literal = (pattern: string): boolean => /^[\w/-]+$/.test(pattern.replace(/^\^|\$$/g, ''));

export const routeFilterInert: Rule = {
  id: 'route-filter-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The filter or match is accepted and does nothing, or never applies.',
  docs: {
    checks:
      'Redirects that lead to the same address, rewrites that change nothing, mirrors of no request, and regular expressions of paths: the proxy compares them with the whole path, so one that does not start with "/" never matches. An info for one without any operator, which matches a single path.',
    seen: 'Read in the proxy of v1.4.1: an expression has to match the path from its first to its last character.',
    fix: 'Set what the filter should change; write ".*" where a path may go on.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {type: RegularExpression, value: "api/v[0-9]+"}}]
      backendRefs: [{name: web, port: 80}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {type: RegularExpression, value: "/api/v[0-9]+/.*"}}]
      backendRefs: [{name: web, port: 80}]
`,
  },
  check({ root, report }) {
    for (const route of routesOf(root)) {
      if (!route.own) continue;
      items(at(route.node, 'spec', 'rules')).forEach((rule, index) => {
        const path: Path = ['spec', 'rules', index];
        items(get(rule, 'filters')).forEach((filter, place) => {
          const said = problem(filter);
          if (said === undefined) return;
          const { below, message, suggestion } = said;
          report({ at: at(filter, ...below) ?? filter, path: [...path, 'filters', place, ...below], message, suggestion });
        });
        items(get(rule, 'matches')).forEach((match, place) => {
          const value = at(match, 'path', 'value');
          if (text(at(match, 'path', 'type')) !== 'RegularExpression' || text(value) === undefined) return;
          const reason = neverMatches(text(value)!);
          const where = { at: value!, path: [...path, 'matches', place, 'path', 'value'] };
          if (reason !== undefined)
            report({ ...where, message: `the expression never matches: ${reason}`, suggestion: 'write the whole path, from "/" on' });
          else if (literal(text(value)!))
            report({
              ...where,
              message: 'the expression has to match the whole path, and matches only this one',
              suggestion: 'use type Exact, or add ".*"',
              severity: 'info',
            });
        });
      });
    }
  },
};
