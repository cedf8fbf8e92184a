/** Every pair of fields of an AgentgatewayPolicy that act on one request has an answer: that of the policies which the controller makes of them. */
import { customKinds } from '@mcpgw/custom-resources';
import type { RuleId } from '@mcpgw/diagnostics';
import { pairAnswer, phases } from '../../agentgateway-rules/src/census/pairs.cases.js';
import { fieldsBelow } from '../../structure/src/rules/census.js';
import { streamRules } from '../src/index.js';
import { backend, gateway, http, onRoute, policy, route, say, service } from './objects.js';

/** The policies of the proxy that a field becomes. */
const becomes: Readonly<Record<string, string>> = {
  apiKeyAuthentication: 'apiKey',
  authorization: 'authorization',
  basicAuthentication: 'basicAuth',
  buffer: 'buffer',
  cors: 'cors',
  csrf: 'csrf',
  delay: 'delay',
  directResponse: 'directResponse',
  extAuth: 'extAuthz',
  extProc: 'extProc',
  headerModifiers: 'requestHeaderModifier responseHeaderModifier',
  hostRewrite: 'urlRewrite',
  jwtAuthentication: 'jwtAuth',
  rateLimit: 'localRateLimit remoteRateLimit',
  retry: 'retry',
  timeouts: 'timeout',
  transformation: 'transformations',
  'backend.ai': 'ai',
  'backend.auth': 'backendAuth',
  'backend.extAuth': 'extAuthz',
  'backend.health': 'health',
  'backend.http': 'http',
  'backend.mcp': 'mcpAuthentication mcpAuthorization mcpGuardrails',
  'backend.tcp': 'tcp',
  'backend.tls': 'backendTLS',
  'backend.transformation': 'transformations',
  'backend.tunnel': 'backendTunnel',
};

/** Rules of custom resources that say what a rule of the static configuration says, or why there is none. */
const instead: Readonly<Partial<Record<RuleId, RuleId | string>>> = {
  'authz-needs-jwt': 'policy-authorization',
  'extauthz-timeout-gt-route': 'policy-timeout-not-for-check',
  'header-removed-early': 'Not judged: a transformation of the phase PreRouting and the policy of a route are two objects.',
  'http-version-mismatch': 'Not judged: protocols of "backend.tls" are not compared with the version of "backend.http".',
  'identity-missing': 'policy-authorization',
  'mcp-header-removed': 'policy-mcp-route',
  'mcp-policy-without-mcp': 'policy-other-backend',
  'ai-policy-without-ai': 'policy-other-backend',
  'mcp-route-narrow': 'policy-mcp-route',
  'mcp-route-retry': 'policy-time-limits',
  'mcp-route-timeout': 'policy-time-limits',
  'rewrite-inert': 'Paths are rewritten by filters of routes, for which there is route-mcp.',
  'timeout-backend-gt-request': 'policy-time-limits',
  'timeout-connect-gt-request': 'policy-connect-timeout-ignored',
  'transform-jwt-missing': 'policy-authorization',
};

const below = fieldsBelow(customKinds.find(({ kind }) => kind === 'AgentgatewayPolicy')!.spec);
const fields = [
  ...[...below.get('traffic policies')!].filter(name => name !== 'phase'),
  ...[...below.get('policies of a backend')!].map(name => `backend.${name}`),
];
const parts = Object.values(becomes).flatMap(list => list.split(' '));
const pairs = parts.flatMap((one, index) => parts.slice(index + 1).flatMap(other => (one === other ? [] : [[one, other] as const])));

it('every field becomes policies of the proxy', () => {
  expect(fields.filter(name => becomes[name] === undefined)).toEqual([]);
  expect(Object.keys(becomes).filter(name => !fields.includes(name))).toEqual([]);
  const known = Object.values(phases).flatMap(list => list.split(' '));
  expect(parts.filter(name => !known.includes(name))).toEqual([]);
});

it('every pair has an answer, and each rule of it judges custom resources or has one that does', () => {
  const ids = new Set<string>(streamRules.map(({ id }) => id));
  const answers = pairs.map(([one, other]) => pairAnswer(one, other));
  expect(answers.filter(answer => answer === undefined)).toEqual([]);
  const rules = [...new Set(answers.flatMap(answer => (typeof answer === 'string' ? [] : (answer ?? []))))];
  const other = rules.filter(id => !ids.has(id));
  expect(other.filter(id => instead[id] === undefined).sort()).toEqual([]);
  expect(Object.keys(instead).filter(id => !other.includes(id as RuleId))).toEqual([]);
  const answered = Object.values(instead).filter(text => !text.includes(' '));
  expect(answered.filter(id => !ids.has(id))).toEqual([]);
});

const web = `${gateway(http)}${route('')}${service('web', 'ports: [{port: 80}]')}`;
const tools = `${gateway(http)}${backend('mcp: {targets: [{name: a, static: {host: h, port: 80}}]}')}${route('').replace(
  '{name: web, port: 80}',
  '{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}',
)}`;
const on = (world: string, traffic: string): string => `${world}${policy(onRoute, `traffic: {${traffic}}`)}`;
const key = 'apiKeyAuthentication: {mode: Strict, secretRef: {name: k}}';
const claims = 'policy-authorization';

it.each<[rule: RuleId, text: string]>([
  [
    'cors-by-hand',
    on(
      web,
      'cors: {allowOrigins: ["https://a.example"]}, headerModifiers: {response: {set: [{name: access-control-allow-origin, value: "*"}]}}',
    ),
  ],
  ['credential-header-set', on(web, `${key}, headerModifiers: {request: {set: [{name: authorization, value: a}]}}`)],
  ['policy-timeout-not-for-check', on(web, 'timeouts: {request: 5s}, extAuth: {backendRef: {name: a, port: 1}, grpc: {}}')],
  [claims, on(web, `${key}, authorization: {policy: {matchExpressions: ['jwt.sub == "a"']}}`)],
  [claims, on(web, `${key}, transformation: {request: {set: [{name: x-user, value: jwt.sub}]}}`)],
  [
    claims,
    on(
      web,
      `${key}, rateLimit: {global: {domain: d, backendRef: {name: l, port: 1}, descriptors: [{entries: [{name: a, expression: jwt.sub}]}]}}`,
    ),
  ],
  ['policy-mcp-route', on(tools, 'headerModifiers: {request: {remove: [mcp-session-id]}}')],
  ['policy-mcp-route', on(tools, 'buffer: {response: {maxBytes: 100000}}')],
  ['policy-time-limits', on(tools, 'retry: {attempts: 2, codes: [503]}')],
  ['policy-time-limits', on(tools, 'timeouts: {request: 5s}')],
  ['policy-time-limits', on(web, 'timeouts: {request: 2s}, delay: {duration: 5s}')],
  ['policy-other-backend', `${web}${policy(onRoute, 'backend: {ai: {defaults: [{field: temperature, value: 1}]}}')}`],
])('%s finds a pair in custom resources', (rule, text) => expect(say(text).map(finding => finding.split(' ')[1])).toContain(rule));
