{{/*
Refuses what the custom resources cannot express, so that nothing an operator wrote is silently without effect. Takes the scope.
*/}}
{{- define "mcp-gateway.gatewayApi.check" -}}
{{- $values := .Values -}}
{{- $model := .Model -}}
{{- $idle := dict "autoscaling.enabled" $values.autoscaling.enabled "ingress.enabled" $values.ingress.enabled "podDisruptionBudget.enabled" $values.podDisruptionBudget.enabled "metrics.serviceMonitor.enabled" $values.metrics.serviceMonitor.enabled "metrics.podMonitor.enabled" $values.metrics.podMonitor.enabled "admin.expose" $values.admin.expose -}}
{{- range $name, $on := $idle -}}
{{- if $on -}}
{{- fail (printf "%s: has no effect in routingMode gateway-api, where the controller runs the proxy; turn it off, or shape the proxy with an AgentgatewayParameters object" $name) -}}
{{- end -}}
{{- end -}}
{{- if $values.extraConfig -}}
{{- fail "extraConfig: has no effect in routingMode gateway-api, where the controller writes the proxy's configuration" -}}
{{- end -}}
{{- range $model.targets -}}
{{- include "mcp-gateway.gatewayApi.checkTarget" (dict "target" . "model" $model) -}}
{{- end -}}
{{- if $model.extAuth -}}
{{- include "mcp-gateway.gatewayApi.checkExtAuth" $model -}}
{{- end -}}
{{- with $model.jwt -}}
{{- if not .jwks.path -}}
{{- fail (printf "%s: %q has no path; an AgentgatewayPolicy takes the key set's path apart from its host" .jwks.at .jwks.url) -}}
{{- end -}}
{{- end -}}
{{- $actions := list -}}
{{- range $model.rules -}}
{{- $actions = append $actions .action -}}
{{- if and (eq .action "require") (eq $model.minor 0) -}}
{{- fail (printf "global.agentgateway.authorizationRules: the AgentgatewayPolicy of %s has no action Require; it came with v1.1" $model.version) -}}
{{- end -}}
{{- end -}}
{{- if gt (len (uniq $actions)) 1 -}}
{{- fail (printf "global.agentgateway.authorizationRules: an AgentgatewayPolicy holds rules of one action, these have %s; say it with one, or use routingMode static" (join ", " (uniq $actions))) -}}
{{- end -}}
{{- end -}}

{{/* Takes a dict: model, target. */}}
{{- define "mcp-gateway.gatewayApi.checkTarget" -}}
{{- $target := .target -}}
{{- if or (not (regexMatch "^/([-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$" $target.pathPrefix)) (regexMatch "//|/\\.\\.?(/|$)|%2[fF]" $target.pathPrefix) (gt (len $target.pathPrefix) 1024) -}}
{{- fail (printf "%s: an HTTPRoute cannot match the path %q: it takes at most 1024 URL path characters, without //, /./, /../ and %%2F; set another pathPrefix" $target.at $target.pathPrefix) -}}
{{- end -}}
{{- if gt (len $target.host) 256 -}}
{{- fail (printf "%s.host: an AgentgatewayBackend takes a host of at most 256 characters" $target.at) -}}
{{- end -}}
{{- if or (ne $target.name (trimAll "-" $target.name)) (contains "/" $target.host) -}}
{{- fail (printf "%s: an AgentgatewayBackend takes a DNS label as the target's name and a host without scheme, not %q and %q; unset global.agentgateway.compatibility" $target.at $target.name $target.host) -}}
{{- end -}}
{{- with $target.secret -}}
{{- if and (ne .key "Authorization") (lt $.model.minor 4) -}}
{{- fail (printf "%s: the AgentgatewayBackend of %s reads a backend key from the key Authorization of a Secret and from no other; %s.%s cannot be named" $target.at $.model.version .name .key) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Takes the model. */}}
{{- define "mcp-gateway.gatewayApi.checkExtAuth" -}}
{{- $at := "global.agentgateway.extAuth" -}}
{{- $ext := .extAuth -}}
{{- $values := $ext.values -}}
{{- if or (not (regexMatch "^([0-9]{1,5}(h|m|s|ms)){1,4}$" $ext.timeout)) (not (regexMatch "[1-9]" $ext.timeout)) -}}
{{- fail (printf "%s.timeout: %q cannot be expressed in the custom resources: they take one to four parts of at most five digits with h, m, s or ms, at least 1ms in all, without fractions" $at $ext.timeout) -}}
{{- end -}}
{{- if and (eq $values.failureMode "allow") (eq .minor 0) -}}
{{- fail (printf "%s.failureMode: the AgentgatewayPolicy of %s has no failureMode, so it cannot allow; it came with v1.1" $at .version) -}}
{{- end -}}
{{- if and (eq $values.failureMode "deny") (ne (int $values.denyStatus) 403) -}}
{{- fail (printf "%s.denyStatus: an AgentgatewayPolicy has no status of its own for a failed check; only 403 can be expressed" $at) -}}
{{- end -}}
{{- if and $values.body.enabled (or $values.body.allowPartial (not $values.body.packAsBytes)) -}}
{{- fail (printf "%s.body: an AgentgatewayPolicy has a size for the forwarded body and nothing else; allowPartial true and packAsBytes false cannot be expressed" $at) -}}
{{- end -}}
{{- if and $values.includeRequestHeaders (not $ext.http) -}}
{{- fail (printf "%s.includeRequestHeaders: an AgentgatewayPolicy selects request headers for HTTP servers only, not for gRPC" $at) -}}
{{- end -}}
{{- end -}}

{{/* parentRefs of a route. Takes the scope. */}}
{{- define "mcp-gateway.gatewayApi.parent" -}}
{{- with .Values.gatewayApi.existingGateway -}}
- name: {{ .name | default $.Model.fullname | quote }}
  {{- if .name }}
  {{- with .namespace }}
  namespace: {{ . | quote }}
  {{- end }}
  {{- with .sectionName }}
  sectionName: {{ . | quote }}
  {{- end }}
  {{- end }}
{{- end -}}
{{- end -}}

{{/* The list `hostnames`, each through tpl. Takes the scope. */}}
{{- define "mcp-gateway.gatewayApi.hostnames" -}}
{{- range $i, $hostname := .Values.gatewayApi.hostnames }}
- {{ include "mcp-gateway.host" (dict "root" $ "text" $hostname "at" (printf "gatewayApi.hostnames[%d]" $i) "wildcard" true) | quote }}
{{- end }}
{{- end -}}

{{/* spec.traffic of a target's policy, or nothing. Takes a dict: root, target. */}}
{{- define "mcp-gateway.gatewayApi.traffic" -}}
{{- with .root.Model.extAuth }}
extAuth:
  {{- include "mcp-gateway.gatewayApi.extAuth" (dict "ext" . "minor" $.root.Model.minor) | nindent 2 }}
{{- end }}
{{- with .root.Model.rules }}
authorization:
  action: {{ title (first .).action }}
  policy:
    matchExpressions:
      {{- range . }}
      - {{ .cel | quote }}
      {{- end }}
{{- end }}
{{- if .target.token }}
transformation:
  request:
    set:
      - name: authorization
        value: {{ include "mcp-gateway.tokenExpression" .root | quote }}
{{- end }}
{{- end -}}

{{/* traffic.extAuth. It has no timeout: that stands on the Service, see agentgateway-ext-auth-timeout.yaml. Takes a dict: ext, minor. */}}
{{- define "mcp-gateway.gatewayApi.extAuth" -}}
{{- $values := .ext.values -}}
backendRef:
  name: {{ .ext.name | quote }}
  namespace: {{ .ext.namespace | quote }}
  port: {{ .ext.port }}
{{- if ge .minor 1 }}
failureMode: {{ ternary "FailOpen" "FailClosed" (eq $values.failureMode "allow") }}
{{- end }}
{{- if $values.body.enabled }}
forwardBody:
  maxSize: {{ int $values.body.maxBytes }}
{{- end }}
{{- if .ext.http }}
{{- include "mcp-gateway.gatewayApi.http" $values }}
{{- else if or $values.grpc.metadata $values.grpc.context }}
grpc:
  {{- with $values.grpc.context }}
  contextExtensions:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.grpc.metadata }}
  requestMetadata:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- else }}
grpc: {}
{{- end }}
{{- end -}}

{{- define "mcp-gateway.gatewayApi.http" -}}
{{- $http := .http -}}
{{- if or $http.path $http.redirect $http.addRequestHeaders $http.responseHeaders $http.metadata .includeRequestHeaders }}
http:
  {{- with $http.path }}
  path: {{ . | quote }}
  {{- end }}
  {{- with $http.redirect }}
  redirect: {{ . | quote }}
  {{- end }}
  {{- with $http.addRequestHeaders }}
  addRequestHeaders:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .includeRequestHeaders }}
  allowedRequestHeaders: {{ toJson . }}
  {{- end }}
  {{- with $http.responseHeaders }}
  allowedResponseHeaders: {{ toJson . }}
  {{- end }}
  {{- with $http.metadata }}
  responseMetadata:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- else }}
http: {}
{{- end }}
{{- end -}}

{{/* The JWT policy and the backend its key set comes from. Takes the scope. */}}
{{- define "mcp-gateway.gatewayApi.jwt" -}}
{{- $jwt := .Model.jwt -}}
{{- $jwks := $jwt.jwks -}}
{{- $fullname := .Model.fullname -}}
{{- $ownGateway := not .Values.gatewayApi.existingGateway.name -}}
{{- if and (not $ownGateway) (gt (len .Model.targets) 16) -}}
{{- fail (printf "gatewayApi.existingGateway: a JWT policy on the routes can name 16 of them, there are %d; let the chart make the Gateway, or set the JWT policy on the existing one" (len .Model.targets)) -}}
{{- end }}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata:
  {{- include "mcp-gateway.metadata" (dict "root" $ "suffix" "jwks" "component" "backend") | nindent 2 }}
spec:
  static:
    host: {{ $jwks.host | quote }}
    port: {{ $jwks.port }}
  {{- if $jwks.https }}
  policies:
    tls:
      sni: {{ lower $jwks.host | quote }}
  {{- end }}
{{- if or $ownGateway .Model.targets }}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata:
  {{- include "mcp-gateway.metadata" (dict "root" $ "suffix" "jwt" "component" "policy") | nindent 2 }}
spec:
  targetRefs:
    {{- if $ownGateway }}
    - group: gateway.networking.k8s.io
      kind: Gateway
      name: {{ $fullname }}
    {{- else }}
    {{- range .Model.targets }}
    - group: gateway.networking.k8s.io
      kind: HTTPRoute
      name: {{ $fullname }}-mcp-{{ .name }}
    {{- end }}
    {{- end }}
  traffic:
    jwtAuthentication:
      mode: Strict
      providers:
        - issuer: {{ $jwt.issuer | quote }}
          {{- with $jwt.audiences }}
          audiences: {{ toJson . }}
          {{- end }}
          jwks:
            remote:
              jwksPath: {{ $jwks.path | quote }}
              backendRef:
                group: agentgateway.dev
                kind: AgentgatewayBackend
                name: {{ $fullname }}-jwks
{{- end }}
{{- end -}}
