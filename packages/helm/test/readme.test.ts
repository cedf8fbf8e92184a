/** The program of README.md is the one that the compiler checks and that runs here. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HelmError } from '../src/index.js';
import { renderAll, renderOnce } from './example.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-helm-'));
const chart = join(folder, 'app');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  mkdirSync(join(chart, 'templates'), { recursive: true });
  writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: app\nversion: 1.0.0\n');
  writeFileSync(join(chart, 'values.yaml'), 'replicas: 1\n');
  writeFileSync(
    join(chart, 'templates', 'config.yaml'),
    'kind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  replicas: {{ required "replicas is required" .Values.replicas | quote }}\n',
  );
});

test('README.md shows it', () => {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(program).toBe(readFileSync(join(__dirname, 'example.ts'), 'utf8'));
});

test('it renders the chart once for each set of values', () => {
  const values = join(folder, 'production.yaml');
  writeFileSync(values, 'replicas: 3\n');
  const rendered = (replicas: string): string =>
    `---\n# Source: app/templates/config.yaml\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  replicas: "${replicas}"\n`;
  expect(renderAll(chart, 'web', [{}, { valueFiles: [values] }, { values: ['replicas=5'] }])).toEqual([
    rendered('1'),
    rendered('3'),
    rendered('5'),
  ]);
});

test('one call renders it', () => {
  expect(renderOnce(chart, 'api', { replicas: 7 })).toBe(
    '---\n# Source: app/templates/config.yaml\nkind: ConfigMap\nmetadata:\n  name: api\ndata:\n  replicas: "7"\n',
  );
});

test('it throws the error that helm template prints', () => {
  const run = (): string[] => renderAll(chart, 'web', [{ values: ['replicas=null'] }]);
  expect(run).toThrow(HelmError);
  expect(run).toThrow('execution error at (app/templates/config.yaml:5:15): replicas is required');
});
