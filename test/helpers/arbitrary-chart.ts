/** Charts made by fast-check: helpers, subcharts with conditions, aliases, tags and imports, globals, nulls, hooks, files. */
import fc from 'fast-check';

export interface GeneratedChart {
  /** Path to text; the chart is the folder `top`. */
  readonly files: Readonly<Record<string, string>>;
  /** Flags of `helm template`; `values.yaml` beside `top` is one of the files. */
  readonly flags: readonly string[];
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const keys = ['x', 'y', 'list', 'k-e.y', '1', 'true', 'on', 'a'];
/** Most values lie in maps of these names, so that most paths lead somewhere. */
const tables = ['a', 'b', 'c', 'data', 'Upper', 'global'];
const texts = [
  '',
  'x',
  'yes',
  'no',
  '~',
  'null',
  '0',
  '007',
  '0x1f',
  '1e3',
  '1_000',
  '.5',
  '-',
  '- a',
  'a: b',
  '#x',
  ' x ',
  'a\nb\n',
  'a\n\n  b',
  '\t',
  '"q"',
  "'s'",
  'é😀',
  '{{ .Release.Name }}',
  '2001-01-01',
  '12:30:45',
  '<a>&',
  '%',
  '@',
  '!',
  '*',
  'a'.repeat(90),
  `${'word '.repeat(30)}end`,
];

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...texts),
  fc.integer({ min: -5, max: 1_000_000 }),
  fc.constantFrom<Json>(1.5, 1e21, 1e-7, 0.1, 123456789012, 9007199254740992, 1e6, -0.5),
  fc.boolean(),
  fc.constant(null),
);

const { value } = fc.letrec<{ value: Json; map: Json }>(tie => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('map'), fc.array(tie('value'), { maxLength: 3 })),
  map: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 4 }),
}));
const table = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });

/** Values of a chart: every table, seldom something else in its place. */
const values = fc.record(
  Object.fromEntries(tables.map(name => [name, fc.oneof({ weight: 40, arbitrary: table }, { weight: 1, arbitrary: value })])),
);
/** Values over them. */
const overrides = fc.dictionary(
  fc.constantFrom(...tables, 'enabled', 'imported'),
  fc.oneof({ weight: 30, arbitrary: table }, { weight: 1, arbitrary: value }),
  {
    maxKeys: 3,
  },
);

const path = fc.tuple(fc.constantFrom(...tables), fc.constantFrom('', '.x', '.y', '.list', '.a')).map(parts => parts.join(''));

/** An expression of one value. */
const expression = fc.oneof(
  path.map(at => `.Values.${at}`),
  fc.constantFrom(
    '.Values',
    '.Chart.Name',
    '.Release.Name',
    '.Values.global',
    '.Template.Name',
    '.Chart.Version',
    '.Capabilities.KubeVersion.Minor',
    '.Subcharts | keys | sortAlpha',
  ),
  path.map(
    at =>
      `(dig ${at
        .split('.')
        .map(key => JSON.stringify(key))
        .join(' ')} "none" (.Values | toJson | fromJson))`,
  ),
);

/** An action that prints a value as the right-hand side of a YAML key. */
const action = fc.oneof(
  expression.map(e => `{{ ${e} | toJson }}`),
  expression.map(e => `{{ ${e} | quote }}`),
  expression.map(e => `{{ ${e} | default "fallback" | toJson }}`),
  expression.map(e => `{{ ${e} }}`),
  expression.map(e => `{{- ${e} | toYaml | nindent 4 }}`),
  expression.map(e => `{{ with ${e} }}{{ . | toString | quote }}{{ else }}"empty"{{ end }}`),
  expression.map(e => `{{ if ${e} }}yes{{ else }}no{{ end }}`),
  expression.map(e => `\n{{- range $k, $v := ${e} }}\n    - {{ $k }}: {{ $v | toJson }}\n{{- else }} []\n{{- end }}`),
  expression.map(e => `{{ include "shared" (dict "v" ${e.includes('|') ? `(${e})` : e} "top" $) }}`),
  expression.map(e => `{{ tpl (${e} | toString) . | quote }}`),
  expression.map(e => `{{ kindOf (${e}) }}`),
  expression.map(e => `{{ printf "%v|%T" (${e}) (${e}) | quote }}`),
  fc.constantFrom(
    '{{ .Files.Get "files/a.txt" | quote }}',
    '{{- (.Files.Glob "files/*").AsConfig | nindent 4 }}',
    '{{ .Files.Lines "files/b.txt" | toJson }}',
    '{{ required "b is needed" .Values.b | toJson }}',
    '{{ template "own" . }}',
  ),
);

const annotation = fc.constantFrom(
  '',
  '  annotations: {"helm.sh/hook": pre-install}\n',
  '  annotations: {"helm.sh/hook": "post-install, pre-delete", "helm.sh/hook-weight": "5"}\n',
  '  annotations: {"helm.sh/hook": pre-install, "helm.sh/hook-weight": "-5"}\n',
  '  annotations: {"helm.sh/hook": test}\n',
  '  annotations: {"helm.sh/hook": unknown-event}\n',
  '  annotations: {other: "x"}\n',
);
const kind = fc.constantFrom('ConfigMap', 'Secret', 'Service', 'Namespace', 'Deployment', 'Custom', 'ClusterRole', 'Ingress');

const manifest = fc
  .tuple(
    kind,
    fc.constantFrom('x', 'y', '{{ .Release.Name }}-{{ .Chart.Name }}'),
    annotation,
    fc.array(action, { minLength: 1, maxLength: 4 }),
  )
  .map(
    ([kindName, name, more, actions]) =>
      `apiVersion: v1\nkind: ${kindName}\nmetadata:\n  name: ${name}\n${more}data:\n${actions.map((text, i) => `  k${i}: ${text}\n`).join('')}`,
  );

const separator = fc.constantFrom('---\n', '\n---\n', '--- # next\n', '\n---\n---\n', '---\n# only a comment\n---\n');

const template = fc
  .tuple(
    fc.array(manifest, { minLength: 1, maxLength: 3 }),
    separator,
    fc.constantFrom('', '{{- if .Values.enabled }}\n', '---\n', '# head\n'),
  )
  .map(([documents, between, head]) => `${head}${documents.join(between)}${head.includes('if') ? '{{- end }}\n' : ''}`);

const importValues = fc.constantFrom<Json>(
  ['data'],
  [{ child: 'data', parent: 'imported' }],
  [{ child: 'a', parent: '.' }],
  [{ child: 'none', parent: 'b' }],
  ['data', { child: 'c', parent: 'c.d' }],
);

const dependency = fc.record(
  {
    alias: fc.constantFrom('other', 'Upper', 'c'),
    condition: fc.constantFrom('sub.enabled', 'other.enabled,sub.enabled', 'a.x', 'global.x'),
    tags: fc.constantFrom<Json>(['front'], ['back', 'front']),
    'import-values': importValues,
  },
  { requiredKeys: [] },
);

interface Chart {
  readonly values: Json;
  readonly templates: readonly string[];
  readonly helper: string;
  readonly notes: string;
}

const chart: fc.Arbitrary<Chart> = fc.record({
  values,
  templates: fc.array(template, { minLength: 1, maxLength: 3 }),
  helper: fc.constantFrom(
    '{{ .v | toJson }}',
    '"{{ .top.Chart.Name }}/{{ .top.Release.Name }}"',
    '{{- .v | toJson | quote -}}',
    '{{ kindOf .v }}',
  ),
  notes: fc.constantFrom('', 'Notes of {{ .Chart.Name }}'),
});

function filesOf(
  folder: string,
  name: string,
  { values, templates, helper, notes }: Chart,
  dependencies: readonly Json[],
): Record<string, string> {
  const metadata = { apiVersion: 'v2', name, version: '0.1.0', ...(dependencies.length > 0 ? { dependencies } : {}) };
  const named = templates.map((text, i) => [`${folder}/templates/${['one', 'two', 'sub/three'][i]}.yaml`, text]);
  return {
    [`${folder}/Chart.yaml`]: JSON.stringify(metadata),
    [`${folder}/values.yaml`]: JSON.stringify(values),
    [`${folder}/templates/_helpers.tpl`]: `{{ define "shared" }}${helper}{{ end }}{{ define "own" }}{{ .Chart.Name | quote }}{{ end }}`,
    ...(notes === '' ? {} : { [`${folder}/templates/NOTES.txt`]: notes }),
    [`${folder}/files/a.txt`]: `text of ${name}\n`,
    [`${folder}/files/b.txt`]: 'one\ntwo',
    ...Object.fromEntries(named),
  };
}

const set = fc.constantFrom(
  'sub.enabled=false',
  'other.enabled=true',
  'tags.front=false',
  'tags.back=true',
  'a.x=null',
  'sub.a.x=null',
  'global.x=1',
  'sub.global.y=2',
  'c.l[1].d=x',
  'sub.inner.b={p,q}',
  'data=null',
  'a.x=true',
);
const flag = fc.constantFrom('--no-hooks', '--skip-tests', '--is-upgrade', '--include-crds', '--kube-version=1.29', '--api-versions=x/v1');

export const generatedChart: fc.Arbitrary<GeneratedChart> = fc
  .record({
    top: chart,
    sub: fc.option(chart),
    inner: fc.option(chart),
    dependencies: fc.array(dependency, { maxLength: 2 }),
    innerDependency: fc.option(dependency),
    user: overrides,
    forSub: fc.option(overrides),
    sets: fc.array(set, { maxLength: 3 }),
    flags: fc.uniqueArray(flag, { maxLength: 2 }),
  })
  .map(({ top, sub, inner, dependencies, innerDependency, user, forSub, sets, flags }) => {
    const distinct = [...new Map(dependencies.map(one => [one.alias, one])).values()];
    const named = (name: string) => (one: object) => ({ name, version: '*', ...one }) as Json;
    return {
      files: {
        ...filesOf('top', 'top', top, sub ? distinct.map(named('sub')) : []),
        ...(sub ? filesOf('top/charts/sub', 'sub', sub, inner && innerDependency ? [named('inner')(innerDependency)] : []) : {}),
        ...(sub && inner ? filesOf('top/charts/sub/charts/inner', 'inner', inner, []) : {}),
        'values.yaml': JSON.stringify(forSub ? { ...user, sub: forSub } : user),
      },
      flags: ['--values', 'values.yaml', ...sets.flatMap(text => ['--set', text]), ...flags],
    };
  });
