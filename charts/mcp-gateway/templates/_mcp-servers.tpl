{{/*
MCP servers that the chart runs. `mcp-gateway.model.mcpServers` sets in the model:

  mcpInstances   list of dicts, one an instance: at, id (of the server), name (of the objects), instance (normal or isolated), target (id of
                 its route), sensitivity, network (FULL, PROXIED or NONE), values (of the server), egress (further rules), and, where the
                 network is PROXIED, proxyPort: the forward proxy's listener for this instance

and gives every instance a target. An instance with `isolation` has a second one from the same image, on a stricter network.
*/}}
{{- define "mcp-gateway.model.mcpServers" -}}
{{- $_ := set .Model "mcpInstances" list -}}
{{- $_ = set .Model "proxyPort" (int .Values.forwardProxy.port) -}}
{{- range $i, $server := .Values.mcpServers -}}
{{- if or (not (hasKey $server "enabled")) $server.enabled -}}
{{- $at := printf "mcpServers[%d] (id %q)" $i $server.id -}}
{{- $isolation := ternary $server.isolation dict (kindIs "map" $server.isolation) -}}
{{- $two := kindIs "map" $server.isolation -}}
{{- $normal := dict "root" $ "at" $at "values" $server "instance" "normal" "target" $server.id "pathPrefix" $server.pathPrefix -}}
{{- $_ = set $normal "sensitivity" ($server.sensitivity | default "PUBLIC" | upper) -}}
{{- include "mcp-gateway.model.mcpInstance" $normal -}}
{{- if $two -}}
{{- $isolated := dict "root" $ "at" (printf "%s.isolation" $at) "values" $server "instance" "isolated" -}}
{{- $_ = set $isolated "target" (printf "%s-isolated" $server.id) -}}
{{- $_ = set $isolated "pathPrefix" $isolation.pathPrefix -}}
{{- $_ = set $isolated "sensitivity" ($isolation.sensitivity | default "SECRET" | upper) -}}
{{- $_ = set $isolated "egress" ($isolation.egress | default list) -}}
{{- include "mcp-gateway.model.mcpInstance" $isolated -}}
{{- include "mcp-gateway.checkIsolation" (dict "normal" $normal "isolated" $isolated) -}}
{{- end -}}
{{- $networks := list $normal.network -}}
{{- if $two -}}
{{- $networks = append $networks (include "mcp-gateway.networkMode" ($isolation.sensitivity | default "SECRET" | upper)) -}}
{{- end -}}
{{- if and $server.allowedHosts (not (has "PROXIED" $networks)) -}}
{{- fail (printf "%s.allowedHosts: no instance of this server goes through the forward proxy (its networks: %s); sensitivity CONFIDENTIAL chooses it" $at (join ", " $networks)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The network that data of a sensitivity allows. */}}
{{- define "mcp-gateway.networkMode" -}}
{{- get (dict "PUBLIC" "FULL" "INTERNAL" "FULL" "CONFIDENTIAL" "PROXIED" "SECRET" "NONE") . -}}
{{- end -}}

{{/* Completes an instance, adds it and its target to the model. Takes a dict: root, at, values, instance, target, pathPrefix, sensitivity, egress. */}}
{{- define "mcp-gateway.model.mcpInstance" -}}
{{- $root := .root -}}
{{- $model := $root.Model -}}
{{- $server := .values -}}
{{- $image := $server.image -}}
{{- if not (or $image.tag $image.digest) -}}
{{- fail (printf "%s.image: give a tag or a digest; which image runs must not depend on the day" .at) -}}
{{- end -}}
{{- range $server.env -}}
{{- if has .name (list "MCP_INSTANCE" "MCP_NETWORK") -}}
{{- fail (printf "%s.env: %s is the chart's to set, from isolation and sensitivity" $.at .name) -}}
{{- end -}}
{{- end -}}
{{- $_ := set . "id" $server.id -}}
{{- $_ = set . "name" (printf "%s-mcp-%s" $model.fullname .target) -}}
{{- if gt (len .name) 63 -}}
{{- fail (printf "%s: its Service would be named %q, and names of Services have at most 63 characters; choose a shorter id or fullnameOverride" .at .name) -}}
{{- end -}}
{{- $_ = set . "network" (include "mcp-gateway.networkMode" .sensitivity) -}}
{{- if eq .network "PROXIED" -}}
{{- if not $server.allowedHosts -}}
{{- fail (printf "%s: sensitivity %s means egress through the forward proxy, and allowedHosts names no host that it may reach; name some, or choose SECRET" .at .sensitivity) -}}
{{- end -}}
{{- $_ = set . "proxyPort" $model.proxyPort -}}
{{- $_ = set $model "proxyPort" (add1 $model.proxyPort | int) -}}
{{- if gt (int .proxyPort) 65535 -}}
{{- fail (printf "forwardProxy.port: instances get a port each from %d on, and %s would get %d" (int $root.Values.forwardProxy.port) .at (int .proxyPort)) -}}
{{- end -}}
{{- end -}}
{{- $host := printf "%s.%s.svc.%s" .name $model.namespace $root.Values.clusterDomain -}}
{{- $values := dict "host" $host "port" (int (include "mcp-gateway.mcpPort" $server)) "protocol" $server.protocol "path" $server.path "pathPrefix" .pathPrefix "providerTokenAuth" $server.providerTokenAuth -}}
{{- include "mcp-gateway.model.target" (dict "root" $root "id" .target "at" .at "values" $values) -}}
{{- $_ = set $model "mcpInstances" (append $model.mcpInstances (omit . "root")) -}}
{{- end -}}

{{/* Refuses a second instance that would not be stricter than the first, and egress rules that undo the isolation. */}}
{{- define "mcp-gateway.checkIsolation" -}}
{{- $strictness := dict "FULL" 0 "PROXIED" 1 "NONE" 2 -}}
{{- $normal := .normal -}}
{{- with .isolated -}}
{{- if le (int (get $strictness .network)) (int (get $strictness $normal.network)) -}}
{{- fail (printf "%s.sensitivity: %s gives the isolated instance the network %s, which is no stricter than that of the normal one (%s, for %s); choose %s" .at .sensitivity .network $normal.network $normal.sensitivity (ternary "SECRET, or a lower sensitivity of the server" "CONFIDENTIAL or SECRET" (eq $normal.network "PROXIED"))) -}}
{{- end -}}
{{- range $i, $rule := .egress -}}
{{- range $peer := ternary (list dict) $rule.to (empty $rule.to) -}}
{{- $anyPod := and (not $peer.ipBlock) (empty $peer.podSelector) (empty $peer.namespaceSelector) -}}
{{- if or $anyPod (regexMatch "/[0-7]$" (dig "ipBlock" "cidr" "" $peer)) -}}
{{- fail (printf "%s.egress[%d]: it allows any address, or any pod, and data could leave by it; name the peers in `to`" $.isolated.at $i) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Port of a server, in the pod and on the Service. Takes the server's values. */}}
{{- define "mcp-gateway.mcpPort" -}}
{{- .port | default 8000 | int -}}
{{- end -}}

{{/* Labels that find the pods of an instance. Takes a dict: root, instance. */}}
{{- define "mcp-gateway.mcpSelector" -}}
app.kubernetes.io/name: {{ include "mcp-gateway.name" .root | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: mcp-server
mcp-gateway/server: {{ .instance.id | quote }}
mcp-gateway/instance: {{ .instance.instance }}
{{- end -}}

{{/* Peers that may call an instance: the proxy that routes to it, and the pod of `helm test`. Takes a dict: root, instance. */}}
{{- define "mcp-gateway.mcpIngressFrom" -}}
{{- $root := .root -}}
{{- if .instance.values.ingressFrom -}}
{{- toYaml .instance.values.ingressFrom -}}
{{- else if eq $root.Values.global.agentgateway.routingMode "static" -}}
- podSelector:
    matchLabels:
      {{- $root.Model.selectorLabels | nindent 6 }}
{{- else -}}
{{- $existing := $root.Values.gatewayApi.existingGateway -}}
- podSelector:
    matchLabels:
      gateway.networking.k8s.io/gateway-name: {{ $existing.name | default $root.Model.fullname | quote }}
  {{- if and $existing.name $existing.namespace }}
  namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ $existing.namespace | quote }}
  {{- end }}
{{- end -}}
{{- end -}}

{{/* Egress rules of an instance, by its network. Takes a dict: root, instance. */}}
{{- define "mcp-gateway.mcpEgress" -}}
{{- $root := .root -}}
{{- with .instance -}}
{{- if eq .network "FULL" -}}
- {}
{{- else -}}
{{- if eq .network "PROXIED" }}
- ports:
    - port: {{ .proxyPort }}
      protocol: TCP
  to:
    - podSelector:
        matchLabels:
          {{- include "mcp-gateway.forwardProxySelector" $root | nindent 10 }}
{{- end }}
{{- with .egress }}
{{ toYaml . }}
{{- end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The pod's spec of an instance. Takes a dict: root, instance. */}}
{{- define "mcp-gateway.mcpPod" -}}
{{- $root := .root -}}
{{- $instance := .instance -}}
{{- $server := .instance.values -}}
{{- with $server.serviceAccountName }}
serviceAccountName: {{ . | quote }}
{{- end }}
automountServiceAccountToken: false
{{- if ne $instance.network "FULL" }}
# No name is resolved: the only nameserver is the pod itself, which has none. A resolver elsewhere would be a way out for data.
dnsPolicy: None
dnsConfig:
  nameservers:
    - 127.0.0.1
  options:
    - name: timeout
      value: "1"
    - name: attempts
      value: "1"
{{- end }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
terminationGracePeriodSeconds: {{ int ($server.terminationGracePeriodSeconds | default 30) }}
{{- with $server.podSecurityContext | default $root.Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: mcp-server
    {{- include "mcp-gateway.mcpContainer" . | nindent 4 }}
volumes:
  - name: tmp
    emptyDir: {}
  {{- with $server.volumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- range $field := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $server $field }}
{{ $field }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The container of an instance, without its name. Takes a dict: root, instance. */}}
{{- define "mcp-gateway.mcpContainer" -}}
{{- $instance := .instance -}}
{{- $server := .instance.values -}}
{{- $image := $server.image -}}
image: {{ printf "%s%s%s" $image.repository (ternary (printf ":%s" $image.tag) "" (not (empty $image.tag))) (ternary (printf "@%s" $image.digest) "" (not (empty $image.digest))) | quote }}
imagePullPolicy: {{ $image.pullPolicy | default "IfNotPresent" }}
{{- with $server.command }}
command:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $server.args }}
args:
  {{- toYaml . | nindent 2 }}
{{- end }}
env:
  {{- if kindIs "map" $server.isolation }}
  - name: MCP_INSTANCE
    value: {{ $instance.instance }}
  {{- end }}
  - name: MCP_NETWORK
    value: {{ $instance.network }}
  {{- if eq $instance.network "PROXIED" }}
  {{- $proxy := printf "http://$(%s_SERVICE_HOST):%d" (include "mcp-gateway.forwardProxyName" .root | upper | replace "-" "_") (int $instance.proxyPort) }}
  {{- range list "HTTP_PROXY" "HTTPS_PROXY" "http_proxy" "https_proxy" }}
  - name: {{ . }}
    value: {{ $proxy | quote }}
  {{- end }}
  - name: NODE_USE_ENV_PROXY
    value: "1"
  - name: NO_PROXY
    value: localhost,127.0.0.1
  {{- end }}
  {{- with $server.env }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $server.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
ports:
  - name: mcp
    containerPort: {{ include "mcp-gateway.mcpPort" $server }}
startupProbe:
  {{- toYaml ($server.startupProbe | default (dict "tcpSocket" (dict "port" "mcp") "periodSeconds" 2 "failureThreshold" 30)) | nindent 2 }}
readinessProbe:
  {{- toYaml ($server.readinessProbe | default (dict "tcpSocket" (dict "port" "mcp") "periodSeconds" 5)) | nindent 2 }}
livenessProbe:
  {{- toYaml ($server.livenessProbe | default (dict "tcpSocket" (dict "port" "mcp") "periodSeconds" 10)) | nindent 2 }}
{{- with $server.securityContext | default .root.Values.securityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $server.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- with $server.volumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
