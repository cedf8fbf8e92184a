/** The flags of `helm template --help`, and the spellings and values with which each is tried. */
import { spawnSync } from 'node:child_process';

export interface ListedFlag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** As the help names it; empty for a switch. */
  readonly type: string;
}

/** Reads the flags of a help text. */
export function flagsOfHelp(help: string): ListedFlag[] {
  const lines = help.split('\n').map(line => /^ +(?:-(\w), )?--([\w-]+)(?: (\S+))? {2,}\S/.exec(line));
  return lines.flatMap(match => (match ? [{ name: match[2]!, type: match[3] ?? '', ...(match[1] && { short: match[1] }) }] : []));
}

export const helpOf = (helm: string): string => spawnSync(helm, ['template', '--help'], { encoding: 'utf8' }).stdout ?? '';

/** Files of the folder that every case runs in: a chart that shows what a flag may change, values, and what flags name. */
export const files: Readonly<Record<string, string>> = {
  'c/Chart.yaml':
    'apiVersion: v2\nname: c\nversion: 0.1.0\ndeprecated: true\ndependencies:\n- {name: sub, version: "*", condition: sub.on, repository: "file://../x"}\n',
  'c/values.yaml': 'a: 1\nb: {c: [x, y]}\nsub: {on: true}\n',
  'c/values.schema.json': '{"type": "object", "properties": {"a": {"type": ["integer", "string", "object", "array", "null", "boolean"]}}}',
  'c/crds/crd.yaml': 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: xs.example.com}\n',
  'c/templates/a.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n  namespace: {{ .Release.Namespace | quote }}\ndata:\n' +
    '  values: {{ .Values | toJson | quote }}\n  release: {{ .Release | toJson | quote }}\n  kube: {{ .Capabilities.KubeVersion.Version }}\n' +
    '  apis: "{{ .Capabilities.APIVersions.Has "x/v1" }} {{ .Capabilities.APIVersions.Has "y/v2" }} {{ .Capabilities.APIVersions.Has "p,q" }}"\n',
  'c/templates/b.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: b}\n',
  'c/templates/hook.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hook, annotations: {"helm.sh/hook": "pre-install,strange"}}\n---\n' +
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: none, annotations: {"helm.sh/hook": "strange"}}\n',
  'c/templates/test.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: t, annotations: {"helm.sh/hook": test}}\n',
  'c/templates/NOTES.txt': 'Notes of {{ .Release.Name }}\n',
  'c/charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 0.1.0\n',
  'c/charts/sub/templates/s.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sub}\n',
  'v.yaml': 'a: of v\n',
  'w.yaml': 'a: of w\nd: {e: 1}\n',
  'x=y.yaml': 'a: of x=y\n',
  'text.txt': 'some\ntext, with = and {}\n',
  empty: '',
  'kube.yaml':
    'apiVersion: v1\nkind: Config\ncurrent-context: one\ncontexts:\n- {name: one, context: {namespace: ns-one, cluster: k}}\n' +
    '- {name: two, context: {namespace: ns-two, cluster: k}}\nclusters:\n- {name: k, cluster: {server: "https://127.0.0.1:1"}}\n',
};

interface Values {
  readonly good: readonly string[];
  readonly bad?: readonly string[];
}

const ofType: Readonly<Record<string, Values>> = {
  string: { good: ['x', 'a=b', '-x'] },
  strings: { good: ['x/v1', 'x/v1,y/v2', '"p,q"', '"p,q",x/v1', 'x/v1\ny/v2'], bad: ['"x', 'x"y', 'a,"b"c'] },
  stringArray: { good: ['x', 'a,b', 'a=b'] },
  int: { good: ['1', '-1', '0x10', '1_0'], bad: ['x', '1.5', '08', '99999999999999999999', '1__0'] },
  float32: { good: ['1', '1.5', '-2e3', 'inf', 'NaN', '0x1p-2', '1_0'], bad: ['x', '1e39', '1,5'] },
  duration: { good: ['3s', '1h2m', '0', '-1s', '.5h', '3µs'], bad: ['3', 'x', '3 s', '1d', '99999999h'] },
  stringToString: {
    good: ['k=v', 'k=v,l=w', '"k=v"', 'k=', '=v', '"a=b,c",d=e'],
    bad: ['k', 'k=v,l,m=', 'name=x', 'a=b,owner=me', '"a=b,c=d'],
  },
  'string[="unset"]': { good: ['client', 'true', '1', 'T', 'unset'], bad: ['none', 'false', '0', 'x', 'Client'] },
  'WaitStrategy[=watcher]': { good: ['watcher', 'hookOnly', 'legacy', 'true', 'false'], bad: ['x', '1', 'Legacy'] },
  postRendererString: { good: [], bad: ['x'] },
  postRendererArgsSlice: { good: ['x', '-x', 'a,b'] },
};

/** Values of flags whose type does not say what they take. */
const ofName: Readonly<Record<string, Values>> = {
  'ca-file': { good: [], bad: ['none.pem', 'v.yaml', '.'] },
  color: { good: ['never', 'auto', 'always'], bad: ['x', 'Never'] },
  colour: { good: ['never', 'auto', 'always'], bad: ['x'] },
  'kube-context': { good: ['two', 'x'] },
  'kube-version': { good: ['1.30', 'v1.31.2', '1.29.0-rc.1+x'], bad: ['x', '1.x', 'latest'] },
  kubeconfig: { good: ['kube.yaml', 'none.yaml', 'text.txt'] },
  'name-template': { good: ['n-{{ "X" | lower }}', 'plain'], bad: ['{{', 'UPPER', '{{ nope }}'] },
  namespace: { good: ['x', 'a=b', '-x', 'Not A Name'] },
  'output-dir': { good: ['out', 'out/deep'] },
  'post-renderer': { good: [], bad: ['x'] },
  repo: { good: [], bad: ['http://127.0.0.1:1'] },
  set: { good: ['a=2', 'a=2,b.c[0]=z', 'a={x,y}', 'a=b=c', 'a=', 'a=null', 'sub.on=false'], bad: ['a', 'b[x]=1'] },
  'set-file': { good: ['a=text.txt', 'a=empty,d=text.txt'], bad: ['a=none.txt', 'a'] },
  'set-json': { good: ['a={"x":[1,2]}', '{"a":{"x":1}}', 'a=1,b="x"'], bad: ['a={', '{"a"', 'a'] },
  'set-literal': { good: ['a=x,y={}', 'a.b=c=d'], bad: ['a'] },
  'set-string': { good: ['a=2', 'a=true,d.e=0x1'], bad: ['a'] },
  'show-only': {
    good: ['templates/a.yaml', 'templates/*.yaml', 'charts/sub/templates/s.yaml', 'templates/hook.yaml'],
    bad: ['templates/none.yaml'],
  },
  values: { good: ['v.yaml', 'v.yaml,w.yaml', 'x=y.yaml', '"v.yaml"', 'empty'], bad: ['none.yaml', '"v.yaml', 'text.txt', '.'] },
};

/** Values with which a flag is tried. */
export const valuesOf = ({ name, type }: ListedFlag): Values => ofName[name] ?? ofType[type] ?? ofType.string!;

const truths = ['1', 't', 'T', 'true', 'TRUE', 'True', '0', 'f', 'F', 'false', 'FALSE', 'False'];

const around = (words: readonly string[]): string[][] => [
  ['rel', 'c', ...words],
  [...words, 'rel', 'c'],
  ['rel', ...words, 'c'],
];

/** Command lines behind `template` that use a switch. */
function switchLines({ name, short }: ListedFlag): string[][] {
  const flag = `--${name}`;
  const lines = [...truths, '', 'yes', 'tRUE'].map(text => ['c', `${flag}=${text}`]);
  lines.push(
    ...around([flag]),
    ['c', flag, `${flag}=false`],
    ['c', `${flag}=false`, flag],
    ['c', flag, flag],
    ['c', flag, 'false'],
    ['c', '--', flag],
  );
  if (short)
    lines.push(['c', `-${short}`], ['c', `-${short}=false`], ['c', `-${short}n=x`], ['c', `-${short}nx`], ['c', `-${short}n`, 'x']);
  return lines;
}

/** Command lines behind `template` that use a flag with a value. */
function valueLines(flag: ListedFlag): string[][] {
  const { good, bad = [] } = valuesOf(flag);
  const long = `--${flag.name}`;
  const lines = [...good, ...bad, ''].map(value => ['rel', 'c', `${long}=${value}`]);
  const [first = bad[0]!, second = first] = good;
  lines.push(...around([long, first]), ['c', '--', long, first], ['rel', 'c', `${long}=${first}`, long, second], ['rel', 'c', long, '']);
  lines.push(['rel', 'c', long], ['c', `${long}=${second}`, `${long}=${first}`]);
  if (flag.short) {
    const letter = `-${flag.short}`;
    lines.push(...[...good, ...bad].map(value => ['rel', 'c', `${letter}=${value}`]));
    lines.push(['rel', 'c', letter, first], ['rel', 'c', letter + first], [letter + first, 'rel', 'c'], ['c', `-g${flag.short}=${first}`]);
    lines.push(['c', `-g${flag.short}${first}`], ['c', `-g${flag.short}`, first], ['rel', 'c', `${letter}=`], ['rel', 'c', letter]);
  }
  return lines;
}

/** Every command line with which a flag is tried, each once. */
export function linesOf(flag: ListedFlag): string[][] {
  const lines = flag.type === '' ? switchLines(flag) : valueLines(flag);
  return [...new Map(lines.map(line => [JSON.stringify(line), line])).values()];
}

/** Command lines with flags that have to do with one another. */
export const combinedLines: readonly (readonly string[])[] = [
  ['rel', 'c', '--force', '--force-conflicts'],
  ['rel', 'c', '--force-replace', '--force-conflicts'],
  ['rel', 'c', '--force-replace=false', '--force-conflicts=false'],
  ['rel', 'c', '--force', '--force-replace'],
  ['rel', 'c', '--devel', '--version', '1'],
  ['rel', 'c', '--debug'],
  ['rel', 'c', '--debug', '--devel'],
  ['rel', 'c', '--debug', '--version', '^1 || 2'],
  ['rel', 'c', '--debug', '-s', 'templates/none.yaml'],
  ['rel', 'c', '--debug', '--set', 'a=1.5'],
  ['rel', 'c', '--debug', '--skip-schema-validation'],
  ['Rel', 'c'],
  ['', 'c'],
  ['rel', 'c', 'd', 'e'],
  ['rel', 'none'],
  ['rel', './none'],
  ['rel', 'c', '-g'],
  ['rel', 'c', '--name-template', 'x'],
  ['rel', 'c', '--cert-file', 'none.pem'],
  ['rel', 'c', '--key-file', 'none.pem'],
  ['rel', 'c', '--cert-file', 'none.pem', '--key-file', 'none.key'],
  ['rel', 'c', '--insecure-skip-tls-verify', '--cert-file', 'none.pem'],
  ['rel', 'c', '--kubeconfig', 'kube.yaml', '--kube-context', 'two'],
  ['rel', 'c', '--kubeconfig', 'kube.yaml', '--kube-context', 'none'],
  ['rel', 'c', '--kubeconfig', 'kube.yaml', '-n', 'own'],
  ['rel', 'c', '--kubeconfig', 'kube.yaml', '-n', ''],
  ['rel', 'c', '--output-dir', 'out', '--release-name', '--include-crds'],
  ['rel', 'c', '--output-dir', 'out', '--no-hooks'],
  ['rel', 'c', '--include-crds', '--skip-crds'],
  ['rel', 'c', '--no-hooks', '--skip-tests', '--no-hooks=false'],
  ['rel', 'c', '--set', 'a=1', '--set-string', 'a=2', '--set-json', 'a=3', '--set-literal', 'a=4', '-f', 'v.yaml'],
  ['rel', 'c', '-f', 'v.yaml', '-f=w.yaml', '-fx=y.yaml'],
  ['rel', 'c', '--wait', '--rollback-on-failure', '--timeout=1s', '--create-namespace', '--replace'],
  ['rel', 'c', '--post-renderer-args', 'x'],
  ['rel', 'c', '-v', '6'],
  ['rel', 'c', '-v=x'],
  ['rel', 'c', '--v=2', '--logtostderr'],
  ['rel', 'c', '--no-such-flag'],
  ['rel', 'c', '-x'],
  ['rel', 'c', '-gx'],
  ['rel', 'c', '--names', 'x'],
  ['rel', 'c', '--'],
  ['--', 'rel', 'c'],
];
