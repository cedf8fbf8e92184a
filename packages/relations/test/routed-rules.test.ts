/** Policies that contradict the routes that they hold for, each beside one that fits. */
import { backend, onRoute, policy, route, say } from './objects.js';

const rules = ['ai-stream-held', 'authz-outside-route', 'cors-unreached', 'header-set-later', 'ratelimit-key-missing', 'ai-guard-skipped'];
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

it.each<[what: string, text: string, ...expected: string[]]>([
  ['a question that no match takes', on('matches: [{method: PUT}], ', cors), 'warning cors-unreached spec.traffic.cors'],
  ['a question that a match takes', on('matches: [{method: PUT}, {path: {value: /a}}], ', cors)],
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
])('%s', (_what, text, ...expected) => {
  expect(own(text)).toEqual(expected);
});
