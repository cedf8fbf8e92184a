{{/* The pod's spec. Takes the scope. */}}
{{- define "mcp-gateway.pod" -}}
{{- $values := .Values -}}
serviceAccountName: {{ include "mcp-gateway.serviceAccountName" . | quote }}
automountServiceAccountToken: {{ $values.serviceAccount.automount }}
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
terminationGracePeriodSeconds: {{ int $values.terminationGracePeriodSeconds }}
{{- with $values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.initContainers }}
initContainers:
  {{- include "mcp-gateway.tplYaml" (dict "root" $ "list" .) | nindent 2 }}
{{- end }}
containers:
  - name: agentgateway
    {{- include "mcp-gateway.container" . | nindent 4 }}
  {{- with $values.extraContainers }}
  {{- include "mcp-gateway.tplYaml" (dict "root" $ "list" .) | nindent 2 }}
  {{- end }}
volumes:
  - name: config
    configMap:
      name: {{ .Model.fullname }}-config
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

{{/* The proxy's container, without its name. Takes the scope. */}}
{{- define "mcp-gateway.container" -}}
{{- $values := .Values -}}
image: {{ include "mcp-gateway.image" (dict "image" $values.image "tag" .Model.version) | quote }}
imagePullPolicy: {{ $values.image.pullPolicy }}
args:
  - -f
  - /etc/agentgateway/config.yaml
  {{- with $values.extraArgs }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- if or .Model.secretEnv $values.extraEnv }}
env:
  {{- range .Model.secretEnv }}
  - name: {{ .name }}
    valueFrom:
      secretKeyRef:
        name: {{ .secret | quote }}
        key: {{ .key | quote }}
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
    containerPort: {{ .Model.ports.http }}
  - name: stats
    containerPort: {{ .Model.ports.stats }}
  - name: readiness
    containerPort: {{ .Model.ports.readiness }}
  {{- if $values.admin.expose }}
  - name: admin
    containerPort: {{ .Model.ports.admin }}
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

{{/* Spread constraints: the given ones, completed with the pods' labels, or a soft spread over nodes. Takes the scope. */}}
{{- define "mcp-gateway.topologySpread" -}}
{{- $labels := .Model.selectorLabels -}}
{{- if .Values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range .Values.topologySpreadConstraints }}
  - {{ toYaml . | indent 4 | trim }}
    {{- if not .labelSelector }}
    labelSelector:
      matchLabels:
        {{- $labels | nindent 8 }}
    {{- end }}
  {{- end }}
{{- else if .Model.replicated }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $labels | nindent 8 }}
{{- end }}
{{- end -}}
