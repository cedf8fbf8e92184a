{{/* config.yaml of the proxy, made once a render. Takes the scope. */}}
{{- define "mcp-gateway.config" -}}
{{- if not (hasKey .Model "config") -}}
{{- $_ := set .Model "config" (include "mcp-gateway.config.text" .) -}}
{{- end -}}
{{- .Model.config -}}
{{- end -}}

{{- define "mcp-gateway.config.text" -}}
{{- $agw := .Values.global.agentgateway -}}
{{- $model := .Model -}}
{{- $extAuthz := "" -}}
{{- with $model.extAuth -}}
{{- $extAuthz = include "mcp-gateway.config.extAuthz" . -}}
{{- end -}}
binds:
  - port: {{ $model.ports.http }}
    listeners:
      - protocol: HTTP
        {{- with $model.jwt }}
        policies:
          jwtAuth:
            mode: strict
            issuer: {{ .issuer | quote }}
            audiences: {{ toJson .audiences }}
            jwks:
              url: {{ .jwks.url | quote }}
        {{- end }}
        {{- if not $model.targets }}
        routes: []
        {{- else }}
        routes:
          {{- range $model.targets }}
          - matches:
              - path:
                  pathPrefix: {{ .pathPrefix | quote }}
            {{- if or $extAuthz $model.rules .token }}
            policies:
              {{- with $extAuthz }}
              extAuthz:
                {{- . | nindent 16 }}
              {{- end }}
              {{- with $model.rules }}
              authorization:
                rules:
                  {{- range . }}
                  - {{ .action }}: {{ .cel | quote }}
                  {{- end }}
              {{- end }}
              {{- if .token }}
              transformations:
                request:
                  set:
                    authorization: {{ include "mcp-gateway.tokenExpression" $ | quote }}
              {{- end }}
            {{- end }}
            backends:
              - mcp:
                  {{- if eq $agw.sessionMode "stateless" }}
                  statefulMode: stateless
                  {{- end }}
                  targets:
                    - name: {{ .name | quote }}
                      {{ ternary "sse" "mcp" .sse }}:
                        host: {{ .url | quote }}
                      {{- with .key }}
                      policies:
                        backendAuth:
                          key: {{ printf "${%s}" . | quote }}
                      {{- end }}
          {{- end }}
        {{- end }}
{{- with $model.extAuth }}
{{- if eq .form "backend" }}
backends:
  - name: ext-authz
    host: {{ .host | quote }}
    policies:
      http:
        requestTimeout: {{ .timeout | quote }}
{{- end }}
{{- end }}
config:
  adminAddr: {{ printf "%s:%d" .Values.admin.bindAddress $model.ports.admin | quote }}
  {{- if $model.service.explicitBindAddrs }}
  statsAddr: {{ printf "0.0.0.0:%d" $model.ports.stats | quote }}
  readinessAddr: {{ printf "0.0.0.0:%d" $model.ports.readiness | quote }}
  {{- end }}
  logging:
    level: {{ .Values.logging.level | quote }}
    format: {{ .Values.logging.format }}
  {{- with .Values.extraConfig }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The body of extAuthz. Takes the model's extAuth. */}}
{{- define "mcp-gateway.config.extAuthz" -}}
{{- $values := .values -}}
{{- if eq .form "backend" -}}
backend: "/ext-authz"
{{- else -}}
host: {{ .host | quote }}
{{- end }}
{{- if eq .form "timeout" }}
timeout: {{ .timeout | quote }}
{{- else if eq .form "policies" }}
policies:
  http:
    requestTimeout: {{ .timeout | quote }}
{{- end }}
{{- if eq $values.failureMode "allow" }}
failureMode: allow
{{- else }}
failureMode:
  denyWithStatus: {{ int $values.denyStatus }}
{{- end }}
{{- with $values.includeRequestHeaders }}
includeRequestHeaders: {{ toJson . }}
{{- end }}
{{- with $values.body }}
{{- if .enabled }}
includeRequestBody:
  maxRequestBytes: {{ int .maxBytes }}
  allowPartialMessage: {{ .allowPartial }}
  packAsBytes: {{ .packAsBytes }}
{{- end }}
{{- end }}
protocol:
{{- if .http }}
  {{- include "mcp-gateway.config.http" $values.http | nindent 2 }}
{{- else if or $values.grpc.metadata $values.grpc.context }}
  grpc:
    {{- with $values.grpc.context }}
    context:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with $values.grpc.metadata }}
    metadata:
      {{- toYaml . | nindent 6 }}
    {{- end }}
{{- else }}
  grpc: {}
{{- end }}
{{- end -}}

{{/* The body of extAuthz.protocol for an HTTP server. Takes extAuth.http. */}}
{{- define "mcp-gateway.config.http" -}}
{{- if or .path .redirect .addRequestHeaders .responseHeaders .metadata -}}
http:
  {{- with .path }}
  path: {{ . | quote }}
  {{- end }}
  {{- with .redirect }}
  redirect: {{ . | quote }}
  {{- end }}
  {{- with .addRequestHeaders }}
  addRequestHeaders:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .responseHeaders }}
  includeResponseHeaders: {{ toJson . }}
  {{- end }}
  {{- with .metadata }}
  metadata:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- else -}}
http: {}
{{- end -}}
{{- end -}}
