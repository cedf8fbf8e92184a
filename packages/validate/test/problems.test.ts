import { validateText } from '../src/validate.js';

/** Findings of a static configuration as `rule: message -> suggestion`. */
function findings(text: string, version = '1.4.1'): string[] {
  const result = validateText(text, { file: 'config.yaml', kind: 'agentgateway', version, env: {} });
  return result.findings.map(({ rule, message, suggestion }) => `${rule}: ${message} -> ${suggestion}`);
}

const route = (policies: string): string => `binds: [{port: 3000, listeners: [{routes: [{policies: ${policies}}]}]}]`;

it.each([
  [
    'a number where host:port belongs',
    route('{extAuthz: {host: 9000, protocol: {grpc: {}}}}'),
    'wrong-type: expected host:port or an http(s) URL, found an integer -> write host:port, such as "localhost:9000"',
  ],
  [
    'a boolean where host:port belongs',
    route('{extAuthz: {host: true, protocol: {grpc: {}}}}'),
    'wrong-type: expected host:port or an http(s) URL, found a boolean -> write host:port, such as "localhost:8080"',
  ],
  ['a field of a mapping that has none', route('{a2a: {x: 1}}'), 'unknown-field: unknown field "x" in a2a -> remove it: a2a has no fields'],
  [
    'a method with a space',
    'binds: [{port: 3000, listeners: [{routes: [{matches: [{path: {exact: /}, method: "G T"}]}]}]}]',
    'method-never-matches: no request has the method "G T" -> write a method in upper case, such as "GET"',
  ],
  [
    'an open admin address',
    'config: {adminAddr: "0.0.0.0:15001"}',
    'admin-address-open: the admin interface listens on 0.0.0.0:15001, open to the network -> use "localhost:15001"',
  ],
  [
    'a target name without a letter',
    'binds: [{port: 3000, listeners: [{routes: [{backends: [{mcp: {targets: [{name: "--", mcp: {host: "http://a/mcp"}}]}}]}]}]}]',
    'target-name-invalid: the target name "--" is not a DNS label (lower-case letters, digits and "-") -> give the target a short name',
  ],
])('says how to fix %s', (_what, text, expected) => {
  expect(findings(text)).toContain(expected);
});

it.each([
  ['1.3.0', '{llm: {gateways: [a], models: []}}', 'came with v1.4.0'],
  ['1.4.1', route('{extAuthz: {host: "a:1", timeout: 10s}}'), 'was removed in v1.0.0-alpha.3'],
])('says what became of a field that v%s lacks', (version, text, history) => {
  expect(findings(text, version).filter(line => line.includes(`: it ${history}`))).toHaveLength(1);
});

it('does not say that an address which is none is open', () => {
  expect(findings('config: {adminAddr: ":15000"}').filter(line => line.startsWith('admin'))).toEqual([]);
});
