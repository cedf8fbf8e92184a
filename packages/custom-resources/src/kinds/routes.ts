/** Routes of the Gateway API: HTTPRoute, GRPCRoute, TLSRoute, TCPRoute and UDPRoute. */
import { isIP } from 'node:net';
import { type Field, get, isGiven, items, type Node, oneOf, type Refusal, type Shape, text, versioned } from '@mcpgw/structure';
import { defaultScope, experimental, retry, sessionPersistence } from './experimental.js';
import { atKey, atNode, type Constraint, chars, int, listByKey, listOf, must, object, quoted, since, textOr } from './object.js';
import { parentRefs, servicePort } from './references.js';
import { grpcFilters, headerMatch, httpFilters, method, queryMatch, replacesPrefix } from './route-filters.js';
import { duration, group, hostname, kindName, milliseconds, namespace, objectName, port, subdomain } from './texts.js';

const backend = {
  group,
  kind: kindName,
  name: must(objectName, 'the name of the Service'),
  namespace,
  port,
  weight: int(0, 1_000_000),
};

const pathProblems: [(path: string) => boolean, string, string][] = [
  [path => !path.startsWith('/'), 'does not start with "/"', 'put "/" in front'],
  [path => path.includes('//'), 'has "//" in it', 'use one "/"'],
  [path => /\/\.\.?(?:\/|$)/.test(path), 'has "." or ".." as a part', 'write the path that is meant'],
  [path => /%2f/i.test(path), 'has an escaped "/" in it', 'write "/"'],
  [path => path.includes('#'), 'has "#" in it', 'remove the fragment'],
  [
    path => !/^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/.test(path),
    'has a character that no path has',
    'escape it, such as "%20" for a space',
  ],
];
const pathRule: Constraint = ({ node }) => {
  if (textOr(node, 'type', 'PathPrefix') === 'RegularExpression') return [];
  const path = textOr(node, 'value', '/');
  const problem = pathProblems.find(([applies]) => applies(path));
  return problem === undefined ? [] : [atKey(node, 'value', `the path ${quoted(path)} ${problem[1]}`, problem[2])];
};
const httpMatch = object('a match', {
  path: object('a path match', { type: oneOf('Exact', 'PathPrefix', 'RegularExpression'), value: chars(1024, 0) }, pathRule),
  headers: listByKey(headerMatch, 'name', { max: 16 }),
  queryParams: listByKey(queryMatch, 'name', { max: 16 }),
  method,
});

const timeouts = object('timeouts', { request: duration(), backendRequest: duration() }, ({ node }) => {
  const whole = milliseconds(textOr(node, 'request', '')) ?? 0;
  const part = milliseconds(textOr(node, 'backendRequest', '')) ?? 0;
  return whole === 0 || part <= whole
    ? []
    : [
        atKey(
          node,
          'backendRequest',
          'the timeout of one attempt is longer than that of the whole request',
          'make "backendRequest" at most as long as "request"',
        ),
      ];
});

const redirectWithBackend: Constraint = ({ node }) => {
  const redirects = items(get(node, 'filters')).some(filter => isGiven(filter, 'requestRedirect'));
  return redirects && items(get(node, 'backendRefs')).length > 0
    ? [atKey(node, 'backendRefs', 'a redirect answers by itself: nothing is sent to a backend', 'remove "backendRefs", or the redirect')]
    : [];
};

/** A filter that replaces the matched prefix requires exactly one match, which must be a prefix match. */
const prefixNeedsMatch: Constraint = ({ node }) => {
  const matches = items(get(node, 'matches'));
  const path = get(matches[0], 'path');
  const isOne =
    !isGiven(node, 'matches') || (matches.length === 1 && (path === undefined || textOr(path, 'type', 'PathPrefix') === 'PathPrefix'));
  const own = ['requestRedirect', 'urlRewrite'].some(field => replacesPrefix(get(node, 'filters'), field) !== undefined);
  if (isOne || !(own || backendsReplace(node))) return [];
  return [
    atKey(
      node,
      own ? 'filters' : 'backendRefs',
      '"ReplacePrefixMatch" needs exactly one match of type "PathPrefix" in its rule',
      'split the rule, or use "ReplaceFullPath"',
    ),
  ];
};
const backendsReplace = (node: Node): boolean =>
  ['requestRedirect', 'urlRewrite'].some(
    field => items(get(node, 'backendRefs')).filter(ref => replacesPrefix(get(ref, 'filters'), field) !== undefined).length === 1,
  );

const persistence = experimental(sessionPersistence, 'sessionPersistence');
const httpRule = object(
  'a rule',
  {
    name: subdomain,
    matches: listOf(httpMatch, { max: 64 }),
    filters: httpFilters,
    backendRefs: listOf(object('a backend reference', { ...backend, filters: httpFilters }, servicePort), { max: 16 }),
    timeouts,
    retry: experimental(retry, 'retry'),
    sessionPersistence: persistence,
  },
  redirectWithBackend,
  prefixNeedsMatch,
);

const maxMatches = 128;
/** Limits the number of matches of all rules together; a rule without matches counts as `whenAbsent`. */
const matchLimit =
  (whenAbsent: number) =>
  (node: Node): readonly Refusal[] => {
    const total = items(node).reduce((sum, rule) => sum + (isGiven(rule, 'matches') ? items(get(rule, 'matches')).length : whenAbsent), 0);
    return total <= maxMatches
      ? []
      : [{ node, message: `expected at most ${maxMatches} matches in all rules together, found ${total}`, suggestion: 'split the route' }];
  };
const hostnames = listOf(hostname, { max: 16 });

export const httpRoute: Shape = object('the spec of an HTTPRoute', {
  parentRefs,
  hostnames,
  rules: listOf(httpRule, { min: 1, max: 16 }, matchLimit(1)),
  useDefaultGateways: defaultScope,
});

const grpcService = /^\.?[a-z_][a-z_0-9]*(?:\.[a-z_][a-z_0-9]*)*$/i;
const grpcMethod: Constraint = ({ node }) => {
  const [service, name] = [text(get(node, 'service')), text(get(node, 'method'))];
  if (service === undefined && name === undefined)
    return [{ node, rule: 'missing-field', message: 'one of "service" or "method" has to be set here' }];
  if (textOr(node, 'type', 'Exact') !== 'Exact') return [];
  const refusals: Refusal[] = [];
  if (service !== undefined && !grpcService.test(service))
    refusals.push(
      atKey(
        node,
        'service',
        `${quoted(service)} is not a name of a gRPC service`,
        'write it as in the proto file, such as "package.Service"',
      ),
    );
  if (name !== undefined && !/^[A-Za-z_][A-Za-z_0-9]*$/.test(name))
    refusals.push(atKey(node, 'method', `${quoted(name)} is not a name of a gRPC method`, 'use letters, digits and "_"'));
  return refusals;
};
const grpcMatch = object('a match', {
  headers: listByKey(headerMatch, 'name', { max: 16 }),
  method: object(
    'a method match',
    { type: oneOf('Exact', 'RegularExpression'), service: chars(1024, 0), method: chars(1024, 0) },
    grpcMethod,
  ),
});
const grpcRule = object('a rule', {
  name: subdomain,
  matches: listOf(grpcMatch, { max: 64 }),
  filters: grpcFilters,
  backendRefs: listOf(object('a backend reference', { ...backend, filters: grpcFilters }, servicePort), { max: 16 }),
  sessionPersistence: persistence,
});

export const grpcRoute: Shape = object('the spec of a GRPCRoute', {
  parentRefs,
  hostnames,
  rules: listOf(grpcRule, { max: 16 }, matchLimit(0)),
  useDefaultGateways: defaultScope,
});

const streamRule = object('a rule', {
  name: subdomain,
  backendRefs: must(listOf(object('a backend reference', backend, servicePort), { min: 1, max: 16 }), 'where the traffic goes'),
});
const streamRules = (max: number) => must(listOf(streamRule, { min: 1, max }), 'where the traffic goes');

const notAnAddress = (node: Node): readonly Refusal[] =>
  items(node).flatMap((item, index) =>
    isIP(text(item) ?? '') === 0 ? [] : [atNode(item, [index], `"${text(item)}" is an IP address; TLS names a host`, 'write the hostname')],
  );
const serverNames = (max: number): Shape => listOf(hostname, { min: 1, max }, notAnAddress);

const tlsHostnames = versioned({ until: '1.6.0', shape: serverNames(16) }, { shape: serverNames(1024) });
const tlsRouteWith = (hostnames: Field | Shape): Shape =>
  object('the spec of a TLSRoute', { parentRefs, hostnames, rules: streamRules(1), useDefaultGateways: defaultScope });

export const tlsRoute = tlsRouteWith(must(tlsHostnames, 'the hostnames that clients ask for'));
/** TLSRoute of v1alpha2, which also routes connections for any hostname. */
export const tlsRouteAlpha = tlsRouteWith(tlsHostnames);
/** TCPRoute and UDPRoute. */
export const streamRoute: Shape = object('the spec of the route', {
  parentRefs,
  rules: streamRules(1),
  useDefaultGateways: since('1.6.0', defaultScope),
});
