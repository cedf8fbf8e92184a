/**
 * One hostile text at every place where commands of mcpgw take text of strangers: whatever is printed for people or as a report
 * neither drives a terminal nor commands a CI system, and each format gives the visible text back (docs/adr/0046-text-of-strangers.md).
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { visibleLines } from '../../packages/diagnostics/src/index.js';
import { chartYaml, writeTree } from '../helpers/command.js';
import {
  asciiJson,
  bare,
  chart,
  expectHarmless,
  type Files,
  fileName,
  json,
  key,
  manifest,
  place,
  quoted,
  type Ran,
  run,
  schema,
  template,
  textsOfXml,
} from '../helpers/hostile-runs.js';
import { harmsOf, hostileArgument, hostileText, hostileWord } from '../helpers/hostile-texts.js';
import { executable, mcpgw } from '../helpers/mcpgw.js';

const faults: readonly (readonly [string, Files])[] = [
  ['fail', template('{{ fail .Values.text }}')],
  ['required', template('{{ required .Values.text .Values.none }}')],
  ['the line of a template', template('{{ /*x*/ fail "HOSTILE ##[error] \u001b[31m\u202e\u009b" }}')],
  ['a template that does not parse', template('HOSTILE\u001b[31m ##vso[x]y {{ ::error:: }}')],
  ['the name of a template', chart({ [`templates/${fileName}.yaml`]: '{{ fail "x" }}' })],
  ['the name of a template that is not YAML', chart({ [`templates/${fileName}.yaml`]: 'a: [' })],
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
    writeTree({ ...good, helm, 'helm.out': `a: 1\n${hostileText}\n` }, place.folder);
    const env = { [version === '3' ? 'HELM3' : 'HELM']: join(place.folder, 'helm') };
    const script = spawnShell(`chmod +x helm && "$0" "$1" render c --engine helm --helm-version ${version} > /dev/null`, env);
    expect(harmsOf(script)).toEqual([]);
    expect(script).toContain(hostileWord);
  });
});

/** Standard error of a script. */
function spawnShell(script: string, env: Readonly<Record<string, string>>): string {
  return mcpgw([], { cwd: place.folder, env, command: ['bash', '-c', script, process.execPath, executable] }).stderr;
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
    ['settings', ['validate', 'c', '--settings', a]],
    ['definitions', ['validate', 'c', '--crds', a]],
    ['a version', ['validate', 'c', '--gateway-version', a]],
    ['a Kubernetes', ['validate', 'c', '--kube-version', a]],
    ['a file to migrate', ['migrate', '--to', 'v1.4', a]],
    ['a version to migrate to', ['migrate', '--to', a, 'c/values.yaml']],
    ['a server to probe', ['probe', a]],
    ['an address to probe', ['probe', `http://${a}`]],
    ['a header', ['probe', 'mcp.json', '--header', `A: \${HOSTILE_A} ${a}`]],
    ['--server', ['probe', 'mcp.json', '--server', a]],
    ['a tool', ['tools', 'approve', '-c', 'mcp.json', a]],
    ['a server of tools', ['tools', 'mcp.json', '--server', a]],
    ['a file of tools', ['tools', a]],
    ['a configuration', ['serve', a]],
    ['a host', ['serve', 'mcp.json', '--host', a]],
    ['a port', ['serve', 'mcp.json', '--port', a]],
    ['a schema', ['schema', a]],
    ['a version of a schema', ['schema', 'manifest', '--kube-version', a]],
    ['a format of rules', ['rules', '-o', a]],
    ['a name to init', ['init', 'new', '--release', a]],
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
    expectHarmless(run(['init', fileName, '--release', 'x']));
  });

  test('the program that HELM names', () => {
    expectHarmless(run(['render', 'c', '--engine', 'helm'], template('a: 1'), { HELM: hostileArgument }));
  });
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
    cwd: place.folder,
    env: { PATH: process.env.PATH ?? '', HOME: place.folder },
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
    writeTree({ 'server.mjs': server, 'mcp.json': asciiJson({ mcpServers: servers }) }, place.folder);
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
    writeTree({ 'bad.json': `{"mcpServers": {${json}: {"command": ${json}, ${json}: 1}}}` }, place.folder);
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
