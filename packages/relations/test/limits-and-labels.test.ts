/** Limits that routes replace, labels of Gateways, one port under two names, and what shells and volumes hide: each beside one that is right. */
import { backend, budget, gateway, http, network, object, onGateway, onRoute, pod, policy, route, say, service } from './objects.js';

const named = (text: string, name: string): string => text.replace('metadata: {name: p}', `metadata: {name: ${name}}`);
const limit = (requests: number): string => `traffic: {rateLimit: {local: [{requests: ${requests}, unit: Minutes}]}}`;
const world = `${gateway(http)}${route('')}${service('web', 'ports: [{name: main, port: 80}]')}`;
const second = route('').replace('metadata: {name: web}', 'metadata: {name: other}');
const own = named(policy(onRoute, limit(1000)), 'own');
const label = 'gateway.networking.k8s.io/gateway-name';
const tlsPolicy = (name: string, section: string, service_ = 'web'): string =>
  object(
    'gateway.networking.k8s.io/v1',
    'BackendTLSPolicy',
    name,
    `{targetRefs: [{group: "", kind: Service, name: ${service_}${section}}], validation: {hostname: ${name}.example, wellKnownCACertificates: System}}`,
  );
const sleeping = (command: string): string => pod('web', `lifecycle: {preStop: {exec: {command: ${command}}}}`);
const hook = ['warning stop-too-late spec.containers[0].lifecycle.preStop.exec.command'];
const edge = gateway(http, ', namespace: apps');
const inApps = (text: string): string => text.replace(/metadata: \{name: (np|b)\}/, 'metadata: {name: $1, namespace: apps}');
const denies = (expression: string, action = 'Deny'): string =>
  `${gateway(http)}${policy(
    onGateway,
    `traffic: {jwtAuthentication: {mode: Strict, providers: [{issuer: "https://a.example", audiences: [a], jwks: {remote: {jwksPath: /keys, backendRef: {name: idp, port: 443}}}}]}, authorization: {action: ${action}, policy: {matchExpressions: ['${expression}']}}}`,
  )}`;

/** The findings of some rules. */
const found = (text: string, ...rules: string[]): string[] => say(text).filter(finding => rules.includes(finding.split(' ')[1]!));

describe('a limit of a Gateway', () => {
  it.each<[what: string, text: string, expected: string[]]>([
    [
      'that every route replaces',
      `${world}${policy(onGateway, limit(10))}${own}`,
      ['warning policy-route-replaces spec.traffic.rateLimit.local'],
    ],
    [
      'that one of two routes replaces',
      `${world}${second}${policy(onGateway, limit(10))}${own}`,
      ['info policy-route-replaces spec.traffic.rateLimit.local'],
    ],
    ['that keeps others out', `${world}${policy(onGateway, `strategy: {inheritance: Override}, ${limit(10)}`)}${own}`, []],
    [
      'beside a limit of another kind',
      `${world}${policy(onGateway, limit(10))}${named(policy(onRoute, 'traffic: {rateLimit: {global: {domain: d, backendRef: {name: l, port: 1}, descriptors: [{entries: [{name: a, expression: request.path}]}]}}}'), 'own')}`,
      [],
    ],
    ['alone', `${world}${policy(onGateway, limit(10))}`, []],
  ])('%s', (_, text, expected) => expect(found(text, 'policy-route-replaces')).toEqual(expected));

  it('other fields that every route replaces are an info, and rules of authorization are joined', () => {
    const both = (traffic: string): string => `${world}${policy(onGateway, traffic)}${named(policy(onRoute, traffic), 'own')}`;
    expect(found(both('traffic: {timeouts: {request: 5s}}'), 'policy-route-replaces')).toEqual([
      'info policy-route-replaces spec.traffic.timeouts',
    ]);
    expect(
      found(both(`traffic: {authorization: {policy: {matchExpressions: ['request.path == "/a"']}}}`), 'policy-route-replaces'),
    ).toEqual([]);
  });
});

it.each<[what: string, text: string, expected: string[]]>([
  ['the pods of a Gateway', inApps(network(`podSelector: {matchLabels: {${label}: edge}}`)), []],
  [
    'the pods of no Gateway',
    inApps(network(`podSelector: {matchLabels: {${label}: egde}}`)),
    [`info gateway-label-unknown spec.podSelector.matchLabels["${label}"]`],
  ],
  [
    'the Gateway of another namespace',
    network(`podSelector: {matchLabels: {${label}: edge}}`).replace('{name: np}', '{name: np, namespace: web}'),
    [`warning gateway-label-unknown spec.podSelector.matchLabels["${label}"]`],
  ],
  [
    'a peer of another namespace',
    network(
      `podSelector: {matchLabels: {app: web}}, ingress: [{from: [{namespaceSelector: {matchLabels: {a: b}}, podSelector: {matchLabels: {${label}: edge}}}]}]`,
    ).replace('{name: np}', '{name: np, namespace: web}'),
    [],
  ],
  [
    'a peer that is no Gateway',
    inApps(network(`podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {${label}: public}}}]}]`)),
    [`info gateway-label-unknown spec.ingress[0].from[0].podSelector.matchLabels["${label}"]`],
  ],
  [
    'a budget',
    inApps(budget('minAvailable: 1').replace('{app: web}', `{${label}: public}`)),
    [`info gateway-label-unknown spec.selector.matchLabels["${label}"]`],
  ],
])('a selector of %s', (_, text, expected) => expect(found(`${edge}${text}`, 'gateway-label-unknown')).toEqual(expected));

it.each<[what: string, text: string, expected: string[]]>([
  [
    'the name and the number of one port',
    `${tlsPolicy('a', ', sectionName: main')}${tlsPolicy('b', ', sectionName: "80"')}`,
    ['warning backend-tls-policy spec.targetRefs[0].name'],
  ],
  ['a port and the whole Service', `${tlsPolicy('a', ', sectionName: main')}${tlsPolicy('b', '')}`, []],
  ['the same name of two Services', `${tlsPolicy('a', ', sectionName: main')}${tlsPolicy('b', ', sectionName: main', 'other')}`, []],
])('rivals for %s', (_, text, expected) =>
  expect(found(`${world}${text}`, 'backend-tls-policy').filter(finding => finding.endsWith('.name'))).toEqual(expected),
);

it('an AgentgatewayPolicy for the name and a BackendTLSPolicy for the number of one port are rivals', () => {
  const tls = 'backend: {tls: {verifySubjectAltNames: [a.example]}}';
  const text = `${world}${tlsPolicy('a', ', sectionName: "80"')}${policy('{group: "", kind: Service, name: web, sectionName: main}', tls)}`;
  expect(found(text, 'backend-tls-policy')).toContain('warning backend-tls-policy spec.targetRefs[0].name');
});

it.each<[command: string, expected: string[]]>([
  ['[sh, -ec, "sleep 60"]', hook],
  ['[/bin/bash, -e, -o, pipefail, -c, "sleep 60 && web stop"]', hook],
  ['[/usr/bin/env, sh, -c, "sleep 60"]', hook],
  ['[sh, -c, "sleep 5", sleep 60]', []],
  ['[sh, -e, stop.sh]', []],
  ['[web, -c, "sleep 60"]', []],
])('the hook %s', (command, expected) => expect(found(sleeping(command), 'stop-too-late')).toEqual(expected));

it('a volume that nobody mounts, in a pod that mounts nothing', () => {
  expect(found(pod('web', '', '', ', volumes: [{name: v, emptyDir: {}}]'), 'volume-use')).toEqual(['info volume-use spec.volumes[0].name']);
});

it.each<[expression: string, action: string, expected: string[]]>([
  ['"admin" in jwt.roles', 'Deny', ['warning authz-deny-permitted spec.traffic.authorization.policy.matchExpressions[0]']],
  ['jwt.groups.exists(g, g == "admins")', 'Deny', ['warning authz-deny-permitted spec.traffic.authorization.policy.matchExpressions[0]']],
  ['!("admin" in jwt.roles)', 'Deny', []],
  ['"contractors" in jwt.groups', 'Deny', []],
  ['"admin" in jwt.roles', 'Require', []],
])('%s with the action %s', (expression, action, expected) =>
  expect(found(denies(expression, action), 'authz-deny-permitted')).toEqual(expected),
);

it('ends of paths of AI routes, in a backend', () => {
  const routes = (key: string): string => backend(`ai: {provider: {openai: {model: m}}}, policies: {ai: {routes: {"${key}": Messages}}}`);
  expect(found(routes('/v1/messages/'), 'ai-policy-inert')).toEqual(['warning ai-policy-inert spec.policies.ai.routes["/v1/messages/"]']);
  expect(found(routes('/v1/messages'), 'ai-policy-inert')).toEqual([]);
});
