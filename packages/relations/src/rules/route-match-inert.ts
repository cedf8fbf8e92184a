import {
  regexProblem,
  regexStartsElsewhere,
  regexSurprise,
  whyHeaderNeverMatches,
  whyPathNeverMatches,
  whyQueryNeverMatches,
} from '@mcpgw/agentgateway';
import { get, isGiven, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { routeRules } from '../reach/routes.js';

interface Said {
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'info';
}

const never = (why: string, suggestion: string): Said => ({ message: `no request matches: ${why}`, suggestion });

/** A literal without operators is the same as an exact value, which may be what is meant. */
function ofExpression(value: string, isPath: boolean): Said | undefined {
  const broken = regexProblem(value);
  if (broken !== undefined)
    return never(`it is not a regular expression of RE2: ${broken}`, 'use the syntax of RE2: no look-around, no back references');
  if (isPath && regexStartsElsewhere(value))
    return never('each path starts with "/", and the whole path has to match', 'write the whole path, starting with "/"');
  if (isPath && /\\\?/.test(value)) return never('the query is not part of the path', 'use "queryParams"');
  const why = regexSurprise(value);
  if (why === undefined) return undefined;
  const literal = /same as "exact"/.test(why);
  return {
    message: literal
      ? 'the expression has to match the whole value, and matches only this one'
      : `the expression takes less than it suggests: ${why}`,
    suggestion: literal ? 'use type Exact, or add ".*"' : 'write ".*" where more text may follow',
    ...(literal ? { severity: 'info' } : {}),
  };
}

function ofPath(type: string, value: string): Said | undefined {
  if (type === 'RegularExpression') return ofExpression(value, true);
  const why = whyPathNeverMatches(value);
  return why === undefined ? undefined : never(why, 'write the path as it is sent, or use type RegularExpression');
}

function ofNamed(key: 'headers' | 'queryParams', item: PlacedNode): Said | undefined {
  const value = textOr(item.node, 'value', '');
  const name = textOr(item.node, 'name', '');
  const isExpression = textOr(item.node, 'type', 'Exact') === 'RegularExpression';
  const exact = isExpression ? undefined : value;
  const why = key === 'headers' ? whyHeaderNeverMatches(name, exact) : whyQueryNeverMatches(name, exact);
  if (why !== undefined) return never(why, key === 'headers' ? 'use "hostnames" for the host, or another header' : 'write it decoded');
  if (isExpression) return ofExpression(value, false);
  return /^\^|\.\*|\$$/.test(value)
    ? never('it looks like a regular expression, and is compared as it is', 'set type: RegularExpression')
    : undefined;
}

/** Names of headers are equal in any case, and the proxy asks for every entry. */
function checkTwice(match: PlacedNode, report: RuleContext['report']): void {
  const seen = new Map<string, string>();
  for (const { node, path } of placed(match.node, match.path, 'headers')) {
    const [name, value] = [textOr(node, 'name', ''), textOr(node, 'value', '')];
    const other = seen.get(name.toLowerCase());
    const isExact = textOr(node, 'type', 'Exact') === 'Exact';
    if (isExact && other !== undefined && other !== value)
      report({
        at: get(node, 'name') ?? node,
        path: [...path, 'name'],
        message: `no request matches: an entry before asks for another value of the header "${name}"`,
        suggestion: 'write two matches',
      });
    if (isExact) seen.set(name.toLowerCase(), value);
  }
}

export const routeMatchInert: Rule = {
  id: 'route-match-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The match is accepted, and no request has such a path, header or parameter: the rule never gets one, or fewer than it suggests.',
  docs: {
    checks:
      'Every match of HTTPRoutes and GRPCRoutes: paths with a query, a wildcard, a placeholder or characters that clients encode; regular expressions, which have to match the whole value; headers that the proxy removes before it chooses a route; parameters that are not decoded; two values of one header. An info for an expression without any operator.',
    seen: 'The proxy of v0.12.0, v1.1.0 and v1.4.1 answers 404 for the same matches in a static configuration: the prefix `/api/*`, the expression `a.*`, the header `host`, the parameter value `a%20b`.',
    fix: 'Write the path as it is sent, PathPrefix for everything below it, ".*" where an expression may go on, and values decoded.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{matches: [{path: {type: PathPrefix, value: "/api/*"}}], backendRefs: [{name: web, port: 80}]}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules: [{matches: [{path: {type: PathPrefix, value: /api}}], backendRefs: [{name: web, port: 80}]}]
`,
  },
  check({ root, report }) {
    for (const rule of routeRules(root))
      for (const match of placed(rule.node, rule.path, 'matches')) {
        const path = get(match.node, 'path');
        const value = get(path, 'value');
        const said = text(value) === undefined ? undefined : ofPath(textOr(path, 'type', 'PathPrefix'), text(value)!);
        if (said !== undefined) report({ at: value!, path: [...match.path, 'path', 'value'], ...said });
        checkTwice(match, report);
        for (const key of ['headers', 'queryParams'] as const)
          for (const item of placed(match.node, match.path, key)) {
            const problem = isGiven(item.node, 'name') ? ofNamed(key, item) : undefined;
            if (problem !== undefined) report({ at: get(item.node, 'value') ?? item.node, path: [...item.path, 'value'], ...problem });
          }
      }
  },
};
