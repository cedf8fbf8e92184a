/** networking, policy, discovery. Fields follow k8s.io/api 0.29 to 0.35. */
export const networkingTypes = `
NetworkPolicy object
  spec: NetworkPolicySpec

NetworkPolicySpec
  podSelector: LabelSelector
  ingress: [NetworkPolicyIngressRule]
  egress: [NetworkPolicyEgressRule]
  policyTypes: [Ingress|Egress]

NetworkPolicyIngressRule
  ports: [NetworkPolicyPort]
  from: [NetworkPolicyPeer]

NetworkPolicyEgressRule
  ports: [NetworkPolicyPort]
  to: [NetworkPolicyPeer]

NetworkPolicyPort
  protocol*: TCP|UDP|SCTP
  port: port-or-name
  endPort: port

NetworkPolicyPeer
  podSelector namespaceSelector: LabelSelector
  ipBlock: IPBlock

IPBlock
  cidr!: cidr
  except: [cidr]

Ingress object
  spec!: IngressSpec
  status: object

IngressSpec
  ingressClassName*: subdomain
  defaultBackend: IngressBackend
  tls: [IngressTLS]
  rules: [IngressRule]

IngressTLS
  hosts: [wildcard-host]
  secretName: subdomain

IngressRule
  host: ingress-host
  http: HTTPIngressRuleValue

HTTPIngressRuleValue
  paths!: [HTTPIngressPath]

HTTPIngressPath
  path: string
  pathType!: Exact|Prefix|ImplementationSpecific
  backend!: IngressBackend

IngressBackend
  service: IngressServiceBackend
  resource: IngressResourceBackend

IngressResourceBackend
  apiGroup*: subdomain
  kind! name!: path-segment

IngressServiceBackend
  name!: service-name
  port: ServiceBackendPort

ServiceBackendPort
  name: port-name
  number: int32(0..65535)

IngressClass object
  spec!: IngressClassSpec

IngressClassSpec
  controller!: domain-path
  parameters: IngressClassParametersReference

IngressClassParametersReference
  apiGroup*: subdomain
  kind! name!: path-segment
  scope*: Cluster|Namespace
  namespace: label

IPAddress object
  spec!: IPAddressSpec

IPAddressSpec
  parentRef!: ParentReference

ParentReference
  group: subdomain
  namespace: path-segment
  resource! name!: path-segment

ServiceCIDR object
  spec!: ServiceCIDRSpec
  status: object

ServiceCIDRSpec
  cidrs!: [cidr]

PodDisruptionBudget object
  spec: PodDisruptionBudgetSpec
  status: object

PodDisruptionBudgetSpec
  minAvailable maxUnavailable: count-or-percent
  selector: LabelSelector
  unhealthyPodEvictionPolicy*: IfHealthyBudget|AlwaysAllow

Eviction object
  deleteOptions: object

EndpointSlice object
  addressType!: IPv4|IPv6|FQDN
  endpoints: [SliceEndpoint]
  ports: [SliceEndpointPort]

SliceEndpoint
  addresses!: [string]
  conditions: SliceEndpointConditions
  hostname*: label
  targetRef: ObjectReference
  deprecatedTopology: {string}
  nodeName: subdomain
  zone: string
  hints: SliceEndpointHints

SliceEndpointConditions
  ready serving terminating: bool

SliceEndpointHints
  forZones: [ZoneHint]
  forNodes: [NodeHint] since 1.33

ZoneHint
  name: string

NodeHint
  name!: subdomain

SliceEndpointPort
  name: label
  protocol*: TCP|UDP|SCTP
  port~: port
  appProtocol*: label-key
`;
