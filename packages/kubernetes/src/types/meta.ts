/** The metadata of every object, and small types that many groups share. Fields follow k8s.io/apimachinery 0.36. */
export const metaTypes = `
ObjectMeta
  name generateName namespace selfLink uid resourceVersion: string
  generation deletionGracePeriodSeconds: int64
  creationTimestamp deletionTimestamp: time
  labels: {label-key: label-value}
  annotations: {annotation-key: string}
  ownerReferences: [OwnerReference]
  finalizers: [label-key]
  managedFields: [ManagedFieldsEntry]

TemplateMeta
  name generateName namespace selfLink uid resourceVersion: string
  generation deletionGracePeriodSeconds: int64
  creationTimestamp deletionTimestamp: time
  labels: {label-key: label-value}
  annotations: {annotation-key: string}
  ownerReferences~: [OwnerReference]
  managedFields~: [ManagedFieldsEntry]
  finalizers: [string]

OwnerReference
  apiVersion! kind! name! uid!: string
  controller blockOwnerDeletion: bool

ManagedFieldsEntry
  manager operation apiVersion fieldsType subresource: string
  time: time
  fieldsV1: any

ListMeta
  selfLink resourceVersion continue: string
  remainingItemCount: int64

LabelSelector
  matchLabels: {label-key: label-value}
  matchExpressions: [LabelSelectorRequirement]

LabelSelectorRequirement
  key!: label-key
  operator!: In|NotIn|Exists|DoesNotExist
  values: [label-value]

Condition
  type! reason! message: string
  status!: True|False|Unknown
  observedGeneration: int64
  lastTransitionTime!: time

ObjectReference
  kind namespace name uid apiVersion resourceVersion fieldPath: string

LocalObjectReference
  name: string

NamedReference
  name!: string

SecretReference
  name namespace: string

TypedLocalObjectReference
  apiGroup kind! name!: string

TypedObjectReference
  apiGroup kind! name! namespace: string

CrossVersionObjectReference
  kind! name!: path-segment
  apiVersion: string
`;
