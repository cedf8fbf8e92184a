import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import type { ValidateFlags } from './flags.js';
import { runValidate } from './run.js';

inOwnFolder('validate-');
afterEach(() => jest.restoreAllMocks());

const write = (files: Readonly<Record<string, string>>): void => void writeTree(files, '.');

async function findings(paths: string[], flags: Partial<ValidateFlags>): Promise<string[]> {
  let out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += text;
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  await runValidate(paths, { ...validateFlags, ...flags, output: 'json' });
  const report = JSON.parse(out) as { findings: { rule: string; message: string; file: string; line: number; column: number }[] };
  return report.findings.map(({ rule, message, file, line, column }) =>
    rule === 'unused-value' ? message.replace('no template reads the value ', '') : `${rule} ${file}:${line}:${column}`,
  );
}

const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;

/** The values of `user.yaml` that are reported, for a chart with one template. */
async function unused(template: string, user: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  write({
    'c/Chart.yaml': chartYaml('c'),
    'c/templates/_x.tpl': `{{ define "x" }}${template}{{ end }}`,
    'user.yaml': user,
    ...more,
  });
  return findings(['c'], { values: ['user.yaml'] });
}

describe('values that no template reads', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['a raw string that opens a comment hides nothing', 'a: {{ `{{/* ` }}{{ .Values.real }}{{ "*/}}" }}', 'real: 1\nother: 1\n', ['other']],
    ['a comment reads nothing', '{{/* .Values.a */}}{{- /* $.Values.b */ -}}', 'a: 1\nb: 1\n', ['a', 'b']],
    ['text and strings read nothing', '.Values.a {{ ".Values.b" }}{{ `$.Values.c` }}', 'a: 1\nb: 1\nc: 1\n', ['a', 'b', 'c']],
    ['what stands below a path is read', '{{ toYaml .Values.a.b }}', 'a: {b: {c: 1}, d: 1}\n', ['a.d']],
    ['any root counts', '{{ $r := . }}{{ $r.Values.a }}{{ .context.Values.b }}{{ $.Values.c }}', 'a: 1\nb: 1\nc: 1\nd: 1\n', ['d']],
    ['fields of a pipeline', '{{ (.Values).a.b }}{{ (.Values.c).d }}{{ (index . "Values").e }}', 'a: {b: 1, x: 1}\nc: {d: 1}\n', ['a.x']],
    [
      'keys that functions look up',
      '{{ index .Values "a" "b" }}{{ get .Values.c "d" }}{{ hasKey .Values "e" }}',
      'a: {b: 1, x: 1}\nc: {d: 1, x: 1}\ne: 1\nf: 1\n',
      ['a.x', 'c.x', 'f'],
    ],
    ['dig', '{{ dig "a" "b" .Values.d .Values }}', 'a: {b: 1, x: 1}\nd: 1\n', ['a.x']],
    ['a key that only the render knows', '{{ index .Values.a .Values.k "x" }}', 'a: {b: 1}\nk: 1\nl: 1\n', ['l']],
    ['an argument of a lookup', '{{ index .Values "a" .Values.b }}', 'a: 1\nb: 1\nc: 1\n', ['c']],
    [
      'with, range and conditions',
      '{{ if .Values.a }}{{ with .Values.b }}{{ .x }}{{ end }}{{ else }}{{ range $k, $v := .Values.c }}{{ end }}{{ end }}',
      'a: 1\nb: {x: 1, y: 1}\nc: [1]\nd: 1\n',
      ['d'],
    ],
    ['the values as one', '{{ toYaml .Values }}', 'a: 1\n', []],
    ['a key that looks like one of a prototype', '{{ .Values.a }}', 'toString: 1\n"__proto__": {x: 1}\n', ['toString', '__proto__']],
  ])('%s', async (_, template, user, expected) => {
    expect(await unused(template, user)).toEqual(expected);
  });

  test('text that tpl runs: values of the user and the chart, and files', async () => {
    const more = { 'c/values.yaml': "note: '{{ .Values.b }}'\n", 'c/config/x.tpl': '{{ .Values.c }}', 'c/config/y.txt': '{{ if' };
    const user = "text: '{{ .Values.a }}'\na: 1\nb: 1\nc: 1\nd: 1\n";
    expect(await unused('{{ tpl .Values.text . }}', user, more)).toEqual(['d']);
    expect(await unused('{{ .Values.text }}', user, more)).toEqual(['a', 'b', 'c', 'd']);
  });

  const umbrella = {
    'c/Chart.yaml': chartYaml(
      'c',
      'dependencies:\n- {name: sub, version: 1.0.0, alias: db, condition: "db.enabled,flags.db", import-values: [data, {child: more.x, parent: imported}]}\n- {name: extra, version: 1.0.0, condition: extra.enabled, tags: [t]}\n- {name: lib, version: 1.0.0}\n',
    ),
    'c/charts/sub/Chart.yaml': chartYaml('sub'),
    'c/charts/sub/templates/_x.tpl': '{{ define "sub" }}{{ .Values.a }}{{ include "lib.name" . }}{{ end }}',
    'c/charts/extra/Chart.yaml': chartYaml('extra'),
    'c/charts/extra/values.yaml': 'enabled: true\n',
    'c/charts/lib/Chart.yaml': chartYaml('lib', 'type: library\n'),
    'c/charts/lib/templates/_lib.tpl':
      '{{ define "lib.name" }}{{ .Values.nameOverride }}{{ end }}{{ define "lib.rest" }}{{ .Values.rest }}{{ end }}',
  };

  test('dependencies: what they read, what the parent reads of them, and what decides whether they are there', async () => {
    const db = 'db: {enabled: true, a: 1, nameOverride: x, b: 1, c: 1, exports: {data: {z: 1}}, more: {x: 1, w: 1}, rest: 1, d: 1}\n';
    const rest =
      'extra: {enabled: false, anything: 1}\nflags: {db: true, x: 1}\ntags: {t: true}\nnameOverride: x\nglobal: {g: 1}\nimported: 1\n';
    expect(await unused('{{ .Values.db.b }}{{ .Subcharts.db.Values.c }}', `${db}${rest}`, umbrella)).toEqual([
      'db.more.w',
      'db.rest',
      'db.d',
      'flags.x',
      'nameOverride',
      'imported',
    ]);
  });

  test('templates of a library that are included read the values of who includes them', async () => {
    expect(await unused('{{ include "lib.name" . }}', 'nameOverride: x\nrest: 1\n', umbrella)).toEqual(['rest']);
    expect(await unused('{{ template "lib.rest" . }}', 'nameOverride: x\nrest: 1\n', umbrella)).toEqual(['nameOverride']);
    expect(await unused('{{ include (printf "lib.%s" "name") . }}', 'nameOverride: x\nrest: 1\nz: 1\n', umbrella)).toEqual(['z']);
  });

  test('a template that does not parse is reported, and no value', async () => {
    expect(await unused('{{ .Values.a', 'b: 1\n')).toEqual(['render-error c/templates/_x.tpl:1:1']);
  });
});

describe('who wrote a line', () => {
  const bad = (timeout: string): string => `apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec:\n  ${timeout}\n`;
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    [
      'a comment writes nothing',
      { 'c/templates/s.yaml': `{{/*\n  sessionAffinity: Sometimes\n*/}}\n${bad('sessionAffinity: Sometimes')}` },
      's.yaml:8:3',
    ],
    ['a string in an action does', { 'c/templates/s.yaml': bad('{{ print "sessionAffinity: Some" "times" }}') }, 's.yaml:5:13'],
    [
      'a raw string that opens a comment does not hide a define',
      {
        'c/templates/_h.tpl': '{{ define "a" }}{{ `{{ define "b" }}` }}{{ end }}\n{{ define "b" }}sessionAffinity: Sometimes{{ end }}\n',
        'c/templates/s.yaml': bad('{{ include "b" . }}'),
      },
      '_h.tpl:2:17',
    ],
    [
      'the parent has the last word on a template',
      {
        'c/charts/sub/Chart.yaml': chartYaml('sub'),
        'c/charts/sub/templates/_h.tpl': '{{ define "b" }}sessionAffinity: Sometimes{{ end }}',
        'c/templates/_h.tpl': '\n{{ define "b" }}sessionAffinity: Sometimes{{ end }}',
        'c/templates/s.yaml': bad('{{ template "b" . }}'),
      },
      '_h.tpl:2:17',
    ],
  ];
  test.each(cases)('%s', async (_, files, place) => {
    write({ 'c/Chart.yaml': chartYaml('c'), ...files });
    expect(await findings(['c'], {})).toContain(`bad-value c/templates/${place}`);
  });
});
