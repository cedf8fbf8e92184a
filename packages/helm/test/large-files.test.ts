import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Chart, defaultLimits, type FuncDeps, type Limits, loadChart, Renderer } from '../src/index.js';

const deps: FuncDeps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: n => new Uint8Array(n), timezone: 'UTC' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-large-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeFiles(files: Record<string, string>): void {
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
}

const chartYaml = (name: string): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`;
describe('a large file, which is read on first use', () => {
  const large = `${'x'.repeat(300_000)}\nend\n`;
  const template = (text: string): void => void writeFiles({ 'templates/a.yaml': text });
  const rendered = (chart: Chart): string =>
    new Renderer(chart, { deps })
      .render({ releaseName: 'r', namespace: 'n' })
      .manifests.map(({ content }) => content)
      .join('');

  beforeEach(() => {
    writeFiles({
      'Chart.yaml': chartYaml('a'),
      'large.txt': `\ufeff${large}`,
      'small.txt': 'small',
      'charts/sub/Chart.yaml': chartYaml('sub'),
      'charts/sub/values.yaml': `a: 1 # ${large.replaceAll('\n', '')}\nb: 2\n`,
      'charts/sub/crds/c.yaml': `a: 1\n# ${large}`,
      'charts/sub/templates/_large.tpl': `{{ define "large" }}{{/* ${large} */}}from {{ .Values.b }}{{ end }}`,
      'charts/sub/templates/b.yaml': 'b: {{ include "large" . }}',
    });
  });

  test.each([
    ['a: {{ .Files.Get "large.txt" | len }}', 'a: 300005'],
    ['a: {{ .Files.Lines "large.txt" | last }}', 'a: end'],
    ['a: {{ range $name, $data := .Files }}{{ $name }} {{ len $data }} {{ end }}{{ len .Files }}', 'a: large.txt 300005 small.txt 5 2'],
    ['a: {{ range $name, $_ := .Files.Glob "l*" }}{{ $.Files.Get $name | trunc 1 }}{{ end }}', 'a: x'],
    ['a: {{ (.Files.Glob "*.txt").AsSecrets | len }}', 'a: 400039'],
    ['a: {{ index .Files "large.txt" | len }}', 'a: 300005'],
    ['a: {{ .Subcharts.sub.Files.Get "crds/c.yaml" | len }}', 'a: 300012'],
  ])('%s', (text, expected) => {
    template(text);
    expect(rendered(loadChart(folder)).split('\n')[0]).toContain(expected);
  });

  test('is read completely at every position', () => {
    const chart = loadChart(folder);
    expect(rendered(chart)).toBe('b: from 2');
    expect(new Renderer(chart, { deps }).render({ releaseName: 'r', namespace: 'n' }).crds.map(({ content }) => content.length)).toEqual([
      300012,
    ]);
  });

  test('a file that no longer exists is named', () => {
    template('a: {{ .Files.Get "large.txt" }}');
    const chart = loadChart(folder);
    rmSync(join(folder, 'large.txt'));
    expect(() => rendered(chart)).toThrow(
      expect.objectContaining({ message: `error reading large.txt: open ${folder}/large.txt: no such file or directory` }),
    );
  });

  test('is counted before it is read', () => {
    const loaded = (limits: Partial<Limits>) => loadChart(folder, { limits: { ...defaultLimits, ...limits } });
    const tooLarge = (limit: number) => new Error(`chart file "c.yaml" is larger than the maximum file size ${limit}`);
    expect(() => loaded({ fileBytes: 299_999 })).toThrow(tooLarge(299_999));
    expect(() => loaded({ chartBytes: 1_100_000 })).toThrow(new Error('chart is larger than the maximum size 1100000'));
    const chart = loaded({ fileBytes: 310_000 });
    writeFiles({ 'charts/sub/crds/c.yaml': `a: 1\n# ${large}${large}` });
    expect(() => chart.dependencies[0]!.files.map(({ data }) => data)).toThrow(tooLarge(310_000));
  });
});
