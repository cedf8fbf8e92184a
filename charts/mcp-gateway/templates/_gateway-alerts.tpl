{{/* Alert rules of the gateway, without those that are left out. Takes the scope. docs/observability.md has a runbook for each. */}}
{{- define "mcp-gateway.gateway.alerts" -}}
{{- $rule := .Values.gateway.monitoring.prometheusRule -}}
{{- $job := .Model.gateway.name -}}
{{- $own := printf `job="%s",namespace="%s"` $job .Model.namespace -}}
{{- if not (has "McpgwDown" $rule.disabled) }}
- alert: McpgwDown
  expr: |-
    absent(up{ {{- $own -}} } == 1)
  for: 5m
  labels:
    severity: critical
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'No gateway answers'
    description: 'Prometheus reaches no gateway of {{ $job }}: clients have no tools.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwDown") | indent 4 }}
{{- end }}
{{- if not (has "McpgwStoreDown" $rule.disabled) }}
- alert: McpgwStoreDown
  expr: |-
    min by (job) (mcpgw_store_up{ {{- $own -}} }) == 0
  for: 2m
  labels:
    severity: critical
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'The store does not answer'
    description: 'A gateway cannot read or write sessions and approvals. Sessions live in that gateway alone.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwStoreDown") | indent 4 }}
{{- end }}
{{- if not (has "McpgwServerDown" $rule.disabled) }}
- alert: McpgwServerDown
  expr: |-
    max by (job, server) (mcpgw_upstream_state{ {{- $own }},state=~"connecting|waiting|failed"}) == 1
  for: 10m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'The server {{`{{ $labels.server }}`}} is not connected'
    description: 'Calls of its tools fail. /status and the page say why.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwServerDown") | indent 4 }}
{{- end }}
{{- if not (has "McpgwToolsChanged" $rule.disabled) }}
- alert: McpgwToolsChanged
  expr: |-
    max by (job, server) (mcpgw_upstream_tools_changed{ {{- $own -}} }) > 0
  for: 5m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'Tools of {{`{{ $labels.server }}`}} changed since they were approved'
    description: '{{`{{ $value | humanize }}`}} tools are locked until somebody has looked at them.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwToolsChanged") | indent 4 }}
{{- end }}
{{- if not (has "McpgwFailures" $rule.disabled) }}
- alert: McpgwFailures
  expr: |-
    sum by (job) (rate(mcpgw_requests_total{ {{- $own }},outcome=~"transport_failure|upstream_failure|configuration_error|internal_failure"}[5m])) / sum by (job) (rate(mcpgw_requests_total{ {{- $own -}} }[5m])) > 0.05
  for: 10m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'More than 5 % of the requests fail'
    description: '{{`{{ $value | humanizePercentage }}`}} of the requests fail for a reason that no client can change.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwFailures") | indent 4 }}
{{- end }}
{{- if not (has "McpgwToolFailures" $rule.disabled) }}
- alert: McpgwToolFailures
  expr: |-
    sum by (job, server, tool) (rate(mcpgw_tool_calls_total{ {{- $own }},outcome=~"tool_error|transport_failure|upstream_failure"}[15m])) / sum by (job, server, tool) (rate(mcpgw_tool_calls_total{ {{- $own -}} }[15m])) > 0.5
  for: 15m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'Most calls of {{`{{ $labels.tool }}`}} at {{`{{ $labels.server }}`}} fail'
    description: '{{`{{ $value | humanizePercentage }}`}} of the calls end with an error of the tool or of its server.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwToolFailures") | indent 4 }}
{{- end }}
{{- if not (has "McpgwInternalFailures" $rule.disabled) }}
- alert: McpgwInternalFailures
  expr: |-
    sum by (job) (increase(mcpgw_requests_total{ {{- $own }},outcome="internal_failure"}[15m])) > 0
  for: 0m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'The gateway has a bug'
    description: 'Requests ended with an internal failure. The log has its cause.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwInternalFailures") | indent 4 }}
{{- end }}
{{- if not (has "McpgwSlowCalls" $rule.disabled) }}
- alert: McpgwSlowCalls
  expr: |-
    histogram_quantile(0.95, sum by (job, server, le) (rate(mcpgw_tool_call_duration_seconds_bucket{ {{- $own -}} }[10m]))) > 30
  for: 15m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'Calls of {{`{{ $labels.server }}`}} are slow'
    description: 'One call in twenty takes longer than {{`{{ $value | humanizeDuration }}`}}.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwSlowCalls") | indent 4 }}
{{- end }}
{{- if not (has "McpgwConfigurationRefused" $rule.disabled) }}
- alert: McpgwConfigurationRefused
  expr: |-
    sum by (job) (increase(mcpgw_reloads_total{ {{- $own }},outcome="refused"}[15m])) > 0
  for: 0m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'A configuration was refused'
    description: 'The configuration before is still in effect. The log says what is wrong.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwConfigurationRefused") | indent 4 }}
{{- end }}
{{- if not (has "McpgwActivityFailing" $rule.disabled) }}
- alert: McpgwActivityFailing
  expr: |-
    max by (job) (mcpgw_activity_failing{ {{- $own -}} }) == 1
  for: 5m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: 'Calls are not recorded'
    description: 'Records of activity cannot be written, and are lost once the queue is full.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwActivityFailing") | indent 4 }}
{{- end }}
{{- if not (has "McpgwTelemetryFailing" $rule.disabled) }}
- alert: McpgwTelemetryFailing
  expr: |-
    max by (job, signal) (mcpgw_telemetry_failing{ {{- $own -}} }) == 1
  for: 15m
  labels:
    severity: warning
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: '{{`{{ $labels.signal }}`}} are not exported'
    description: 'The collector of OTLP does not take them. Calls go on.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwTelemetryFailing") | indent 4 }}
{{- end }}
{{- if not (has "McpgwMessagesDropped" $rule.disabled) }}
- alert: McpgwMessagesDropped
  expr: |-
    sum by (job, server) (rate(mcpgw_upstream_messages_dropped_total{ {{- $own -}} }[10m])) > 0
  for: 15m
  labels:
    severity: info
    {{- include "mcp-gateway.gateway.alertLabels" $rule | indent 4 }}
  annotations:
    summary: '{{`{{ $labels.server }}`}} sends more messages than clients get'
    description: 'Log messages, updates or requests beyond limits.server_messages are dropped.'
    {{- include "mcp-gateway.gateway.runbook" (dict "url" $rule.runbookUrl "alert" "McpgwMessagesDropped") | indent 4 }}
{{- end }}
{{- end -}}

{{/* Labels that every alert has; each line begins with its line end. Takes the values of the rules. */}}
{{- define "mcp-gateway.gateway.alertLabels" -}}
{{- with omit (.alertLabels | default dict) "severity" }}
{{ toYaml . }}
{{- end -}}
{{- end -}}

{{/* The address of a runbook. Takes a dict: url, alert. */}}
{{- define "mcp-gateway.gateway.runbook" -}}
{{- with .url }}
runbook_url: {{ printf "%s#%s" . ($.alert | lower) | quote }}
{{- end -}}
{{- end -}}

{{/* Refuses monitoring that would show nothing. Takes the scope. */}}
{{- define "mcp-gateway.gateway.checkMonitoring" -}}
{{- $values := .Values.gateway -}}
{{- $monitoring := $values.monitoring -}}
{{- if and (eq (toString (dig "metrics" true $values.config)) "false") (or $monitoring.serviceMonitor.enabled $monitoring.prometheusRule.enabled $monitoring.dashboard.enabled) -}}
{{- fail "gateway.config.metrics: /metrics is off, so the ServiceMonitor, the alerts and the dashboard of gateway.monitoring would show nothing; turn it on, or them off" -}}
{{- end -}}
{{- $policy := $values.networkPolicy -}}
{{- if and $monitoring.serviceMonitor.enabled $policy.enabled (not $policy.metricsFrom) (not $policy.extraIngress) -}}
{{- fail "gateway.networkPolicy.metricsFrom: the NetworkPolicy lets Prometheus not reach /metrics; name its pods, such as {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}" -}}
{{- end -}}
{{- range $name := $monitoring.prometheusRule.disabled -}}
{{- if not (has $name (list "McpgwDown" "McpgwStoreDown" "McpgwServerDown" "McpgwToolsChanged" "McpgwFailures" "McpgwToolFailures" "McpgwInternalFailures" "McpgwSlowCalls" "McpgwConfigurationRefused" "McpgwActivityFailing" "McpgwTelemetryFailing" "McpgwMessagesDropped")) -}}
{{- fail (printf "gateway.monitoring.prometheusRule.disabled: there is no alert %s" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
