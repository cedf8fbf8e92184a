import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
  const files = await filesOf('template');
  const names = readdirSync(template, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(template, name)).isFile() && !/^(data|dist|node_modules)\//.test(name),
  );
  expect([...files.keys()].sort()).toEqual(names.sort());
  for (const [path, text] of files) expect({ path, text: readFileSync(join(template, path), 'utf8') }).toEqual({ path, text });
});

test('says what it wrote, and what comes next', async () => {
  const { code, stdout } = await initServer('my-tools');
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 2)).toEqual(['wrote DIR/my-tools/README.md', 'wrote DIR/my-tools/config.yaml']);
  expect(stdout).toContain('Then, in DIR/my-tools:\n  npm install\n');
  expect(read('my-tools/server.ts')).toContain("loadMcpServers(configPath).server('my-tools')");
  expect(JSON.parse(read('my-tools/package.json'))).toMatchObject({ name: 'my-tools', type: 'module' });
});

test.each(['true', 'null', 'a', '1'])('the configuration of a server named %s is valid', async name => {
  await initServer(name);
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
    stderr: 'Error: would overwrite server.ts in DIR/tools; --force does so\n',
  });
  expect(read('tools/server.ts')).toBe('mine');
  expect(existsSync(join(folder, 'tools/tools.ts'))).toBe(false);
  expect((await initServer('tools', '--force')).code).toBe(0);
  expect(read('tools/server.ts')).not.toBe('mine');
});
