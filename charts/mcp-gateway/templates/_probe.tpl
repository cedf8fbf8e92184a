{{/* The pod that runs `mcpgw probe` against every route of the proxy. Takes a dict: root, output (table or json). */}}
{{- define "mcp-gateway.probePod" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $probe := $values.probe -}}
{{- $model := $root.Model -}}
{{- $base := printf "http://%s.%s.svc:%d" $model.fullname $model.namespace $model.ports.http -}}
restartPolicy: Never
automountServiceAccountToken: false
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: probe
    image: {{ include "mcp-gateway.image" (dict "image" $probe.image "tag" $root.Chart.Version) | quote }}
    imagePullPolicy: {{ $probe.image.pullPolicy }}
    {{- with $values.securityContext }}
    securityContext:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    resources:
      {{- toYaml $probe.resources | nindent 6 }}
    command: ["mcpgw", "probe"]
    args:
      {{- range $model.targets }}
      - {{ printf "%s%s" $base .pathPrefix | replace " " "%20" | quote }}
      {{- end }}
      - "--quiet"
      - "--output={{ .output }}"
      - "--timeout={{ int $probe.timeoutSeconds }}"
      - "--max-attempts={{ int $probe.maxAttempts }}"
      - "--fail-on={{ join "," $probe.failOn }}"
    {{- with $probe.tokenSecret.name }}
      - "--header=Authorization: Bearer ${PROBE_TOKEN}"
    env:
      - name: PROBE_TOKEN
        valueFrom:
          secretKeyRef:
            name: {{ . | quote }}
            key: {{ $probe.tokenSecret.key | quote }}
    {{- end }}
{{- end -}}
