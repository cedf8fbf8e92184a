/** Conditions beside each other, beside the matches of their route, and beside the statuses of a retry. */
import { checkStatic } from '../check/check-static.js';
import { onRoute, withRoute } from '../examples/examples.js';

const ids = new Set(['conditional-shadowed', 'condition-outside-route', 'retry-200', 'retry-without-effect']);

function found(text: string): string[] {
  const { findings } = checkStatic(text, { file: 'a.yaml', version: '1.4.1' });
  return findings
    .filter(({ rule }) => ids.has(rule))
    .map(({ severity, rule, path = [] }) => `${severity} ${rule} ${path.slice(-2).join('.')}`);
}

const ordered = (...conditions: string[]): string =>
  onRoute(
    `transformations: {conditional: [${conditions.map((text, index) => `{condition: '${text}', request: {set: {x-tier: '"${index}"'}}}`).join(', ')}]}`,
  );

const models = (...conditions: string[]): string => `llm:
  policies: {jwtAuth: {mode: strict, issuer: "https://idp.acme.dev", audiences: [a], jwks: {url: "https://idp.acme.dev/keys"}}}
  models: [{name: a, provider: openAI, params: {apiKey: $K}}, {name: b, provider: openAI, params: {apiKey: $K}}]
  virtualModels:
  - name: auto
    routing: {conditional: {targets: [${conditions.map(text => `{model: a, when: '${text}'}`).join(', ')}, {model: b}]}}
`;

it.each<[what: string, text: string, ...expected: string[]]>([
  [
    'a wider prefix',
    ordered('request.path.startsWith("/v1")', 'request.path.startsWith("/v1/admin")'),
    'warning conditional-shadowed conditional.1',
  ],
  ['the narrower prefix first', ordered('request.path.startsWith("/v1/admin")', 'request.path.startsWith("/v1")')],
  [
    'a part of a later condition',
    ordered('request.method == "GET"', 'request.method == "GET" && request.path == "/a"'),
    'warning conditional-shadowed conditional.1',
  ],
  ['the longer condition first', ordered('request.method == "GET" && request.path == "/a"', 'request.method == "GET"')],
  [
    'an alternative',
    ordered('request.method in ["GET", "POST"]', 'request.method == "POST"'),
    'warning conditional-shadowed conditional.1',
  ],
  ['other methods', ordered('request.method in ["GET", "POST"]', 'request.method == "PUT"')],
  ['the same with other blanks', ordered('request.method == "GET"', 'request.method=="GET"'), 'warning conditional-shadowed conditional.1'],
  [
    'a header that is there',
    ordered('"x-a" in request.headers', 'request.headers["x-a"] == "1"'),
    'warning conditional-shadowed conditional.1',
  ],
  ['a header with a value first', ordered('request.headers["x-a"] == "1"', '"x-a" in request.headers')],
  ['a claim of a virtual model', models('has(jwt.tier)', 'jwt.tier == "pro"'), 'warning conditional-shadowed targets.1'],
  ['the value of the claim first', models('jwt.tier == "pro"', 'has(jwt.tier)')],
])('%s', (_what, text, ...expected) => {
  expect(found(text)).toEqual(expected);
});

const route = (matches: string, retry: string, more = ''): string =>
  withRoute(`matches: [${matches}]\npolicies:\n  retry: {attempts: 2, ${retry}}\n${more}`);
const post = '{path: {pathPrefix: /v1}, method: POST}';

it.each<[what: string, text: string, ...expected: string[]]>([
  [
    'a method of no match',
    route(post, `codes: [503], precondition: 'request.method == "GET"'`),
    'warning condition-outside-route retry.precondition',
  ],
  [
    'a method of one match',
    route(`${post}, {path: {pathPrefix: /v1}, method: GET}`, `codes: [503], precondition: 'request.method == "GET"'`),
  ],
  [
    'a path of no match',
    route(post, `codes: [503], precondition: 'request.path.startsWith("/v2/")'`),
    'warning condition-outside-route retry.precondition',
  ],
  ['a path of the match', route(post, `codes: [503], precondition: 'request.path.startsWith("/v1/a")'`)],
  [
    'the path after a rewrite, which a precondition does not see',
    route(post, `codes: [503], precondition: 'request.path.startsWith("/v2/")'`, '  urlRewrite: {path: {prefix: /v2}}'),
    'warning condition-outside-route retry.precondition',
  ],
  [
    'an entry of a list',
    withRoute(
      `matches: [${post}]\npolicies:\n  transformations: {conditional: [{condition: 'request.method == "GET"', request: {set: {x-a: '"a"'}}}]}`,
    ),
  ],
  [
    'an entry of a list of limits',
    withRoute(
      `matches: [${post}]\npolicies:\n  directResponse: {conditional: [{condition: 'request.method == "GET"', body: a, status: 200}]}`,
    ),
    'warning condition-outside-route 0.condition',
  ],
  [
    'a condition about the request alone',
    route(post, `codes: [503], condition: 'request.path == "/v1/a"'`),
    'warning retry-200 retry.condition',
  ],
  ['a condition about the answer', route(post, `codes: [], condition: 'response.code == 503 && request.path == "/v1/a"'`)],
  [
    'a condition that codes include',
    route(post, `codes: [502, 503], condition: 'response.code == 503 && request.path == "/v1/a"'`),
    'warning retry-without-effect retry.condition',
  ],
  [
    'a condition that repeats codes',
    route(post, "codes: [502, 503], condition: 'response.code in [503, 502]'"),
    'info retry-without-effect retry.condition',
  ],
  ['a condition that adds a status', route(post, "codes: [502, 503], condition: 'response.code == 504'")],
  ['a condition that adds a range', route(post, "codes: [502, 503], condition: 'response.code >= 500'")],
])('%s', (_what, text, ...expected) => {
  expect(found(text)).toEqual(expected);
});
