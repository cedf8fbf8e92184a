/**
 * Where Helm 3.20, 4.2 and 4.3 differ: charts for every property of a dialect, which every Helm judges. A row prints something else as
 * one than as another, so it would find a property that is set wrong. Skips where a Helm is missing.
 */
import { rmSync } from 'node:fs';
import { type Dialect, helm3, helm4 } from '@mcpgw/helm';
import { chartYaml, writeTree } from '../helpers/command.js';
import { helm43Program, helmPrograms, type Outcome, ofHelm, ofOurs } from '../helpers/helm-programs.js';
import { describeUnless } from '../helpers/needs.js';

interface Row {
  readonly files?: Record<string, string>;
  readonly flags?: readonly string[];
  readonly release?: string;
}

/** A chart whose only template is this. */
const template = (text: string, ...flags: string[]): Row => ({ files: { 'top/templates/x.yaml': text }, flags });
const prints = (...expressions: string[]): Row => template(expressions.map((text, i) => `k${i}: {{ ${text} }}\n`).join(''));
/** Each in a chart of its own, as the first error ends a render. */
const each = (...expressions: string[]): Row[] => expressions.map(text => prints(text));

const own = chartYaml('top');
const full =
  `${own}description: about\nhome: https://h\nicon: i\nkeywords: [a, b]\nsources: [s]\nappVersion: "2"\nannotations: {x: "y"}\n` +
  'maintainers: [{name: me, email: e@x}]\n';
const subchart = (name: string, values = ''): Record<string, string> => ({
  [`top/charts/${name}/Chart.yaml`]: chartYaml(name),
  [`top/charts/${name}/values.yaml`]: values,
  [`top/charts/${name}/templates/x.yaml`]: 'v: {{ toJson .Values }}\nn: {{ .Template.BasePath }}\n',
});
const nested = {
  'top/Chart.yaml': `${own}dependencies: [{name: sub, version: "*", alias: one}, {name: sub, version: "*", alias: two}]\n`,
  ...subchart('sub', 'a: 1\n'),
  'top/charts/sub/charts/deep/Chart.yaml': chartYaml('deep'),
  'top/charts/sub/charts/deep/templates/x.yaml': 'v: {{ toJson .Values }}\nn: {{ .Template.BasePath }}\n',
};
const withValues = (values: string, ...flags: string[]): Row => ({
  files: { 'top/values.yaml': values, 'top/templates/x.yaml': 'v: {{ toJson .Values }}\n' },
  flags,
});

const rows: Readonly<Record<Exclude<keyof Dialect, 'version' | 'maximumOfArchive'>, readonly Row[]>> = {
  capabilities: [
    ...each('toJson .Capabilities', '.Capabilities.KubeVersion.Minor', '.Capabilities.APIVersions.Has "autoscaling/v2beta1"'),
    ...each('toJson .Capabilities.HelmVersion', 'printf "%v" .Capabilities.KubeVersion', '.Capabilities.KubeVersion.normalizedVersion'),
    template('a: {{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.KubeVersion }}', '--kube-version', '1.31.2-gke.1'),
    template('a:\n{{ toYamlPretty .Capabilities.KubeVersion | indent 2 }}'),
    { files: { 'top/Chart.yaml': `${own}kubeVersion: ">=1.36"\n` } },
  ],
  packages: [
    ...each('printf "%T %T %T" . .Values .Template', 'typeOf .Capabilities', 'typeOf .Capabilities.APIVersions', '.Capabilities.Nope'),
    ...each('typeOf (.Values.Table "a")', 'dig "a" "b" .Values'),
    { files: { 'top/Chart.yaml': '- a\n' } },
    template('just text\n'),
  ],
  chartIsStruct: [
    ...each(
      'toJson .Chart',
      '.Chart.Metadata.Name',
      'typeOf .Chart',
      'kindOf .Chart',
      '.Chart.Nope',
      '.Chart.Name.x',
      'keys .Chart | sortAlpha',
    ),
    ...each('get .Chart "Name"', 'hasKey .Chart "Name"', 'index .Chart "Name"', 'len .Chart', 'toJson (omit .Chart "Name")'),
    ...each('range .Chart }}{{ . }}{{ end', 'toJson .Chart.Sources', 'typeOf .Chart.Maintainers', 'dig "Name" "x" .Chart'),
    ...each('.Chart | toString | quote', 'empty .Chart', 'deepEqual .Chart .Chart', '.Chart.Validate', 'merge (dict) .Chart'),
    {
      files: {
        'top/Chart.yaml': `${full}dependencies: [{name: sub, version: "*", condition: sub.use, tags: [t]}]\n`,
        ...subchart('sub'),
        'top/templates/a.yaml': 'c:\n{{ toYaml .Chart | indent 2 }}\np:\n{{ toYamlPretty .Chart | indent 2 }}\n',
        'top/templates/b.yaml':
          'm: {{ toJson .Chart.Maintainers }} {{ index .Chart.Maintainers 0 }} {{ typeOf (index .Chart.Maintainers 0) }}\n' +
          'd: {{ toJson .Chart.Dependencies }} {{ (index .Chart.Dependencies 0).Name }} {{ (index .Chart.Dependencies 0).Tags }}\n' +
          'v: {{ (index .Chart.Maintainers 0).Validate }} {{ printf "%v" .Chart.Metadata.Version }}\n',
      },
    },
  ],
  missingFuncs: [
    ...each('mustToYaml .Values', 'mustToToml .Values', 'durationDays "36h"', 'durationRoundTo "1h29m" 3600', 'durationWeeks (list)'),
    ...each('mustToDuration "x"', 'mustToDuration nil', 'mustToDuration true', 'mustToDuration ""', 'mustToDuration (list)'),
    ...each('mustToDuration 9223372037', 'mustToDuration "inf"', 'mustToDuration 1e10', 'mustToDuration (now)', 'mustToDuration'),
    template(
      '{{ range list "1h30m" "90" " 2s " "1.5" "x" "1e3" "-90s" "nan" "0x10" 5 -5 1.25 2.9999999999 (int64 7) true (dict) 9223372036 }}' +
        '- {{ durationSeconds . }} {{ durationMilliseconds . }} {{ durationMicroseconds . }} {{ durationNanoseconds . }}' +
        ' {{ durationMinutes . }} {{ durationHours . }} {{ durationDays . }} {{ durationWeeks . }}' +
        ' {{ durationRoundTo . "1m" }} {{ durationTruncateTo . 7 }} {{ durationRoundTo . "bad" }}\n{{ end }}',
    ),
    ...each(
      'typeOf (mustToDuration "1h")',
      '(mustToDuration 90).Minutes',
      'toYaml (mustToDuration "1s")',
      'durationTruncateTo "-1h1m" "1h"',
    ),
  ],
  readsEmptyLines: [
    {
      files: {
        'top/empty.txt': '',
        'top/templates/x.yaml': 'a: {{ toJson (.Files.Lines "empty.txt") }} {{ toJson ((.Files.Glob "*").Lines "empty.txt") }}\n',
      },
    },
  ],
  limitsEachFile: [
    { files: { 'top/large.txt': 'x'.repeat(6 * 1024 * 1024), 'top/templates/x.yaml': 'a: {{ .Files.Get "large.txt" | len }}\n' } },
  ],
  locatesPropertyNames: [
    {
      files: {
        'top/values.schema.json': '{"properties": {"l": {"propertyNames": {"allOf": [{"pattern": "^a"}, {"maxLength": 1}]}}}}',
        'top/values.yaml': 'l: {bc: 1}\n',
      },
    },
  ],
  semver: [
    ...each('semverCompare "nope" "1.0.0"', 'semverCompare ">=1 nope" "1.0.0"', `semverCompare "1" "1.0.0+${'b'.repeat(300)}"`),
    ...each(`semverCompare "${'1 || '.repeat(40)}2" "2.0.0"`, `semverCompare ">1${' '.repeat(600)}" "2.0.0"`),
    ...each(
      'with semver "18446744073709551615.0.0" }}{{ .IncMajor }}{{ end',
      'with semver "1.0.18446744073709551615" }}{{ .IncPatch }}{{ end',
    ),
  ],
  strictUrlColons: each('(urlParse "http://a:b:80/x").host', '(urlParse "https://::1/").host'),
  tracesErrors: [
    template('{{ define "a" }}{{ fromYaml 1 }}{{ end }}a: {{ include "a" . }}'),
    template('a: {{ tpl "{{ .Values.a.b.c }}" . }}'),
    template('a: {{ include "none" . }}'),
    template('a: {{ .Values.a.b.c }}'),
    template('{{ define "a" }}{{ required "give a" .Values.a }}{{ end }}a: {{ include "a" . }}{{ .Values.x.y.z }}', '--set', 'a=1'),
  ],
  namesFailedStep: [
    { release: 'BAD_name' },
    { files: { ...subchart('sub'), 'top/Chart.yaml': `${own}dependencies: [{name: sub, version: "*"}]\n` }, flags: ['--set', 'sub=1'] },
  ],
  missingDependencies: [{ files: { 'top/Chart.yaml': `${own}dependencies: [{name: none, version: "1"}]\n` } }],
  checksApiVersion: [
    { files: { 'top/Chart.yaml': own.replace('v2', 'v3'), 'top/templates/x.yaml': 'a: 1\n' } },
    { files: { 'top/Chart.yaml': own.replace('v2', 'v9'), 'top/templates/x.yaml': 'a: 1\n' } },
    { files: { 'top/Chart.yaml': 'apiVersion: {a: 1}\n' } },
  ],
  refusesDotNames: [{ files: { 'top/Chart.yaml': chartYaml('"."') } }],
  mergesValueDocuments: [
    withValues('a: 1\n---\nb: 2\n'),
    withValues('a: 1\n', '-f', 'top/two.yaml'),
    withValues('a: [\n'),
    withValues('- a\n'),
    { ...withValues('a: 1\n', '-f', 'more.yaml'), files: { ...withValues('a: 1\n').files, 'more.yaml': 'b: 1\n---\nc: 2\n' } },
    { ...withValues('a: 1\n', '-f', 'more.yaml'), files: { ...withValues('a: 1\n').files, 'more.yaml': 'b: [\n' } },
  ],
  setJsonObjects: [withValues('a: 1\n', '--set-json', '{"b": {"c": 1}}'), withValues('a: 1\n', '--set-json', '{"b": "x=1"}')],
  keepsNullDefaults: [
    withValues('a: null\nm: {x: null, w: 1}\n'),
    withValues('a: null\nm: {x: null, w: 1}\n', '--set', 'm.z=null,m.x=null,a=null'),
    withValues('m: {x: {z: null}, w: 1}\n', '--set', 'm.x.q=1'),
    { files: { ...subchart('sub', 'a: null\nm: {b: null}\n'), 'top/values.yaml': 'sub: {m: {c: null, b: null}}\nglobal: {g: null}\n' } },
    { files: { ...subchart('sub', 'm: {b: 1, d: {e: 1}}\n'), 'top/values.yaml': 'sub: {m: {b: null, d: {e: null}}}\n' } },
  ],
  aliasesCopyDependencies: [{ files: nested }, { files: { ...nested, 'top/values.yaml': 'one: {deep: {x: 1}}\ntwo: {deep: {x: 2}}\n' } }],
  splitsTrimmed: [
    template('a: 1  \n\n\n---\n\n  \nb: 2\n   \n'),
    template('---\n---\na: 1\n'),
    template('a: |\n  x\n---  \n\n---\nb: 2\n'),
    template('a: 1\n---b: 2\n'),
    template('a: 1\n\u00a0\n---\nb: 2\n'),
    template('a: 1\n   ---\nb: 2\n'),
    template('a: 1   \n\n---\nb: 2\n\n', '-s', 'templates/x.yaml'),
    template('---\n# only a comment\n---\n\nkind: A\nmetadata:\n  annotations:\n    helm.sh/hook: test\n\n\n'),
  ],
  kindRanks: [
    template(
      ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'Zebra', 'ConfigMap', 'Apple', 'APIService', 'Job']
        .map(kind => `kind: ${kind}`)
        .join('\n---\n'),
    ),
  ],
  logsAttributes: [
    { files: { 'top/Chart.yaml': `${own}deprecated: true\n`, 'top/templates/x.yaml': 'a: 1\n' } },
    withValues('a: 1\nb: {c: 1}\nd: 2\n', '--set', 'a.x=1,b=2,d.e=1'),
    { files: { ...subchart('sub', 'x: {y: 1}\nz: 1\n'), 'top/values.yaml': 'global: 1\nsub: {x: 2, z: {q: 1}}\n' } },
    { files: { ...subchart('sub', 'global: {g: 1}\n'), 'top/values.yaml': 'global: {g: {h: 1}}\n' } },
    { files: { 'top/requirements.yaml': 'dependencies: []\n', 'top/requirements.lock': 'digest: x\n' } },
    template('kind: A\nmetadata: {annotations: {helm.sh/hook: "nope, pre-install"}}\n'),
    {
      files: {
        'top/Chart.yaml': `${own}dependencies: [{name: sub, version: "*", condition: sub.use, tags: [t], import-values: [none, {child: gone, parent: x}]}]\n`,
        ...subchart('sub'),
        'top/values.yaml': 'sub: {use: text}\ntags: {t: 1}\n',
      },
    },
  ],
};

const programs = [...helmPrograms, helm43Program];
const home = process.cwd();

test('every property of a dialect has a row', () => {
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(helm4)
      .filter(name => !['version', 'maximumOfArchive'].includes(name))
      .sort(),
  );
});

for (const { name, dialect, program, missing } of programs) {
  describeUnless(missing, `what differs, as ${name} says it`, () => {
    const all = Object.entries(rows).flatMap(([property, list]) => list.map((row, i) => [`${property} ${i}`, row] as const));
    test.each(all)('%s', async (_, { files = {}, flags = [], release }) => {
      const folder = writeTree({ 'top/Chart.yaml': own, ...files });
      try {
        const theirs = await ofHelm({ dialect, program: program! }, folder, flags, release);
        const ours = ofOurs(dialect, folder, flags, release);
        const isLogged = theirs.error === undefined || dialect === helm3;
        const logOf = ({ log }: Outcome): string[] => (isLogged ? log.split('\n').sort() : []);
        expect({ ...ours, log: logOf(ours) }).toEqual({ ...theirs, log: logOf(theirs) });
      } finally {
        process.chdir(home);
        rmSync(folder, { recursive: true });
      }
    });
  });
}

test('each property shows in one of its rows', () => {
  const same: string[] = [];
  for (const [name, list] of Object.entries(rows)) {
    const differs = list.some(({ files = {}, flags = [], release }) => {
      const folder = writeTree({ 'top/Chart.yaml': own, ...files });
      try {
        const outcomes = programs.map(({ dialect }) => JSON.stringify(ofOurs(dialect, folder, flags, release)));
        return new Set(outcomes).size > 1;
      } finally {
        process.chdir(home);
        rmSync(folder, { recursive: true });
      }
    });
    if (!differs) same.push(name);
  }
  expect(same).toEqual([]);
});
