/** What reads as if all of it had to hold, and of which each part is enough: matches, rules that allow, and budgets that count requests. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute, withSection } from '../examples/examples.js';

/** The findings of one rule about a configuration, as `severity path`, from the route on. */
function found(rule: string, yaml: string, version = '1.4.1'): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version });
  return findings
    .filter(finding => finding.rule === rule)
    .map(({ severity, path = [] }) => `${severity} ${path.join('.').replace('binds.0.listeners.0.routes.0.', '')}`);
}

describe('matches of one route', () => {
  const of = (...matches: string[]): string => withRoute(`matches: [${matches.map(match => `{${match}}`).join(', ')}]`);
  const path = 'path: {pathPrefix: /upload}';
  const header = 'headers: [{name: x-a, value: {exact: b}}]';

  it.each<[what: string, yaml: string, ...places: number[]]>([
    ['a method', of(path, 'method: POST'), 1],
    ['a method first', of('method: POST', path), 0],
    ['a method and the prefix "/"', of(path, 'path: {pathPrefix: /}, method: POST'), 1],
    ['a method and the empty prefix', of(path, 'path: {pathPrefix: ""}, method: POST'), 1],
    ['two methods', of('path: {exact: /a}', 'method: POST', 'method: PUT'), 1, 2],
    ['a method beside an expression', of('path: {regex: /a.*}', 'method: POST'), 1],
    ['a method beside a path with a method', of(`${path}, method: PUT`, 'method: POST'), 1],
    ['both in one match', of(`${path}, method: POST`)],
    ['two with both', of(`${path}, method: POST`, `${path}, method: PUT`)],
    ['paths alone', of(path, 'path: {exact: /a}')],
    ['methods alone', of('method: POST', 'method: PUT')],
    ['methods at the prefix "/"', of('path: {pathPrefix: /}, method: POST', 'method: PUT')],
    ['no condition', of(path, 'path: {pathPrefix: /}')],
    ['an empty match', of(path, '')],
    ['empty lists', of(path, 'headers: [], query: []')],
    ['a method that is null', of(path, 'method: null')],
  ])('%s', (_what, yaml, ...places) => {
    expect(found('match-without-path', yaml)).toEqual(places.map(place => `warning matches.${place}`));
  });

  it.each([
    ['a header', header],
    ['a parameter of the query', 'query: [{name: a, value: {exact: b}}]'],
  ])('%s, which may be meant', (_what, match) => {
    expect(found('match-without-path', of(path, match))).toEqual(['info matches.1']);
  });

  it('names the conditions', () => {
    const { findings } = checkStatic(of(path, `method: POST, ${header}`), { file: 'a.yaml', version: '1.4.1' });
    expect(findings.filter(({ rule }) => rule === 'match-without-path').map(({ message }) => message)).toEqual([
      'matches are alternatives: this one has "method" and "headers" and no path, so it takes every path',
    ]);
  });
});

describe('rules that allow', () => {
  const office = 'cidr("10.20.0.0/16").containsIP(source.address)';
  const of = (...rules: string[]): string => onRoute(`authorization: {rules: [${rules.map(rule => `'${rule}'`).join(', ')}]}`);
  const place = 'policies.authorization.rules';

  it.each<[what: string, yaml: string, ...expected: string[]]>([
    ['a claim and a network', of('"finance" in jwt.groups', office), `info ${place}.1`],
    ['a network and a key', of(office, 'apiKey.team == "a"'), `info ${place}.0`],
    ['a network and a password', of(office, 'basicAuth.username == "a"'), `info ${place}.0`],
    ['a network and a certificate', of(office, 'source.subjectCn == "a"'), `info ${place}.0`],
    ['an address and a claim', of('source.address == "10.20.0.1"', 'has(jwt.sub)'), `info ${place}.0`],
    ['two networks and two claims', of(office, 'source.address == "::1"', 'jwt.a == "b"', 'jwt.c == "d"'), `info ${place}.0`],
    [
      'written with their keys',
      onRoute(`authorization: {rules: [{allow: '${office}'}, {allow: 'jwt.a == "b"'}]}`),
      `info ${place}.0.allow`,
    ],
    ['beside a denied user', onRoute(`authorization: {rules: ['${office}', 'jwt.a == "b"', {deny: 'jwt.sub == "x"'}]}`), `info ${place}.0`],
    ['of MCP', onMcpRoute(`mcpAuthorization: {rules: ['${office}', 'jwt.a == "b"']}`), 'info policies.mcpAuthorization.rules.0'],
    [
      'of connections',
      withSection(`frontendPolicies:\n  networkAuthorization: {rules: ['${office}', 'source.subjectCn == "a"']}`),
      'info frontendPolicies.networkAuthorization.rules.0',
    ],
    ['joined', of(`"finance" in jwt.groups && ${office}`)],
    ['alternatives in one expression', of(`"finance" in jwt.groups || ${office}`)],
    ['a required network', onRoute(`authorization: {rules: ['jwt.a == "b"', {require: '${office}'}]}`)],
    ['a required claim', onRoute(`authorization: {rules: ['${office}', 'jwt.a == "b"', {require: 'has(jwt.sub)'}]}`)],
    ['a denied network', onRoute(`authorization: {rules: ['${office}', 'jwt.a == "b"', {deny: '!${office}'}]}`)],
    ['two networks', of(office, 'source.address == "::1"')],
    ['two identities', of('jwt.a == "b"', 'apiKey.team == "a"')],
    ['a network for one path', of(`${office} && request.path == "/health"`, 'jwt.a == "b"')],
    ['a claim and a path', of('jwt.a == "b"', 'request.path == "/health"')],
    ['always and a network', of('true', office)],
    [
      'policies of two routes',
      withListener(`routes:\n- policies: {authorization: {rules: ['${office}']}}\n- policies: {authorization: {rules: ['jwt.a == "b"']}}`),
    ],
  ])('%s', (_what, yaml, ...expected) => {
    expect(found('authz-network-or-identity', yaml)).toEqual(expected);
  });
});

describe('a limit of a model', () => {
  const limit = (size: string, more = ''): string => `{maxTokens: ${size}, tokensPerFill: 1, fillInterval: 1h${more}}`;
  const remote = (size: string, more = ''): string =>
    `remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: [{key: k, value: 'source.address'}], limitOverride: '{"unit": "hour", "requestsPerUnit": ${size}}'${more}}]}`;
  const ai = '- ai: {name: p, provider: {openAI: {}}}';
  const llm = (policies: string): string =>
    `llm:\n  policies: {${policies}}\n  models: [{name: "*", provider: openAI, params: {apiKey: $K}}]\n`;
  const listener = (routes: string): string => withListener(`policies: {localRateLimit: [${limit('100000')}]}\nroutes:\n${routes}`);
  const place = 'policies.localRateLimit.0';

  it.each<[what: string, yaml: string, ...expected: string[]]>([
    ['a bucket', onAiRoute(`localRateLimit: [${limit('100000')}]`), `warning ${place}`],
    ['a fill', onAiRoute('localRateLimit: [{maxTokens: 1000000, tokensPerFill: 1000000, fillInterval: 1m}]'), `warning ${place}`],
    ['requests that are written', onAiRoute(`localRateLimit: [${limit('100000', ', type: requests')}]`), `info ${place}.type`],
    [
      'an entry with a condition',
      onAiRoute(
        `localRateLimit: {conditional: [{maxTokens: 100000, tokensPerFill: 1, fillInterval: 1h, condition: 'request.path == "/a"'}]}`,
      ),
      'warning policies.localRateLimit.conditional.0',
    ],
    ['an override', onAiRoute(remote('500000')), 'warning policies.remoteRateLimit.descriptors.0'],
    ['policies of llm', llm(`localRateLimit: [${limit('1000000')}]`), 'warning llm.policies.localRateLimit.0'],
    [
      'policies of a backend',
      withRoute(`backends:\n${ai}\n  policies: {localRateLimit: [${limit('100000')}]}`),
      'warning backends.0.policies.localRateLimit.0',
    ],
    ['a listener of models', listener(`- backends:\n  ${ai}`), 'warning binds.0.listeners.0.policies.localRateLimit.0'],
    ['a listener of others too', listener(`- backends:\n  ${ai}\n- backends: [{host: "a:80"}]`)],
    ['tokens', onAiRoute(`localRateLimit: [${limit('100000', ', type: tokens')}]`)],
    ['tokens beside it', onAiRoute(`localRateLimit: [${limit('100000')}, ${limit('9000000', ', type: tokens')}]`)],
    ['a smaller bucket', onAiRoute(`localRateLimit: [${limit('99999')}]`)],
    ['an override for tokens', onAiRoute(remote('500000', ', type: tokens'))],
    ['a smaller override', onAiRoute(remote('500'))],
    ['an override that is computed', onAiRoute(remote('int(jwt.limit)'))],
    ['a route to a host', onRoute(`localRateLimit: [${limit('100000')}]`)],
    ['a route to MCP', onMcpRoute(`localRateLimit: [${limit('100000')}]`)],
    ['an empty list', onAiRoute('localRateLimit: []')],
    ['null', onAiRoute('localRateLimit: null')],
    ['a text', onAiRoute('localRateLimit: [{maxTokens: "many", tokensPerFill: 1, fillInterval: 1h}]')],
  ])('%s', (_what, yaml, ...expected) => {
    expect(found('ratelimit-counts-requests', yaml)).toEqual(expected);
  });
});
