/** What targets that render templates share. */
import type { FuncDeps } from '@mcpgw/helm';

/** The world of template functions, the same at every call. */
export const deps: FuncDeps = {
  now: () => ({ epochSeconds: 1_700_000_000n, nanoseconds: 0 }),
  randomBytes: count => new Uint8Array(count).fill(7),
  timezone: 'UTC',
};

export const templateSeeds = [
  'a: {{ .Values.s | upper | quote }}\nb: {{- if and .Values.b (gt .Values.f 1.0) }} yes {{ else if .x }} no {{ else }} {{- end }}\n',
  '{{ range $i, $e := .Values.l }}{{ $i }}={{ $e }}{{ if eq $i 2 }}{{ break }}{{ else }}{{ continue }}{{ end }}{{ else }}none{{ end }}',
  '{{ define "x" }}{{ . }}{{ template "y" . }}{{ end }}{{ define "y" }}{{ $.a }}{{ end }}{{ include "x" .Values | nindent 2 }}{{ block "z" 1 }}b{{ end }}',
  '{{ with $v := .Values.m }}{{ $v.y.z }}{{ $v = 1 }}{{ end }}{{/* comment */}}{{- "raw" -}}{{ `raw\n` }}{{ \'a\' }}{{ 0x1F }}{{ 1e3 }}{{ 1i }}',
  '{{ tpl "{{ .Values.a }}{{ tpl .x . }}" (dict "Values" .Values "x" "y") }}{{ printf "%d %s %v" 1 "a" (list 1 2) }}',
  '{{ toYaml .Values }}{{ fromYaml "a: [1" }}{{ toJson .Values }}{{ fromJson "{" }}{{ toToml .Values }}{{ (fromToml "a=1").a }}',
  '{{ regexReplaceAll "(a+)b" "aab" "${1}x" }}{{ regexFind "[a-z]+" .Values.s }}{{ semverCompare ">=1.2" "1.3" }}{{ dateModify "-1h" now | date "2006" }}',
  '{{ (index .Values.l 3).k }}{{ slice "abc" 1 2 }}{{ len .Values.m }}{{ call 1 }}{{ html "<" }}{{ js "\'" }}{{ urlquery "a b" }}',
  '{{ lookup "v1" "Pod" "n" "p" }}{{ .Files.Get "x" }}{{ .Capabilities.KubeVersion.Minor }}{{ .Release.Name }}{{ .Chart.Name }}{{ .Template.Name }}',
  '{{ until 5 | join "," }}{{ seq 1 2 9 }}{{ repeat 3 "x" }}{{ trunc -2 "abc" }}{{ substr 0 2 "abc" }}{{ dig "m" "x" "d" .Values }}{{ merge (dict) .Values.m }}{{ ternary 1 2 true }}',
  '{{ genCA "x" 1 | len }}{{ b64dec "eA==" }}{{ sha256sum "x" }}{{ urlParse "http://x" }}{{ htpasswd "u" "p" | len }}{{ derivePassword 1 "long" "p" "u" "s" }}',
  'kind: A\nmetadata:\n  name: x\n  annotations: {helm.sh/hook: pre-install, helm.sh/hook-weight: "-5"}\n---\n# only\n---\napiVersion: v1\nkind: List\nitems: []\n',
];

export const templateTokens = [
  '{{', '}}', '{{-', '-}}', '{{/*', '*/}}', '{{ end }}', '{{ else }}', '{{ if . }}', '{{ range . }}', '{{ with . }}', '{{ define "x" }}', '{{ template "x" . }}', '{{ block "x" . }}',
  '{{ include "x" . }}', '{{ break }}', '{{ continue }}', '$x := ', '$x = ', '$x', '$', '.', '.Values', '.Values.a', '|', '(', ')', '"', '`', "'a'", '\\', 'nil', 'true', '-1', '1.5', '1e999', '0x', '1i', ',',
  ' and ', ' or ', ' not ', ' eq ', ' lt ', ' index ', ' slice ', ' len ', ' print ', ' printf "%v" ', ' call ', ' tpl ', ' list ', ' dict ', ' toYaml ', ' fromYaml ', ' toJson ', ' fromJson ', ' toToml ', ' fromToml ',
  ' regexMatch ', ' repeat 1000000 ', ' until 100000 ', ' indent 100000 ', ' splitList ', ' semver ', ' date ', ' toDate ', ' duration ', ' b64dec ', ' urlParse ', ' quote ', ' default ', ' required ', ' fail ', ' merge ',
  ' mergeOverwrite ', ' deepCopy ', ' set ', ' unset ', ' keys ', ' pick ', ' sortAlpha ', ' uniq ', ' int ', ' float64 ', ' round ', ' div ', ' mod ', ' substr ', ' trunc ', ' wrap ', ' abbrev ', ' plural ', ' nindent ', ' kindOf ', ' typeOf ',
]; // biome-ignore format: one list
