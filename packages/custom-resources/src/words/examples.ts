/** Examples of each kind of the Gateway API, agentgateway.dev and monitoring.coreos.com for the published schemas, valid in every version. */
export const customExamples = `
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: {name: agentgateway}
spec: {controllerName: agentgateway.dev/agentgateway}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: mcp, namespace: gateway}
spec:
  gatewayClassName: agentgateway
  listeners:
    - name: https
      protocol: HTTPS
      port: 443
      hostname: mcp.example.com
      tls: {certificateRefs: [{name: mcp-tls}]}
      allowedRoutes: {namespaces: {from: All}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: ListenerSet
metadata: {name: more-listeners, namespace: web}
spec:
  parentRef: {name: mcp, namespace: gateway}
  listeners: [{name: http, protocol: HTTP, port: 8080}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: mcp, namespace: gateway}
spec:
  parentRefs: [{name: mcp}]
  hostnames: [mcp.example.com]
  rules:
    - matches: [{path: {type: PathPrefix, value: /mcp}}]
      backendRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: mcp-servers}]
      timeouts: {request: 60s}
---
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: authz, namespace: gateway}
spec:
  parentRefs: [{name: mcp}]
  rules:
    - matches: [{method: {service: auth.v1.Checks, method: Check}}]
      backendRefs: [{name: authz, port: 9000}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: TLSRoute
metadata: {name: database, namespace: web}
spec:
  parentRefs: [{name: mcp, namespace: gateway}]
  hostnames: [database.example.com]
  rules:
    - backendRefs: [{name: database, port: 5432}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: TCPRoute
metadata: {name: cache, namespace: web}
spec:
  parentRefs: [{name: mcp, namespace: gateway, sectionName: cache}]
  rules:
    - backendRefs: [{name: cache, port: 6379}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: UDPRoute
metadata: {name: dns, namespace: web}
spec:
  parentRefs: [{name: mcp, namespace: gateway, sectionName: dns}]
  rules:
    - backendRefs: [{name: dns, port: 53}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: ReferenceGrant
metadata: {name: routes-of-gateway, namespace: web}
spec:
  from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: gateway}]
  to: [{group: "", kind: Service}]
---
apiVersion: gateway.networking.k8s.io/v1
kind: BackendTLSPolicy
metadata: {name: shop, namespace: web}
spec:
  targetRefs: [{group: "", kind: Service, name: shop}]
  validation: {hostname: shop.web.example.com, wellKnownCACertificates: System}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: mcp-servers, namespace: gateway}
spec:
  mcp:
    targets:
      - name: tickets
        static: {host: tickets.tools.svc.cluster.local, port: 8000, path: /mcp, protocol: StreamableHTTP}
      - name: by-label
        selector: {services: {matchLabels: {mcp: enabled}}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: models, namespace: gateway}
spec:
  ai:
    provider: {openai: {model: gpt-4o-mini}}
  policies:
    auth: {secretRef: {name: openai-key}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: authorization, namespace: gateway}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: mcp}]
  traffic:
    extAuth:
      backendRef: {name: authz, port: 9000}
      grpc: {contextExtensions: {environment: production}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: authorization-timeout, namespace: gateway}
spec:
  targetRefs: [{group: "", kind: Service, name: authz}]
  backend: {http: {requestTimeout: 2s}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: tool-rules, namespace: gateway}
spec:
  targetRefs: [{group: agentgateway.dev, kind: AgentgatewayBackend, name: mcp-servers}]
  backend:
    mcp:
      authorization:
        action: Allow
        policy: {matchExpressions: ['mcp.tool.name.startsWith("read_")']}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy, namespace: gateway}
spec:
  image: {registry: registry.example.com, repository: agentgateway, tag: v1.4.1}
  logging: {level: info, format: json}
  resources: {requests: {cpu: 100m, memory: 128Mi}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayModel
metadata: {name: small, namespace: gateway}
spec:
  parentRefs: [{name: mcp}]
  match: {model: small}
  provider: OpenAI
  policies:
    auth: {secretRef: {name: openai-key}}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: shop, namespace: web}
spec:
  selector: {matchLabels: {app: shop}}
  endpoints: [{port: http, path: /metrics, interval: 30s, scrapeTimeout: 10s}]
---
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata: {name: proxies, namespace: gateway}
spec:
  selector: {matchLabels: {app: proxy}}
  podMetricsEndpoints: [{port: metrics, interval: 30s}]
---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: shop, namespace: web}
spec:
  groups:
    - name: shop
      rules:
        - alert: ShopIsSlow
          expr: histogram_quantile(0.99, sum by (le) (rate(request_seconds_bucket[5m]))) > 1
          for: 10m
          labels: {severity: page}
          annotations: {summary: One request in a hundred takes longer than a second.}
`;
