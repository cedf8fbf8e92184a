import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  defaultLimits,
  type FuncDeps,
  formatOutput,
  type GoMap,
  HelmError,
  type Limits,
  loadChartFiles,
  mergeUserValues,
  type OutputOptions,
  RenderError,
  Renderer,
  type RenderOptions,
  writeOutput,
} from '../src/index.js';

type Files = Record<string, string>;

const deps: FuncDeps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: n => new Uint8Array(n), timezone: 'UTC' };
const base: RenderOptions = { releaseName: 'rel', namespace: 'ns' };

const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;

function rendererOf(files: Files, limits: Limits = defaultLimits, warnings: string[] = []): Renderer {
  const all = { 'Chart.yaml': chartYaml('app'), ...files };
  const chart = loadChartFiles(new Map(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)])));
  return new Renderer(chart, { deps, limits, warn: ({ message }) => warnings.push(message) });
}

const render = (files: Files, options: Partial<RenderOptions> = {}, output: OutputOptions = {}): string =>
  formatOutput(rendererOf(files).render({ ...base, ...options }), output);

/** The text of a template's only document, without its head. */
const textOf = (template: string, files: Files = {}, options: Partial<RenderOptions> = {}): string =>
  render({ ...files, 'templates/x.yaml': template }, options)
    .replace('---\n# Source: app/templates/x.yaml\n', '')
    .trimEnd();

function errorOf(run: () => unknown): HelmError {
  try {
    run();
  } catch (error) {
    if (error instanceof HelmError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('what templates see', () => {
  test.each<[string, string]>([
    [
      'a: {{ .Release.Name }} {{ .Release.Namespace }} {{ .Release.IsInstall }} {{ .Release.Revision }} {{ .Release.Service }}',
      'a: rel ns true 1 Helm',
    ],
    ['a: {{ .Chart.Name }}-{{ .Chart.Version }} {{ .Chart.IsRoot }} {{ .Chart.Annotations.none }}', 'a: app-1.0.0 true '],
    ['a: {{ .Template.Name }} {{ .Template.BasePath }}', 'a: app/templates/x.yaml app/templates'],
    ['a: {{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Minor }}', 'a: v1.36.0 36'],
    ['a: {{ .Capabilities.APIVersions.Has "apps/v1" }} {{ has "apps/v2" .Capabilities.APIVersions }}', 'a: true false'],
    [
      'a: {{ len .Capabilities.APIVersions }} {{ index .Capabilities.APIVersions 0 }} {{ .Capabilities.HelmVersion.Version }}',
      'a: 55 v1 v4.2',
    ],
    [
      'a: {{ typeOf .Values }} {{ typeOf . }} {{ typeOf .Files }} {{ typeOf .Capabilities }}',
      'a: common.Values common.Values engine.files *common.Capabilities',
    ],
    ['a: {{ .Values.AsMap.v }} {{ (.Values.Table "t").k }} {{ .Values.PathValue "t.k" }}', 'a: 1 x x'],
    ['a: {{ .Values.none }}{{ .Values.t.none }}', 'a: '],
    ['a: {{ lookup "v1" "Secret" "ns" "x" }}', 'a: map[]'],
    ['a: {{ getHostByName "localhost" }}', 'a: '],
  ])('%s', (template, expected) => {
    expect(textOf(template, { 'values.yaml': 'v: 1\nt: {k: x}\n' })).toBe(expected.trimEnd());
  });

  test.each<[string, string]>([
    ['a: {{ .Files.Get "files/a.txt" | quote }}{{ .Files.Get "none" }}', 'a: "one\\ntwo\\n"'],
    ['# {{ .Files.Lines "files/a.txt" }} {{ len (.Files.GetBytes "files/a.txt") }}', '# [one two] 8'],
    ['{{ (.Files.Glob "files/*").AsConfig }}', 'a.txt: |\n  one\n  two\nb.txt: b'],
    ['{{ (.Files.Glob "**/b.txt").AsSecrets }}', 'b.txt: Yg=='],
    ['{{ range $path, $data := .Files.Glob "files/{a,c}.txt" }}{{ $path }}: {{ len $data }}{{ end }}', 'files/a.txt: 8'],
    ['a: {{ .Files.Get "Chart.yaml" }}{{ .Files.Get "templates/x.yaml" }}{{ .Files.Get "../x" }}', 'a:'],
  ])('%s', (template, expected) => {
    expect(textOf(template, { 'files/a.txt': 'one\ntwo\n', 'files/b.txt': 'b' })).toBe(expected.trimEnd());
  });

  test('options of a render', () => {
    const template = 'a: {{ .Release.IsUpgrade }} {{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.APIVersions.Has "x/v1" }}';
    expect(textOf(template, {}, { isUpgrade: true, kubeVersion: '1.29.3-gke.1', apiVersions: ['x/v1'] })).toBe(
      'a: true v1.29.3-gke.1 true',
    );
  });

  test('a dependency sees its own values; its parent sees them under its name, in one map', () => {
    const files = {
      'values.yaml': 'global: {g: 1}\n',
      'templates/a.yaml': 'a: {{ .Values.sub.set }} {{ typeOf .Values.sub }} {{ .Subcharts.sub.Chart.Name }}',
      'charts/sub/Chart.yaml': chartYaml('sub'),
      'charts/sub/values.yaml': 'own: 2\n',
      'charts/sub/templates/s.yaml':
        '{{ $_ := set .Values "set" "by sub" }}s: {{ .Values.own }} {{ .Values.global.g }} {{ typeOf .Values }} {{ .Chart.IsRoot }}',
    };
    expect(render(files)).toBe(
      '---\n# Source: app/charts/sub/templates/s.yaml\ns: 2 1 common.Values false\n' +
        '---\n# Source: app/templates/a.yaml\na: by sub map[string]interface {} sub\n',
    );
  });

  test('one scope for each chart: deepest paths run first, then names in descending order', () => {
    const step = '{{ $_ := set . "seen" (print (.seen | default "") .Template.Name ";") }}a: {{ .seen }}';
    const files = { 'templates/a.yaml': step, 'templates/b.yaml': step, 'templates/d/a.yaml': step };
    expect(render(files, {}, { showOnly: ['templates/a.yaml'] })).toBe(
      '---\n# Source: app/templates/a.yaml\na: app/templates/d/a.yaml;app/templates/b.yaml;app/templates/a.yaml;\n\n',
    );
  });

  test('a define nearer to the root replaces a deeper one; blank defines replace nothing', () => {
    const files = {
      'templates/_a.tpl': '{{ define "x" }}root{{ end }}{{ define "y" }} {{ end }}',
      'charts/sub/Chart.yaml': chartYaml('sub'),
      'charts/sub/templates/_a.tpl': '{{ define "x" }}sub{{ end }}{{ define "y" }}sub{{ end }}',
      'charts/sub/templates/s.yaml': 's: {{ include "x" . }} {{ include "y" . }}',
    };
    expect(render(files)).toBe('---\n# Source: app/charts/sub/templates/s.yaml\ns: root sub\n');
  });

  test('tpl: nested defines, text from values, blank text', () => {
    const template = `# {{ tpl "{{ define \\"in\\" }}[{{ . }}]{{ end }}{{ include \\"in\\" .Values.v }}" . }}{{ tpl .Values.t . }}|{{ tpl " " . }}|{{ tpl "x{{ .no }}y" . }}`;
    expect(textOf(template, { 'values.yaml': 'v: 1\nt: "{{ tpl .Values.u . }}"\nu: "{{ .Release.Name }}"\n' })).toBe('# [1]rel| |xy');
  });
});

describe('output', () => {
  const files = {
    'templates/b.yaml': 'kind: Service\n\n---\nkind: Namespace\n',
    'templates/hook.yaml': 'kind: Job\nmetadata: {annotations: {"helm.sh/hook": pre-install}}\n',
    'templates/tests/t.yaml': 'kind: Pod\nmetadata: {annotations: {"helm.sh/hook": test}}\n',
    'templates/NOTES.txt': 'for {{ .Release.Name }}\n',
    'templates/_p.yaml': 'kind: Partial\n',
    'crds/c.yaml': 'kind: CustomResourceDefinition\n\n',
    'crds/readme.md': 'no\n',
  };
  const namespace = '---\n# Source: app/templates/b.yaml\nkind: Namespace\n';
  const service = '---\n# Source: app/templates/b.yaml\nkind: Service\n\n\n';
  const serviceLast = '---\n# Source: app/templates/b.yaml\nkind: Service\n';
  const job = '---\n# Source: app/templates/hook.yaml\nkind: Job\nmetadata: {annotations: {"helm.sh/hook": pre-install}}\n\n';
  const pod = '---\n# Source: app/templates/tests/t.yaml\nkind: Pod\nmetadata: {annotations: {"helm.sh/hook": test}}\n\n';
  const crd = '---\n# Source: app/crds/c.yaml\nkind: CustomResourceDefinition\n\n\n';

  test.each<[string, OutputOptions, string]>([
    ['all', {}, `${namespace}\n${serviceLast}${pod}${job}`],
    ['no hooks', { noHooks: true }, `${namespace}\n${serviceLast}`],
    ['no tests', { skipTests: true }, `${namespace}\n${serviceLast}${job}`],
    ['CRDs', { includeCrds: true, noHooks: true }, `${crd}${namespace}\n${serviceLast}`],
    ['one template', { showOnly: ['templates/hook.yaml'] }, `${job}\n`],
    ['a pattern', { showOnly: ['templates/*.yaml'] }, `${namespace}\n\n${serviceLast}\n${job}\n`],
    ['in the order asked for', { showOnly: ['templates/hook.yaml', 'templates/tests/*'] }, `${job}\n${pod}\n`],
  ])('%s', (_, output, expected) => {
    expect(render(files, {}, output)).toBe(expected);
  });

  test('white space after documents is kept, except at the end', () => {
    expect(render({ 'templates/a.yaml': '\n\na: 1\n\n\n---\n\nb: 2\n\n' })).toBe(
      '---\n# Source: app/templates/a.yaml\na: 1\n\n\n\n---\n# Source: app/templates/a.yaml\nb: 2\n',
    );
    expect(render({ 'templates/a.yaml': '{{ if false }}a{{ end }}' })).toBe('\n');
  });

  test('notes are rendered and not printed', () => {
    expect(rendererOf(files).render(base).notes).toBe('for rel\n');
  });

  test('show-only of a missing template', () => {
    expect(() => render(files, {}, { showOnly: ['templates/none.yaml'] })).toThrow('could not find template templates/none.yaml in chart');
  });

  test('show-only and an output folder exclude each other', () => {
    const rendered = rendererOf(files).render(base);
    expect(() => writeOutput(rendered, { path: '/nowhere' }, { showOnly: ['templates/b.yaml'] })).toThrow(
      'could not find template templates/b.yaml in chart: nothing is printed where an output folder is given',
    );
  });

  test('an output folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpgw-out-'));
    try {
      const rendered = rendererOf(files).render(base);
      const text = writeOutput(rendered, { path: folder, releaseName: 'rel' }, { includeCrds: true, skipTests: true });
      expect(text.replaceAll(folder, 'DIR')).toBe(
        'wrote DIR/app/crds/c.yaml\nwrote DIR/rel/app/templates/b.yaml\nwrote DIR/rel/app/templates/b.yaml\nwrote DIR/rel/app/templates/hook.yaml\n\n',
      );
      expect(readFileSync(join(folder, 'rel/app/templates/b.yaml'), 'utf8')).toBe(`${namespace}\n${service}`);
      expect(existsSync(join(folder, 'rel/app/templates/tests/t.yaml'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('refusals', () => {
  test.each<[string, Files, Partial<RenderOptions>, string]>([
    [
      'a release name',
      {},
      { releaseName: 'Rel' },
      'release name check failed: release name "Rel": invalid release name, must match regex ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ and the length must not be longer than 53',
    ],
    ['no release name', {}, { releaseName: '' }, 'release name check failed: release name "": no name provided'],
    ['a library', { 'Chart.yaml': chartYaml('app', 'type: library\n') }, {}, 'library charts are not installable'],
    ['apiVersion v3', { 'Chart.yaml': 'apiVersion: v3\nname: app\nversion: 1.0.0\n' }, {}, 'invalid chart apiVersion'],
    [
      'missing dependencies',
      { 'Chart.yaml': chartYaml('app', 'dependencies: [{name: x, version: 1}, {name: z, version: 1}]\n') },
      {},
      "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: x, z",
    ],
    [
      'a Kubernetes version',
      { 'Chart.yaml': chartYaml('app', 'kubeVersion: ">=1.30"\n') },
      { kubeVersion: '1.29' },
      'chart requires kubeVersion: >=1.30 which is incompatible with Kubernetes v1.29',
    ],
    ['no Kubernetes version', {}, { kubeVersion: 'x' }, `invalid kube version 'x': could not parse "x" as version`],
    ['a short Kubernetes version', {}, { kubeVersion: '1' }, `invalid kube version '1': illegal version string "1"`],
    [
      'a value against the schema',
      { 'values.yaml': 'num: x\n', 'values.schema.json': '{"properties":{"num":{"type":"integer"}}}' },
      {},
      "values don't meet the specifications of the schema(s) in the following chart(s):\napp:\n- at '/num': got string, want integer\n",
    ],
    [
      'a value of a dependency against its schema',
      { 'charts/sub/Chart.yaml': chartYaml('sub'), 'charts/sub/values.schema.json': '{"required":["x"]}' },
      {},
      "values don't meet the specifications of the schema(s) in the following chart(s):\nsub:\n- at '': missing property 'x'\n",
    ],
    [
      'a template that does not parse',
      { 'templates/x.yaml': 'a\n{{ if }}\n' },
      {},
      'parse error at (app/templates/x.yaml:2): missing value for if',
    ],
    [
      'an unknown function',
      { 'templates/x.yaml': '{{ env "HOME" }}' },
      {},
      'parse error at (app/templates/x.yaml:1): function "env" not defined',
    ],
    [
      'fail',
      { 'templates/x.yaml': 'a\nb {{ fail "my: message\\nmore" }}' },
      {},
      'execution error at (app/templates/x.yaml:2:5): my: message\nmore',
    ],
    [
      'required',
      { 'templates/x.yaml': '{{ required "need .a" .Values.a }}' },
      {},
      'execution error at (app/templates/x.yaml:1:3): need .a',
    ],
    [
      'a nil pointer, with every include on the way',
      { 'templates/x.yaml': 'a: {{ include "h" . }}', 'templates/_h.tpl': '{{ define "h" }}\n{{ .Values.a.b }}{{ end }}' },
      {},
      'app/templates/x.yaml:1:6\n  executing "app/templates/x.yaml" at <include "h" .>:\n    error calling include:\napp/templates/_h.tpl:2:10\n  executing "h" at <.Values.a.b>:\n    nil pointer evaluating interface {}.b',
    ],
    [
      'an include of nothing',
      { 'templates/x.yaml': '{{ include "none" . }}' },
      {},
      'app/templates/x.yaml:1:3\n  executing "app/templates/x.yaml" at <include "none" .>:\n    error calling include:\ntemplate: no template "none" associated with template "gotpl"',
    ],
    [
      'an error inside tpl',
      { 'templates/x.yaml': '{{ tpl "{{ .a.b }}" . }}' },
      {},
      'template: app/templates/x.yaml:1:3: executing "app/templates/x.yaml" at <tpl "{{ .a.b }}" .>: error calling tpl: error during tpl function execution for "{{ .a.b }}": template: gotpl:1:5: executing "gotpl" at <.a.b>: nil pointer evaluating interface {}.b',
    ],
    [
      'a manifest that is no YAML',
      { 'templates/x.yaml': 'a: b: c' },
      {},
      'YAML parse error on app/templates/x.yaml: error converting YAML to JSON: yaml: mapping values are not allowed in this context',
    ],
  ])('%s', (_, files, options, message) => {
    expect(errorOf(() => rendererOf(files).render({ ...base, ...options })).message).toBe(message);
  });

  test('an error of a template has the location, the line and the reason', () => {
    const files = { 'templates/x.yaml': 'a: {{ include "h" . }}', 'templates/_h.tpl': '{{ define "h" }}\nä {{ .Values.a.b }}{{ end }}' };
    const error = errorOf(() => rendererOf(files).render(base)) as RenderError;
    expect(error).toBeInstanceOf(RenderError);
    expect(error.location).toEqual({
      template: 'app/templates/_h.tpl',
      line: 2,
      column: 13,
      reason: 'nil pointer evaluating interface {}.b',
      sourceLine: 'ä {{ .Values.a.b }}{{ end }}',
    });
    expect(error.partial).toBe('');
  });

  test('the rendered text is kept for --debug', () => {
    const error = errorOf(() => rendererOf({ 'templates/a.yaml': 'a: 1', 'templates/b.yaml': 'a: b: c' }).render(base));
    expect(error.partial).toBe('---\n# Source: app/templates/a.yaml\na: 1\n---\n# Source: app/templates/b.yaml\na: b: c\n');
  });

  test('a deprecated chart is logged', () => {
    const warnings: string[] = [];
    rendererOf({ 'Chart.yaml': chartYaml('app', 'deprecated: true\n') }, defaultLimits, warnings);
    expect(warnings).toEqual(['this chart is deprecated']);
  });
});

describe('hostile templates', () => {
  const refused = (template: string, limits: Partial<Limits> = {}): string =>
    errorOf(() => rendererOf({ 'templates/x.yaml': template }, { ...defaultLimits, ...limits }).render(base)).message;

  test.each<[string, string, Partial<Limits>, RegExp]>([
    [
      'include without end',
      '{{ define "r" }}{{ include "r" . }}{{ end }}{{ include "r" . }}',
      {},
      /rendering template has a nested reference name: r: unable to execute template$/,
    ],
    [
      'template without end',
      '{{ define "r" }}{{ template "r" . }}{{ end }}{{ template "r" . }}',
      { depth: 100 },
      /^rendering app\/templates\/x.yaml: /,
    ],
    ['tpl without end', '{{ $_ := set . "t" "{{ tpl .t . }}" }}{{ tpl .t . }}', { depth: 100 }, /^rendering app\/templates\/x.yaml: /],
    [
      'loops in loops',
      '{{ range until 5000 }}{{ range until 5000 }}{{ end }}{{ end }}',
      { steps: 100_000 },
      /^rendering app\/templates\/x.yaml: /,
    ],
    ['output', '{{ range until 1000 }}{{ repeat 1000 "x" }}{{ end }}', { outputBytes: 100_000 }, /^rendering app\/templates\/x.yaml: /],
  ])('%s', (_, template, limits, message) => {
    expect(refused(template, limits)).toMatch(message);
  });

  test('a YAML alias bomb in values', () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) =>
        `a${i}: &a${i} [${Array(10)
          .fill(i === 0 ? 'x' : `*a${i - 1}`)
          .join(',')}]`,
    );
    expect(() => rendererOf({ 'values.yaml': lines.join('\n') })).toThrow(
      'cannot load values.yaml: cannot unmarshal yaml document: error converting YAML to JSON: yaml: document contains excessive aliasing',
    );
  });

  test('values in values', () => {
    const files = (depth: number): Files => ({
      'values.yaml': `a: ${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`,
      'templates/x.yaml': 'a: {{ len .Values.a }} {{ toYaml .Values | len }} {{ .Values | toString | len }}',
    });
    expect(render(files(500))).toBe('---\n# Source: app/templates/x.yaml\na: 1 252004 3508\n');
    expect(() => render(files(9_000))).toThrow(/^a value nests too deeply$/);
    expect(() => render(files(11_000))).toThrow(
      'cannot load values.yaml: cannot unmarshal yaml document: error converting YAML to JSON: yaml: exceeded max depth of 10000',
    );
  });

  test('prototype keys are plain data', () => {
    const values = '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 2}}\ntoString: 3\n';
    expect(
      textOf(
        'a: {{ .Values.__proto__.polluted }} {{ .Values.constructor.prototype.polluted }} {{ .Values.toString }} {{ .Values.valueOf }}',
        { 'values.yaml': values },
      ),
    ).toBe('a: 1 2 3');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('one renderer, many values', () => {
  const files = {
    'Chart.yaml': chartYaml('app', 'dependencies: [{name: sub, version: "*", alias: kid, condition: kid.enabled}]\n'),
    'values.yaml': 'a: 1\nt: {k: 1}\n',
    'templates/x.yaml': '{{ $_ := set .Values.t "k" "changed" }}a: {{ .Values.a }} {{ .Values.t.k }} {{ .seen }}{{ $_ := set . "seen" 1 }}',
    'charts/sub/Chart.yaml': chartYaml('sub'),
    'charts/sub/templates/s.yaml': 's: {{ .Values.v }}',
  };
  const user = (...set: string[]): GoMap => mergeUserValues({ values: set }, () => new Uint8Array());

  test('renders leave no trace', () => {
    const renderer = rendererOf(files);
    const printed = (...set: string[]): string => formatOutput(renderer.render({ ...base, values: user(...set) }));
    const first = printed('a=2', 'kid.v=x');
    expect(printed('kid.enabled=false', 't.k=5')).toBe('---\n# Source: app/templates/x.yaml\na: 1 changed\n');
    expect(printed('a=2', 'kid.v=x')).toBe(first);
    expect(first).toBe('---\n# Source: app/charts/kid/templates/s.yaml\ns: x\n---\n# Source: app/templates/x.yaml\na: 2 changed\n');
  });

  test("the user's values stay as they are", () => {
    const values = user('t.k=5');
    rendererOf(files).render({ ...base, values });
    expect((values.get('t') as GoMap).get('k')).toMatchObject({ kind: 'int64', value: 5n });
  });
});
