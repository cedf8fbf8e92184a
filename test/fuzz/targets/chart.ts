/**
 * The files of a chart: Chart.yaml, requirements.yaml, locks, .helmignore, values, schemas, subcharts. An input is a list of files, each after
 * a line `=== path`; it is read from memory and from a folder, as both versions of Helm.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultLimits, GoMap, HelmError, helm3, helm4, loadChart, loadChartFiles, Renderer } from '@mcpgw/helm';
import { generatedChart } from '../../helpers/arbitrary-chart.js';
import { outcome, type Target } from '../target.js';
import { deps } from '../templates.js';

const limits = { ...defaultLimits, steps: 20_000, outputBytes: 500_000, depth: 200, milliseconds: 20_000 };
const chartYaml = 'apiVersion: v2\nname: c\nversion: 1.0.0\n';

const filesOf = (text: string): [string, string][] =>
  text
    .split(/^=== /m)
    .slice(1, 30)
    .map(part => [part.slice(0, Math.max(0, part.indexOf('\n'))), part.slice(part.indexOf('\n') + 1)]);

const joined = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([path, text]) => `=== ${path}\n${text}`)
    .join('\n');

export const target: Target = {
  seeds: [
    `=== Chart.yaml\n${chartYaml}type: application\nappVersion: "1"\nkubeVersion: ">=1.20"\nkeywords: [a]\nmaintainers: [{name: a, email: b, url: c}]\nannotations: {x: y}\ndependencies:\n- {name: sub, version: "*", condition: "sub.enabled,global.x", tags: [t], alias: other, import-values: [data, {child: a, parent: b}]}\n=== charts/sub/Chart.yaml\napiVersion: v1\nname: sub\nversion: 0.1.0\n=== charts/sub/values.yaml\nexports: {data: {x: 1}}\na: {k: v}\n=== values.yaml\nsub: {enabled: true}\ntags: {t: true}\nglobal: {x: true}\n=== templates/a.yaml\na: {{ .Values | toYaml }}\n`,
    '=== Chart.yaml\napiVersion: v1\nname: old\nversion: 1.0.0\nengine: gotpl\n=== requirements.yaml\ndependencies:\n- name: x\n  version: ^1\n  repository: file://../x\n=== requirements.lock\ndependencies: []\ngenerated: "2020-01-01T00:00:00Z"\n=== templates/NOTES.txt\nhello\n',
    `=== Chart.yaml\n${chartYaml}=== .helmignore\n*.txt\n!keep\n/x/\n# c\n=== values.schema.json\n{"type": "object", "properties": {"a": {"type": "integer", "pattern": "^x"}}, "required": ["a"], "$ref": "#/definitions/x", "definitions": {"x": {}}}\n=== values.yaml\na: 1\n=== crds/c.yaml\nkind: CustomResourceDefinition\n=== Chart.lock\ndigest: x\n`,
    `=== Chart.yaml\n${chartYaml}type: library\n=== templates/_h.tpl\n{{ define "x" }}{{ end }}\n=== ../out\nx\n=== /abs\ny\n=== charts/_x/Chart.yaml\nx\n=== charts/.y\nz\n=== charts/x.tgz\nno archive\n`,
    `=== Chart.yaml\n${chartYaml}=== templates/hooks.yaml\napiVersion: v1\nkind: Pod\nmetadata: {name: x, annotations: {helm.sh/hook: "pre-install, bad", helm.sh/hook-weight: x, helm.sh/hook-delete-policy: ","}}\n---\nkind: [\n`,
  ],
  tokens: ['=== Chart.yaml\n', '=== values.yaml\n', '=== requirements.yaml\n', '=== charts/sub/Chart.yaml\n', '=== charts/sub/values.yaml\n', '=== templates/a.yaml\n', '=== .helmignore\n', '=== values.schema.json\n', 'apiVersion: ', 'v1', 'v2', 'v3', 'name: ', 'version: ', 'dependencies:\n- ', 'alias: ', 'condition: ', 'tags: ', 'import-values: ', 'exports: ', 'global: ', 'null', '{}', '[]', '~', '- ', ': ', '1.0.0', '*', 'type: library', 'kubeVersion: '], // biome-ignore format: one list
  arbitrary: generatedChart.map(({ files }) =>
    joined(Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(/^top\//, ''), text]))),
  ),
  share: 0.5,
  run(input, folder) {
    const files = filesOf(input.toString('latin1')).map(([path, text]) => [path, Buffer.from(text, 'latin1')] as const);
    for (const dialect of [helm4, helm3]) {
      const chart = outcome([HelmError], () => loadChartFiles(new Map(files), { dialect }));
      if ('error' in chart) continue;
      outcome([HelmError], () =>
        new Renderer(chart.value, { deps, limits, dialect }).render({ releaseName: 'r', namespace: 'n', values: new GoMap([['a', 1]]) }),
      );
    }
    const place = join(folder, 'chart');
    for (const [path, data] of files) if (isPlain(path)) write(join(place, path), data);
    outcome([HelmError], () => loadChart(place));
  },
};

const isPlain = (path: string): boolean => /^[\w.-]+(?:\/[\w.-]+){0,4}$/.test(path) && !/(?:^|\/)\.\.?(?:\/|$)/.test(path);

function write(path: string, data: Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
  } catch {
    // A file stands where a folder should be: the chart is without it.
  }
}
