import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HelmError } from '../common/errors.js';
import { renderChart } from './render-chart.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-render-chart-'));
const chart = join(folder, 'app');
afterAll(() => rmSync(folder, { recursive: true }));

const template = `{{ if .Values.fails }}{{ fail "no" }}{{ end -}}
release: {{ .Release.Name }}/{{ .Release.Namespace }}
time: {{ now | date "2006" }}
a: {{ .Values.a }}
b: {{ .Values.b }}
c: {{ .Values.c }}
random: {{ randBytes 3 | len }}
zero: {{ index .Values "__proto__" | default "none" }}
`;

beforeAll(() => {
  mkdirSync(join(chart, 'templates'), { recursive: true });
  writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: app\nversion: 1.0.0\n');
  writeFileSync(join(chart, 'values.yaml'), 'a: chart\nb: chart\nc: chart\n');
  writeFileSync(join(chart, 'templates', 'x.yaml'), template);
  writeFileSync(join(folder, 'own.yaml'), 'a: file\nb: file\nc: file\n');
});

const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: (count: number) => new Uint8Array(count), timezone: 'UTC' };
const head = '---\n# Source: app/templates/x.yaml\n';

test.each<[string, Parameters<typeof renderChart>, string]>([
  ['a chart that is missing', [join(folder, 'none')], `stat ${join(folder, 'none')}: no such file or directory`],
  ['a values file that is missing', [chart, { valueFiles: ['/nowhere.yaml'] }], 'open /nowhere.yaml: no such file or directory'],
  [
    'an unknown Helm',
    [chart, { helmVersion: '2' as '3' }],
    'there is no rendering as Helm "2": known are 3 (3.20.0), 4 (4.2.4) and 4.3 (4.3.1)',
  ],
  ['a bad assignment', [chart, { set: ['a[-1]=1'] }], 'failed parsing --set data: negative -1 index not allowed'],
])('%s is an error with the words of Helm', (_, args, message) => {
  const run = () => renderChart(...args);
  expect(run).toThrow(HelmError);
  expect(run).toThrow(message);
});

test('the failure of a template names its place', () => {
  expect(() => renderChart(chart, { values: { fails: true } })).toThrow('app/templates/x.yaml:1:25): no');
});

test('everything has a default, and the machine gives time and random numbers', () => {
  expect(renderChart(chart)).toMatch(/^---\n# Source: app\/templates\/x\.yaml\nrelease: release-name\/default\ntime: 2\d{3}\na: chart\n/);
});

test('assignments go before values, values before files, files before the chart', () => {
  const options = {
    releaseName: 'r',
    namespace: 'n',
    valueFiles: [join(folder, 'own.yaml')],
    values: { b: 'data', c: 'data' },
    set: ['c=set'],
    deps,
  };
  expect(renderChart(chart, options)).toBe(`${head}release: r/n\ntime: 1970\na: file\nb: data\nc: set\nrandom: 4\nzero: none\n`);
});

test('values are data, whatever their names', () => {
  expect(renderChart(chart, { values: JSON.parse('{"__proto__": "mine"}'), deps })).toContain('zero: mine\n');
});
