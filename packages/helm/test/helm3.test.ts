/**
 * Rendering as Helm 3.20: differences from Helm 4.2, with the messages of Helm 3. test/differential/helm-versions compares the same cases
 * with Helm.
 */
import {
  defaultLimits,
  dialectOf,
  type FuncDeps,
  formatOutput,
  formatWarning,
  HelmError,
  helm3,
  helm4,
  helm43,
  loadChartFiles,
  mergeUserValues,
  type OutputOptions,
  Renderer,
  type RenderOptions,
  type ValueOptions,
} from '../src/index.js';

type Files = Record<string, string>;

const deps: FuncDeps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: n => new Uint8Array(n), timezone: 'UTC' };
const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
const own = chartYaml('app');

interface Run {
  readonly options?: Partial<RenderOptions>;
  readonly values?: ValueOptions;
  readonly output?: OutputOptions;
  readonly dialect?: typeof helm3;
}

function render(files: Files, { options = {}, values = {}, output = {}, dialect = helm3 }: Run = {}): { text: string; lines: string[] } {
  const lines: string[] = [];
  const warn = (warning: Parameters<typeof formatWarning>[0]): void => {
    const line = formatWarning(warning, dialect);
    if (line !== undefined) lines.push(line);
  };
  const all = { 'Chart.yaml': own, ...files };
  const chart = loadChartFiles(new Map(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)])), { warn, dialect });
  const renderer = new Renderer(chart, { deps, warn, dialect });
  const user = mergeUserValues(values, path => Buffer.from(all[path as keyof typeof all]!), dialect);
  const rendered = renderer.render({ releaseName: 'rel', namespace: 'ns', values: user, ...options });
  return { text: formatOutput(rendered, output), lines };
}

/** The output of one template, without its head. */
const printed = (template: string, files: Files = {}, run: Run = {}): string =>
  render({ ...files, 'templates/x.yaml': template }, run)
    .text.replace('---\n# Source: app/templates/x.yaml\n', '')
    .trimEnd();

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof HelmError) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('the version', () => {
  test.each([
    ['3', helm3],
    ['v3', helm3],
    ['3.20', helm3],
    ['v3.20.0', helm3],
    ['4', helm4],
    ['4.2', helm4],
    ['v4.2.4', helm4],
    ['4.3', helm43],
    ['v4.3.1', helm43],
    [undefined, helm4],
  ])('%s', (version, dialect) => {
    expect(dialectOf(version)).toBe(dialect);
  });

  test.each(['', 'v', '2', '3.2', '3.19', '3.20.1', '3.', '4.1', '4.20', '4.3.0', '5', 'three', '3.20.0.1', '__proto__', ' 3', 'vv3'])(
    '%j is refused',
    version => {
      expect(messageOf(() => dialectOf(version))).toBe(
        `there is no rendering as Helm ${JSON.stringify(version)}: known are 3 (3.20.0), 4 (4.2.4) and 4.3 (4.3.1)`,
      );
    },
  );
});

describe('what templates see', () => {
  const metadata = `${own}keywords: [a]\nmaintainers: [{name: me}]\n`;
  const rows: readonly (readonly [string, string, Files?, Run?])[] = [
    ['a: {{ .Capabilities.KubeVersion }} {{ toJson .Capabilities.HelmVersion }}', 'a: v1.35.0 {"version":"v3.20","go_version":"go1.26.8"}'],
    [
      'a: {{ toJson .Capabilities.KubeVersion }}',
      'a: {"Version":"v1.31.2","Major":"1","Minor":"31"}',
      {},
      { options: { kubeVersion: '1.31.2-gke.1' } },
    ],
    [
      'a: {{ .Capabilities.APIVersions.Has "autoscaling/v2beta2" }} {{ .Capabilities.APIVersions.Has "scheduling.k8s.io/v1alpha2" }}',
      'a: true false',
    ],
    [
      'a: {{ printf "%T %T" .Values .Chart }} {{ typeOf .Capabilities }}',
      'a: chartutil.Values struct { chart.Metadata; IsRoot bool } *chartutil.Capabilities',
    ],
    [
      'a: {{ toJson .Chart }}',
      'a: {"name":"app","version":"1.0.0","keywords":["a"],"maintainers":[{"name":"me"}],"apiVersion":"v2","IsRoot":true}',
      { 'Chart.yaml': metadata },
    ],
    [
      'a: {{ .Chart.Name }} {{ .Chart.Metadata.Name }} {{ .Chart.IsRoot }} {{ toJson .Chart.Sources }} {{ .Chart.Annotations.x }}',
      'a: app app true null',
    ],
    [
      'a:\n{{ toYamlPretty (index .Chart.Maintainers 0) | indent 2 }}',
      'a:\n  name: me\n  email: ""\n  url: ""',
      { 'Chart.yaml': metadata },
    ],
    ['a: {{ (urlParse "http://a:b:80/").host }}', 'a: a:b:80'],
    ['a: {{ with semver "18446744073709551615.0.0" }}{{ .IncMajor }}{{ end }}', 'a: 0.0.0'],
  ];
  test.each(rows.map(([text, expected, files = {}, run = {}]) => [text, expected, files, run] as const))(
    '%j',
    (text, expected, files, run) => {
      expect(printed(text, files, run)).toBe(expected);
    },
  );

  const at = (where: string, reason: string): string => `template: app/templates/x.yaml:1:${where} ${reason}`;
  test.each<[string, string]>([
    ['a: {{ mustToYaml .Values }}', 'parse error at (app/templates/x.yaml:1): function "mustToYaml" not defined'],
    [
      'a: {{ .Chart.Nope }}',
      at('12: executing "app/templates/x.yaml" at <.Chart.Nope>:', "can't evaluate field Nope in type interface {}"),
    ],
    ['a: {{ .Values.a.b }}', at('13: executing "app/templates/x.yaml" at <.Values.a.b>:', 'nil pointer evaluating interface {}.b')],
    [
      'a: {{ semverCompare "no" "1.0.0" }}',
      at('6: executing "app/templates/x.yaml" at <semverCompare "no" "1.0.0">:', 'error calling semverCompare: improper constraint: no'),
    ],
    ['a: {{ fail "stop" }}', 'execution error at (app/templates/x.yaml:1:6): stop'],
    [
      'text',
      'YAML parse error on app/templates/x.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go value of type releaseutil.SimpleHead',
    ],
  ])('%j is refused', (template, message) => {
    expect(messageOf(() => printed(template))).toBe(message);
  });
});

describe('documents', () => {
  const documents = (text: string): string => printed(text).replaceAll('---\n# Source: app/templates/x.yaml\n', '=');
  test.each<[string, string, string]>([
    ['space around them goes', 'a: 1  \n\n\n---\n\n  \nb: 2\n   \n', 'a: 1\n=b: 2'],
    ['a separator below another one is text', '---\n---\na: 1\n', '---\na: 1'],
    ['text behind a separator', 'a: 1\n---b: 2\n', 'a: 1\n=b: 2'],
    ['an indented separator is text', 'a: |\n  x\n  ---\n', 'a: |\n  x\n  ---'],
    ['what is blank for Go but not for its regular expressions', 'a: 1\n---\n\u00a0\n---\nb: 2\n', 'a: 1\n=\n=b: 2'],
  ])('%s', (_, text, expected) => {
    expect(documents(text)).toBe(expected);
  });

  test('webhook configurations follow by name', () => {
    const kinds = ['ValidatingWebhookConfiguration', 'Apple', 'MutatingWebhookConfiguration', 'APIService', 'Zebra'];
    const text = printed(kinds.map(kind => `kind: ${kind}\n`).join('---\n'));
    expect([...text.matchAll(/kind: (\w+)/g)].map(([, kind]) => kind)).toEqual([
      'APIService',
      'Apple',
      'MutatingWebhookConfiguration',
      'ValidatingWebhookConfiguration',
      'Zebra',
    ]);
  });

  test('a megabyte of blank lines takes little time', () => {
    expect(documents(`a: 1\n${'\n \t'.repeat(300_000)}x`).length).toBeGreaterThan(100_000);
  });
});

describe('values', () => {
  const seen = (yaml: string, values: ValueOptions = {}, files: Files = {}): string =>
    printed('v: {{ toJson .Values }}', { 'values.yaml': yaml, ...files }, { values });

  test.each<[string, string, ValueOptions, string]>([
    ['nulls of the chart stay', 'a: null\nm: {x: null, w: 1}\n', {}, '{"a":null,"m":{"w":1,"x":null}}'],
    ['a null of the user takes the key', 'm: {x: null, w: 1}\n', { values: ['m.x=null'] }, '{"m":{"w":1}}'],
    ['a null where the chart has nothing goes too', 'm: {w: 1}\n', { values: ['m.z=null'] }, '{"m":{"w":1}}'],
    ['the first document counts', 'a: 1\n---\nb: [\n', {}, '{"a":1}'],
  ])('%s', (_, yaml, values, expected) => {
    expect(seen(yaml, values)).toBe(`v: ${expected}`);
  });

  test.each<[string, () => unknown, string]>([
    ['--set-json takes no object', () => seen('a: 1\n', { jsonValues: ['{"b": 1}'] }), 'failed parsing --set-json data {"b": 1}'],
    [
      'a values file',
      () => seen('a: 1\n', { valueFiles: ['f.yaml'] }, { 'f.yaml': '- a\n' }),
      'failed to parse f.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      'values.yaml',
      () => seen('a: [\n'),
      'cannot load values.yaml: error converting YAML to JSON: yaml: line 1: did not find expected node content',
    ],
  ])('%s', (_, run, message) => {
    expect(messageOf(run)).toBe(message);
  });

  test('two aliases of a chart share its dependencies', () => {
    const { text } = render({
      'Chart.yaml': `${own}dependencies: [{name: sub, version: "*", alias: one}, {name: sub, version: "*", alias: two}]\n`,
      'charts/sub/Chart.yaml': chartYaml('sub'),
      'charts/sub/charts/deep/Chart.yaml': chartYaml('deep'),
      'charts/sub/charts/deep/templates/x.yaml': 'a: {{ .Template.Name }}\n',
    });
    expect(text).toBe('---\n# Source: app/charts/sub/charts/deep/templates/x.yaml\na: app/charts/sub/charts/deep/templates/x.yaml\n');
  });
});

describe('refusals', () => {
  test.each<[string, Files, Partial<RenderOptions>, string]>([
    ['a release name', {}, { releaseName: '' }, 'release name "": no name provided'],
    [
      'dependencies',
      { 'Chart.yaml': `${own}dependencies: [{name: none, version: "1"}]\n` },
      {},
      'An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: none',
    ],
    [
      'a Chart.yaml',
      { 'Chart.yaml': '- a\n' },
      {},
      'cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type chart.Metadata',
    ],
    [
      'a version of Kubernetes',
      { 'Chart.yaml': `${own}kubeVersion: ">=1.36"\n` },
      {},
      'chart requires kubeVersion: >=1.36 which is incompatible with Kubernetes v1.35.0',
    ],
  ])('%s', (_, files, options, message) => {
    expect(messageOf(() => render(files, { options }))).toBe(message);
  });

  test('every apiVersion is accepted, and a chart named with a dot', () => {
    const chart = own.replace('v2', 'v9').replace('app', '"."');
    expect(render({ 'Chart.yaml': chart, 'templates/x.yaml': 'a: 1' }).text).toContain('a: 1');
  });

  test('bounds hold', () => {
    expect(defaultLimits.chartBytes).toBeGreaterThan(0);
    expect(messageOf(() => printed(`a: {{ semverCompare (repeat 20000 "1 || ") "1.0.0" }}`))).toContain(
      'too many constraint groups (max 10000)',
    );
  });
});

test('lines are logged with file and line', () => {
  const files = {
    'Chart.yaml': `${own}deprecated: true\ndependencies: [{name: sub, version: "*", condition: sub.use, tags: [t], import-values: [none]}]\n`,
    'charts/sub/Chart.yaml': chartYaml('sub'),
    'requirements.lock': '',
    'values.yaml': 'sub: {use: text}\ntags: {t: 1}\na: 1\n',
    'templates/x.yaml': 'kind: A\nmetadata: {annotations: {helm.sh/hook: nope}}\n',
  };
  expect(render(files, { values: { values: ['a.b=1'] } }).lines).toEqual([
    'load.go:138: Warning: Dependency locking is handled in Chart.lock since apiVersion "v2". We recommend migrating to Chart.lock.',
    'WARNING: This chart is deprecated',
    'coalesce.go:237: warning: skipped value for app.a: Not a table.',
    "dependencies.go:95: Warning: Tag 't' for chart sub returned non-bool value",
    "dependencies.go:64: Warning: Condition path 'sub.use' for chart sub returned non-bool value",
    'dependencies.go:287: Warning: ImportValues missing table: "exports" is not a table',
    'coalesce.go:237: warning: skipped value for app.a: Not a table.',
    'manifest_sorter.go:199: info: skipping unknown hook: "nope"',
  ]);
});
