{{/* Ports beside the listener that something in the cluster reads. Takes the scope. */}}
{{- define "mcp-gateway.observedPorts" -}}
{{- $metrics := .Values.metrics -}}
{{- if or .Model.service.exposeStats $metrics.serviceMonitor.enabled $metrics.podMonitor.enabled -}}
- port: stats
  protocol: TCP
{{- end }}
{{- if .Values.admin.expose }}
- port: admin
  protocol: TCP
{{- end }}
{{- end -}}

{{/* One rule for the ports of everything the configuration names. Takes the scope. */}}
{{- define "mcp-gateway.egressPorts" -}}
{{- $ports := list -}}
{{- range .Model.targets -}}
{{- $ports = append $ports .port -}}
{{- end -}}
{{- with .Model.extAuth -}}
{{- $ports = append $ports .port -}}
{{- end -}}
{{- with .Model.jwt -}}
{{- $ports = append $ports .jwks.port -}}
{{- end -}}
{{- range .Values.networkPolicy.extraEgressPorts -}}
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
