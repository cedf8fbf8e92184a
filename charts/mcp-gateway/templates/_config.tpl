{{/* config.yaml of the proxy. Takes the model. */}}
{{- define "mcp-gateway.config" -}}
{{- $agw := .root.Values.global.agentgateway -}}
{{- $extAuthz := "" -}}
{{- with .extAuth -}}
{{- $extAuthz = include "mcp-gateway.config.extAuthz" . -}}
{{- end -}}
{{- $model := . -}}
binds:
  - port: {{ .ports.http }}
    listeners:
      - protocol: HTTP
        {{- with .jwt }}
        policies:
          jwtAuth:
            mode: strict
            issuer: {{ .issuer | quote }}
            audiences: {{ toJson .audiences }}
            jwks:
              url: {{ .jwks.url | quote }}
        {{- end }}
        {{- if not .targets }}
        routes: []
        {{- else }}
        routes:
          {{- range .targets }}
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
                    authorization: {{ include "mcp-gateway.tokenExpression" $model.root | quote }}
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
{{- with .extAuth }}
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
  adminAddr: {{ printf "%s:%d" .root.Values.admin.bindAddress .ports.admin | quote }}
  {{- if .service.explicitBindAddrs }}
  statsAddr: {{ printf "0.0.0.0:%d" .ports.stats | quote }}
  readinessAddr: {{ printf "0.0.0.0:%d" .ports.readiness | quote }}
  {{- end }}
  logging:
    level: {{ .root.Values.logging.level | quote }}
    format: {{ .root.Values.logging.format }}
  {{- with .root.Values.extraConfig }}
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
