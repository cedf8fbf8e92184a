/** Policies that contradict the routes that they hold for, each beside one that fits. */
import { backend, onRoute, policy, route, say } from './objects.js';

const rules = [
  'ai-stream-held',
  'authz-network-or-identity',
  'authz-outside-route',
  'cors-unreached',
  'header-set-later',
  'ratelimit-counts-requests',
  'ratelimit-key-missing',
  'ai-guard-skipped',
  'route-match-without-path',
];
const own = (text: string): string[] => say(text).filter(finding => rules.some(rule => finding.includes(` ${rule} `)));
const cors = 'cors: {allowOrigins: ["https://a.example"], allowMethods: [PUT], allowHeaders: [content-type]}';
const rule = (expression: string): string => `authorization: {policy: {matchExpressions: ['${expression}']}}`;
const on = (matches: string, traffic: string, more = ''): string =>
  `${route('').replace('rules: [{', `rules: [{${matches}`)}${policy(onRoute, `traffic: {${traffic}}`)}${more}`;
const models = (traffic: string): string =>
  `${backend('ai: {provider: {openai: {}}}, policies: {auth: {secretRef: {name: k}}}')}${on('', traffic)}`.replace(
    '{name: web, port: 80}',
    '{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}',
  );
const place = 'spec.traffic.authorization.policy.matchExpressions[0]';
const local = (limit: string): string => models(`rateLimit: {local: [{${limit}}]}`);
const grpc = (matches: string): string => route('', '', 'GRPCRoute').replace('rules: [{', `rules: [{matches: [${matches}], `);
const access = (action: string): string =>
  `authorization: {action: ${action}, policy: {matchExpressions: ['cidr("10.0.0.0/8").containsIP(source.address)', 'jwt.team == "a"']}}`;

it.each<[what: string, text: string, ...expected: string[]]>([
  ['a question that no match takes', on('matches: [{method: PUT}], ', cors), 'warning cors-unreached spec.traffic.cors'],
  ['a question that a match takes', on('matches: [{path: {value: /b}, method: PUT}, {path: {value: /a}}], ', cors)],
  [
    'a rule about another path',
    on('matches: [{path: {value: /v1}}], ', rule('request.path.startsWith("/v2/")')),
    `warning authz-outside-route ${place}`,
  ],
  ['a rule about the path', on('matches: [{path: {value: /v1}}], ', rule('request.path.startsWith("/v1/a")'))],
  [
    'a rule about an exact path',
    on('matches: [{path: {type: Exact, value: /v1}}], ', rule('request.path == "/v1/a"')),
    `warning authz-outside-route ${place}`,
  ],
  ['a rule where everything is taken', on('', rule('request.path.startsWith("/v2/")'))],
  [
    'answers of a model that are buffered',
    models('buffer: {response: {maxBytes: 1Mi}}'),
    'warning ai-stream-held spec.traffic.buffer.response',
  ],
  ['answers of a service that are buffered', on('', 'buffer: {response: {maxBytes: 1Mi}}')],
  [
    'a header that is set later',
    on('', `headerModifiers: {request: {set: [{name: x-tier, value: a}]}}, ${rule('request.headers["x-tier"] == "a"')}`),
    `warning header-set-later ${place}`,
  ],
  [
    'a header of the client that is replaced',
    on('', `headerModifiers: {request: {set: [{name: x-tier, value: a}]}}, ${rule('request.headers["x-tier"] == "b"')}`),
  ],
  [
    'requests as many as tokens',
    local('requests: 1000000, unit: Hours'),
    'info ratelimit-counts-requests spec.traffic.rateLimit.local[0].requests',
  ],
  [
    'a burst as large as that',
    local('requests: 10, unit: Hours, burst: 100000'),
    'info ratelimit-counts-requests spec.traffic.rateLimit.local[0].requests',
  ],
  ['so many tokens', local('tokens: 1000000, unit: Hours')],
  ['few requests', local('requests: 1000, unit: Hours')],
  ['as many requests of a service', on('', 'rateLimit: {local: [{requests: 1000000, unit: Hours}]}')],
  ['a network and an identity', on('', access('Allow')), `info authz-network-or-identity ${place}`],
  ['a network and an identity that are required', on('', access('Require'))],
  [
    'a method beside a path',
    on('matches: [{path: {value: /a}}, {method: POST}], ', ''),
    'warning route-match-without-path spec.rules[0].matches[1]',
  ],
  [
    'a header at the prefix "/"',
    on('matches: [{path: {type: Exact, value: /a}}, {path: {value: /}, headers: [{name: x-a, value: b}]}], ', ''),
    'info route-match-without-path spec.rules[0].matches[1]',
  ],
  [
    'a parameter',
    on('matches: [{queryParams: [{name: a, value: b}]}, {path: {value: /a}}], ', ''),
    'info route-match-without-path spec.rules[0].matches[0]',
  ],
  ['a path and a method', on('matches: [{path: {value: /a}, method: POST}], ', '')],
  ['methods alone', on('matches: [{method: PUT}, {method: POST}], ', '')],
  [
    'metadata beside a service of gRPC',
    grpc('{method: {service: a.B}}, {headers: [{name: x-a, value: b}]}'),
    'info route-match-without-path spec.rules[0].matches[1]',
  ],
  ['a service of gRPC with metadata', grpc('{method: {service: a.B}, headers: [{name: x-a, value: b}]}')],
])('%s', (_what, text, ...expected) => {
  expect(own(text)).toEqual(expected);
});
