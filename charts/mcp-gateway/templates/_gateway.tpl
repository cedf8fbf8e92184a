{{/*
The gateway, `mcpgw serve`. Sets in the model `gateway`: an empty dict while it is off, else name (of its objects), host (of its Service),
port, selectorLabels, redis (whether it has one), config (gateway.yaml as text); and adds its target.
*/}}
{{- define "mcp-gateway.model.gateway" -}}
{{- $_ := set .Model "gateway" dict -}}
{{- $values := .Values.gateway -}}
{{- if $values.enabled -}}
{{- $name := printf "%s-gateway" (.Model.fullname | trunc 55 | trimSuffix "-") -}}
{{- $host := printf "%s.%s.svc.%s" $name .Model.namespace .Values.clusterDomain -}}
{{- $gateway := dict "name" $name "host" $host "port" (int $values.port) "redis" (ne $values.redis.existingSecret.name "") -}}
{{- $_ = set $gateway "selectorLabels" (include "mcp-gateway.gateway.selectorLabels" .) -}}
{{- $_ = set .Model "gateway" $gateway -}}
{{- include "mcp-gateway.gateway.check" . -}}
{{- $_ = set $gateway "config" (include "mcp-gateway.gateway.config" .) -}}
{{- $target := dict "host" $host "port" $values.port "path" "/mcp" "pathPrefix" $values.target.pathPrefix "providerTokenAuth" $values.target.providerTokenAuth -}}
{{- $args := dict "root" $ "id" $values.target.id "at" "gateway.target" "values" $target -}}
{{- if $values.apiKeySecret.name -}}
{{- $_ = set $args "secret" $values.apiKeySecret -}}
{{- end -}}
{{- include "mcp-gateway.model.target" $args -}}
{{- end -}}
{{- end -}}

{{/* Refuses what would lose approvals or open the page to whoever reaches it. Takes the scope. */}}
{{- define "mcp-gateway.gateway.check" -}}
{{- $values := .Values.gateway -}}
{{- $redis := .Model.gateway.redis -}}
{{- if and (gt (int $values.replicas) 1) (not $redis) -}}
{{- fail (printf "gateway.replicas: %d gateways would each keep approvals of their own; name a Redis in gateway.redis.existingSecret.name, or run one" (int $values.replicas)) -}}
{{- end -}}
{{- if and $values.persistence.enabled $redis -}}
{{- fail "gateway.persistence.enabled: the state is in Redis (gateway.redis.existingSecret), so nothing would be written to the volume; turn one of them off" -}}
{{- end -}}
{{- if and $values.page.enabled (not $values.page.tokenSecret.name) -}}
{{- fail "gateway.page.tokenSecret.name: the page approves and enables tools, so in a cluster it is served only with a token; name the Secret that holds it" -}}
{{- end -}}
{{- if and $values.podDisruptionBudget.enabled (lt (int $values.replicas) 2) -}}
{{- fail "gateway.podDisruptionBudget.enabled: with one gateway it would either stop every drain of a node or do nothing; run two, or turn it off" -}}
{{- end -}}
{{- if and $values.target.providerTokenAuth $values.apiKeySecret.name -}}
{{- fail "gateway.target.providerTokenAuth: the proxy sends one Authorization header, and gateway.apiKeySecret is what it holds; use one of them" -}}
{{- end -}}
{{- range $key, $instead := dict "listen" "gateway.port" "store" "gateway.redis or gateway.persistence" "page" "gateway.page" -}}
{{- if hasKey $values.config $key -}}
{{- fail (printf "gateway.config.%s: the chart writes this key; set %s instead" $key $instead) -}}
{{- end -}}
{{- end -}}
{{- if and (dig "auth" "admin_keys" list $values.config) (not $values.apiKeySecret.name) -}}
{{- fail "gateway.config.auth.admin_keys: with admin keys every client needs a key, and the proxy has none to show; set gateway.apiKeySecret" -}}
{{- end -}}
{{- include "mcp-gateway.gateway.checkMonitoring" . -}}
{{- if hasKey $values.config "servers_from" -}}
{{- fail "gateway.config.servers_from: there is no such file in the pod; write the servers under gateway.config.servers" -}}
{{- end -}}
{{- end -}}

{{- define "mcp-gateway.gateway.selectorLabels" -}}
app.kubernetes.io/name: {{ include "mcp-gateway.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: mcpgw
{{- end -}}

{{- define "mcp-gateway.gateway.serviceAccountName" -}}
{{- $account := .Values.gateway.serviceAccount -}}
{{- $account.name | default (ternary .Model.gateway.name "default" $account.create) -}}
{{- end -}}

{{/* gateway.yaml. Takes the scope. */}}
{{- define "mcp-gateway.gateway.config" -}}
{{- $values := .Values.gateway -}}
{{- $name := .Model.gateway.name -}}
{{- $namespace := .Model.namespace -}}
{{- $own := dict "listen" (printf "0.0.0.0:%d" .Model.gateway.port) -}}
{{- $hosts := list $name (printf "%s.%s" $name $namespace) (printf "%s.%s.svc" $name $namespace) .Model.gateway.host -}}
{{- $_ := set $own "trusted_hosts" (concat $hosts ($values.config.trusted_hosts | default list) | uniq) -}}
{{- if .Model.gateway.redis -}}
{{- $_ = set $own "store" (dict "type" "redis" "url" "${env:MCPGW_REDIS_URL}") -}}
{{- else -}}
{{- $_ = set $own "store" (dict "type" "file" "folder" "/var/lib/mcpgw") -}}
{{- end -}}
{{- $_ = set $own "page" (dict "enabled" $values.page.enabled) -}}
{{- if $values.page.enabled -}}
{{- $_ = set $own "page" (dict "enabled" true "hosts" $values.page.hosts "token" "${env:MCPGW_PAGE_TOKEN}") -}}
{{- end -}}
{{- $config := deepCopy $values.config -}}
{{- if $values.apiKeySecret.name -}}
{{- $_ = set $own "auth" (dict "api_keys" (list "${env:MCPGW_API_KEY}")) -}}
{{- if dig "auth" "api_keys" list $config -}}
{{- fail "gateway.config.auth.api_keys: the proxy shows the key of gateway.apiKeySecret; use that alone" -}}
{{- end -}}
{{- end -}}
{{- if not (dig "logging" "format" "" $config) -}}
{{- $_ = set $own "logging" (dict "format" "json") -}}
{{- end -}}
{{- /* The pod is told to stop when its address is taken out of the Service, which every node learns later. One that is replaced by none has nobody to hand over to. */ -}}
{{- if not (or (dig "timeouts" "handover" "" $config) $values.persistence.enabled) -}}
{{- $_ = set $own "timeouts" (dict "handover" "5s") -}}
{{- end -}}
{{- $text := toYaml (mergeOverwrite $config $own) -}}
{{- include "mcp-gateway.tpl" (dict "root" . "text" $text) -}}
{{- end -}}

{{/* Environment of the gateway. Takes the scope. */}}
{{- define "mcp-gateway.gateway.env" -}}
{{- $values := .Values.gateway -}}
{{- $page := ternary $values.page.tokenSecret dict $values.page.enabled -}}
{{- range list (dict "name" "MCPGW_REDIS_URL" "secret" $values.redis.existingSecret) (dict "name" "MCPGW_PAGE_TOKEN" "secret" $page) (dict "name" "MCPGW_API_KEY" "secret" $values.apiKeySecret) }}
{{- if .secret.name }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret.name | quote }}
      key: {{ .secret.key | quote }}
{{- end }}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Ports that the gateway's servers and its Redis have. Takes the scope. */}}
{{- define "mcp-gateway.gateway.egressPorts" -}}
{{- $values := .Values.gateway -}}
{{- $ports := list -}}
{{- if .Model.gateway.redis -}}
{{- $ports = append $ports (int $values.redis.port) -}}
{{- end -}}
{{- range $server := $values.config.servers -}}
{{- $url := $server.url | default "" -}}
{{- if and $url (not (contains "${" $url)) -}}
{{- $parts := dict "url" (include "mcp-gateway.tpl" (dict "root" $ "text" $url)) "at" "gateway.config.servers" -}}
{{- include "mcp-gateway.splitUrl" $parts -}}
{{- $ports = append $ports $parts.port -}}
{{- end -}}
{{- end -}}
{{- $endpoint := dig "telemetry" "endpoint" "" $values.config -}}
{{- if and $endpoint (not (contains "${" $endpoint)) -}}
{{- $parts := dict "url" (include "mcp-gateway.tpl" (dict "root" $ "text" $endpoint)) "at" "gateway.config.telemetry.endpoint" -}}
{{- include "mcp-gateway.splitUrl" $parts -}}
{{- $ports = append $ports $parts.port -}}
{{- end -}}
{{- range $values.networkPolicy.extraEgressPorts -}}
{{- $ports = append $ports (int .) -}}
{{- end -}}
{{- with uniq $ports -}}
- ports:
    {{- range . }}
    - port: {{ . }}
      protocol: TCP
    {{- end }}
{{- end -}}
{{- end -}}

{{/* The peers that the proxy's pods are. Takes the scope. */}}
{{- define "mcp-gateway.gateway.proxyPeers" -}}
{{- if eq .Values.global.agentgateway.routingMode "static" -}}
- podSelector:
    matchLabels:
      {{- .Model.selectorLabels | nindent 6 }}
{{- else -}}
{{- $existing := .Values.gatewayApi.existingGateway -}}
- podSelector:
    matchLabels:
      gateway.networking.k8s.io/gateway-name: {{ $existing.name | default .Model.fullname | quote }}
  {{- if and $existing.name $existing.namespace }}
  namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ $existing.namespace | quote }}
  {{- end }}
{{- end -}}
{{- end -}}
