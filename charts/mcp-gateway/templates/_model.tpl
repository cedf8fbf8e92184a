{{/*
The model is what the values mean; every template of this chart reads it instead of them. `mcp-gateway.model` takes the scope and sets
`.Model` in it, once a render, because the templates of a chart share their scope:

  fullname, namespace, labels, selectorLabels   texts
  version, major, minor, patch, pre   version of the proxy that reads the configuration
  assumed                             whether the image tag is not a version, so that the chart's appVersion stands in for it
  ports                               dict http, admin, stats, readiness: the ports in the pod
  service                             the values `service`, with those of `agentgateway.service` over them
  targets                             list of dicts, see mcp-gateway.model.target
  secretEnv                           list of dicts name, secret, key: environment that backend keys come from
  jwt                                 dict issuer, audiences, jwks (dict url, https, host, port, path); empty while it is off
  extAuth                             dict, see mcp-gateway.model.extAuth; empty while it is off
  rules                               authorization rules of every route: list of dicts action, cel
  replicated                          whether more than one proxy may run
  gateway                             dict, see mcp-gateway.model.gateway; empty while gateway.enabled is false
  config                              config.yaml of the proxy; set by mcp-gateway.config
*/}}
{{- define "mcp-gateway.model" -}}
{{- if not (hasKey . "Model") -}}
{{- $model := dict "fullname" (include "mcp-gateway.fullname" .) "namespace" (include "mcp-gateway.namespace" .) -}}
{{- $_ := set $model "labels" (include "mcp-gateway.labels" .) -}}
{{- $_ = set $model "selectorLabels" (include "mcp-gateway.selectorLabels" .) -}}
{{- $_ = set . "Model" $model -}}
{{- if trimAll "abcdefghijklmnopqrstuvwxyz" (substr 0 1 $model.fullname) -}}
{{- fail (printf "fullnameOverride: the objects would be named %q, but the name of a Service begins with a letter a-z; give one that does" $model.fullname) -}}
{{- end -}}
{{- include "mcp-gateway.model.version" . -}}
{{- include "mcp-gateway.model.service" . -}}
{{- include "mcp-gateway.model.targets" . -}}
{{- include "mcp-gateway.model.mcpServers" . -}}
{{- include "mcp-gateway.model.gateway" . -}}
{{- include "mcp-gateway.model.jwt" . -}}
{{- include "mcp-gateway.model.extAuth" . -}}
{{- include "mcp-gateway.model.rules" . -}}
{{- end -}}
{{- end -}}

{{/* Sets ok, and where ok is true major, minor, patch and pre, from `text`. A tag that is not a version is not ok. */}}
{{- define "mcp-gateway.parseVersion" -}}
{{- $_ := set . "ok" false -}}
{{- $core := first (splitList "@" .text) | trimPrefix "v" -}}
{{- $core = first (splitList "+" $core) -}}
{{- $parts := splitList "-" $core -}}
{{- $numbers := splitList "." (first $parts) -}}
{{- $digits := join "" $numbers -}}
{{- if and (has (len $numbers) (list 2 3)) (not (has "" $numbers)) (eq (trimAll "0123456789" $digits) "") (lt (len $digits) 16) -}}
{{- $_ = set . "ok" true -}}
{{- $_ = set . "major" (int (index $numbers 0)) -}}
{{- $_ = set . "minor" (int (index $numbers 1)) -}}
{{- $_ = set . "patch" (ternary (int (last $numbers)) 0 (eq (len $numbers) 3)) -}}
{{- $_ = set . "pre" (join "-" (rest $parts)) -}}
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.model.version" -}}
{{- $model := .Model -}}
{{- $explicit := .Values.global.agentgateway.version | default "" -}}
{{- $_ := set $model "text" ($explicit | default (.Values.image.tag | default .Chart.AppVersion)) -}}
{{- include "mcp-gateway.parseVersion" $model -}}
{{- if and (not $model.ok) $explicit -}}
{{- fail (printf "global.agentgateway.version: %q is not a version of agentgateway such as v1.4.1" $explicit) -}}
{{- end -}}
{{- $_ = set $model "assumed" (not $model.ok) -}}
{{- if not $model.ok -}}
{{- $_ = set $model "text" .Chart.AppVersion -}}
{{- include "mcp-gateway.parseVersion" $model -}}
{{- end -}}
{{- $pre := ternary (printf "-%s" $model.pre) "" (ne $model.pre "") -}}
{{- $_ = set $model "version" (printf "v%d.%d.%d%s" $model.major $model.minor $model.patch $pre) -}}
{{- if and (eq .Values.global.agentgateway.routingMode "gateway-api") (ne $model.major 1) -}}
{{- fail (printf "global.agentgateway.routingMode: gateway-api needs agentgateway v1.x, whose custom resources (agentgateway.dev/v1alpha1) this chart renders; the version is %s. Use routingMode static, or another version" $model.version) -}}
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.model.service" -}}
{{- $service := .Values.service -}}
{{- with .Values.agentgateway.service -}}
{{- $service = mergeOverwrite (deepCopy $service) . -}}
{{- end -}}
{{- $_ := set .Model "service" $service -}}
{{- $explicit := $service.explicitBindAddrs -}}
{{- $ports := dict "http" (int $service.port) "admin" (int $service.adminPort) -}}
{{- $_ = set $ports "stats" (ternary (int $service.statsPort) 15020 $explicit) -}}
{{- $_ = set $ports "readiness" (ternary (int $service.readinessPort) 15021 $explicit) -}}
{{- $_ = set .Model "ports" $ports -}}
{{- $taken := dict -}}
{{- range $name, $number := $ports -}}
{{- $port := toString $number -}}
{{- with get $taken $port -}}
{{- fail (printf "service: port %s would be bound twice in the proxy, for %s and for %s" $port . $name) -}}
{{- end -}}
{{- $_ = set $taken $port $name -}}
{{- end -}}
{{- $hpa := .Values.autoscaling -}}
{{- $_ = set .Model "replicated" (gt (int (ternary $hpa.maxReplicas .Values.replicaCount $hpa.enabled)) 1) -}}
{{- $admin := .Values.admin.bindAddress -}}
{{- if and .Values.admin.expose (or (hasPrefix "127." $admin) (has $admin (list "localhost" "[::1]"))) -}}
{{- fail (printf "admin.expose: the admin interface binds %s, which nothing outside the pod reaches; set admin.bindAddress to 0.0.0.0 or leave admin.expose off" $admin) -}}
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.model.targets" -}}
{{- $agw := .Values.global.agentgateway -}}
{{- $_ := set .Model "targets" list -}}
{{- $_ = set .Model "secretEnv" list -}}
{{- $_ = set .Model "seen" dict -}}
{{- with $agw.knowledgeBaseTarget -}}
{{- if .enabled -}}
{{- include "mcp-gateway.model.target" (dict "root" $ "id" "knowledge-base" "at" "global.agentgateway.knowledgeBaseTarget" "values" .) -}}
{{- end -}}
{{- end -}}
{{- with $agw.githubMcpServer -}}
{{- if .enabled -}}
{{- $secret := .existingSecret | default (dict "name" "") -}}
{{- include "mcp-gateway.model.target" (dict "root" $ "id" "github-mcp-server" "at" "global.agentgateway.githubMcpServer" "values" . "env" "GITHUB_PERSONAL_ACCESS_TOKEN" "secret" $secret) -}}
{{- end -}}
{{- end -}}
{{- range $i, $target := $agw.extraMcpTargets -}}
{{- if or (not (hasKey $target "enabled")) $target.enabled -}}
{{- $at := printf "global.agentgateway.extraMcpTargets[%d]" $i -}}
{{- $id := required (printf "%s.id: every target needs an id; it becomes the route /mcp/<id>" $at) $target.id -}}
{{- $secret := dig "backendAuth" "existingSecret" dict $target -}}
{{- include "mcp-gateway.model.target" (dict "root" $ "id" $id "at" (printf "%s (id %q)" $at $id) "values" $target "secret" $secret) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/*
Appends one target to the model: name (a DNS label), pathPrefix, host, port, sse, path, tls, url, token (rewrite the provider token),
key (name of the environment variable of the backend key, or empty), secret (dict name, key).
Takes a dict: root, id, at (where it stands in the values), values, and optionally secret and env.
*/}}
{{- define "mcp-gateway.model.target" -}}
{{- $root := .root -}}
{{- $model := $root.Model -}}
{{- $at := .at -}}
{{- $agw := $root.Values.global.agentgateway -}}
{{- $verbatim := eq $agw.compatibility "caipe-0.6" -}}
{{- $name := include "mcp-gateway.label" (dict "id" .id "verbatim" $verbatim) -}}
{{- if not $name -}}
{{- fail (printf "%s: the id holds no letter or digit a-z, 0-9, so no DNS label can be made of it" $at) -}}
{{- end -}}
{{- if and (ne $name (trimAll "-" $name)) (or (gt $model.major 1) (ge $model.minor 4)) (gt $model.major 0) -}}
{{- fail (printf "%s: agentgateway %s takes DNS labels as target names, and %q is none; choose an id that begins with a letter or digit" $at $model.version $name) -}}
{{- end -}}
{{- $pathPrefix := .values.pathPrefix | default (printf "/mcp/%s" (ternary .id $name $verbatim)) -}}
{{- range $what, $value := dict "name" $name "path" $pathPrefix -}}
{{- $key := printf "%s %s" $what $value -}}
{{- with get $model.seen $key -}}
{{- fail (printf "%s: its %s %q is that of %s already; give one of them another %s" $at $what $value . (ternary "id" "pathPrefix" (eq $what "name"))) -}}
{{- end -}}
{{- $_ := set $model.seen $key $at -}}
{{- end -}}
{{- $host := required (printf "%s.host: a target needs the host of its MCP server" $at) .values.host -}}
{{- $host = include (ternary "mcp-gateway.tpl" "mcp-gateway.host" $verbatim) (dict "root" $root "text" $host "at" (printf "%s.host" $at)) | trim -}}
{{- $port := required (printf "%s.port: a target needs the port of its MCP server" $at) .values.port -}}
{{- $sse := eq (.values.protocol | default "StreamableHTTP") "SSE" -}}
{{- $path := .values.path | default (ternary "/sse" "/mcp" $sse) -}}
{{- $scheme := ternary "https" "http" (.values.tls | default false) -}}
{{- $target := dict "at" $at "name" $name "pathPrefix" $pathPrefix "host" $host "port" (int $port) "sse" $sse "path" $path -}}
{{- $_ := set $target "tls" (eq $scheme "https") -}}
{{- $_ = set $target "url" (printf "%s://%s:%d%s" $scheme $host (int $port) $path) -}}
{{- $_ = set $target "token" (.values.providerTokenAuth | default false) -}}
{{- range .values.credential_sources | default .values.credentialSources -}}
{{- if and (eq (.target | default "") "header") (has .kind (list "caller_token" "provider_connection")) -}}
{{- $_ = set $target "token" true -}}
{{- end -}}
{{- end -}}
{{- if .secret -}}
{{- $secretName := required (printf "%s: name the Secret that holds the backend key (existingSecret.name)" $at) .secret.name -}}
{{- $secretKey := required (printf "%s: name the key of the backend key in Secret %s (existingSecret.key)" $at $secretName) .secret.key -}}
{{- $env := .env | default (printf "MCP_BACKEND_KEY_%s" ($name | upper | replace "-" "_")) -}}
{{- $_ = set $target "key" $env -}}
{{- $_ = set $target "secret" (dict "name" $secretName "key" $secretKey) -}}
{{- $_ = set $model "secretEnv" (append $model.secretEnv (dict "name" $env "secret" $secretName "key" $secretKey)) -}}
{{- end -}}
{{- $_ = set $model "targets" (append $model.targets $target) -}}
{{- end -}}

{{/* The DNS label of an id, at most 45 characters; empty where none is left. Takes a dict: id, verbatim (trim one "-" only, as CAIPE 0.6 does). */}}
{{- define "mcp-gateway.label" -}}
{{- $label := lower .id -}}
{{- if trimAll "abcdefghijklmnopqrstuvwxyz0123456789-" $label -}}
{{- $label = regexReplaceAll "[^a-z0-9-]" $label "-" -}}
{{- end -}}
{{- $label = trunc 45 $label -}}
{{- if .verbatim -}}
{{- trimSuffix "-" $label -}}
{{- else -}}
{{- trimAll "-" $label -}}
{{- end -}}
{{- end -}}

{{/*
External authorization. Sets extAuth to an empty dict while it is off, else to: name, namespace, host (host:port), port, http (protocol),
timeout, form (where the timeout goes: timeout, policies, backend), values.
The forms follow what each version of the proxy honours:
  timeout   v0.11 up to v1.0.0-alpha.2: a field of extAuthz, both protocols
  policies  v1.0 and later for gRPC, v1.4 and later for HTTP: extAuthz.policies.http.requestTimeout
  backend   v1.0 - v1.3 for HTTP, which take `policies` there and ignore it: a named backend that carries the timeout
*/}}
{{- define "mcp-gateway.model.extAuth" -}}
{{- $_ := set .Model "extAuth" dict -}}
{{- $values := .Values.global.agentgateway.extAuth | default dict -}}
{{- if $values.enabled -}}
{{- $name := include "mcp-gateway.tpl" (dict "root" . "text" ($values.serviceName | default $values.defaultServiceName | default "")) -}}
{{- $name = required "global.agentgateway.extAuth.serviceName: name the Service of the authorization server" $name -}}
{{- $name = include "mcp-gateway.host" (dict "root" . "text" $name "at" "global.agentgateway.extAuth.serviceName") -}}
{{- $namespace := "" -}}
{{- with $values.serviceNamespace -}}
{{- $namespace = include "mcp-gateway.host" (dict "root" $ "text" . "at" "global.agentgateway.extAuth.serviceNamespace") -}}
{{- end -}}
{{- $port := int $values.port -}}
{{- $http := eq $values.protocol "http" -}}
{{- $ext := dict "name" $name "namespace" ($namespace | default .Model.namespace) "port" $port "http" $http "values" $values -}}
{{- $_ = set $ext "host" (printf "%s:%d" $name $port) -}}
{{- if $namespace -}}
{{- $_ = set $ext "host" (printf "%s.%s.svc.%s:%d" $name $namespace .Values.clusterDomain $port) -}}
{{- end -}}
{{- $_ = set $ext "timeout" ($values.timeout | default "10s") -}}
{{- $_ = set $ext "form" (include "mcp-gateway.timeoutForm" (dict "model" .Model "http" $http)) -}}
{{- $_ = set .Model "extAuth" $ext -}}
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.model.jwt" -}}
{{- $_ := set .Model "jwt" dict -}}
{{- $jwt := dig "jwtAuth" dict (.Values.global.agentgateway.static | default dict) -}}
{{- if $jwt.enabled -}}
{{- $at := "global.agentgateway.static.jwtAuth" -}}
{{- $issuer := required (printf "%s.issuer: the issuer of the tokens is required while jwtAuth is enabled" $at) $jwt.issuer -}}
{{- $url := required (printf "%s.jwksUrl: the URL of the key set is required while jwtAuth is enabled" $at) $jwt.jwksUrl -}}
{{- $url = include "mcp-gateway.tpl" (dict "root" . "text" $url) -}}
{{- $jwks := dict "url" $url "at" (printf "%s.jwksUrl" $at) -}}
{{- include "mcp-gateway.splitUrl" $jwks -}}
{{- $_ = set .Model "jwt" (dict "issuer" $issuer "audiences" ($jwt.audiences | default list) "jwks" $jwks) -}}
{{- end -}}
{{- end -}}

{{/* Sets https, host, port and path of `url`. Takes a dict: url, at (where it stands in the values). */}}
{{- define "mcp-gateway.splitUrl" -}}
{{- $https := hasPrefix "https://" .url -}}
{{- $parts := splitList "/" (trimPrefix "http://" (trimPrefix "https://" .url)) -}}
{{- $host := regexReplaceAll ":[^]:]*$" (first $parts) "" -}}
{{- if or (not (or $https (hasPrefix "http://" .url))) (eq $host "") (contains " " .url) -}}
{{- fail (printf "%s: %q is not an http or https URL" .at .url) -}}
{{- end -}}
{{- $port := ternary "443" "80" $https -}}
{{- if ne $host (first $parts) -}}
{{- $port = last (splitList ":" (first $parts)) -}}
{{- end -}}
{{- if or (trimAll "0123456789" $port) (lt (int $port) 1) (gt (int $port) 65535) -}}
{{- fail (printf "%s: %q has no port between 1 and 65535; the proxy would use %s instead" .at .url (ternary "443" "80" $https)) -}}
{{- end -}}
{{- $_ := set . "https" $https -}}
{{- $_ = set . "host" (include "mcp-gateway.hostName" (dict "host" $host "at" .at)) -}}
{{- $_ = set . "port" (int $port) -}}
{{- $_ = set . "path" (join "/" (rest $parts)) -}}
{{- end -}}

{{- define "mcp-gateway.timeoutForm" -}}
{{- $m := .model -}}
{{- $early := and (eq $m.major 1) (eq $m.minor 0) (eq $m.patch 0) (has $m.pre (list "alpha" "alpha.0" "alpha.1" "alpha.2")) -}}
{{- if or (gt $m.major 1) (and (eq $m.major 0) (lt $m.minor 11)) -}}
{{- fail (printf "global.agentgateway.extAuth: this chart knows no way to give agentgateway %s an external-authorization timeout (global.agentgateway.extAuth.timeout). It knows v0.11 and later, up to the last v1.x. Choose such a version in global.agentgateway.version or image.tag, or set global.agentgateway.extAuth.enabled to false" $m.version) -}}
{{- else if or (eq $m.major 0) $early -}}
timeout
{{- else if not .http -}}
policies
{{- else if or (lt $m.minor 4) (and (eq $m.minor 4) (eq $m.patch 0) (has $m.pre (list "alpha" "alpha.0" "alpha.1"))) -}}
backend
{{- else -}}
policies
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.model.rules" -}}
{{- $values := .Values.global.agentgateway.authorizationRules | default list -}}
{{- with .Model.extAuth -}}
{{- $values = concat $values (.values.authorizationRules | default list) -}}
{{- end -}}
{{- $rules := list -}}
{{- range $values -}}
{{- range $action, $cel := . -}}
{{- if and (eq $action "require") (eq $.Model.major 0) -}}
{{- fail (printf "global.agentgateway.authorizationRules: agentgateway %s has no `require` rules; they came with v1.0" $.Model.version) -}}
{{- end -}}
{{- $rules = append $rules (dict "action" $action "cel" $cel) -}}
{{- end -}}
{{- end -}}
{{- $_ := set .Model "rules" $rules -}}
{{- end -}}

{{/*
The CEL expression of the upstream Authorization header of a target with provider token. Without a token the header is empty: what
the client sent to the gateway never reaches the target, and "Bearer " alone would hide that there is no token. The profile of CAIPE 0.6
keeps the expression of that platform's own chart.
*/}}
{{- define "mcp-gateway.tokenExpression" -}}
{{- $header := printf "request.headers[%s]" (.Values.global.agentgateway.providerTokenHeader | lower | quote) -}}
{{- if eq .Values.global.agentgateway.compatibility "caipe-0.6" -}}
"Bearer " + default({{ $header }}, "")
{{- else -}}
default({{ $header }}, "") == "" ? "" : "Bearer " + {{ $header }}
{{- end -}}
{{- end -}}
