/** What reaches what: rules over listeners, routes, backends and policies, each wrong case with its correct neighbor. */
import { gateway, http, object, onGateway, onRoute, policy, route, say, service } from './objects.js';

const tls = '{name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: edge}]}}';
const web = service('web', 'ports: [{port: 80}]');
const base = `${gateway(http)}${route('')}${web}`;
const named = (name: string, target: string, spec: string) => policy(target, spec).replace('{name: p}', `{name: ${name}}`);
const override = (spec: string) => named('wide', onGateway, `strategy: {inheritance: Override}, traffic: {${spec}}`);
const redirect = (parent: string, more = '') =>
  object(
    'gateway.networking.k8s.io/v1',
    'HTTPRoute',
    'to-https',
    `{parentRefs: [${parent}], rules: [{filters: [{type: RequestRedirect, requestRedirect: {scheme: https, port: 443${more}}}]}]}`,
  );
const ours = (text: string) => say(text).filter(line => !/reference-|policy-same|route-match/.test(line));
const both = `${gateway(`${http}, ${tls}`)}${web}`;
const app = (parent: string) =>
  object(
    'gateway.networking.k8s.io/v1',
    'HTTPRoute',
    'web',
    `{parentRefs: [${parent}], rules: [{matches: [{path: {value: /app}}], backendRefs: [{name: web, port: 80}]}]}`,
  );
const onService = '{group: "", kind: Service, name: lone}';
const call = 'backend: {http: {requestTimeout: 5s}}';
const limited = (what: string) => `traffic: {rateLimit: {local: [{${what}: 10, unit: Minutes}]}}`;
const rules = 'traffic: {authorization: {policy: {matchExpressions: [\'jwt.sub == "a"\']}}}';
const login = (phase = '') =>
  `traffic: {${phase}jwtAuthentication: {providers: [{issuer: "https://id.example", audiences: [a], jwks: {inline: "{\\"keys\\": []}"}}]}}`;

const table: [what: string, text: string, expected: string[]][] = [
  [
    'a timeout that a Gateway overrides',
    `${base}${override('timeouts: {request: 30s}')}${named('narrow', onRoute, 'traffic: {timeouts: {request: 60s}}')}`,
    ['warning policy-kept-out spec.traffic.timeouts'],
  ],
  [
    'another field than the one that a Gateway overrides',
    `${base}${override('timeouts: {request: 30s}')}${named('narrow', onRoute, 'traffic: {hostRewrite: {mode: Auto}}')}`,
    [],
  ],
  [
    'headers of answers, where a Gateway overrides those of requests',
    `${base}${override('headerModifiers: {request: {set: [{name: x-a, value: b}]}}')}${named('narrow', onRoute, 'traffic: {headerModifiers: {response: {set: [{name: x-a, value: c}]}}}')}`,
    [],
  ],
  [
    'a policy before routing, which narrower ones do not replace anyway',
    `${base}${override('phase: PreRouting, cors: {allowOrigins: ["https://a.example"], allowMethods: [GET]}')}${named('narrow', onRoute, 'traffic: {cors: {allowOrigins: ["https://b.example"], allowMethods: [GET]}}')}`,
    [],
  ],
  [
    'a policy for a Service that nothing calls',
    `${base}${service('lone', 'ports: [{port: 80}]')}${named('calls', onService, call)}`,
    ['warning policy-not-reached spec.targetRefs[0].name'],
  ],
  [
    'a policy for a Service that another policy calls',
    `${base}${service('lone', 'ports: [{port: 80}]')}${named('calls', onService, call)}${named('check', onGateway, 'traffic: {extAuth: {backendRef: {name: lone, port: 80}, http: {}}}')}`,
    [],
  ],
  [
    'a policy for a route without parents',
    `${gateway(http)}${web}${object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'web', '{rules: [{backendRefs: [{name: web, port: 80}]}]}')}${named('short', onRoute, 'traffic: {timeouts: {request: 5s}}')}`,
    ['warning policy-not-reached spec.targetRefs[0].name'],
  ],
  [
    'a policy for a route that another route delegates to',
    `${base.replace('{name: web, port: 80}', '{group: gateway.networking.k8s.io, kind: HTTPRoute, name: child}')}${object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'child', '{rules: [{backendRefs: [{name: web, port: 80}]}]}')}${named('short', onRoute.replace('name: web', 'name: child'), 'traffic: {timeouts: {request: 5s}}')}`,
    [],
  ],
  [
    'a policy for the routes of a ListenerSet',
    `${named('set', '{group: gateway.networking.k8s.io, kind: ListenerSet, name: more}', 'traffic: {timeouts: {request: 5s}}')}`,
    ['error policy-listener-set spec.traffic'],
  ],
  [
    'a route in plain text beside the redirect',
    `${both}${redirect('{name: edge, sectionName: http}')}${app('{name: edge}')}`,
    ['warning route-beside-redirect spec.parentRefs[0].name'],
  ],
  [
    'a route of the listener with TLS',
    `${both}${redirect('{name: edge, sectionName: http}')}${app('{name: edge, sectionName: https}')}`,
    [],
  ],
  [
    'a redirect of both listeners',
    `${both}${redirect('{name: edge}')}`,
    ['warning route-beside-redirect spec.rules[0].filters[0].requestRedirect.scheme'],
  ],
  ['a redirect of both listeners to another host', `${both}${redirect('{name: edge}', ', hostname: www.example')}`, []],
  [
    'settings that the controller does not read',
    base.replace('rules: [{', 'useDefaultGateways: All, rules: [{sessionPersistence: {sessionName: s}, retry: {attempts: 2}, '),
    [
      'warning route-extension-inert spec.useDefaultGateways',
      'warning route-extension-inert spec.rules[0].sessionPersistence',
      'warning route-extension-inert spec.rules[0].retry',
    ],
  ],
  [
    'a timeout that every rule of the route has itself',
    `${base.replace('rules: [{', 'rules: [{timeouts: {request: 5s}, ')}${named('slow', onRoute, 'traffic: {timeouts: {request: 60s}}')}`,
    ['warning policy-overridden spec.traffic.timeouts'],
  ],
  [
    'a limit of tokens for a Gateway without models',
    `${base}${named('limits', onGateway, limited('tokens'))}`,
    ['warning policy-limits spec.traffic.rateLimit.local[0].tokens'],
  ],
  [
    'a global limit of tokens for a Gateway without models',
    `${base}${named('limits', onGateway, 'traffic: {rateLimit: {global: {domain: d, backendRef: {name: web, port: 80}, descriptors: [{unit: Tokens, entries: [{name: a, expression: request.path}]}]}}}')}`,
    ['warning policy-limits spec.traffic.rateLimit.global.descriptors[0].unit'],
  ],
  [
    'a port with the name https that is called in clear text',
    `${base.replaceAll('port: 80}', 'port: 8000}').replace('ports: [{port: 8000}', 'ports: [{name: https, port: 8000}')}`,
    ['warning route-backend-without-tls spec.rules[0].backendRefs[0].port'],
  ],
  [
    'a port with the name https, with a BackendTLSPolicy',
    `${base.replaceAll('port: 80}', 'port: 8000}').replace('ports: [{port: 8000}', 'ports: [{name: https, port: 8000}')}${object('gateway.networking.k8s.io/v1', 'BackendTLSPolicy', 't', '{targetRefs: [{group: "", kind: Service, name: web}], validation: {hostname: web.example, wellKnownCACertificates: System}}')}`,
    [],
  ],
  ['a limit of requests', `${base}${named('limits', onGateway, limited('requests'))}`, []],
  [
    'settings of models for a Gateway without models',
    `${base}${named('models', onGateway, 'backend: {ai: {promptGuard: {request: [{regex: {action: Reject, builtins: [Ssn]}}]}}}')}`,
    ['info policy-other-backend spec.backend.ai'],
  ],
  [
    'a rule before routing that reads what a login after routing gives',
    `${base}${named('rules', onGateway, rules.replace('{authorization', '{phase: PreRouting, authorization'))}${named('login', onGateway, login())}`,
    ['warning policy-authorization spec.traffic.authorization.policy.matchExpressions[0]'],
  ],
  [
    'a rule of a Gateway for whose second route nobody logs in',
    `${base}${object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'open', '{parentRefs: [{name: edge}], hostnames: [b.example], rules: [{backendRefs: [{name: web, port: 80}]}]}')}${named('rules', onGateway, rules)}${named('login', onRoute, login())}`,
    ['warning policy-authorization spec.traffic.authorization.policy.matchExpressions[0]'],
  ],
  ['a rule and a login of the Gateway', `${base}${named('rules', onGateway, rules)}${named('login', onGateway, login())}`, []],
];

it.each(table)('%s', (_, text, expected) => {
  expect(ours(text).filter(line => !line.includes('jwks'))).toEqual(expected);
});

const grant = (to: string) =>
  object(
    'gateway.networking.k8s.io/v1beta1',
    'ReferenceGrant',
    'g',
    `{from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: apps}], to: [${to}]}`,
    ', namespace: shared',
  );
const crossing = (namespace: string) => route('', ', namespace: apps').replace('port: 80', `port: 80, namespace: ${namespace}`);

it.each([
  ['every Secret of a namespace', grant('{group: "", kind: Secret}'), ['info grant-wide spec.to[0].kind']],
  ['one Secret of a namespace', grant('{group: "", kind: Secret, name: edge}'), []],
  [
    'a grant that no given route needs',
    `${grant('{group: "", kind: Service}')}${crossing('other')}`,
    ['info grant-wide spec.from[0].kind'],
  ],
  ['a grant that a route needs', `${grant('{group: "", kind: Service}')}${crossing('shared')}`, []],
])('%s', (_, text, expected) => {
  expect(ours(text)).toEqual(expected);
});

it('an authorization filter of a route is a check, whose calls need a limit', () => {
  const filter = '{type: ExternalAuth, externalAuth: {protocol: GRPC, backendRef: {name: auth, port: 80}, grpc: {}}}';
  const found = ours(base.replace('rules: [{', `rules: [{filters: [${filter}], `));
  expect(found.filter(line => line.includes('extauth'))).toEqual([
    'warning policy-extauth-grpc-unbounded spec.rules[0].filters[0].externalAuth.grpc',
  ]);
});

it('a policy for a ListenerSet before routing is used from v1.2.0 on, and sent to no proxy before', () => {
  const text = named(
    'set',
    '{group: gateway.networking.k8s.io, kind: ListenerSet, name: more}',
    'traffic: {phase: PreRouting, extAuth: {backendRef: {name: auth, port: 80}, http: {}}}',
  );
  const found = (version: string) => say(text, '', version).filter(line => line.includes('policy-listener-set'));
  expect([found('1.4.1'), found('1.1.0')]).toEqual([[], ['error policy-listener-set spec.traffic']]);
});

it('two thousand routes with a Service and a policy each', () => {
  const many = (count: number) =>
    gateway(http) +
    Array.from({ length: count }, (_, index) => {
      const name = `web${index}`;
      return (
        route(`, hostnames: [${name}.example]`).replaceAll('name: web', `name: ${name}`) +
        service(name, 'ports: [{port: 80}]') +
        named(`p${index}`, onRoute.replace('name: web', `name: ${name}`), 'traffic: {timeouts: {request: 5s}}')
      );
    }).join('');
  expect(ours(many(2000))).toEqual([]);
});
