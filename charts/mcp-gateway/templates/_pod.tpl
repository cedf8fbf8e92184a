{{/* The pod's spec. Takes the model. */}}
{{- define "mcp-gateway.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "mcp-gateway.serviceAccountName" .root }}
automountServiceAccountToken: {{ $values.serviceAccount.automount }}
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
terminationGracePeriodSeconds: {{ int $values.terminationGracePeriodSeconds }}
{{- with $values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.initContainers }}
initContainers:
  {{- include "mcp-gateway.tplYaml" (dict "root" $.root "list" .) | nindent 2 }}
{{- end }}
containers:
  - name: agentgateway
    {{- include "mcp-gateway.container" . | nindent 4 }}
  {{- with $values.extraContainers }}
  {{- include "mcp-gateway.tplYaml" (dict "root" $.root "list" .) | nindent 2 }}
  {{- end }}
volumes:
  - name: config
    configMap:
      name: {{ include "mcp-gateway.fullname" .root }}-config
  {{- with $values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- include "mcp-gateway.topologySpread" . }}
{{- end -}}

{{/* The proxy's container, without its name. Takes the model. */}}
{{- define "mcp-gateway.container" -}}
{{- $values := .root.Values -}}
image: {{ include "mcp-gateway.image" (dict "image" $values.image "tag" .version) | quote }}
imagePullPolicy: {{ $values.image.pullPolicy }}
args:
  - -f
  - /etc/agentgateway/config.yaml
  {{- with $values.extraArgs }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- if or .secretEnv $values.extraEnv }}
env:
  {{- range .secretEnv }}
  - name: {{ .name }}
    valueFrom:
      secretKeyRef:
        name: {{ .secret }}
        key: {{ .key }}
  {{- end }}
  {{- with $values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- with $values.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
ports:
  - name: http
    containerPort: {{ .ports.http }}
  - name: stats
    containerPort: {{ .ports.stats }}
  - name: readiness
    containerPort: {{ .ports.readiness }}
  {{- if $values.admin.expose }}
  - name: admin
    containerPort: {{ .ports.admin }}
  {{- end }}
{{- with $values.startupProbe }}
startupProbe:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.readinessProbe }}
readinessProbe:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.livenessProbe }}
livenessProbe:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.securityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumeMounts:
  - name: config
    mountPath: /etc/agentgateway
    readOnly: true
  {{- with $values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Spread constraints: the given ones, completed with the pods' labels, or a soft spread over nodes. Takes the model. */}}
{{- define "mcp-gateway.topologySpread" -}}
{{- $labels := include "mcp-gateway.selectorLabels" .root -}}
{{- if .root.Values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range .root.Values.topologySpreadConstraints }}
  - {{- toYaml . | nindent 4 }}
    {{- if not .labelSelector }}
    labelSelector:
      matchLabels:
        {{- $labels | nindent 8 }}
    {{- end }}
  {{- end }}
{{- else if .replicated }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $labels | nindent 8 }}
{{- end }}
{{- end -}}
