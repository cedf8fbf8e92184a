import { decodeFile, type Kind } from '@mcpgw/structure';
import fc from 'fast-check';
import { maxFileBytes } from '../../structure/src/yaml/decode.js';
import { validateText } from '../src/validate.js';

const kinds: (Kind | undefined)[] = [
  undefined,
  'agentgateway',
  'manifest',
  'mcp-config',
  'mcp-servers',
  'client-config',
  'vscode-config',
  'opencode-config',
  'langchain-config',
  'serve',
];
const env = { HOME: '/home/user' };

/** Every finding must point into the file that was read. */
function check(text: string, kind: Kind | undefined): string[] {
  const { findings } = validateText(text, { file: 'f', env, ...(kind === undefined ? {} : { kind }) });
  for (const { span, file, message, rule } of findings) {
    expect(file).toBe('f');
    expect(message.length).toBeGreaterThan(0);
    expect(rule).toMatch(/^[a-z][a-z0-9-]*$/);
    if (span !== undefined) expect(span.start >= 0 && span.start <= span.end && span.end <= text.length + 1).toBe(true);
  }
  return findings.map(({ rule }) => rule);
}

const samples = [
  'binds:\n  - port: 4000\n    listeners:\n      - protocol: HTTP\n        routes:\n          - matches: [{path: {pathPrefix: /a}, method: GET}]\n            policies:\n              extAuthz: {host: "a:1", failureMode: {denyWithStatus: 403}, policies: {http: {requestTimeout: 2s}}}\n              authorization: {rules: [{allow: "jwt.sub == \'x\'"}]}\n            backends:\n              - mcp: {targets: [{name: a, mcp: {host: "http://x/mcp"}}]}\n',
  'gateways:\n  default: {port: 3000}\nllm:\n  models: [{name: "*", provider: openAI}]\nmcp:\n  targets: [{name: b, stdio: {cmd: npx}}]\n',
  '{"mcpServers": [{"name": "a", "command": "x", "env": {"K": "${env:HOME}"}, "enabled": true}], "listen": ":8080"}',
  '{"mcpServers": {"a": {"url": "http://h/mcp", "headers": {"A": "${X:-y}"}}}}',
  '{"servers": {"a": {"type": "http", "url": "http://h/mcp"}}, "inputs": []}',
  'mcp_servers:\n  sql: {url: "http://${HOME}/mcp", url_isolated: "http://b/mcp", read_timeout: 60}\n  t: {type: server, name: t}\n',
  'servers: {a: {url: "http://h/mcp"}}\nprofiles: [{name: small, servers: [a]}]\nservers_from: [x.json]\nstore: {type: memory}\nauth: {api_keys: [k]}\napis: [{name: b, base_url: "http://x", endpoints: [{name: e, method: GET, path: /e}]}]\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.yaml: |\n    binds:\n      - port: 4000\n        listeners: []\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: c, image: "agentgateway:v1.1.0"}]}}}\n',
];
const pieces = [
  '- ',
  ': ',
  '\n',
  '  ',
  '\t',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '&a ',
  '*a',
  '<<: ',
  '!!int ',
  '|',
  '>',
  '#',
  '---\n',
  '...\n',
  '%YAML 1.2\n',
  '\r',
  '\r\n',
  '\ufeff',
  '\u0000',
  '\u0085',
  '${X}',
  'null',
  '.inf',
  '0x1F',
  '1e999',
  '__proto__: 1\n',
  'constructor: ',
  '\ud800',
  '日本',
  '😀',
];

describe('mutated texts give findings, never a crash', () => {
  it.each(kinds)('%s', kind => {
    const edit = fc.tuple(fc.nat(600), fc.nat(12), fc.constantFrom(...pieces));
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 6 }), (sample, edits) => {
        const text = edits.reduce(
          (before, [at, remove, piece]) =>
            before.slice(0, at % (before.length + 1)) + piece + before.slice((at % (before.length + 1)) + remove),
          sample,
        );
        check(text, kind);
      }),
      { numRuns: 150 },
    );
  });
});

describe('random texts and data', () => {
  it.each(kinds)('%s', kind => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => void check(text, kind)),
      { numRuns: 150 },
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), text => void check(text, kind)),
      { numRuns: 150 },
    );
  });
});

const bomb = (levels: number) =>
  `a0: &a0 [x, x]\n${Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}, *a${i}, *a${i}, *a${i}, *a${i}, *a${i}]\n`).join('')}`;

describe('hostile texts', () => {
  it.each<[string, string, string]>([
    ['10,000 flow lists', '['.repeat(10_000), 'too-deep'],
    ['10,000 closed flow lists', '['.repeat(10_000) + ']'.repeat(10_000), 'too-deep'],
    ['10,000 flow maps', '{a: '.repeat(10_000), 'too-deep'],
    ['10,000 block lists', `${'- '.repeat(10_000)}a`, 'too-deep'],
    ['10,000 JSON maps', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'too-deep'],
    ['10,000 block lists, then a line', `${'- '.repeat(10_000)}a: b\n c`, 'too-deep'],
    ['10,000 complex keys, then a line', `${'? '.repeat(10_000)}a\nb: c\n`, 'too-deep'],
    ['2,000 lists in complex keys, then a line', `${'- ? '.repeat(2000)}x\nz: 1\n`, 'too-deep'],
    ['an alias bomb', bomb(30), 'alias-bomb'],
    [
      'a deep chain of aliases',
      `a0: &a0 [x]\n${Array.from({ length: 5000 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`).join('')}`,
      'too-deep',
    ],
    ['an alias in itself', 'a: &a [*a]', 'yaml-syntax'],
    ['an unknown alias', 'a: *b', 'yaml-syntax'],
    ['a tab as indentation', 'binds:\n\t- port: 1', 'yaml-syntax'],
    ['a control character', 'binds: "\u0001"', 'yaml-syntax'],
    ['a list as key', '? [a]\n: 1', 'yaml-syntax'],
    ['an open quote', 'binds: "', 'yaml-syntax'],
  ])('%s', (_name, text, rule) => {
    for (const kind of kinds) expect(check(text, kind)).toContain(rule);
  });

  it('reads CRLF, CR and NEL as line ends, and a long line as one', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = samples[0]!.replaceAll('\n', end);
      expect(validateText(text, { file: 'f', env, kind: 'agentgateway' }).findings.filter(({ severity }) => severity === 'error')).toEqual(
        [],
      );
    }
    expect(check(`{"mcpServers": [], "instructions": "${'x'.repeat(1_000_000)}"}`, 'mcp-config')).toEqual([]);
  });

  it('refuses files that are too large or no UTF-8 before reading them', () => {
    expect(decodeFile(new Uint8Array(maxFileBytes + 1), 'f').findings.map(({ rule }) => rule)).toEqual(['too-large']);
    expect(decodeFile(new Uint8Array([97, 10, 0xff, 0xfe]), 'f').findings).toEqual([
      expect.objectContaining({ rule: 'not-utf8', span: { start: 2, end: 3 } }),
    ]);
  });

  it('gives up on floods of findings without hanging', () => {
    const text = `binds:\n${'  - nonsense: 1\n'.repeat(5000)}`;
    expect(check(text, 'agentgateway').length).toBeLessThanOrEqual(1100);
  });
});
