/** One hostile text in every report of validate, diff, golden and migrate (docs/adr/0046-text-of-strangers.md). */
import MarkdownIt from 'markdown-it';
import { visibleLines } from '../../packages/diagnostics/src/index.js';
import { chartYaml } from '../helpers/command.js';
import {
  asciiJson,
  bare,
  expectHarmless,
  type Files,
  fileName,
  json,
  key,
  manifest,
  quoted,
  quotedText,
  type Ran,
  run,
  template,
  textsOfXml,
} from '../helpers/hostile-runs.js';
import { harmsOf, hostileText, hostileWord } from '../helpers/hostile-texts.js';
import { javaScriptTraces } from '../helpers/mcpgw.js';

const notCheckedIn = (report: string): string[] =>
  (JSON.parse(report) as { notChecked: { files: { file: string }[] } }).notChecked.files.map(({ file }) => file);

describe('reports of validate', () => {
  const config = `binds:\n- port: 4000\n  ${key}\n  : 1\n  listeners: []\n`;
  const file = `${fileName}.yaml`;
  const report = (format: string): Ran => run(['validate', '--kind', 'agentgateway', '-o', format, '.'], { [file]: config });

  test('text, with a frame', () => {
    const ran = report('text');
    expectHarmless(ran);
    expect(ran.status).toBe(1);
    expect(ran.stdout).toContain('unknown-field');
  });

  test('JSON gives the text itself', () => {
    const ran = report('json');
    expectHarmless(ran);
    const { findings } = JSON.parse(ran.stdout) as { findings: { file: string; path: string }[] };
    expect(findings.some(finding => finding.file === file)).toBe(true);
    expect(findings.some(({ path }) => path.includes(JSON.stringify(hostileText)))).toBe(true);
  });

  test('SARIF gives the visible text, and no link', () => {
    const ran = report('sarif');
    expectHarmless(ran);
    const log = JSON.parse(ran.stdout) as { runs: { results: { message: { text: string } }[] }[] };
    const texts = log.runs[0]!.results.map(({ message }) => message.text);
    expect(texts.some(text => text.includes(hostileWord))).toBe(true);
    for (const text of texts) {
      expect(text).toBe(visibleLines(text));
      expect(text).not.toMatch(/\[[^\]]*\]\(/);
    }
  });

  test('JUnit gives the visible text', () => {
    const ran = report('junit');
    expectHarmless(ran);
    const texts = textsOfXml(ran.stdout);
    expect(texts.some(text => text.includes(visibleLines(fileName)))).toBe(true);
    for (const text of texts) expect(text).toBe(visibleLines(text));
  });

  test('GitHub gets commands of ours, and no others', () => {
    const { status, stdout, stderr } = report('github');
    expect({ status, harms: harmsOf(stderr) }).toEqual({ status: 1, harms: [] });
    const lines = stdout.trimEnd().split('\n');
    expect(stdout).toContain(hostileWord);
    for (const line of lines) {
      expect(line).toMatch(/^::(?:error|warning|notice) file=[^:,]*,line=\d+,col=\d+,endLine=\d+(?:,endColumn=\d+)?,title=[\w-]+::/);
      expect(harmsOf(line.slice(2)).filter(harm => harm.startsWith('control') || /##/.test(harm))).toEqual([]);
    }
  });

  const unknown = asciiJson({ apiVersion: `${hostileText}.example/v1`, kind: hostileText, metadata: { name: hostileText } });
  const unchecked: Files = {
    'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}\n',
    [`unknown ${file}`]: 'a: 1\n',
    [`documents ${file}`]: `${unknown}\n---\nkind: ${quoted}\n`,
    [`list ${file}`]: `apiVersion: v1\nkind: List\nitems: [${unknown}]\n`,
    [`${fileName}.txt`]: hostileText,
    [`${fileName}/node_modules/a.yaml`]: 'a: 1\n',
    [`chart ${fileName}/Chart.yaml`]: chartYaml('c'),
    [`chart ${fileName}/templates/${file}`]: '{{ if }}\n',
    'tsconfig.json': '{ // a comment\n}\n',
  };

  test.each(['text', 'json', 'sarif', 'junit', 'github', 'html'])('what was not checked, as %s', format => {
    const ran = run(['validate', '.', '-o', format], unchecked);
    expect(ran.stderr).not.toMatch(javaScriptTraces);
    expect(harmsOf(ran.stderr)).toEqual([]);
    expect(harmsOf(ran.stdout).filter(harm => format !== 'github' || !/^command: "::(?:error|warning|notice) /.test(harm))).toEqual([]);
    if (format === 'text') expect(ran.stdout).toContain('; not checked: ');
    if (format === 'junit') textsOfXml(ran.stdout);
    if (format === 'json') expect(notCheckedIn(ran.stdout)).toContain(`unknown ${file}`);
  });

  test.each(['text', 'json', 'sarif', 'junit', 'github', 'html'])('kinds and groups that are skipped, as %s', format => {
    const ran = run(['validate', '.', '-o', format, '--skip', bare, '--ignore-missing-schemas'], unchecked);
    expect(ran.stderr).not.toMatch(javaScriptTraces);
    expect(harmsOf(ran.stderr)).toEqual([]);
    expect(harmsOf(ran.stdout).filter(harm => format !== 'github' || !/^command: "::(?:error|warning|notice) /.test(harm))).toEqual([]);
  });

  test('--fix prints what it changes', () => {
    const mcp = `{"mcpServers": {${JSON.stringify(`${hostileWord}\u001b[31m`)}: {"comand": "x", "command ": "a"}}}`;
    expect(harmsOf(run(['validate', '--fix', 'mcp_config.json'], { 'mcp_config.json': `${mcp}\n` }).stderr)).toEqual([]);
  });

  test.each<readonly [string, Files]>([
    ['a list of servers', { 'mcp_config.json': `{"mcpServers": {${json}: {${json}: 1}}}` }],
    ['a configuration of the gateway', { 'gateway.yaml': `servers: {${key}: {${key}: 1}}\n${key}\n: 1\n` }],
    ['manifests', { 'm.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${quoted}, ${key}: 1}\nspec: {${key}: {}}\n` }],
    ['a key that occurs twice', { 'm.yaml': `${key}\n: 1\n${key}\n: 2\n` }],
    ['values', { 'values.yaml': `${key}\n: 1\nservice: {${key}: ${quoted}}\n` }],
    ['settings', { 'mcpgw.config.yaml': `rules: {${key}: off}\n${key}\n: 1\n` }],
  ])('%s', (_, files) => {
    for (const format of ['text', 'junit', 'sarif', 'json', 'html']) {
      const ran = run(['validate', '.', '-o', format], files);
      expectHarmless(ran);
      if (format === 'junit') textsOfXml(ran.stdout);
    }
  });
});

describe('reports of diff', () => {
  const side = (text: string): string =>
    `${manifest(`{${key}: ${quotedText(text)}, motd: ${quotedText(`one\n${text}\nthree`)}}`)}---\napiVersion: ${quoted}\nkind: ${quoted}\nmetadata: {name: ${quotedText(`${hostileText}${text}`)}, namespace: ${quoted}}\nspec: [{name: ${quoted}, value: ${quotedText(text)}}]\n`;
  const report = (format: string, env = {}): Ran =>
    run(
      ['diff', '--from', 'a.yaml', '--to', `${fileName}.yaml`, '-o', format],
      { 'a.yaml': side(hostileText), [`${fileName}.yaml`]: side(`${hostileText}!`) },
      env,
    );

  test('text', () => {
    const ran = report('text');
    expectHarmless(ran);
    expect(ran.status).toBe(1);
  });

  test('colors of ours stay, others are seen', () => {
    const { stdout } = report('text', { FORCE_COLOR: '1' });
    expect(stdout).toContain('\u001b[32m');
    expect(harmsOf(stdout.replaceAll(/\u001b\[(?:1|2|22|3[123]|39)m/g, ''))).toEqual([]);
    expect(stdout).not.toContain('\u001b[31mred');
    expect(stdout).not.toContain('\ufdd0');
  });

  test('JSON', () => expectHarmless(report('json')));

  test('markdown holds no element, link or mention of others', () => {
    const ran = report('markdown');
    expectHarmless(ran);
    const tokens = new MarkdownIt({ html: true, linkify: true }).parse(ran.stdout, {});
    const inline = tokens.flatMap(token => token.children ?? []);
    const types = new Set([...tokens, ...inline].map(({ type }) => type));
    expect([...types].sort()).toEqual(
      ['code_inline', 'fence', 'heading_close', 'heading_open', 'html_block', 'inline', 'paragraph_close', 'paragraph_open', 'text'].sort(),
    );
    expect(tokens.filter(({ type }) => type === 'heading_open')).toHaveLength(1);
    for (const { content } of inline.filter(({ type }) => type === 'text')) expect(content).toMatch(/^(?:mcpgw diff: [\w, ]+| → )$/);
    const element = /^(?:<details(?: open)?><summary>\S+ <code>[^<>]*<\/code>(?: \([^<>]*\))?<\/summary>|<\/details>)$/;
    for (const { content } of tokens.filter(({ type }) => type === 'html_block'))
      for (const line of content.trim().split('\n')) expect(line).toMatch(element);
  });
});

test('reports of golden', () => {
  const files = {
    ...template(manifest('{a: {{ .Values.text | quote }}}')),
    [`cases/${fileName}/case.yaml`]: 'chart: ../../c\n',
    [`cases/${fileName}/expected.yaml`]: `${hostileText}\n`,
  };
  for (const format of ['text', 'json']) expectHarmless(run(['golden', 'cases', '-o', format], files));
  expectHarmless(run(['golden', 'cases', '--update']));
  expectHarmless(run(['golden', 'cases'], { [`cases/${fileName}/case.yaml`]: `${key}\n: 1\n` }));
  expectHarmless(run(['golden', 'cases'], { [`cases/${fileName}/case.yaml`]: `flags: [${quoted}]\n` }));
  expectHarmless(run(['golden', 'cases'], { [`cases/${fileName}/case.yaml`]: `expectedError: ${quoted}\nchart: ../../c\n` }));
});

test('reports of migrate', () => {
  const config = `binds:\n- port: 4000\n  listeners:\n  - routes:\n    - policies:\n        # ${hostileWord} \u202e\u200b ##[error]\n        extAuthz: {host: "authz:9000", timeout: 10s}\n      backends: []\n`;
  const args = ['migrate', '--kind', 'agentgateway', '--from', 'v0.12', '--to', 'v1.4', `${fileName}.yaml`];
  const ran = run(args, { [`${fileName}.yaml`]: config });
  expectHarmless(ran);
  expect(ran.stdout).toContain('-o json');
  const json = run([...args, '-o', 'json']);
  expectHarmless(json);
  expect((JSON.parse(json.stdout) as { files: { diff: string }[] }).files[0]!.diff).toContain('\u202e\u200b ##[error]');
});
