/** `--helm-version` in every command that renders. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { chartYaml, type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { registerDiff } from './diff.js';
import { registerRender } from './render.js';
import { registerValidate } from './validate.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text), endProcess: () => {} }));

let folder = '';
const home = process.cwd();
beforeEach(() => {
  folder = writeTree({
    'app/Chart.yaml': chartYaml('app', 'deprecated: true\nkubeVersion: "<1.36"\n'),
    'app/values.yaml': 'a: null\n',
    'app/templates/x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {v: {{ hasKey .Values "a" | quote }}}\n\n\n',
    'envs/one.yaml': 'b: 1\n---\nb: 2\n',
  });
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const run = (register: (program: Command) => void, ...argv: string[]): Promise<Outcome> => runCommand(register, mockWritten, argv);
const printed = (hasKey: boolean): string =>
  `---\n# Source: app/templates/x.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {v: "${hasKey}"}\n`;

test('render: the text, and its warnings', async () => {
  expect(await run(registerRender, 'render', 'app', '--helm-version', '3')).toEqual({
    code: 0,
    stdout: printed(true),
    stderr: 'WARNING: This chart is deprecated\n',
  });
  const { code, stderr } = await run(registerRender, 'render', 'app');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'level=WARN msg="this chart is deprecated"\nError: chart requires kubeVersion: <1.36 which is incompatible with Kubernetes v1.36.0\n\n' +
      'Use --debug flag to render out invalid YAML\n',
  });
});

test('render --output json', async () => {
  const { stdout } = await run(registerRender, 'render', 'app', '--helm-version', 'v3.20', '-o', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ documents: [{ object: { data: { v: 'true' } } }] });
});

test('render --matrix', async () => {
  await run(registerRender, 'render', 'app', '--helm-version=3.20.0', '--matrix', 'envs/*.yaml', '--output-dir', 'out');
  expect(readFileSync(join(folder, 'out/one.yaml'), 'utf8')).toBe(printed(true));
});

test('diff: each side as its own Helm', async () => {
  const args = ['diff', 'app', '--kube-version', '1.35', '--output', 'json', '--', '--helm-version', '3'];
  const { code, stdout } = await run(registerDiff, ...args);
  expect(code).toBe(1);
  expect(stdout).toContain('"true"');
  expect(stdout).toContain('"false"');
});

test('validate: the chart is rendered as that Helm', async () => {
  const refused = await run(registerValidate, 'validate', 'app');
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('chart requires kubeVersion: <1.36');
  expect((await run(registerValidate, 'validate', 'app', '--helm-version', '3')).code).toBe(0);
  expect((await run(registerValidate, 'validate', 'app', '--helm-version', '2')).code).toBe(2);
});
