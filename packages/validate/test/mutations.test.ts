/** Texts with unexpected verdicts of the real proxies, found among mutations of valid configurations. */

import { panics } from '../../agentgateway/src/views/cel-panics.js';
import { validateText } from '../src/validate.js';

const errors = (text: string, version = '1.4.1') =>
  validateText(text, { file: 'c.yaml', kind: 'agentgateway', env: {}, version })
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
const route = (policies: string) =>
  `binds: [{port: 3000, listeners: [{routes: [{policies: {${policies}}, backends: [{host: "a:1"}]}]}]}]\n`;
const limit = (value: string) => route(`localRateLimit: [{maxTokens: ${value}, tokensPerFill: 1, fillInterval: 1s}]`);

it.each<[string, string[]]>([
  ['9007199254740993', []],
  ['18446744073709551615', []],
  ['18446744073709551616', ['18446744073709551616 is out of range: from 0 to 18446744073709551615']],
  ['18446744073709551617', ['18446744073709551617 is out of range: from 0 to 18446744073709551615']],
  ['-1', ['-1 is out of range: at least 0']],
])('a number of 64 bits: %s', (value, expected) => {
  expect(errors(limit(value))).toEqual(expected);
});

it.each([
  ['4294967295', 0],
  ['4294967296', 1],
])('a number of 32 bits: %s', (value, count) => {
  const text = route(`extAuthz: {host: "z:1", includeRequestBody: {maxRequestBytes: ${value}}}`);
  expect(errors(text)).toHaveLength(count);
});

const https = (tls: string) =>
  `binds: [{port: 443, listeners: [{protocol: HTTPS, tls: {${tls}}, routes: [{backends: [{host: "a:1"}]}]}]}]\n`;

it.each<[string, string[]]>([
  ['cert: a.pem, key: b.pem', []],
  ['cert: "", key: b.pem', ['"cert" does not name a file']],
  ['cert: a.pem, key: ""', ['"key" does not name a file']],
  ['cert: a.pem, key: b.pem, root: ""', ['"root" does not name a file']],
])('the files of a listener: %s', (tls, expected) => {
  for (const version of ['0.12.0', '1.1.0', '1.4.1']) expect(errors(https(tls), version)).toEqual(expected);
});

const one = '{maxTokens: 1, tokensPerFill: 1, fillInterval: 1s}';

it.each<[string, string, number]>([
  [`[[${one}]]`, '1.4.1', 0],
  [`[[${one}, ${one}]]`, '1.4.1', 1],
  [`[[{maxToken: 1}]]`, '1.4.1', 1],
  [`[[${one}], [${one}]]`, '1.4.1', 1],
  [`[${one}]`, '1.4.1', 0],
  [`[[${one}]]`, '1.1.0', 1],
])('limits as a sequence: %s on v%s', (limits, version, count) => {
  const found = errors(route(`localRateLimit: ${limits}`), version);
  expect(found.length > 0).toBe(count > 0);
});

it.each<[string, boolean]>([
  ['llm.completion.map(c, {"role": "assistant", "content": c})', true],
  ['llm.completion.map(c, {"content": c})', true],
  ['llm.completion.map(c, {"role": "assistant"})', false],
  ['llm.completion.map(c, c.content)', false],
  ['llm.completion.filter(c, c.x == "{")', false],
  ['[{"a": jwt.sub}]', true],
  ['[{"a": jwt.sub}, jwt.sub]', false],
  ['{"a": {"b": jwt.sub}}', true],
  ['{"a": {"b": jwt.sub}, "c": jwt.sub}', false],
  ['{"a": {"b": 1}}', false],
  ['{"a": jwt.sub}', false],
  ['f({"a": jwt.sub})', false],
  ['[-1, {"a": jwt.sub}]', true],
  ['[!x, {"a": jwt.sub}]', false],
  [`[${'1, '.repeat(2000)}{"a": jwt.sub}]`, true],
  ['not CEL {', false],
])('v0.12.0 stops at %s: %s', (expression, expected) => {
  expect(panics(expression)).toBe(expected);
});

it('an expression at which v0.12.0 stops is an error on that version alone', () => {
  const text = `frontendPolicies: {accessLog: {add: {a: 'llm.completion.map(c, {"content": c})'}}}\nbinds: []\n`;
  const rules = (version: string) =>
    validateText(text, { file: 'c.yaml', kind: 'agentgateway', env: {}, version }).findings.map(({ rule }) => rule);
  expect(rules('0.12.0')).toContain('cel-map-panic');
  for (const version of ['0.11.3', '1.0.0', '1.1.0', '1.4.1']) expect(rules(version)).not.toContain('cel-map-panic');
});
