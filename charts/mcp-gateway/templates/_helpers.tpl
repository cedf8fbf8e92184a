{{/* Name of the chart, as labels carry it. */}}
{{- define "mcp-gateway.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Name of the objects: the release's name, with the chart's unless it is in there already. */}}
{{- define "mcp-gateway.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{- define "mcp-gateway.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "mcp-gateway.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{/* Labels that find the proxy's pods. They never change, for a selector cannot. */}}
{{- define "mcp-gateway.selectorLabels" -}}
app.kubernetes.io/name: {{ include "mcp-gateway.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: proxy
{{- end -}}

{{/* Labels of every object. */}}
{{- define "mcp-gateway.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ include "mcp-gateway.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* Labels of the operator's beside those of the chart, which stay as they are. Takes a dict: common, own (wins over common). */}}
{{- define "mcp-gateway.extraLabels" -}}
{{- $labels := mergeOverwrite (dict) (.common | default dict) (.own | default dict) -}}
{{- with omit $labels "helm.sh/chart" "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "app.kubernetes.io/component" -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}

{{/*
The head of an object's metadata, once the model is there. Takes a dict: root, and optionally name, or suffix of the usual name, component, namespace, annotations, labels.
*/}}
{{- define "mcp-gateway.metadata" -}}
{{- $root := .root -}}
name: {{ ternary (printf "%s-%s" $root.Model.fullname .suffix) (.name | default $root.Model.fullname) (hasKey . "suffix") | quote }}
namespace: {{ .namespace | default $root.Model.namespace | quote }}
labels:
  {{- $root.Model.labels | nindent 2 }}
  app.kubernetes.io/component: {{ .component | default "proxy" }}
  {{- if or .labels $root.Values.commonLabels }}
  {{- with include "mcp-gateway.extraLabels" (dict "common" $root.Values.commonLabels "own" .labels) }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- end }}
{{- if or .annotations $root.Values.commonAnnotations }}
annotations:
  {{- toYaml (mergeOverwrite (dict) ($root.Values.commonAnnotations | default dict) (.annotations | default dict)) | nindent 2 }}
{{- end }}
{{- end -}}

{{/* repository[:tag][@digest]. Takes a dict: image, tag (used while image.tag is empty). */}}
{{- define "mcp-gateway.image" -}}
{{- $image := .image -}}
{{- $tag := $image.tag | default .tag -}}
{{- printf "%s:%s" $image.repository $tag -}}
{{- with $image.digest }}@{{ . }}{{ end -}}
{{- end -}}

{{/* Evaluates a text that holds a template. Takes a dict: root, text. */}}
{{- define "mcp-gateway.tpl" -}}
{{- if contains "{{" .text -}}
{{- tpl .text .root -}}
{{- else -}}
{{- .text -}}
{{- end -}}
{{- end -}}

{{/* A host that may hold a template. Takes a dict: root, text, at (where it stands in the values), wildcard (allows "*." in front). */}}
{{- define "mcp-gateway.host" -}}
{{- include "mcp-gateway.hostName" (dict "host" (include "mcp-gateway.tpl" . | trim) "at" .at "wildcard" .wildcard) -}}
{{- end -}}

{{/*
Fails for what is no DNS name and no IP address (IPv6 in brackets), so that no part of a host becomes a port, a path, a user or a query
of a URL. A name that ends in a number is an address for most resolvers, so it has to be one. Takes a dict: host, at, wildcard.
*/}}
{{- define "mcp-gateway.hostName" -}}
{{- $name := ternary (trimPrefix "*." .host) .host (.wildcard | default false) -}}
{{- $label := "[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?" -}}
{{- $good := and (le (len (trimSuffix "." .host)) 253) (regexMatch (printf "^%s([.]%s)*[.]?$" $label $label) $name) -}}
{{- if regexMatch "[.][0-9]+[.]?$|[]]$" $name -}}
{{- $good = and (eq $name .host) (include "mcp-gateway.isAddress" $name) -}}
{{- end -}}
{{- if not $good -}}
{{- fail (printf "%s: %q is not a hostname: leave out scheme, port and path" .at .host) -}}
{{- end -}}
{{- .host -}}
{{- end -}}

{{/* "true" for an IPv4 address, and for an IPv6 address in brackets, without a zone; otherwise empty. Takes a text. */}}
{{- define "mcp-gateway.isAddress" -}}
{{- $byte := "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])" -}}
{{- $four := printf "%s([.]%s){3}" $byte $byte -}}
{{- $group := "[0-9A-Fa-f]{1,4}" -}}
{{- $groups := printf "%s(:%s)*" $group $group -}}
{{- $six := regexReplaceAll (printf ":%s[]]$" $four) . ":0:0]" -}}
{{- if regexMatch (printf "^[[](%s)?::(%s)?[]]$" $groups $groups) $six -}}
{{- ternary "true" "" (le (len (regexFindAll $group $six -1)) 7) -}}
{{- else if regexMatch (printf "^[[]%s[]]$" $groups) $six -}}
{{- ternary "true" "" (eq (len (regexFindAll $group $six -1)) 8) -}}
{{- else -}}
{{- ternary "true" "" (regexMatch (printf "^%s$" $four) .) -}}
{{- end -}}
{{- end -}}

{{/* A list of containers, through tpl. Takes a dict: root, list. */}}
{{- define "mcp-gateway.tplYaml" -}}
{{- include "mcp-gateway.tpl" (dict "root" .root "text" (toYaml .list)) -}}
{{- end -}}

{{/* The one endpoint of a monitor. Takes its values. */}}
{{- define "mcp-gateway.scrape" -}}
- port: stats
  path: /metrics
  interval: {{ .interval | quote }}
  {{- with .scrapeTimeout }}
  scrapeTimeout: {{ . | quote }}
  {{- end }}
  {{- with .relabelings }}
  relabelings:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .metricRelabelings }}
  metricRelabelings:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Labels that find the pod of `helm test`. */}}
{{- define "mcp-gateway.testLabels" -}}
app.kubernetes.io/name: {{ include "mcp-gateway.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: test
{{- end -}}
