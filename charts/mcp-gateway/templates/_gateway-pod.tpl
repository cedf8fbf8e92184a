{{/* The pod's spec of the gateway. Takes the scope. */}}
{{- define "mcp-gateway.gateway.pod" -}}
{{- $values := .Values.gateway -}}
serviceAccountName: {{ include "mcp-gateway.gateway.serviceAccountName" . | quote }}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
terminationGracePeriodSeconds: {{ int $values.terminationGracePeriodSeconds }}
{{- with .Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: mcpgw
    {{- include "mcp-gateway.gateway.container" . | nindent 4 }}
volumes:
  - name: config
    configMap:
      name: {{ .Model.gateway.name | quote }}
  {{- if not .Model.gateway.redis }}
  - name: state
    {{- if $values.persistence.enabled }}
    persistentVolumeClaim:
      claimName: {{ $values.persistence.existingClaim | default .Model.gateway.name | quote }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  {{- end }}
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
{{- if gt (int $values.replicas) 1 }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- .Model.gateway.selectorLabels | nindent 8 }}
{{- end }}
{{- end -}}

{{/* The gateway's container, without its name. Takes the scope. */}}
{{- define "mcp-gateway.gateway.container" -}}
{{- $values := .Values.gateway -}}
image: {{ include "mcp-gateway.image" (dict "image" $values.image "tag" .Chart.Version) | quote }}
imagePullPolicy: {{ $values.image.pullPolicy }}
command: ["mcpgw", "serve"]
args: ["/etc/mcpgw/gateway.yaml"]
{{- with include "mcp-gateway.gateway.env" . | trim }}
env:
  {{- . | nindent 2 }}
{{- end }}
{{- with $values.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
ports:
  - name: http
    containerPort: {{ .Model.gateway.port }}
startupProbe:
  httpGet:
    path: /healthz
    port: http
  periodSeconds: 2
  failureThreshold: 30
readinessProbe:
  httpGet:
    path: /readyz
    port: http
  periodSeconds: 5
  failureThreshold: 2
livenessProbe:
  httpGet:
    path: /healthz
    port: http
  periodSeconds: 10
  failureThreshold: 3
{{- with .Values.securityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumeMounts:
  - name: config
    mountPath: /etc/mcpgw
    readOnly: true
  {{- if not .Model.gateway.redis }}
  - name: state
    mountPath: /var/lib/mcpgw
  {{- end }}
  {{- with $values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The NetworkPolicy of the gateway. Takes the scope. */}}
{{- define "mcp-gateway.gateway.networkPolicy" -}}
{{- $policy := .Values.gateway.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "mcp-gateway.metadata" (dict "root" $ "name" .Model.gateway.name "component" "mcpgw") | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- .Model.gateway.selectorLabels | nindent 6 }}
  policyTypes:
    - Ingress
    {{- if $policy.restrictEgress }}
    - Egress
    {{- end }}
  ingress:
    - ports:
        - port: http
          protocol: TCP
      from:
        {{- with $policy.ingressFrom }}
        {{- toYaml . | nindent 8 }}
        {{- else }}
        {{- include "mcp-gateway.gateway.proxyPeers" $ | nindent 8 }}
        {{- end }}
    {{- with $policy.metricsFrom }}
    - ports:
        - port: http
          protocol: TCP
      from:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- with $policy.extraIngress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- if $policy.restrictEgress }}
  egress:
    - ports:
        - port: 53
          protocol: UDP
        - port: 53
          protocol: TCP
      {{- with .Values.networkPolicy.dnsTo }}
      to:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- with include "mcp-gateway.gateway.egressPorts" . }}
    {{- . | nindent 4 }}
    {{- end }}
    {{- with $policy.extraEgress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end -}}
