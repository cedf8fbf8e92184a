/** rbac, admissionregistration, apiextensions, apiregistration, certificates, flowcontrol. Fields follow k8s.io/api 0.29 to 0.35. */
export const policyTypes = `
Role object
  rules: [PolicyRule]

ClusterRole object
  rules: [PolicyRule]
  aggregationRule: AggregationRule

AggregationRule
  clusterRoleSelectors!: [LabelSelector]

PolicyRule
  verbs!: [string]
  apiGroups resources resourceNames nonResourceURLs: [string]

RoleBinding object
  subjects: [RbacSubject]
  roleRef!: RoleRef

ClusterRoleBinding object
  subjects: [RbacSubject]
  roleRef!: RoleRef

RbacSubject
  kind!: User|Group|ServiceAccount
  apiGroup name! namespace: string

RoleRef
  apiGroup: string
  kind! name!: string

ValidatingWebhookConfiguration object
  webhooks: [Webhook]

MutatingWebhookConfiguration object
  webhooks: [MutatingWebhook]

Webhook
  name!: subdomain
  clientConfig!: WebhookClientConfig
  rules: [RuleWithOperations]
  failurePolicy*: Ignore|Fail
  matchPolicy*: Exact|Equivalent
  namespaceSelector objectSelector: LabelSelector
  sideEffects!: None|NoneOnDryRun
  timeoutSeconds: int32(1..30)
  admissionReviewVersions!: [dns1035]
  matchConditions: [MatchCondition]

MutatingWebhook
  + Webhook
  reinvocationPolicy: Never|IfNeeded

RuleWithOperations
  operations!: [CREATE|UPDATE|DELETE|CONNECT|*]
  apiGroups! apiVersions! resources!: [string]
  scope*: Cluster|Namespaced|*

NamedRuleWithOperations
  + RuleWithOperations
  resourceNames: [path-segment]

WebhookClientConfig
  url: string
  service: WebhookServiceReference
  caBundle: base64

WebhookServiceReference
  namespace! name!: string
  path: string
  port: port

MatchCondition
  name!: label-key
  expression!: cel

ValidatingAdmissionPolicy object
  spec!: ValidatingAdmissionPolicySpec
  status: object

ValidatingAdmissionPolicySpec
  paramKind: ParamKind
  matchConstraints!: MatchResources
  validations: [Validation]
  failurePolicy*: Ignore|Fail
  auditAnnotations: [AuditAnnotation]
  matchConditions: [MatchCondition]
  variables: [PolicyVariable]

ParamKind
  apiVersion!: group-version
  kind!: kind-name

Validation
  expression!: cel
  message: string
  messageExpression: cel
  reason: Forbidden|Invalid|RequestEntityTooLarge

PolicyVariable
  name!: cel-name
  expression!: cel

AuditAnnotation
  key!: label-key
  valueExpression!: cel

ValidatingAdmissionPolicyBinding object
  spec!: ValidatingAdmissionPolicyBindingSpec

ValidatingAdmissionPolicyBindingSpec
  policyName!: subdomain
  paramRef: ParamRef
  matchResources: MatchResources
  validationActions!: [Deny|Warn|Audit]

ParamRef
  name: path-segment
  namespace: string
  selector: LabelSelector
  parameterNotFoundAction!: Allow|Deny

MatchResources
  namespaceSelector objectSelector: LabelSelector
  resourceRules excludeResourceRules: [NamedRuleWithOperations]
  matchPolicy*: Exact|Equivalent

CustomResourceDefinition object
  spec!: CustomResourceDefinitionSpec
  status: object

CustomResourceDefinitionSpec
  group!: subdomain
  names!: CustomResourceDefinitionNames
  scope!: Cluster|Namespaced
  versions!: [CustomResourceDefinitionVersion]
  conversion: CustomResourceConversion
  preserveUnknownFields: bool

CustomResourceDefinitionNames
  plural! singular: dns1035
  kind!: kind-name
  listKind: kind-name
  shortNames categories: [dns1035]

CustomResourceDefinitionVersion
  name!: dns1035
  served storage: bool
  deprecated: bool
  deprecationWarning: string
  schema: CustomResourceValidation
  subresources: CustomResourceSubresources
  additionalPrinterColumns: [PrinterColumn]
  selectableFields: [SelectableField] since 1.30

SelectableField
  jsonPath!: string

CustomResourceValidation
  openAPIV3Schema: JSONSchemaProps

CustomResourceSubresources
  status: StatusSubresource
  scale: CustomResourceScale

CustomResourceScale
  specReplicasPath! statusReplicasPath!: json-path
  labelSelectorPath*: json-path

StatusSubresource as status

PrinterColumn
  name! jsonPath!: string
  type!: integer|number|string|boolean|date
  format description: string
  priority: int32

CustomResourceConversion
  strategy!: None|Webhook
  webhook: WebhookConversion

WebhookConversion
  clientConfig: WebhookClientConfig
  conversionReviewVersions: [dns1035]

JSONSchemaProps
  id $schema $ref description format title pattern: string
  type: string
  default example: any
  maximum minimum multipleOf: float
  exclusiveMaximum exclusiveMinimum uniqueItems nullable: bool
  maxLength minLength maxItems minItems maxProperties minProperties: int64
  enum: [any]
  required: [string]
  items: any
  allOf oneOf anyOf: [JSONSchemaProps]
  not: JSONSchemaProps
  properties patternProperties definitions: {JSONSchemaProps}
  additionalProperties additionalItems: schema-or-bool
  dependencies: any
  externalDocs: object
  x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string: bool
  x-kubernetes-list-map-keys: [string]
  x-kubernetes-list-type: atomic|set|map
  x-kubernetes-map-type: atomic|granular
  x-kubernetes-validations: [ValidationRule]

ValidationRule
  rule!: cel
  message fieldPath: string
  messageExpression: cel
  reason: FieldValueInvalid|FieldValueForbidden|FieldValueRequired|FieldValueDuplicate
  optionalOldSelf: bool

APIService object
  spec!: APIServiceSpec
  status: object

APIServiceSpec
  service: ApiServiceReference
  group: string
  version!: dns1035
  insecureSkipTLSVerify: bool
  caBundle: base64
  groupPriorityMinimum!: int32(1..20000)
  versionPriority!: int32(1..1000)

ApiServiceReference
  namespace! name!: string
  port: port

CertificateSigningRequest object
  spec!: CertificateSigningRequestSpec
  status: object

CertificateSigningRequestSpec
  request!: base64
  signerName!: signer-name
  expirationSeconds: int32(600..)
  usages!: [signing|digital signature|content commitment|key encipherment|key agreement|data encipherment|cert sign|crl sign|encipher only|decipher only|any|server auth|client auth|code signing|email protection|s/mime|ipsec end system|ipsec tunnel|ipsec user|timestamping|ocsp signing|microsoft sgc|netscape sgc]
  username uid: string
  groups: [string]
  extra: {[string]}

FlowSchema object
  spec!: FlowSchemaSpec
  status: object

FlowSchemaSpec
  priorityLevelConfiguration!: PriorityLevelReference
  matchingPrecedence: int32(0..10000)
  distinguisherMethod: FlowDistinguisherMethod
  rules: [PolicyRulesWithSubjects]

PriorityLevelReference
  name!: subdomain

FlowDistinguisherMethod
  type!: ByUser|ByNamespace

PolicyRulesWithSubjects
  subjects!: [FlowSubject]
  resourceRules: [ResourcePolicyRule]
  nonResourceRules: [NonResourcePolicyRule]

FlowSubject
  kind!: User|Group|ServiceAccount
  user group: NamedReference
  serviceAccount: ServiceAccountSubject

ServiceAccountSubject
  namespace!: label
  name!: flow-account

ResourcePolicyRule
  verbs! apiGroups! resources!: [string]
  clusterScope: bool
  namespaces: [string]

NonResourcePolicyRule
  verbs! nonResourceURLs!: [string]

PriorityLevelConfiguration object
  spec!: PriorityLevelConfigurationSpec
  status: object

PriorityLevelConfigurationSpec
  type!: Exempt|Limited
  limited: LimitedPriorityLevel
  exempt: ExemptPriorityLevel

LimitedPriorityLevel
  nominalConcurrencyShares borrowingLimitPercent: int32(0..)
  lendablePercent: int32(0..100)
  limitResponse!: LimitResponse

ExemptPriorityLevel
  nominalConcurrencyShares: int32(0..)
  lendablePercent: int32(0..100)

LimitResponse
  type!: Queue|Reject
  queuing: QueuingConfiguration

QueuingConfiguration
  queues: int32(0..10000000)
  handSize queueLengthLimit: int32(0..)
`;
