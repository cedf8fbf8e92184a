/** What is generated from the values' comments is up to date. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chartPath } from './render.js';

const tool = join(__dirname, '..', '..', 'tools', 'chart-readme.mjs');
const run = (...args: string[]) => spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });

test('README and schema say what values.yaml says', () => {
  expect(run('--check')).toMatchObject({ status: 0, stderr: '' });
});

test('a changed comment is noticed, and written', () => {
  const chart = join(mkdtempSync(join(tmpdir(), 'chart-')), 'mcp-gateway');
  cpSync(chartPath, chart, { recursive: true });
  const values = readFileSync(join(chart, 'values.yaml'), 'utf8');
  writeFileSync(join(chart, 'values.yaml'), values.replace('# -- Pull policy.', '# -- When to pull.'));
  expect(run('--check', chart)).toMatchObject({
    status: 1,
    stderr: 'not up to date with values.yaml: README.md, values.schema.json; run node tools/chart-readme.mjs\n',
  });
  expect(run(chart).status).toBe(0);
  expect(readFileSync(join(chart, 'README.md'), 'utf8')).toContain('| `image.pullPolicy` | `"IfNotPresent"` | When to pull. |');
  expect(run('--check', chart).status).toBe(0);
});
