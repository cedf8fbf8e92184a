/** Policies that open, break or silence each other on one route, each beside a neighbor that works. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute } from '../examples/examples.js';

function found(rule: string, yaml: string): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  return findings.filter(finding => finding.rule === rule).map(({ severity, path = [] }) => `${severity} ${path.slice(5).join('.')}`);
}

const cors = (more: string): string => `cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET], ${more}}\n`;
const key = (location: string, mode = 'strict'): string => `apiKey: {mode: ${mode}, keys: [{key: $KEY}], location: {${location}}}`;
const byHeader = (expression: string, more = ''): string => onRoute(`${more}authorization: {rules: ['${expression}']}`);
const everyone = (rule: string): string => onRoute(`authorization: {rules: [${rule}]}`);
const remote = (descriptors: string): string =>
  onRoute(`remoteRateLimit: {host: "localhost:8081", domain: gateway, descriptors: [${descriptors}]}`);
const perUser = `{entries: [{key: user, value: 'source.address'}]}`;
const guarded = (more: string): string =>
  onAiRoute(`ai: {${more}promptGuard: {response: [{regex: {action: mask, rules: [{builtin: ssn}]}}]}}`);

describe('credentials and CORS', () => {
  it.each<[yaml: string, ...expected: string[]]>([
    [onRoute(cors('allowHeaders: [content-type]') + key('header: {name: X-Team-Key}')), 'warning 0.policies.cors.allowHeaders'],
    [onRoute(cors('allowHeaders: [content-type, x-team-key]') + key('header: {name: X-Team-Key}'))],
    [onRoute(cors('allowHeaders: ["*"]') + key('header: {name: x-team-key}'))],
    [onRoute(cors('allowHeaders: [content-type]') + key('header: {name: x-team-key}', 'optional'))],
    [onRoute(cors('allowHeaders: [content-type]') + key('queryParameter: {name: k}'))],
    [onRoute(cors('allowHeaders: [content-type]') + key('cookie: {name: session}')), 'warning 0.policies.cors'],
    [
      onRoute(cors('allowHeaders: [content-type], allowCredentials: false') + key('cookie: {name: session}')),
      'warning 0.policies.cors.allowCredentials',
    ],
    [onRoute(cors('allowHeaders: [content-type], exposeHeaders: [etag], allowCredentials: true') + key('cookie: {name: session}'))],
  ])('%s', (yaml, ...expected) => {
    expect(found('cors-preflight', yaml)).toEqual(expected);
  });

  it.each<[location: string, expected: string[]]>([
    ['queryParameter: {name: access_token}', ['info 0.policies.apiKey.location.queryParameter']],
    ['header: {name: x-key}', []],
    ['cookie: {name: session}', []],
  ])('a key in %s', (location, expected) => {
    expect(found('credential-place', onRoute(key(location)))).toEqual(expected);
  });

  it('leaves the place of a key of the backend to the backend', () => {
    const toBackend = onRoute('backendAuth: {key: {value: $KEY, location: {queryParameter: {name: key}}}}');
    expect(found('credential-place', toBackend)).toEqual([]);
  });
});

describe('headers that clients write', () => {
  const place = 'warning 0.policies.authorization.rules.0';
  it.each<[yaml: string, ...expected: string[]]>([
    [byHeader('request.headers["x-role"] == "admin"'), place],
    [byHeader('request.headers["X-Forwarded-For"].startsWith("10.")'), place],
    [byHeader('request.headers["x-real-ip"] == "10.0.0.1" && request.headers["x-version"] == "2"'), place],
    [onRoute(`authorization: {rules: [{require: 'request.headers["x-user"] == "a"'}]}`), `${place}.require`],
    [onRoute(`authorization: {rules: [{deny: 'request.headers["x-user"] == "a"'}]}`)],
    [byHeader('request.headers["x-version"] == "2"')],
    [byHeader('request.headers["x-role"] == "admin" && request.method == "GET"')],
    [byHeader('request.headers["x-role"] == "admin"', 'extAuthz: {host: "localhost:9000"}\n')],
    [byHeader('request.headers["x-role"] == "admin"', `transformations: {request: {set: {x-role: '"guest"'}}}\n`)],
    [
      `frontendPolicies:\n  networkAuthorization: {rules: [{allow: 'cidr("10.0.0.0/8").containsIP(source.address)'}]}\n${byHeader('request.headers["x-role"] == "admin"')}`,
    ],
  ])('%s', (yaml, ...expected) => {
    expect(found('header-believed', yaml)).toEqual(expected);
  });

  it.each<[rule: string, expected: string[]]>([
    [`'cidr("0.0.0.0/0").containsIP(source.address)'`, [place]],
    [`{allow: 'cidr("::/0").containsIP(source.address)'}`, [`${place}.allow`]],
    [`{deny: 'cidr("0.0.0.0/0").containsIP(source.address)'}`, []],
    [`'cidr("10.0.0.0/8").containsIP(source.address)'`, []],
    [`'cidr("0.0.0.0/0").containsIP(source.address) && request.method == "GET"'`, []],
  ])('the range of %s', (rule, expected) => {
    expect(found('authz-allow-all', everyone(rule))).toEqual(expected);
  });
});

describe('what replaces or outlives what', () => {
  it.each<[rule: string, yaml: string, ...expected: string[]]>([
    [
      'ai-alias-unreached',
      onAiRoute('ai: {modelAliases: {fast: gpt-4o-mini}, overrides: {model: gpt-4o}}'),
      'warning 0.policies.ai.modelAliases.fast',
    ],
    ['ai-alias-unreached', onAiRoute('ai: {modelAliases: {gpt-4o: gpt-4o-mini}, overrides: {model: gpt-4o}}')],
    [
      'ai-policy-inert',
      onAiRoute(`ai: {defaults: {temperature: 0.2}, transformations: {temperature: '0.9'}}`),
      'warning 0.policies.ai.defaults.temperature',
    ],
    ['ai-policy-inert', onAiRoute(`ai: {defaults: {temperature: 0.2}, transformations: {top_p: '0.9', __proto__: '1'}}`)],
    ['prompt-guard-inert', guarded('defaults: {stream: true}, '), 'warning 0.policies.ai.promptGuard.response'],
    ['prompt-guard-inert', guarded('overrides: {stream: true}, '), 'warning 0.policies.ai.promptGuard.response'],
    ['prompt-guard-inert', guarded('overrides: {stream: false}, '), 'info 0.policies.ai.promptGuard.response'],
    ['mcp-route-narrow', onMcpRoute(`transformations: {response: {body: '"{}"'}}`), 'warning 0.policies.transformations.response.body'],
    ['mcp-route-narrow', onMcpRoute(`transformations: {response: {set: {x-a: '"b"'}}}`)],
    ['ratelimit-none', remote(`${perUser}, ${perUser}`), 'warning 0.policies.remoteRateLimit.descriptors.1'],
    ['ratelimit-none', remote(`${perUser}, {entries: [{key: all, value: '"x"'}]}`)],
    [
      'header-modifier-fails',
      onRoute('responseHeaderModifier: {set: {Content-Encoding: gzip}}'),
      'warning 0.policies.responseHeaderModifier.set.Content-Encoding',
    ],
    ['header-modifier-fails', onRoute('responseHeaderModifier: {set: {content-encoding: identity}, remove: [content-encoding]}')],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });
});
