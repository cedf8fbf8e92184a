{{/* Ports beside the listener that something in the cluster reads. Takes the model. */}}
{{- define "mcp-gateway.observedPorts" -}}
{{- $metrics := .root.Values.metrics -}}
{{- if or .service.exposeStats $metrics.serviceMonitor.enabled $metrics.podMonitor.enabled -}}
- port: stats
  protocol: TCP
{{- end }}
{{- if .root.Values.admin.expose }}
- port: admin
  protocol: TCP
{{- end }}
{{- end -}}

{{/* One rule for the ports of everything the configuration names. Takes the model. */}}
{{- define "mcp-gateway.egressPorts" -}}
{{- $ports := list -}}
{{- range .targets -}}
{{- $ports = append $ports .port -}}
{{- end -}}
{{- with .extAuth -}}
{{- $ports = append $ports .port -}}
{{- end -}}
{{- with .jwt -}}
{{- $ports = append $ports .jwks.port -}}
{{- end -}}
{{- range .root.Values.networkPolicy.extraEgressPorts -}}
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
