/** Values on standard input are told by their content, and checked against the chart. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const validate = (input: string, ...flags: string[]) =>
  spawnSync(process.execPath, [join(root, 'cli/dist/mcpgw.js'), 'validate', '-', ...flags], { input, encoding: 'utf8', cwd: root });

it('a correct values file has no findings', () => {
  const { status, stderr } = validate(readFileSync(join(root, 'examples/two-instances/values.yaml'), 'utf8'));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it.each([[[]], [['--kind', 'values']]])('a key that the chart does not have is found: %j', flags => {
  const { status, stdout } = validate('global: {agentgateway: {nosuch: 1}}\n', ...flags, '--output', 'json');
  const { findings } = JSON.parse(stdout) as { findings: { file: string; rule: string; line: number }[] };
  expect({ status, found: findings.map(({ file, rule, line }) => `${file}:${line} ${rule}`) }).toEqual({
    status: 1,
    found: ['<stdin>:1 values-schema'],
  });
});
