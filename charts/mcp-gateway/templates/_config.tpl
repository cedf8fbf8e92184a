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
        {{- with $agw.static.jwtAuth }}
        {{- if .enabled }}
        policies:
          jwtAuth:
            mode: strict
            issuer: {{ required "global.agentgateway.static.jwtAuth.issuer: the issuer of the tokens is required while jwtAuth is enabled" .issuer | quote }}
            audiences: {{ toJson (.audiences | default list) }}
            jwks:
              url: {{ include "mcp-gateway.jwksUrl" $model.root | quote }}
        {{- end }}
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

{{/* URL of the key set. Takes the scope. */}}
{{- define "mcp-gateway.jwksUrl" -}}
{{- $url := required "global.agentgateway.static.jwtAuth.jwksUrl: the URL of the key set is required while jwtAuth is enabled" .Values.global.agentgateway.static.jwtAuth.jwksUrl -}}
{{- include "mcp-gateway.tpl" (dict "root" . "text" $url) -}}
{{- end -}}

{{/* Sets scheme, host, port and path of `url`. Takes a dict: url. */}}
{{- define "mcp-gateway.splitUrl" -}}
{{- $https := hasPrefix "https://" .url -}}
{{- if not (or $https (hasPrefix "http://" .url)) -}}
{{- fail (printf "global.agentgateway.static.jwtAuth.jwksUrl: %q is not an http or https URL" .url) -}}
{{- end -}}
{{- $rest := trimPrefix "http://" (trimPrefix "https://" .url) -}}
{{- $parts := splitList "/" $rest -}}
{{- $authority := splitList ":" (first $parts) -}}
{{- $_ := set . "https" $https -}}
{{- $_ = set . "host" (first $authority) -}}
{{- $_ = set . "port" (ternary 443 80 $https) -}}
{{- if gt (len $authority) 1 -}}
{{- $_ = set . "port" (int (last $authority)) -}}
{{- end -}}
{{- $_ = set . "path" (join "/" (rest $parts)) -}}
{{- end -}}
