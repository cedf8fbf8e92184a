import type { Path } from '@mcpgw/diagnostics';
import { at, get, isGiven, items, type Node, type Rule, type RuleContext, text, withoutEnd } from '@mcpgw/structure';
import { hostnamesOf } from '../objects/gateways.js';
import { integerOf, textOr } from '../objects/objects.js';
import { filtersIn, type RuleReach } from '../reach/routes.js';

/** Whether a redirect without another scheme, host or port leads to a path that the same rule takes. */
function leadsBack(rule: RuleReach, path: Node | undefined): boolean {
  const full = text(get(path, 'replaceFullPath'));
  const prefix = text(get(path, 'replacePrefixMatch'));
  return items(get(rule.node, 'matches')).some(match => {
    const type = textOr(get(match, 'path'), 'type', 'PathPrefix');
    const own = textOr(get(match, 'path'), 'value', '/');
    if (type === 'Exact') return full === own;
    if (type !== 'PathPrefix') return false;
    const base = withoutEnd(own, '/');
    return [full, prefix].some(target => target !== undefined && (withoutEnd(target, '/') === base || target.startsWith(`${base}/`)));
  });
}

/** A port of the other scheme. Without a scheme the redirect keeps that of the request. */
function checkPort(redirect: Node, path: Path, isPlain: boolean, report: RuleContext['report']): void {
  const [named, scheme] = [get(redirect, 'port'), text(get(redirect, 'scheme')) ?? (isPlain ? 'http' : '')];
  const port = integerOf(named);
  if ((port !== 443 || scheme !== 'http') && (port !== 80 || scheme !== 'https')) return;
  report({
    at: named!,
    path: [...path, 'port'],
    message: port === 443 ? 'clients are sent to port 443 with http, where servers speak TLS' : 'clients are sent to port 80 with https',
    suggestion: port === 443 ? 'add "scheme: https"' : 'write port 443',
  });
}

export const routeRedirect: Rule = {
  id: 'route-redirect',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The redirect leads back to the rule that it comes from, or away from TLS.',
  docs: {
    checks:
      'Redirects of routes: the new path is not one that the same rule takes; a hostname of the route itself with nothing else changed; no redirect to http from an HTTPS listener; https only from listeners that are not HTTPS already; port 443 goes with https, port 80 with http. An info for a redirect to https that keeps the port of the listener.',
    seen: 'The proxy of v0.12.0, v1.1.0 and v1.4.1 answers a request for `a.example:8080` with `Location: https://a.example:8080/`.',
    fix: 'Change host, path or scheme, and name the port of the other listener.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: moved}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {value: /old}}]
      filters: [{type: RequestRedirect, requestRedirect: {path: {type: ReplaceFullPath, replaceFullPath: /old/new}}}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: moved}
spec:
  parentRefs: [{name: edge}]
  rules:
    - matches: [{path: {value: /old}}]
      filters: [{type: RequestRedirect, requestRedirect: {path: {type: ReplaceFullPath, replaceFullPath: /new}}}]
`,
  },
  check({ root, report }) {
    for (const { node, path: place, rule } of filtersIn(root)) {
      const redirect = get(node, 'requestRedirect');
      if (redirect === undefined) continue;
      const path = [...place, 'requestRedirect'];
      const scheme = text(get(redirect, 'scheme'));
      const hosts = hostnamesOf(rule.route).map(({ host }) => host);
      const host = text(get(redirect, 'hostname'));
      const sameHost = host === undefined || (hosts.length === 1 && hosts[0] === host);
      const { listeners } = rule.reach;
      const secure = listeners.length > 0 && listeners.every(({ protocol }) => protocol === 'HTTPS');
      const sameScheme = scheme === undefined || (scheme === 'https' && secure);
      const stays = sameScheme && sameHost && !isGiven(redirect, 'port');
      const samePath = isGiven(redirect, 'path')
        ? leadsBack(rule, get(redirect, 'path'))
        : isGiven(redirect, 'hostname') || scheme !== undefined;
      if (stays && samePath)
        report({
          at: redirect,
          path,
          message: 'the redirect leads back to the rule that it comes from: clients loop',
          suggestion: 'change host, path or scheme',
        });
      if (scheme === 'http' && secure)
        report({
          at: get(redirect, 'scheme')!,
          path: [...path, 'scheme'],
          message: 'the redirect leads from TLS to plain text',
          suggestion: 'use https',
        });
      const [plain] = listeners.filter(({ protocol, port }) => protocol === 'HTTP' && port !== 80);
      const named = at(redirect, 'port');
      checkPort(redirect, path, listeners.length > 0 && listeners.every(({ protocol }) => protocol === 'HTTP'), report);
      if (scheme === 'https' && plain?.port !== undefined && named === undefined && integerOf(named) === undefined)
        report({
          at: get(redirect, 'scheme')!,
          path: [...path, 'scheme'],
          message: `a client that names port ${plain.port} is sent to the same port with https`,
          suggestion: 'add "port: 443"',
          severity: 'info',
        });
    }
  },
};
