import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { registerInit } from '../commands/init.js';
import { runValidate } from '../validate/run.js';
import { filesOf } from './server.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text) }));

let folder = '';
beforeEach(() => {
  folder = writeTree({});
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const initServer = async (dir: string, ...flags: string[]): Promise<Outcome> => {
  const { code, stdout, stderr } = await runCommand(registerInit, mockWritten, ['init', 'server', join(folder, dir), ...flags]);
  return { code, stdout: stdout.replaceAll(folder, 'DIR'), stderr: stderr.replaceAll(folder, 'DIR') };
};
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

test('writes examples/template under another name, and nothing else', async () => {
  const template = join(__dirname, '../../../examples/template');
  const files = await filesOf('template', 'full');
  const names = readdirSync(template, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(template, name)).isFile() && !/^(data|dist|node_modules)\//.test(name),
  );
  expect([...files.keys()].sort()).toEqual(names.sort());
  for (const [path, text] of files) expect({ path, text: readFileSync(join(template, path), 'utf8') }).toEqual({ path, text });
});

test('says what it wrote, and what comes next', async () => {
  const { code, stdout } = await initServer('my-tools', '--template', 'full');
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 2)).toEqual(['wrote DIR/my-tools/README.md', 'wrote DIR/my-tools/config.yaml']);
  expect(stdout).toContain(
    'Then, in DIR/my-tools:\n  npm install            needs mcpgw-kit-0.1.0.tgz in vendor: @mcpgw/kit is in no registry yet, see README.md\n',
  );
  expect(read('my-tools/server.ts')).toContain("loadMcpServers(configPath).server('my-tools')");
  expect(JSON.parse(read('my-tools/package.json'))).toMatchObject({ name: 'my-tools', type: 'module' });
});

test.each(['true', 'null', 'a', '1'])('the configuration of a server named %s is valid', async name => {
  await initServer(name, '--template', 'full');
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.env.MCP_HOST = '127.0.0.1';
  expect(await runValidate([join(folder, name, 'config.yaml')], validateFlags)).toBe(0);
  delete process.env.MCP_HOST;
});

test('a name that some models refuse before the names of tools gets a warning', async () => {
  expect(await initServer('3d-tools')).toMatchObject({
    code: 0,
    stderr:
      'Warning: the name "3d-tools" begins with a digit or "-", and some models accept only a letter or "_" there; clients put it before the names of tools\n',
  });
});

test.each([['My Tools'], ['a_b'], ['a'.repeat(31)], ["x'"]])('the name %j is refused', async name => {
  expect(await initServer(name)).toEqual({
    code: 2,
    stdout: '',
    stderr: `Error: server name "${name}" must be a DNS label of at most 30 characters: lower case letters, digits and "-"\n`,
  });
  expect(existsSync(join(folder, name))).toBe(false);
});

test('a name is needed', async () => {
  const { code, stderr } = await runCommand(registerInit, mockWritten, ['init', 'server']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Error: missing required argument 'name'/);
});

test('nothing is overwritten, unless --force', async () => {
  writeTree({ 'tools/server.ts': 'mine' }, folder);
  expect(await initServer('tools')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Error: server.ts exists in DIR/tools; use --force to overwrite\n',
  });
  expect(read('tools/server.ts')).toBe('mine');
  expect(existsSync(join(folder, 'tools/package.json'))).toBe(false);
  expect((await initServer('tools', '--force')).code).toBe(0);
  expect(read('tools/server.ts')).not.toBe('mine');
});

describe('minimal, the default', () => {
  test('is one file of at most 35 lines beside its test and settings', async () => {
    expect((await initServer('hello', '--ci', 'none')).stdout).toContain('\nThen, in DIR/hello:\n  npm install\n  npm test ');
    expect(readdirSync(join(folder, 'hello')).sort()).toEqual([
      '.dockerignore',
      '.gitignore',
      'Dockerfile',
      'README.md',
      'package.json',
      'server.test.ts',
      'server.ts',
      'tsconfig.json',
    ]);
    expect(read('hello/server.ts').trimEnd().split('\n').length).toBeLessThanOrEqual(35);
    expect(read('hello/server.ts')).toContain("new McpServer({ name: 'hello', version: '0.1.0' })");
    expect(JSON.stringify(JSON.parse(read('hello/package.json')))).not.toContain('@mcpgw/');
  });

  test('an unknown template is refused', async () => {
    expect(await initServer('hello', '--template', 'tiny')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'tiny' is invalid. Allowed choices are minimal, full."),
    });
  });
});

describe('the CI job', () => {
  const job = (path: string) => parse(read(path)).jobs.test as { defaults: object; steps: { run?: string; env?: object }[] };

  test('is in the folder, where no repository is around it', async () => {
    expect((await initServer('hello')).code).toBe(0);
    expect(job('hello/.github/workflows/hello.yaml').defaults).toEqual({ run: { 'working-directory': '.' } });
  });

  test('is at the root of the repository, and runs in the folder', async () => {
    writeTree({ '.git/HEAD': '' }, folder);
    expect((await initServer('servers/my-tools', '--template', 'full')).stdout).toContain('wrote DIR/.github/workflows/my-tools.yaml\n');
    expect(existsSync(join(folder, 'servers/my-tools/.github'))).toBe(false);
    const { defaults, steps } = job('.github/workflows/my-tools.yaml');
    expect(defaults).toEqual({ run: { 'working-directory': 'servers/my-tools' } });
    expect(steps.at(-1)).toMatchObject({ run: 'npm test', env: { MCP_HOST: '127.0.0.1' } });
    expect(parse(read('.github/workflows/my-tools.yaml')).permissions).toEqual({ contents: 'read' });
  });
});
