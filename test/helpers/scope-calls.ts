/**
 * Templates that apply every function to every kind of value that Helm puts into scope, and the chart they run in.
 * A missing row is a kind of value that was never compared with Helm.
 */
import type { Func, ParamType } from '@mcpgw/go/values';

const chartYaml = `apiVersion: v2
name: top
version: 1.2.3
appVersion: "4.5"
description: A chart with every field
home: https://example.org
icon: https://example.org/i.png
type: application
kubeVersion: ">=1.20.0-0"
condition: a.b
tags: x
deprecated: false
keywords: [one, two]
sources: [https://example.org/src]
annotations: {note: "yes", other: "1"}
maintainers:
  - {name: Ada, email: ada@example.org, url: https://example.org/ada}
  - {name: Ben}
dependencies:
  - name: sub
    version: ">=0.1.0"
    repository: https://example.org/charts
    condition: sub.enabled
    tags: [front, back]
    import-values:
      - data
      - {child: exports.more, parent: imported}
  - name: sub
    alias: second
    version: 0.1.0
    repository: ""
`;

const valuesYaml = `text: "Hello, World"
empty: ""
int: 7
zero: 0
float: 2.5
large: 12345678901234567890
yes: true
no: false
list: [b, null, 1.5, {k: v}]
emptyList: []
map: {a: {b: 1}, c: null, d: x}
emptyMap: {}
nothing: null
sub: {own: 1}
global: {g: 1}
`;

/** The chart's files by path. */
export const scopeChart: Readonly<Record<string, string>> = {
  'Chart.yaml': chartYaml,
  'values.yaml': valuesYaml,
  'f.txt': 'one\ntwo\n',
  'empty.txt': '',
  'conf/a.yaml': 'a: 1\n',
  'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 0.1.0\n',
  'charts/sub/values.yaml': 'own: 0\nexports: {data: {shared: 1}, more: {m: 2}}\n',
  'charts/sub/s.txt': 'sub\n',
};

const words = (text: string): string[] => text.split(/\s+/).filter(word => word !== '');

const chartFields = words(`Name Home Sources Version Description Keywords Maintainers Icon APIVersion Condition Tags AppVersion Deprecated
  Annotations KubeVersion Dependencies Type IsRoot Nope`);
const dependencyFields = words('Name Version Repository Condition Tags Enabled ImportValues Alias');

/** The values in Helm's scope, and the results of their methods. */
const scopeValues: readonly string[] = [
  '.',
  '.Nope',
  ...words(`.Values .Values.text .Values.empty .Values.int .Values.zero .Values.float .Values.large .Values.yes .Values.no .Values.list
    .Values.emptyList .Values.map .Values.emptyMap .Values.nothing .Values.missing .Values.map.c .Values.sub .Values.second .Values.global
    .Values.imported .Values.AsMap`),
  '(.Values.Table "map")',
  '.Chart',
  ...chartFields.map(field => `.Chart.${field}`),
  '(index .Chart.Maintainers 0)',
  '(index .Chart.Maintainers 1).URL',
  '(index .Chart.Dependencies 0)',
  ...dependencyFields.map(field => `(index .Chart.Dependencies 0).${field}`),
  '(index (index .Chart.Dependencies 0).ImportValues 0)',
  '(index .Chart.Dependencies 1).Tags',
  '(index .Chart.Dependencies 1).ImportValues',
  ...words('.Release .Release.Name .Release.IsInstall .Release.Revision .Template .Template.Name'),
  ...words(`.Capabilities .Capabilities.KubeVersion .Capabilities.KubeVersion.Version .Capabilities.KubeVersion.Major
    .Capabilities.KubeVersion.String .Capabilities.APIVersions .Capabilities.HelmVersion .Capabilities.HelmVersion.GitCommit
    .Capabilities.Copy`),
  '(.Capabilities.APIVersions.Has "v1")',
  '(slice .Capabilities.APIVersions 0 2)',
  '.Files',
  '.Files.Nope',
  '.Files.AsConfig',
  '(.Files.Glob "**.txt")',
  '(.Files.Glob "none")',
  '(.Files.GetBytes "f.txt")',
  '(.Files.GetBytes "none")',
  '(.Files.Get "f.txt")',
  '(.Files.Lines "f.txt")',
  '(.Files.Lines "none")',
  '(index .Files "f.txt")',
  '(index .Files "none")',
  ...words(`.Subcharts .Subcharts.sub .Subcharts.sub.Values .Subcharts.sub.Files .Subcharts.sub.Chart .Subcharts.second.Chart.Name
    .Subcharts.nope .Subcharts.sub.Values.exports`),
];

/** Types that no chart's file has and that functions make. Their own tests compare how they print. */
const madeObjects: readonly string[] = ['(semver "1.2.3-rc.1")', '(toDate "2006-01-02" "2020-03-04")'];

/** Literals, and what functions make of types that no chart's file has. */
const madeValues: readonly string[] = [
  ...words('nil 1 -1 2.5 "a" "" true (list) (dict) (tuple) (int64 4) (until 3) (float64 1)'),
  '(list 1 "a" nil)',
  '(dict "a" 1 "b" nil)',
  '(splitList "," "b,a")',
  '(split "," "b,a")',
  '(chunk 2 (list 1 2 3))',
  '(urlParse "http://u@h/p?q#f")',
  '(lookup "v1" "Pod" "" "")',
  '(fromYaml "a: 1")',
  '(fromYamlArray "[1]")',
];

const copied = (value: string): string => `(deepCopy ${value})`;
const copyable =
  words(`. .Values .Values.list .Values.map .Values.text .Chart .Chart.Sources .Chart.Maintainers .Chart.Annotations .Chart.Dependencies
  .Release .Release.Revision .Template .Capabilities .Capabilities.KubeVersion .Capabilities.APIVersions .Capabilities.HelmVersion .Files
  .Files.AsConfig .Subcharts .Subcharts.sub .Subcharts.sub.Files`).concat(
    '(.Files.Glob "**.txt")',
    '(.Files.GetBytes "f.txt")',
    '(.Files.Lines "f.txt")',
  );

/** Every value, and a deep copy of each that is in scope. */
const allValues: readonly string[] = [...scopeValues, ...madeValues, ...copyable.map(copied)];

/** Actions on a value besides functions; `¤` is the value. */
const actions: readonly string[] = [
  '{{ ¤ }}',
  '{{ $v := ¤ }}{{ $v }}',
  ...words('%v %+v %#v %T %d %s %q %x %t %5v %08.3f %c %U %e %g %%').map(verb => `{{ printf "${verb}" ¤ }}`),
  '{{ printf "%v" (list ¤ ¤) }}',
  '{{ printf "%#v" (dict "k" ¤) }}',
  '{{ range ¤ }}{{ . }};{{ else }}none{{ end }}',
  '{{ range $k, $v := ¤ }}{{ $k }}={{ $v }};{{ else }}none{{ end }}',
  '{{ with ¤ }}{{ . }}{{ else }}none{{ end }}',
  '{{ if ¤ }}yes{{ else }}no{{ end }}',
  '{{ (¤).Name }}',
  '{{ (¤).Nope }}',
  '{{ (¤).normalizedVersion }}',
  '{{ (¤).Nope.Nope }}',
  '{{ (¤).a }}',
  '{{ (¤).String }}',
  '{{ (¤).YAML }}',
  '{{ (¤).AsMap }}',
  '{{ (¤).AsConfig }}',
  '{{ (¤).AsSecrets }}',
  '{{ (¤).Get "f.txt" }}',
  '{{ (¤).Has "v1" }}',
  '{{ (¤).Glob "*.txt" }}',
  '{{ (¤).Lines "f.txt" }}',
  '{{ (¤).Table "map" }}',
  '{{ (¤).PathValue "text" }}',
  '{{ (¤).Copy }}',
  '{{ (¤).GitVersion }}',
  '{{ ¤ | toString | quote }}',
  '{{ $v := ¤ }}{{ deepEqual $v $v }}',
  '{{ eq (¤) (¤) }}',
  '{{ deepEqual (¤) (¤) }}',
  '{{ index (¤) "a" }}',
  '{{ index (¤) 0 }}',
  '{{ index (¤) "Name" }}',
  '{{ slice (¤) 0 1 }}',
  '{{ tpl "{{ . }}" ¤ }}',
  '{{ tpl "{{ .a }}" ¤ }}',
  '{{ define "t" }}{{ . }}{{ end }}{{ include "t" ¤ }}',
  '{{ define "t" }}{{ . }}{{ end }}{{ template "t" ¤ }}',
  '{{ toYaml (dict "k" ¤) }}',
  '{{ toJson (list ¤) }}',
  '{{ toToml (dict "k" ¤) }}',
  '{{ (¤).Name | default "x" }}',
];

/** Their results are random, so only whether they fail is compared. */
export const random: ReadonlySet<string> = new Set(
  words(`now ago rand randAlpha randAlphaNum randAscii randNumeric randBytes randInt uuidv4 genPrivateKey genCA genCAWithKey genSelfSignedCert
    genSelfSignedCertWithKey genSignedCert genSignedCertWithKey bcrypt htpasswd encryptAES shuffle date dateModify date_in_zone date_modify
    dateInZone htmlDate htmlDateInZone durationRound mustDateModify must_date_modify`),
);

/** The order of their results is Go's random order of keys. */
export const unordered: ReadonlySet<string> = new Set(['keys', 'values']);

/** Too slow to call thousands of times, and their arguments are plain texts. */
const slow = new Set(
  words(
    'bcrypt htpasswd derivePassword genPrivateKey genCA genSelfSignedCert genSignedCert genCAWithKey genSelfSignedCertWithKey genSignedCertWithKey',
  ),
);

const fillers: Readonly<Record<string, readonly string[]>> = {
  'interface {}': ['"a"', '(list "a" 1)'],
  string: ['"a"'],
  bool: ['true'],
  int: ['1'],
  int64: ['1'],
  float64: ['1.5'],
  'map[string]interface {}': ['(dict "a" 1)'],
  '[]string': ['(splitList "," "a,b")'],
  '[]interface {}': ['(list "a" 1)'],
};

const anyFillers = fillers['interface {}']!;

function fillersOf(type: ParamType, variant: number): string {
  const name =
    typeof type === 'string'
      ? ({ any: 'interface {}', map: 'map[string]interface {}', '[]any': '[]interface {}' }[type as 'any'] ?? type)
      : '';
  const choices = fillers[name] ?? anyFillers;
  return choices[variant % choices.length]!;
}

/** The types of the positions that are tried: those with a name, and two of what is variadic. */
function positions({ params, variadic }: Func): ParamType[] {
  return variadic === undefined ? [...params] : [...params, variadic, variadic];
}

/** Calls of one function with a value at one place; the other places have what their types take. */
function callsOf(func: Func, value: string): string[] {
  const types = positions(func);
  const calls = new Set<string>();
  const least = func.variadic === undefined ? types.length : types.length - 1;
  for (let place = 0; place < types.length; place++) {
    const others = types.filter((type, i) => i !== place && type === 'any').length;
    for (let variant = 0; variant < (others > 0 ? anyFillers.length : 1); variant++) {
      const args = types.map((type, i) => (i === place ? value : fillersOf(type, variant)));
      calls.add(`{{ ${func.name} ${args.join(' ')} }}`);
      if (place < least) calls.add(`{{ ${func.name} ${args.slice(0, Math.max(least, place + 1)).join(' ')} }}`);
    }
  }
  return [...calls];
}

export interface ScopeCall {
  readonly template: string;
  /** The function that is called; empty for an action of another sort. */
  readonly func: string;
}

/** Every action with every value. */
export const actionCalls = (): ScopeCall[] =>
  actions.flatMap(action => allValues.map(value => ({ template: action.replaceAll('¤', () => value), func: '' })));

/** Every function with every value at every place. */
export const functionCalls = (funcs: Iterable<Func>): ScopeCall[] =>
  [...funcs]
    .filter(({ name }) => !slow.has(name) && name !== 'and' && name !== 'or')
    .flatMap(func =>
      [...allValues, ...madeObjects].flatMap(value => callsOf(func, value).map(template => ({ template, func: func.name }))),
    );
