/** Listeners, routes and what is attached to them: what is right and was once reported, each beside the wrong one that still is. */
import { withListener } from '../../src/examples/examples.js';
import { found } from './found.js';

const jwt = 'jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [a], jwks: {url: "https://id.example.com/keys"}}';
const patternAndPrefix = (regex: string, prefix: string, more = ''): string =>
  withListener(
    `routes:\n- name: a\n  matches: [{path: {regex: '${regex}'}}]\n  policies: {directResponse: {status: 403}}\n- name: b\n  matches: [{path: {pathPrefix: ${prefix}}${more}}]\n  backends: [{host: "one:8080"}]`,
  );
const noPattern = (prefix: string): string =>
  `warning no request reaches this match: the prefix "${prefix}" takes the same paths, and prefixes come before patterns`;
const database = (protocol: string): string => `
gateways: {db: {port: 5432, protocol: ${protocol}${protocol === 'TLS' ? ', tls: {cert: a, key: b}' : ''}}}
tcpRoutes: [{name: a, gateways: db, hostnames: [a.example.com], backends: [{host: "a:5432"}]}]
`;
const redirect = (names: string): string => `
gateways:
  plain: {port: 8080}
  secure: {port: 8443, tls: {cert: a, key: b}}
routes:
- name: to-https
  gateways: ${names}
  hostnames: [a.example.com]
  policies: {requestRedirect: {scheme: https, authority: {full: a.example.com}}}
`;

const section = (port: string): string => `
gateways: {default: {port: 8443, ${jwt}}}
mcp: {${port}targets: [{name: a, mcp: {host: "http://a.tools.svc.cluster.local/mcp"}}]}
`;

const attached = (rule: string): string => `
binds: [{port: 3000, listeners: [{routes: [{name: a, ruleName: write, backends: [{host: "one:8080"}]}]}]}]
policies: [{name: {name: p, namespace: ""}, target: {route: {name: a, namespace: default, ruleName: ${rule}}}, policy: {timeout: {requestTimeout: 5s}}}]
`;
it.each<[what: string, rule: string, yaml: string, expected: string[]]>([
  ['a pattern below a prefix that takes everything', 'route-shadowed', patternAndPrefix('/[a-z]+/admin', '/'), [noPattern('/')]],
  ['a pattern below its own prefix', 'route-shadowed', patternAndPrefix('/api/v[0-9]+/admin', '/api'), [noPattern('/api')]],
  ['a pattern with another beginning', 'route-shadowed', patternAndPrefix('/apis?/admin', '/api'), []],
  [
    'a pattern that ends where the prefix begins',
    'route-shadowed',
    patternAndPrefix('/api.*', '/api'),
    ['info paths below "/api" go to another route, which stands later'],
  ],
  ['a pattern with several beginnings', 'route-shadowed', patternAndPrefix('/api/a|/b', '/api'), []],
  ['a pattern beside a prefix for some requests', 'route-shadowed', patternAndPrefix('/[a-z]+/admin', '/', ', method: GET'), []],
  [
    'a route for a name at a plain TCP port',
    'hostname-on-tcp',
    database('TCP'),
    ['warning a TCP connection does not name a host: no connection reaches this route'],
  ],
  ['a route for a name at a TLS port', 'hostname-on-tcp', database('TLS'), []],
  ['a redirect at both gateways', 'redirect-loop', redirect('[plain, secure]'), ['warning the redirect leads back to the same route']],
  ['a redirect at the plain gateway', 'redirect-loop', redirect('plain'), []],
  [
    'a gateway beside a section with a port of its own',
    'unused-definition',
    section('port: 3000, '),
    ['info nothing is attached to the gateway "default": its port answers every request with 404, and its policies protect nothing'],
  ],
  ['a gateway that a section is attached to', 'unused-definition', section(''), []],
  ['a policy for a rule of a route', 'attached-policy-ignored', attached('write'), []],
  [
    'a policy for a rule that no route has',
    'attached-policy-ignored',
    attached('read'),
    ['warning no route has the ruleName "read": the policy never applies'],
  ],
])('%s: %s', (_what, rule, yaml, expected) => {
  expect(found(rule, yaml)).toEqual(expected);
});
