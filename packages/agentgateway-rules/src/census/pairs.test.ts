/** Every pair of policies that act on one request has an answer: rules, or a reason. The policies are those of the shapes. */
import { staticConfig } from '@mcpgw/agentgateway';
import { fieldsBelow } from '../../../structure/src/rules/census.js';
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute } from '../examples/examples.js';
import { staticRules } from '../rules/index.js';
import { namesInRows, type PairAnswer, pairAnswer, phases, rowCount, rowOf, ruleRows } from './pairs.cases.js';

const fields = [...fieldsBelow(staticConfig).get('policies')!].sort();
const pairs = fields.flatMap((one, index) => fields.slice(index + 1).map(other => [one, other] as const));

it('every policy of the shapes is in one phase, and no phase names another', () => {
  expect(
    Object.values(phases)
      .flatMap(list => list.split(' '))
      .sort(),
  ).toEqual(fields);
});

it('every pair has an answer', () => {
  expect(pairs.filter(([one, other]) => pairAnswer(one, other) === undefined).map(pair => pair.join(' and '))).toEqual([]);
});

it('every row is the answer for a pair, and names policies that exist', () => {
  const used = new Set(pairs.map(([one, other]) => rowOf(one, other)));
  expect(Array.from({ length: rowCount }, (_, row) => row).filter(row => !used.has(row))).toEqual([]);
  expect(namesInRows.filter(name => !fields.includes(name))).toEqual([]);
});

it('answers are rules of a static configuration, or sentences', () => {
  const ids = new Set<string>(staticRules.map(({ id }) => id));
  const answers = pairs.map(([one, other]): PairAnswer => pairAnswer(one, other) ?? '');
  expect(answers.flatMap(answer => (typeof answer === 'string' ? [] : answer.filter(id => !ids.has(id))))).toEqual([]);
  for (const answer of answers) if (typeof answer === 'string') expect(answer).toMatch(/^[A-Z].*\.$/);
});

const key = 'apiKey: {mode: strict, keys: [{key: $KEY, metadata: {team: a}}]}';
const token = 'jwtAuth: {mode: strict, issuer: "https://a.example", audiences: [a], jwks: {url: "https://a.example/keys"}}';
const cors = 'cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET, PUT], allowHeaders: [content-type]}';
const limit = (value: string): string =>
  `remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: [{key: k, value: '${value}'}]}]}`;
const tools = (rule: string): string => `mcpAuthorization: {rules: ['${rule}']}`;
const anyTool = tools('mcp.tool.name == "a"');
const login = 'oidc: {issuer: "https://a.example", clientId: c, clientSecret: $S, redirectURI: "https://g.example/callback"}';
const answers = (policy: string): string => withRoute(`policies:\n  directResponse: {status: 200}\n  ${policy}\nbackends: []`);
const both = (...policies: string[]): string => onRoute(policies.join('\n'));
const onMcp = (...policies: string[]): string => onMcpRoute([anyTool, ...policies].join('\n'));
const overBackend = (policies: string, route = ''): string =>
  withRoute(`${route === '' ? '' : `policies:\n  ${route}\n`}backends:\n- host: "api.example:443"\n  policies: {${policies}}`);

/** A document for each pair of a row and a rule that the page of the rule does not show. */
const shown: readonly string[] = [
  both(cors, key),
  withListener(`policies:\n  ${key}\nroutes:\n- policies:\n    ${cors}\n  backends: [{host: localhost:8080}]`),
  both(cors, 'csrf: {}'),
  both(cors, `transformations: {response: {set: {access-control-allow-origin: '"*"'}}}`),
  both(`delay: {duration: 'duration("9s")'}`, 'timeout: {requestTimeout: 5s}'),
  overBackend('tcp: {connectTimeout: 60s}', 'timeout: {requestTimeout: 5s}'),
  both('retry: {attempts: 3, codes: [503], backoff: 9s}', 'timeout: {requestTimeout: 5s}'),
  onMcp(login),
  both(token, `authorization: {rules: ['apiKey.team == "a"']}`),
  both(key, `authorization: {rules: ['request.headers["authorization"] != ""']}`),
  both(key, `authorization: {rules: ['jwt.sub == "a"']}`),
  onMcpRoute([key, tools('jwt.sub == "a"')].join('\n')),
  onMcpRoute([token, tools('apiKey.team == "a"')].join('\n')),
  onMcpRoute([token.replace('strict', 'optional'), `mcpAuthorization: {rules: [{deny: 'jwt.sub == "a"'}]}`].join('\n')),
  both(token, limit('apiKey.team')),
  both(key, 'backendAuth: {passthrough: {}}'),
  both(key, 'transformations: {request: {set: {x-user: jwt.sub}}}'),
  both(`transformations: {request: {set: {x-tier: '"a"'}}}`, limit('request.headers["x-tier"]')),
  answers(anyTool),
  answers('ai: {defaults: {temperature: 1}}'),
  onMcp('buffer: {response: {}}'),
  onMcp('urlRewrite: {path: {full: /a}}'),
  onMcp('timeout: {requestTimeout: 5s}'),
  onMcp('retry: {attempts: 2, codes: [503]}'),
  onMcp('requestHeaderModifier: {remove: [mcp-session-id]}'),
  onMcp('ai: {defaults: {temperature: 1}}'),
  onMcp('a2a: {}'),
  onAiRoute(`${anyTool}\nai: {defaults: {temperature: 1}}`),
  onAiRoute('ai: {defaults: {temperature: 1}}\nbuffer: {response: {}}'),
  both('requestHeaderModifier: {set: {x-tier: b}}', `transformations: {request: {set: {x-tier: '"a"'}}}`),
  both('responseHeaderModifier: {set: {x-tier: b}}', `transformations: {response: {set: {x-tier: '"a"'}}}`),
  both('requestMirror: {backend: {host: "a:80"}, percentage: 1}', 'backendAuth: {key: $KEY}'),
  overBackend('backendTLS: {alpn: [h2]}, http: {version: "1.1"}'),
];

const pages = staticRules.flatMap(({ docs }) => (docs === undefined ? [] : [docs.wrong]));
const found = [...shown, ...pages].map(text => ({
  text,
  rules: new Set(checkStatic(text, { file: 'a.yaml', version: '1.4.1' }).findings.map(({ rule }) => rule)),
}));

it('each rule of a row finds a document with both policies', () => {
  const holds = (text: string, names: readonly string[]): boolean => names.some(name => new RegExp(`\\b${name}:`).test(text));
  const unseen = ruleRows.filter(
    ({ one, other, rule }) => !found.some(({ text, rules }) => rules.has(rule) && holds(text, one) && holds(text, other)),
  );
  expect(unseen.map(({ one, other, rule }) => `${rule}: ${one[0]} and ${other[0]}`)).toEqual([]);
});
