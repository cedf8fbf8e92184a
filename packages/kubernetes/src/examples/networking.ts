/** One example of each kind of networking, policy, discovery and events, for the published schemas. */
export const networkingExamples = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: shop, namespace: web}
spec:
  podSelector: {matchLabels: {app: shop}}
  policyTypes: [Ingress, Egress]
  ingress:
    - from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: gateway}}}]
      ports: [{protocol: TCP, port: 8080}]
  egress:
    - to: [{podSelector: {matchLabels: {app: database}}}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop, namespace: web}
spec:
  ingressClassName: public
  tls: [{hosts: [shop.example.com], secretName: shop-tls}]
  rules:
    - host: shop.example.com
      http:
        paths:
          - {path: /, pathType: Prefix, backend: {service: {name: shop, port: {name: http}}}}
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: public}
spec: {controller: example.com/ingress-controller}
---
apiVersion: networking.k8s.io/v1
kind: IPAddress
metadata: {name: 10.96.0.10}
spec:
  parentRef: {resource: services, namespace: kube-system, name: dns}
---
apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata: {name: more-services}
spec: {cidrs: [10.112.0.0/16]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: shop, namespace: web}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {app: shop}}
---
apiVersion: policy/v1
kind: Eviction
metadata: {name: shop-0, namespace: web}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: old-database-1, namespace: web, labels: {kubernetes.io/service-name: old-database}}
addressType: IPv4
endpoints: [{addresses: [10.20.30.40], conditions: {ready: true}}]
ports: [{name: postgres, protocol: TCP, port: 5432}]
---
apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: shop.17a2b3c5, namespace: web}
eventTime: "2026-01-31T12:00:00.000000Z"
reportingController: example.com/shop-operator
reportingInstance: shop-operator-0
action: Scaling
reason: ScaledUp
regarding: {apiVersion: apps/v1, kind: Deployment, name: shop, namespace: web}
note: Two replicas more.
type: Normal
`;
