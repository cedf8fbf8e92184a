/**
 * One hostile text at every place where commands of mcpgw take text of strangers: whatever is printed for people or as a report
 * neither drives a terminal nor commands a CI system, and each format gives the visible text back (docs/adr/0046-text-of-strangers.md).
 */
import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { SaxesParser } from 'saxes';
import { visibleLines } from '../../packages/diagnostics/src/index.js';
import { chartYaml, writeTree } from '../helpers/command.js';
import { harmsOf, hostileArgument, hostileText, hostileWord } from '../helpers/hostile-texts.js';
import { executable, javaScriptTraces, mcpgw } from '../helpers/mcpgw.js';

type Files = Readonly<Record<string, string | Uint8Array>>;
type Ran = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>;

/** A name of a file, below the length that file systems allow. */
const fileName = `${hostileWord}\u001b[31m\r\u202e\u200b\n::error::x\n##[add-mask]y##vso[z][l](http:evil)<b>&\`@me,a=b:c%0A`;
/** Without what flags of Helm read. */
const bare = hostileArgument.replace(/[[\]{}.,=/\\"]/g, '');
/** As YAML and Go's text/template take it in double quotes. */
const quotedText = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u{10ffff}]/gu, found => `\\U${found.codePointAt(0)!.toString(16).padStart(8, '0')}`);
const quoted = quotedText(hostileText);
/** A key in braces; one without `?` ends after 1024 characters. */
const key = `? ${quoted} `;
/** JSON that is YAML too: no control character stands in it as it is. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
const json = asciiJson(hostileText);
const values = `text: ${quoted}\nmap: {${key}: ${quoted}}\n`;

let folder = '';
beforeEach(() => {
  folder = writeTree({});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(args: readonly string[], files: Files = {}, env: Readonly<Record<string, string>> = {}): Ran {
  writeTree(files, folder);
  return mcpgw(args, { cwd: folder, env: { HOME: folder, ...env } });
}

/** The text arrived, harmless, and without a stack. */
function expectHarmless({ stdout, stderr }: Ran): void {
  expect(harmsOf(stderr)).toEqual([]);
  expect(harmsOf(stdout)).toEqual([]);
  expect(stderr).not.toMatch(javaScriptTraces);
  expect(`${stdout}${stderr}`).toContain(hostileWord);
}

const chart = (files: Files, more = ''): Files => ({
  'c/Chart.yaml': chartYaml('c', more),
  'c/values.yaml': values,
  ...Object.fromEntries(Object.entries(files).map(([name, data]) => [`c/${name}`, data])),
});

const template = (text: string): Files => chart({ 'templates/t.yaml': text });
const manifest = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: ${data}\n`;
const schema = (properties: object): Files => chart({ 'values.schema.json': JSON.stringify({ properties }) });

const faults: readonly (readonly [string, Files])[] = [
  ['fail', template('{{ fail .Values.text }}')],
  ['required', template('{{ required .Values.text .Values.none }}')],
  ['the line of a template', template('{{ /*x*/ fail "HOSTILE ##[error] \u001b[31m\u202e\u009b" }}')],
  ['a template that does not parse', template('HOSTILE\u001b[31m ##vso[x]y {{ ::error:: }}')],
  ['the name of a template', chart({ [`templates/${fileName}.yaml`]: '{{ fail "x" }}' })],
  ['the name of a template that is no YAML', chart({ [`templates/${fileName}.yaml`]: 'a: [' })],
  ['what include cannot find', template('{{ include .Values.text . }}')],
  ['what tpl cannot parse', template('{{ tpl (print "{{" .Values.text) . }}')],
  ['what a function refuses', template('{{ mustDateModify .Values.text now }}')],
  ['the name of a chart', { 'c/Chart.yaml': `apiVersion: v2\nname: ${quoted}\nversion: 1.0.0\n` }],
  ['the version of a chart', { 'c/Chart.yaml': `apiVersion: v2\nname: c\nversion: ${quoted}\n` }],
  ['the Kubernetes that a chart wants', chart({}, `kubeVersion: ${quoted}\n`)],
  ['a dependency', chart({}, `dependencies: [{name: ${quoted}, version: 1.0.0, repository: ""}]\n`)],
  ['a value that the schema refuses', schema({ text: { enum: [`${hostileText}!`] }, map: { additionalProperties: { type: 'number' } } })],
  ['a key that the schema refuses', schema({ map: { additionalProperties: false } })],
  ['a pattern of the schema', schema({ text: { pattern: hostileText } })],
  ['a reference of the schema', schema({ text: { $ref: `#/${hostileText}` } })],
];

describe('faults of a chart', () => {
  test.each(faults)('%s', (_, files) => {
    const rendered = run(['render', 'c'], files);
    expectHarmless(rendered);
    expect(rendered.status).toBe(1);
    expect(rendered.stdout).toBe('');
    expectHarmless(run(['render', 'c', '-o', 'json']));
    expectHarmless(run(['render', 'c', '--helm-version', '3']));
    expectHarmless(run(['diff', 'r', 'c', '--', '--set', 'x=1']));
    expectHarmless(run(['render', 'c', '--matrix', 'e/*', '--output-dir', 'out'], { 'e/a.yaml': '{}\n', [`e/${fileName}`]: '{}\n' }));
    expectHarmless(run(['golden', 'cases'], { 'cases/a/case.yaml': 'chart: ../../c\n' }));
  });

  test('validate, in each format', () => {
    const [, files] = faults[0]!;
    for (const format of ['text', 'json', 'sarif', 'junit']) expectHarmless(run(['validate', 'c', '-o', format], files));
  });

  test('the first line of Helm is there to be read', () => {
    const { stderr } = run(['render', 'c'], faults[0]![1]);
    expect(stderr).toContain(`Error: execution error at (c/templates/t.yaml:1:3): ${hostileWord}\ufffd[31mred\ufffd[0m `);
    expect(stderr).toContain('\n: :error::of GitHub ');
    expect(stderr).toContain('\n# #[error]of Azure ');
  });
});

describe('what the render of a chart prints', () => {
  const good = template(manifest('{? {{ .Values.text | quote }} : {{ .Values.text | quote }}}'));

  test('manifests are data and stay as they are', () => {
    const { status, stdout, stderr } = run(['render', 'c'], template(`a: |\n  ::error::x\n  ##[error] \u202e\u200bx\n`));
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '---\n# Source: c/templates/t.yaml\na: |\n  ::error::x\n  ##[error] \u202e\u200bx\n',
      stderr: '',
    });
  });

  test('JSON is the same data, and harmless', () => {
    const ran = run(['render', 'c', '-o', 'json'], good);
    expectHarmless(ran);
    const { documents } = JSON.parse(ran.stdout) as { documents: { object: { data: Record<string, string> } }[] };
    expect(Object.entries(documents[0]!.object.data)).toEqual([[hostileText, hostileText]]);
  });

  test('names of files that were written', () => {
    expectHarmless(run(['render', 'c', '--output-dir', 'out'], chart({ [`templates/${fileName}.yaml`]: 'a: 1' })));
  });

  test.each(['3', '4'])('what Helm %s logs', version => {
    const over = chart({ 'templates/t.yaml': 'a: 1', 'values.yaml': `a: {${key}: {b: 1}}\n` });
    const ran = run(['render', 'c', '-f', 'over.yaml', '--helm-version', version], { ...over, 'over.yaml': `a: {${key}: ${quoted}}\n` });
    expectHarmless(ran);
    expect(ran.status).toBe(0);
  });

  test.each(['3', '4'])('differences with Helm %s, which is told to lie', version => {
    const helm = `#!/bin/sh\nif [ "$1" = version ]; then printf v${version === '3' ? '3.20' : '4.2'}.0; else cat "$0.out"; fi\n`;
    writeTree({ ...good, helm, 'helm.out': `a: 1\n${hostileText}\n` }, folder);
    const env = { [version === '3' ? 'HELM3' : 'HELM']: join(folder, 'helm') };
    const script = spawnShell(`chmod +x helm && "$0" "$1" render c --engine helm --helm-version ${version} > /dev/null`, env);
    expect(harmsOf(script)).toEqual([]);
    expect(script).toContain(hostileWord);
  });
});

/** Standard error of a script. */
function spawnShell(script: string, env: Readonly<Record<string, string>>): string {
  return mcpgw([], { cwd: folder, env, command: ['bash', '-c', script, process.execPath, executable] }).stderr;
}

describe('arguments and the environment', () => {
  const a = hostileArgument;
  test.each<readonly [string, readonly string[]]>([
    ['a command', [a]],
    ['an unknown flag', ['render', `--${a}`]],
    ['a choice', ['render', '-o', a]],
    ['a chart', ['render', 'r', a]],
    ['too many arguments', ['render', 'a', 'b', a]],
    ['the name of a release', ['render', a, 'c']],
    ['a values file', ['render', 'c', '-f', a]],
    ['a values file of an address', ['render', 'c', '-f', `http://${a}`]],
    ['--set', ['render', 'c', '--set', bare]],
    ['--set-json', ['render', 'c', '--set-json', `a=${a}`]],
    ['--set-file', ['render', 'c', '--set-file', `a=${a}`]],
    ['--show-only', ['render', 'c', '-s', a]],
    ['--kube-version', ['render', 'c', '--kube-version', a]],
    ['--helm-version', ['render', 'c', '--helm-version', a]],
    ['--name-template', ['render', 'c', '--name-template', `{{ fail ${quoted} }}`]],
    ['--wait', ['render', 'c', `--wait=${a}`]],
    ['--dry-run', ['render', 'c', `--dry-run=${a}`]],
    ['--color', ['render', 'c', `--color=${a}`]],
    ['--jobs', ['render', 'c', '--matrix', 'c/*.yaml', '--output-dir', 'o', '--jobs', a]],
    ['--matrix', ['render', 'c', '--matrix', a, '--output-dir', 'o']],
    ['a context', ['diff', 'r', 'c', '--from', 'cluster', '--kube-context', a, '--kubeconfig', 'kubeconfig']],
    ['a kubeconfig', ['diff', 'r', 'c', '--from', 'cluster', '--kubeconfig', a]],
    ['--ca-file', ['render', 'c', '--ca-file', a]],
    ['--enable-dns', ['render', 'dns', '--enable-dns', '--set', `h=${bare}`]],
    ['a side of a diff', ['diff', 'c', '--', '-f', a]],
    ['a flag of the second side', ['diff', 'c', '--', `--${a}`]],
    ['a saved manifest', ['diff', 'c', '--from', a]],
    ['a folder of cases', ['golden', a]],
    ['a filter of cases', ['golden', 'c', '--filter', a]],
    ['a file to validate', ['validate', a]],
    ['a rule', ['validate', '--explain', a]],
    ['settings', ['validate', 'c', '--config', a]],
    ['definitions', ['validate', 'c', '--crds', a]],
    ['a version', ['validate', 'c', '--gateway-version', a]],
    ['a Kubernetes', ['validate', 'c', '--kube-version', a]],
    ['a file to migrate', ['migrate', '--to', 'v1.4', a]],
    ['a version to migrate to', ['migrate', '--to', a, 'c/values.yaml']],
    ['a server to probe', ['probe', a]],
    ['an address to probe', ['probe', `http://${a}`]],
    ['a header', ['probe', 'mcp.json', '--header', `A: \${HOSTILE_A} ${a}`]],
    ['--only', ['probe', 'mcp.json', '--only', a]],
    ['a tool', ['tools', 'approve', '-c', 'mcp.json', a]],
    ['a server of tools', ['tools', 'mcp.json', '--server', a]],
    ['a file of tools', ['tools', a]],
    ['a configuration', ['serve', a]],
    ['a host', ['serve', 'mcp.json', '--host', a]],
    ['a port', ['serve', 'mcp.json', '--port', a]],
    ['a schema', ['schema', a]],
    ['a version of a schema', ['schema', 'manifest', '--kube-version', a]],
    ['a format of rules', ['rules', '-o', a]],
    ['a name to init', ['init', 'new', '--name', a]],
    ['a server to init', ['init', 'server', a.replaceAll('/', '|')]],
  ])('%s', (_, args) => {
    const ran = run(args, {
      ...template('a: 1'),
      'dns/Chart.yaml': chartYaml('dns'),
      'dns/templates/t.yaml': '{{ getHostByName .Values.h }}',
      'mcp.json': '{"mcpServers": [{"name": "a", "protocol": "stdio", "command": "false", "enabled": false}]}',
      kubeconfig: 'apiVersion: v1\nkind: Config\n',
    });
    expectHarmless(ran);
    expect(ran.status).not.toBe(0);
  });

  test('what is written to a folder of any name', () => {
    expectHarmless(run(['init', fileName, '--name', 'x']));
  });

  test('the program that HELM names', () => {
    expectHarmless(run(['render', 'c', '--engine', 'helm'], template('a: 1'), { HELM: hostileArgument }));
  });
});

/** What a parser reads of an XML document: all texts and values of attributes. */
function textsOfXml(xml: string): string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ attributes }) => void texts.push(...Object.values(attributes)));
  parser.on('text', text => void texts.push(text));
  parser.write(xml).close();
  return texts;
}

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

  test.each(['text', 'json', 'sarif', 'junit', 'github'])('what was not checked, as %s', format => {
    const ran = run(['validate', '.', '-o', format], unchecked);
    expect(ran.stderr).not.toMatch(javaScriptTraces);
    expect(harmsOf(ran.stderr)).toEqual([]);
    expect(harmsOf(ran.stdout).filter(harm => format !== 'github' || !/^command: "::(?:error|warning|notice) /.test(harm))).toEqual([]);
    if (format === 'text') expect(ran.stdout).toContain('; not checked: ');
    if (format === 'junit') textsOfXml(ran.stdout);
    if (format !== 'json') return;
    const { notChecked } = JSON.parse(ran.stdout) as { notChecked: { files: { file: string }[] } };
    expect(notChecked.files.map(each => each.file)).toContain(`unknown ${file}`);
  });

  test.each(['text', 'json', 'sarif', 'junit', 'github'])('kinds and groups that are skipped, as %s', format => {
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
    ['a key that stands twice', { 'm.yaml': `${key}\n: 1\n${key}\n: 2\n` }],
    ['values', { 'values.yaml': `${key}\n: 1\nservice: {${key}: ${quoted}}\n` }],
    ['settings', { 'mcpgw.config.yaml': `rules: {${key}: off}\n${key}\n: 1\n` }],
  ])('%s', (_, files) => {
    for (const format of ['text', 'junit', 'sarif', 'json']) {
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

const server = `
import { createInterface } from 'node:readline';
const text = ${json};
process.stderr.write(text + '\\n');
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {}, logging: {} }, serverInfo: { name: text, version: text }, instructions: text });
  if (method === 'tools/list') answer(id, { tools: [text, 'good'].map(name => ({ name, title: text, description: text, inputSchema: { type: 'object', properties: { [text]: { description: text } } } })) });
  if (method === 'initialized' || method === 'tools/list') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', logger: text, data: text } }) + '\\n');
  if (method === 'tools/list') process.stdout.write(text.replaceAll('\\n', ' ') + '\\n');
}
`;

/** Runs a command without holding up the servers of this process; \`stop\` ends it when it has printed that. */
function runBeside(args: readonly string[], stop?: RegExp): Promise<Ran> {
  const child = spawn(process.execPath, [executable, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', chunk => (stdout += chunk));
  child.stderr.on('data', chunk => {
    stderr += chunk;
    if (stop?.test(stderr)) child.kill('SIGTERM');
  });
  return new Promise(resolve => child.once('close', status => resolve({ status, stdout, stderr })));
}

describe('servers', () => {
  let close = () => {};
  afterEach(() => close());

  async function configure(): Promise<void> {
    const http = createServer((_, response) => {
      response.statusCode = 500;
      response.setHeader('content-type', 'text/plain');
      response.end(hostileText);
    });
    await new Promise<void>(listening => http.listen(0, '127.0.0.1', listening));
    close = () => void http.close();
    const { port } = http.address() as { port: number };
    const stdio = { command: process.execPath };
    const servers = {
      good: { ...stdio, args: ['server.mjs'] },
      dies: { ...stdio, args: ['-e', `process.stderr.write(${json}); process.exit(3)`] },
      http: { url: `http://127.0.0.1:${port}/mcp` },
      [hostileText]: { ...stdio, args: ['server.mjs'] },
    };
    writeTree({ 'server.mjs': server, 'mcp.json': asciiJson({ mcpServers: servers }) }, folder);
  }

  test.each(['table', 'json', 'junit'])('probe: %s', async format => {
    await configure();
    const ran = await runBeside(['probe', 'mcp.json', '--max-attempts', '2', '-o', format]);
    expectHarmless(ran);
    if (format === 'junit') for (const text of textsOfXml(ran.stdout)) expect(text).toBe(visibleLines(text));
  });

  test('tools, and decisions', async () => {
    await configure();
    for (const format of ['table', 'json']) expectHarmless(await runBeside(['tools', 'mcp.json', '-o', format]));
    const decided = await runBeside(['tools', 'approve', '-c', 'mcp.json', '--all', '--yes']);
    expect([harmsOf(decided.stdout), harmsOf(decided.stderr)]).toEqual([[], []]);
  });

  test.each(['text', 'json'])('the log of serve: %s', async format => {
    await configure();
    writeTree({ 'bad.json': `{"mcpServers": {${json}: {"command": ${json}, ${json}: 1}}}` }, folder);
    const refused = await runBeside(['serve', 'bad.json', '--check', '-o', format]);
    expectHarmless(refused);
    const served = await runBeside(['serve', 'mcp.json', '--port', '0', '--log-level', 'debug', '-o', format], /\bready\b/);
    expectHarmless(served);
    const lines = served.stderr.trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(
        format === 'json' ? /^\{"time":"/ : /^\d{4}-\d\d-\d\dT\S+ (?:debug|info|warn|error) |^[ \w/.-]+:\d+:\d+ |^ |^$|^\d+ files? checked/,
      );
    if (format === 'json') for (const line of lines) JSON.parse(line);
  });
});
