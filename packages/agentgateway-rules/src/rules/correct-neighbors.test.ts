/** Configurations that are correct, and that a rule once reported: most were found in examples of the proxy. */
import { checkStatic } from '../check/check-static.js';
import { onRoute } from '../examples/examples.js';

const found = (text: string, rule: string) =>
  checkStatic(text, { file: 'a.yaml', version: '1.4.1' })
    .findings.filter(each => each.rule === rule)
    .map(({ severity, message }) => `${severity} ${message}`);

describe('a name that the author chose is no field', () => {
  it.each([
    'frontendPolicies: {accessLog: {add: {backend: backend}}}\nbinds: []\n',
    onRoute(`transformations: {request: {set: {backend: '"a"'}}, response: {metadata: {backend: '"b"'}}}`),
    onRoute('ai: {defaults: {backend: fast}}'),
  ])('%s', text => {
    expect(found(text, 'backend-ref-without-slash')).toEqual([]);
  });

  it('a reference is still looked at', () => {
    expect(found(onRoute('requestMirror: {backend: {backend: shadow}, percentage: 0.5}'), 'backend-ref-without-slash')).toEqual([
      'warning the reference "shadow" lacks its leading slash and is never resolved',
    ]);
  });
});

describe('the key of callers for a provider of models', () => {
  const ai = (policies: string) =>
    `binds: [{port: 3000, listeners: [{routes: [{${policies}backends: [{ai: {name: p, provider: {openAI: {}}}}]}]}]}]\n`;
  const issuer = 'issuer: "https://idp.example", audiences: [a], jwks: {url: "https://idp.example/keys"}';

  it.each([
    ['', 'info the provider "openAI" gets no key but that of the caller'],
    [
      'policies: {apiKey: {keys: [{key: abc}], location: {header: {name: x-key}}}}, ',
      'info the provider "openAI" gets no key but that of the caller',
    ],
    [`policies: {jwtAuth: {mode: strict, ${issuer}}}, `, 'warning the provider "openAI" gets no key'],
    ['policies: {apiKey: {keys: [{key: abc}]}}, ', 'warning the provider "openAI" gets no key'],
  ])('with %j: %s', (policies, expected) => {
    expect(found(ai(policies), 'ai-no-key')).toEqual([expected]);
  });
});

describe('the cache of an authorization service that gets nothing of the user', () => {
  const cache = 'cache: {key: [\'"token"\'], ttl: 60s}';
  const add = (headers: string, rest = '') =>
    onRoute(`extAuthz: {host: "idp.example:443", protocol: {http: {path: '"/token"', addRequestHeaders: {${headers}}}}, ${rest}${cache}}`);
  const shared = ['warning the key does not tell users apart: the answer for one is given to all'];

  it.each<[string, string, string[]]>([
    ['the gateway asks for a token of its own', add(`authorization: '"Basic abc"'`), []],
    ['the header is written in capitals', add(`Authorization: '"Basic abc"'`), []],
    ['the header of the user is sent', add(`x-a: '"b"'`), shared],
    ['another header of the user is sent', add(`authorization: '"Basic abc"'`, 'includeRequestHeaders: [cookie], '), shared],
    ['a header is computed from the user', add(`authorization: 'request.headers["x-user"]'`), shared],
    ['the body of the request is sent', add(`authorization: '"Basic abc"'`, 'includeRequestBody: {maxRequestBytes: 10}, '), shared],
  ])('%s', (_name, text, expected) => {
    expect(found(text, 'extauthz-cache-shared')).toEqual(expected);
  });
});
