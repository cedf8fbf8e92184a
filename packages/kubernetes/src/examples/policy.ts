/** One example of each kind of rbac, admission, extension, certificates and flow control, for the published schemas. */
export const policyExamples = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: read-config, namespace: web}
rules:
  - {apiGroups: [""], resources: [configmaps], verbs: [get, list, watch]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: read-config, namespace: web}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: read-config}
subjects: [{kind: ServiceAccount, name: shop, namespace: web}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: read-nodes}
rules:
  - {apiGroups: [""], resources: [nodes], verbs: [get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: read-nodes}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: read-nodes}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: on-call}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: image-check}
webhooks:
  - name: images.example.com
    clientConfig: {service: {namespace: checks, name: image-check, path: /judge}}
    rules: [{operations: [CREATE, UPDATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
    failurePolicy: Fail
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 5
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: defaults}
webhooks:
  - name: defaults.example.com
    clientConfig: {url: "https://defaults.example.com/change"}
    rules: [{operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}]
    sideEffects: None
    admissionReviewVersions: [v1]
    reinvocationPolicy: IfNeeded
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few-replicas}
spec:
  matchConstraints:
    resourceRules: [{operations: [CREATE, UPDATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}]
  validations:
    - {expression: object.spec.replicas <= 20, message: at most 20 replicas}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few-replicas}
spec:
  policyName: few-replicas
  validationActions: [Deny]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, singular: boat, kind: Boat, listKind: BoatList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {length: {type: integer, minimum: 1}}}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.numbers.example.com}
spec:
  group: numbers.example.com
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {namespace: numbers, name: numbers-api}
---
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: shop-client}
spec:
  request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K
  signerName: example.com/clients
  expirationSeconds: 86400
  usages: [client auth]
---
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: {name: operators}
spec:
  matchingPrecedence: 500
  priorityLevelConfiguration: {name: operators}
  distinguisherMethod: {type: ByUser}
  rules:
    - subjects: [{kind: Group, group: {name: operators}}]
      resourceRules: [{verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"]}]
---
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: operators}
spec:
  type: Limited
  limited:
    nominalConcurrencyShares: 20
    limitResponse: {type: Queue, queuing: {queues: 32, handSize: 4, queueLengthLimit: 50}}
`;
