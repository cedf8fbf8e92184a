{{/*
The forward proxy (Envoy) of instances on the network PROXIED: a listener for each, which lets through what its server's allowedHosts name,
by CONNECT or as plain HTTP, and answers 403 to the rest.
*/}}
{{- define "mcp-gateway.forwardProxyName" -}}
{{- printf "%s-forward-proxy" (.Model.fullname | trunc 49 | trimSuffix "-") -}}
{{- end -}}

{{/* Labels that find the forward proxy's pods. Takes the scope. */}}
{{- define "mcp-gateway.forwardProxySelector" -}}
app.kubernetes.io/name: {{ include "mcp-gateway.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: forward-proxy
{{- end -}}

{{/* Envoy's bootstrap, without an admin interface. Takes a dict: root, instances (those that are PROXIED). */}}
{{- define "mcp-gateway.envoy" -}}
static_resources:
  listeners:
    {{- range .instances }}
    - name: {{ .target }}
      address:
        socket_address:
          address: 0.0.0.0
          port_value: {{ .proxyPort }}
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                {{- include "mcp-gateway.envoyListener" . | nindent 16 }}
    {{- end }}
    - name: readiness
      address:
        socket_address:
          address: 0.0.0.0
          port_value: {{ sub (int .root.Values.forwardProxy.port) 1 }}
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: readiness
                route_config:
                  virtual_hosts:
                    - name: readiness
                      domains: ["*"]
                      routes:
                        - match:
                            path: /ready
                          direct_response:
                            status: 200
                http_filters:
                  - name: envoy.filters.http.router
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
    - name: allowed
      lb_policy: CLUSTER_PROVIDED
      connect_timeout: 10s
      cluster_type:
        name: envoy.clusters.dynamic_forward_proxy
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.clusters.dynamic_forward_proxy.v3.ClusterConfig
          {{- include "mcp-gateway.envoyDnsCache" . | nindent 10 }}
{{- end -}}

{{/* One cache of names for the filter and the cluster, which must agree. */}}
{{- define "mcp-gateway.envoyDnsCache" -}}
dns_cache_config:
  name: allowed
  dns_lookup_family: V4_PREFERRED
  max_hosts: 1024
{{- end -}}

{{/* What one instance may reach. `host` stands for its ports 443 and 80, `host:port` for that port alone. Takes an instance. */}}
{{- define "mcp-gateway.envoyListener" -}}
{{- $domains := list -}}
{{- range .values.allowedHosts -}}
{{- $domains = concat $domains (ternary (list .) (list (printf "%s:443" .) (printf "%s:80" .) .) (contains ":" .)) -}}
{{- end -}}
stat_prefix: {{ .target }}
normalize_path: true
stream_idle_timeout: 300s
access_log:
  - name: envoy.access_loggers.stdout
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog
      log_format:
        json_format:
          time: "%START_TIME%"
          listener: {{ .target }}
          method: "%REQ(:METHOD)%"
          authority: "%REQ(:AUTHORITY)%"
          status: "%RESPONSE_CODE%"
          flags: "%RESPONSE_FLAGS%"
route_config:
  virtual_hosts:
    - name: allowed
      domains: {{ $domains | uniq | toJson }}
      routes:
        - match:
            connect_matcher: {}
          route:
            cluster: allowed
            timeout: 0s
            upgrade_configs:
              - upgrade_type: CONNECT
                connect_config: {}
        - match:
            prefix: /
          route:
            cluster: allowed
            timeout: 300s
    - name: denied
      domains: ["*"]
      routes:
        {{- range list "connect_matcher: {}" "prefix: /" }}
        - match:
            {{ . }}
          direct_response:
            status: 403
            body:
              inline_string: "not in allowedHosts\n"
        {{- end }}
http_filters:
  - name: envoy.filters.http.dynamic_forward_proxy
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.http.dynamic_forward_proxy.v3.FilterConfig
      {{- include "mcp-gateway.envoyDnsCache" . | nindent 6 }}
  - name: envoy.filters.http.router
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
{{- end -}}
