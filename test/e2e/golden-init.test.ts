import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { executable, mcpgw, outcome } from '../helpers/mcpgw.js';

let folder = '';
beforeEach(() => {
  folder = writeTree({});
});
afterEach(() => rmSync(folder, { recursive: true }));
const run = (...args: string[]) => outcome(mcpgw(args, { cwd: folder }));

test("golden: the project's own, from another folder", () => {
  expect(run('golden', join(__dirname, '../golden'))).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d{3} passed, 0 failed, rendered as Helm 3\.20\.0 and 4\.2\.4\n$/),
    stderr: '',
  });
});

test('what init writes renders, validates and passes golden; a change fails until it is recorded', () => {
  expect(run('init')).toMatchObject({ status: 0, stderr: '' });
  expect(run('golden', 'golden')).toEqual({ status: 0, stdout: '1 passed, 0 failed, rendered as Helm 4.2.4\n', stderr: '' });
  expect(run('validate', 'values.yaml')).toMatchObject({ status: 0 });
  const [, release] = /release: "(.*)"/.exec(readFileSync(join(folder, 'golden/default/case.yaml'), 'utf8'))!;
  const rendered = run('render', release!, '-n', 'mcp', '-f', 'values.yaml');
  expect(rendered).toEqual({ status: 0, stdout: readFileSync(join(folder, 'golden/default/expected.yaml'), 'utf8'), stderr: '' });
  const values = readFileSync(join(folder, 'values.yaml'), 'utf8');
  writeTree({ 'values.yaml': values.replace('port: 8000', 'port: 8001') }, folder);
  const { status, stdout, stderr } = run('golden', 'golden');
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(/^ {2}- .*\b8000\b.*\n {2}\+ .*\b8001\b/m);
  expect(run('golden', '--update')).toMatchObject({
    status: 0,
    stdout: 'wrote golden/default/expected.yaml\n0 passed, 0 failed, 1 updated, rendered as Helm 4.2.4\n',
  });
  expect(run('golden')).toMatchObject({ status: 0 });
  expect(run('init')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('use --force to overwrite\n') });
});

test('golden: a reader that goes away', () => {
  run('init');
  const script = '"$0" "$1" golden | true; echo "${PIPESTATUS[0]}"';
  expect(spawnSync('bash', ['-c', script, process.execPath, executable], { cwd: folder, encoding: 'utf8' })).toMatchObject({
    stdout: '0\n',
    stderr: '',
  });
});
