/** `mcpgw lsp` as an editor starts it: the built command as a process, the protocol on its pipes. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { settingForms } from '../../cli/src/lsp/settings.js';
import { serverCommand } from '../../editors/vscode/src/command.js';
import { writeTree } from '../helpers/command.js';
import { Editor, type EditorOptions } from '../helpers/editor.js';
import { executable, mcpgw, root } from '../helpers/mcpgw.js';

const editors: Editor[] = [];
const start = async (options: Partial<EditorOptions> = {}) => {
  const editor = await Editor.start({ command: [process.execPath, executable, 'lsp', '--stdio'], ...options });
  editors.push(editor);
  return editor;
};
afterEach(async () => {
  for (const editor of editors.splice(0)) {
    editor.process.kill('SIGKILL');
    await editor.exited;
    editor.connection.dispose();
  }
});

const staticConfig = `binds:
- port: "3000"
  listners:
  - name: main
    protocol: HTTP
    routes:
    - backends:
      - host: backend:80
`;

const codes = (found: { readonly diagnostics: readonly { readonly code?: unknown }[] }): unknown[] =>
  found.diagnostics.map(({ code }) => code);
const has =
  (code: string) =>
  (diagnostics: readonly { readonly code?: unknown }[]): boolean =>
    diagnostics.some(each => each.code === code);

describe('findings', () => {
  it('come on open and change, at the places and with the severities of the command', async () => {
    const folder = writeTree({ 'config.yaml': staticConfig });
    const editor = await start({ folder });
    await editor.open('config.yaml', staticConfig);
    const { diagnostics } = await editor.diagnostics('config.yaml');
    const command = JSON.parse(mcpgw(['validate', 'config.yaml', '-o', 'json'], { cwd: folder }).stdout);
    const places = diagnostics.map(({ code, range, severity }) => [code, range.start.line + 1, range.start.character + 1, severity]);
    const severities = { error: 1, warning: 2, info: 3 } as const;
    expect(places).toEqual(
      command.findings.map((each: { rule: string; line: number; column: number; severity: keyof typeof severities }) => [
        each.rule,
        each.line,
        each.column,
        severities[each.severity],
      ]),
    );
    expect(diagnostics.length).toBeGreaterThan(1);
    await editor.type('config.yaml', 'listners', 'listeners');
    await editor.type('config.yaml', '"3000"', '3000');
    expect(codes(await editor.diagnostics('config.yaml', found => found.length === 0))).toEqual([]);
    expect(await editor.end()).toBe(0);
    expect(editor.stderr).toBe('');
  });

  it('are about the objects of all files of the folder, with unsaved texts in place of files', async () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: web, image: web}]}\n';
    const folder = writeTree({ 'service.yaml': service, 'pod.yaml': pod });
    const editor = await start({ folder });
    await editor.open('service.yaml', service);
    await editor.open('pod.yaml', pod);
    await editor.type('pod.yaml', 'labels: {app: web}', 'labels: {app: shop}');
    expect(codes(await editor.diagnostics('service.yaml', has('service-selects-nothing')))).toContain('service-selects-nothing');
    await editor.type('pod.yaml', 'app: shop', 'app: web');
    const before = editor.published('service.yaml').length;
    await editor.diagnostics(
      'service.yaml',
      () =>
        !has('service-selects-nothing')(editor.published('service.yaml').at(-1)!.diagnostics) &&
        editor.published('service.yaml').length > before,
    );
  });

  it('of a chart come from its render, with the unsaved values and templates', async () => {
    const template = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports: [{port: {{ .Values.port }}}]\n';
    const folder = writeTree({
      'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'chart/values.yaml': 'port: 80\n',
      'chart/templates/service.yaml': template,
    });
    const editor = await start({ folder });
    await editor.open('chart/values.yaml', 'port: 80\n');
    await editor.open('chart/templates/service.yaml', template, 'helm');
    expect(codes(await editor.diagnostics('chart/values.yaml'))).toEqual([]);
    await editor.type('chart/values.yaml', '80', '99999');
    expect((await editor.diagnostics('chart/values.yaml', found => found.length > 0)).diagnostics).toMatchObject([
      { range: { start: { line: 0 } } },
    ]);
    await editor.type('chart/templates/service.yaml', '.Values.port', '.Values.port | nothing');
    expect((await editor.diagnostics('chart/templates/service.yaml', has('render-error'))).diagnostics).toMatchObject([
      { range: { start: { line: 4 } } },
    ]);
  });

  it('follow settings of the editor and mcpgw.config.yaml', async () => {
    const rules = 'rules:\n  unknown-field: {severity: "off", reason: accepted}\n';
    const folder = writeTree({ 'config.yaml': staticConfig, 'mcpgw.config.yaml': rules });
    const editor = await start({ folder, settings: { gatewayVersion: 7, kubeVersion: '1.34' } });
    await editor.open('config.yaml', staticConfig);
    expect(codes(await editor.diagnostics('config.yaml'))).not.toContain('unknown-field');
    expect(editor.logged).toContain('mcpgw.gatewayVersion: expected a string');
  });

  it('of an unsaved document and of a file outside of folders', async () => {
    const folder = writeTree({ 'config.yaml': staticConfig });
    const editor = await start();
    await editor.open('untitled:Untitled-1', staticConfig);
    expect((await editor.diagnostics('untitled:Untitled-1')).diagnostics.length).toBeGreaterThan(0);
    const file = pathToFileURL(join(folder, 'config.yaml')).href;
    await editor.open(file, staticConfig);
    expect((await editor.diagnostics(file)).diagnostics.length).toBeGreaterThan(0);
    await editor.open('git:/config.yaml', staticConfig);
    await editor.close(file);
    await editor.diagnostics(file, found => found.length === 0);
    expect(editor.published('git:/config.yaml')).toEqual([]);
  });
});

describe('the extension of VS Code', () => {
  it('starts the server that its setting names', async () => {
    const { command, args, shell } = serverCommand(executable, process.platform);
    expect(shell).toBe(false);
    const editor = await start({ command: [command, ...args], folder: writeTree({ 'config.yaml': staticConfig }) });
    expect(editor.initialized.serverInfo?.name).toBe('mcpgw');
    await editor.open('config.yaml', staticConfig);
    expect(codes(await editor.diagnostics('config.yaml'))).toContain('unknown-field');
    expect(await editor.end()).toBe(0);
  });

  it.each([
    [undefined, 'linux', { command: 'mcpgw', args: ['lsp', '--stdio'], shell: false }],
    [' ', 'win32', { command: '"mcpgw"', args: ['lsp', '--stdio'], shell: true }],
    ['C:\\Program Files\\mcpgw.cmd', 'win32', { command: '"C:\\Program Files\\mcpgw.cmd"', args: ['lsp', '--stdio'], shell: true }],
    ['C:\\mcpgw.exe', 'win32', { command: 'C:\\mcpgw.exe', args: ['lsp', '--stdio'], shell: false }],
    ['/opt/mcpgw.js', 'linux', { command: 'node', args: ['/opt/mcpgw.js', 'lsp', '--stdio'], shell: false }],
  ])('setting %j on %s', (path, platform, command) => {
    expect(serverCommand(path, platform)).toEqual(command);
  });

  it('has a setting for each that the server takes, and no folder can choose the program', () => {
    const { properties } = JSON.parse(readFileSync(join(root, 'editors/vscode/package.json'), 'utf8')).contributes.configuration;
    const names = [...Object.keys(settingForms), 'path', 'together', 'wholeFolder'].map(name => `mcpgw.${name}`);
    expect(Object.keys(properties).sort()).toEqual(names.sort());
    expect(properties['mcpgw.path'].scope).toBe('machine');
  });
});

describe('quick fixes', () => {
  it('are those of --fix: one, all, and comments that turn a rule off', async () => {
    const folder = writeTree({ 'config.yaml': staticConfig });
    const editor = await start({ folder, capabilities: { textDocument: { codeAction: { resolveSupport: { properties: ['edit'] } } } } });
    await editor.open('config.yaml', staticConfig);
    await editor.diagnostics('config.yaml');
    const [one] = await editor.actions('config.yaml', 'listners', ['quickfix']);
    expect(editor.applied('config.yaml', one!)).toBe(staticConfig.replace('listners', 'listeners'));
    const [all] = await editor.actions('config.yaml', 'binds', ['source.fixAll']);
    expect(all).toMatchObject({ kind: 'source.fixAll.mcpgw' });
    const fixed = editor.applied('config.yaml', await editor.resolve(all!));
    mcpgw(['validate', '--fix', 'config.yaml'], { cwd: folder });
    expect(fixed).toBe(readFileSync(join(folder, 'config.yaml'), 'utf8'));
    const off = (await editor.actions('config.yaml', 'listners')).find(({ title }) => title === 'Turn unknown-field off for this line');
    expect(editor.applied('config.yaml', off!)).toBe(staticConfig.replace('  listners', '  # mcpgw-ignore unknown-field: \n  listners'));
  });
});

describe('descriptions, completion, definitions', () => {
  it('of the static configuration, also while the text is broken', async () => {
    const text = 'binds:\n- port: 3000\n  listeners:\n  - name: main\n    protocol: \n    pro\n    routes: []\n';
    const editor = await start({ folder: writeTree({ 'config.yaml': text }) });
    const whole = text.replace('protocol: \n', 'protocol: HTTP\n').replace('    pro\n', '');
    await editor.open('config.yaml', whole);
    await editor.diagnostics('config.yaml');
    expect(JSON.stringify(await editor.hover('config.yaml', 'protocol'))).toMatch(/HTTP/);
    await editor.type('config.yaml', 'HTTP', '');
    expect(await editor.completion('config.yaml', 'protocol: ')).toEqual(expect.arrayContaining(['HTTP', 'HTTPS', 'TLS', 'TCP']));
    await editor.type('config.yaml', '    routes', '    ho\n    routes');
    const fields = await editor.completion('config.yaml', '    ho');
    expect(fields).toEqual(expect.arrayContaining(['hostname', 'tls', 'policies']));
    expect(fields).not.toContain('name');
  });

  it('of objects, by their kind', async () => {
    const text =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  \n  template:\n    spec:\n      containers:\n      - name: a\n        imagePullPolicy: \n';
    const editor = await start({ folder: writeTree({ 'a.yaml': text }) });
    await editor.open('a.yaml', text);
    await editor.diagnostics('a.yaml');
    const fields = await editor.completion('a.yaml', 'spec:\n  ');
    expect(fields).toEqual(expect.arrayContaining(['replicas', 'selector', 'strategy']));
    expect(fields).not.toContain('template');
    expect(await editor.completion('a.yaml', 'imagePullPolicy: ')).toEqual(['Always', 'IfNotPresent', 'Never']);
    expect(JSON.stringify(await editor.hover('a.yaml', 'containers'))).toMatch(/containers/i);
  });

  it('of JSON', async () => {
    const text = '{\n  "mcpServers": [\n    {"name": "a", "url": "https://a.example.com/mcp", "enabled": true, ""}\n  ]\n}\n';
    const editor = await start({ folder: writeTree({ 'mcp_config.json': text }) });
    await editor.open('mcp_config.json', text, 'json');
    await editor.diagnostics('mcp_config.json');
    expect(await editor.completion('mcp_config.json', 'true, "')).toEqual(expect.arrayContaining(['headers', 'oauth']));
  });

  it('lead from a reference to its object, in another file too', async () => {
    const pod =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: [{name: web, image: web, envFrom: [{secretRef: {name: keys}}]}]\n';
    const folder = writeTree({ 'pod.yaml': pod, 'sub/secret.yaml': '# keys\napiVersion: v1\nkind: Secret\nmetadata:\n  name: keys\n' });
    const editor = await start({ folder });
    await editor.open('pod.yaml', pod);
    expect(await editor.definition('pod.yaml', 'keys')).toEqual([
      { uri: editor.uri('sub/secret.yaml'), range: { start: { line: 4, character: 8 }, end: { line: 4, character: 12 } } },
    ]);
    expect(await editor.definition('pod.yaml', 'image')).toEqual([]);
  });
});

describe('the end', () => {
  it('with exit code 1 without shutdown, and when the pipe closes', async () => {
    const one = await start();
    await one.connection.sendNotification('exit');
    expect(await one.exited).toBe(1);
    const other = await start();
    other.process.stdin!.end();
    expect(await other.exited).toBe(1);
    expect(other.stderr).toBe('');
  });

  it('comes when nobody reads the answers', async () => {
    const editor = await start({ folder: writeTree({ 'config.yaml': staticConfig }) });
    editor.process.stdout!.destroy();
    await editor.open('config.yaml', staticConfig);
    editor.process.stdin!.end();
    await editor.exited;
    expect(editor.stderr).not.toMatch(/\n {4}at |internal error/);
  });

  it('comes when the process of the editor is gone', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const editor = await start({ processId: gone });
    expect(await editor.exited).toBe(1);
  });
});

describe('texts that are hard', () => {
  it.each([
    ['nothing', ''],
    ['broken YAML', 'a: [\n- b: {\n"'],
    ['control characters', '\u0000\u0001: \u001b[31m'],
    [
      'aliases that grow',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`)}]\n`).join('')}`,
    ],
    ['a key __proto__', 'binds:\n- __proto__: {port: 1}\n  constructor: 3\n'],
    ['deep nesting', '['.repeat(20_000)],
    ['half a surrogate', 'binds:\n- port: "\ud800"\n'],
  ])('%s', async (_, text) => {
    const editor = await start({ folder: writeTree({ 'config.yaml': staticConfig }) });
    await editor.open('config.yaml', text);
    await editor.diagnostics('config.yaml');
    await editor.hover('config.yaml', text.slice(0, 1));
    await editor.completion('config.yaml', text);
    await editor.actions('config.yaml', text.slice(0, 1));
    expect(await editor.end()).toBe(0);
    expect(editor.stderr).toBe('');
  });

  it('more characters than are checked are said, and not checked', async () => {
    const text = `# ${'x'.repeat(1024 * 1024)}\n${staticConfig}`;
    const folder = writeTree({ 'large.yaml': '' });
    writeFileSync(join(folder, 'large.yaml'), text);
    const editor = await start({ folder });
    await editor.open('large.yaml', text.repeat(10));
    expect((await editor.diagnostics('large.yaml')).diagnostics).toMatchObject([{ code: 'too-large', severity: 3 }]);
    expect(await editor.end()).toBe(0);
  });
});
