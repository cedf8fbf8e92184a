/** Descriptions of kinds other than pods, and of their most common fields. */
export const kindWords = `
ReplicationController: Keeps a number of equal pods running. Replaced by Deployment.
Service: One name and address for pods that come and go.
ServiceSpec: Which pods, at which ports, for whom.
  ports: The ports of the Service and where they lead.
  selector: Labels of the pods that requests go to.
  type: Who can reach it: the cluster, every node's address, a load balancer, or an alias for another name.
  clusterIP: Its address in the cluster; None for one without, whose name leads to the pods themselves.
  externalName: The DNS name that an ExternalName Service stands for.
  externalIPs: Further addresses at which nodes take requests for it.
  sessionAffinity: Whether requests of one client go to one pod.
  loadBalancerClass: Who provides the load balancer.
  loadBalancerSourceRanges: Addresses from which the load balancer takes requests.
  externalTrafficPolicy: Whether requests from outside go to pods of the same node only.
  internalTrafficPolicy: Whether requests from inside go to pods of the same node only.
  publishNotReadyAddresses: Whether pods count before they are ready.
  ipFamilies: IPv4 and IPv6, the first one to use first.
  ipFamilyPolicy: Whether it has addresses of one family or of both.
  healthCheckNodePort: The port of nodes at which the load balancer asks for health.
ServicePort: A port of a Service.
  name: A name, needed where there are several ports.
  port: The port of the Service.
  targetPort: The port of the pods, by number or name; that of the Service where nothing is said.
  nodePort: The port of every node, for NodePort and LoadBalancer.
ServiceAccount: Who a pod is, to the API server and others.
  automountServiceAccountToken: Whether pods find the token as a file.
  imagePullSecrets: Secrets with credentials for registries of images.
  secrets: Secrets that its pods may use.
ConfigMap: Configuration as keys and texts, for files and environment variables of pods.
  data: Keys and texts.
  binaryData: Keys and bytes, in base64.
  immutable: Whether it may never change.
Secret: As a ConfigMap, for what not everyone may read.
  data: Keys and values, in base64.
  stringData: Keys and values as they are; the server puts them into data.
  type: What the keys are, such as Opaque or kubernetes.io/tls.
  immutable: Whether it may never change.
Namespace: A part of the cluster with names, rights and limits of its own.
Node: A machine that runs pods.
NodeSpec: What holds for a machine.
  unschedulable: Whether no new pods are placed on it.
  taints: What keeps pods away that do not tolerate it.
Taint: What keeps pods away from a node.
Endpoints: The addresses behind a Service. Replaced by EndpointSlice.
Binding: Places a pod on a node.
  target: The node.
Event: Something that happened to an object.
LimitRange: Bounds and defaults for the resources of single pods, containers and claims of a namespace.
LimitRangeSpec: The bounds.
  limits: Bounds, for one type of thing each.
ResourceQuota: The most that all objects of a namespace may use together.
ResourceQuotaSpec: The bounds.
  hard: The most of each thing, such as requests.memory or pods.
PersistentVolume: A piece of storage in the cluster.
PersistentVolumeSpec: What storage it is, how large, and what becomes of it.
  capacity: How large it is.
  accessModes: How it may be mounted.
  persistentVolumeReclaimPolicy: What becomes of it when its claim is gone.
  storageClassName: The StorageClass it belongs to.
PersistentVolumeClaim: Asks for storage, which pods then mount by the name of the claim.
PersistentVolumeClaimSpec: How much storage, and of which sort.
  accessModes: How it is to be mounted.
  resources: How much is asked for, as requests.storage.
  storageClassName: The StorageClass to take it from; the default one where nothing is said.
  volumeName: The PersistentVolume that is to be taken.
  volumeMode: Whether it is a file system or a block device.
  dataSource: What the new storage is filled from.
ComponentStatus: Whether a part of the control plane is well. No longer kept up to date.

Deployment: Keeps a number of equal pods running and replaces them step by step when their template changes.
DeploymentSpec: How many pods, which ones, and how they are replaced.
  selector: Labels of the pods that belong to it; cannot change later.
  strategy: How old pods make way for new ones.
  minReadySeconds: Seconds that a new pod has to be ready before it counts.
  revisionHistoryLimit: How many old versions are kept to go back to.
  progressDeadlineSeconds: Seconds without progress after which it counts as failed.
  paused: Whether changes wait.
DeploymentStrategy: How old pods make way for new ones.
  type: RollingUpdate, step by step; Recreate, all old ones first.
  rollingUpdate: How large the steps are.
RollingUpdate: How large the steps of a roll-out are.
  maxUnavailable: How many pods may be missing.
  maxSurge: How many pods there may be too many.
ReplicaSet: Keeps a number of equal pods running. Mostly made by a Deployment.
DaemonSet: Runs a pod on every node.
DaemonSetSpec: Which pods, and how they are replaced.
  updateStrategy: How old pods make way for new ones.
StatefulSet: Runs pods with names that stay, one after the other, each with storage of its own.
StatefulSetSpec: How many pods, which ones, and their storage.
  serviceName: The Service under which each pod has a DNS name.
  volumeClaimTemplates: Claims for storage that each pod gets.
  podManagementPolicy: Whether pods start one after the other or at once.
  updateStrategy: How old pods make way for new ones.
  persistentVolumeClaimRetentionPolicy: Whether claims go away with their pods.
  ordinals: The number that the first pod has.
ControllerRevision: A former state of a DaemonSet or StatefulSet. Written by controllers.
Job: Runs pods until they have ended well.
JobSpec: Which pods, how many at once, how often in all.
  parallelism: How many pods run at once.
  completions: How many pods have to end well.
  backoffLimit: How many failures are allowed.
  activeDeadlineSeconds: Seconds that it may run.
  ttlSecondsAfterFinished: Seconds after its end until it is removed.
  suspend: Whether no pods run for now.
  completionMode: Whether each pod has a number of its own.
  podFailurePolicy: What a failure means, by exit code or condition.
  manualSelector: Whether the selector was written by hand.
CronJob: Makes a Job at set times.
CronJobSpec: When, and which Job.
  schedule: Minute, hour, day of the month, month and day of the week, or a word such as @daily.
  timeZone: The time zone of the schedule, such as Europe/Berlin.
  concurrencyPolicy: What happens when the last Job still runs.
  startingDeadlineSeconds: Seconds that a Job may start late.
  suspend: Whether no Jobs are made for now.
  jobTemplate: What each new Job looks like.
  successfulJobsHistoryLimit: How many Jobs that ended well are kept.
  failedJobsHistoryLimit: How many failed Jobs are kept.
HorizontalPodAutoscaler: Changes the number of pods with their load.
HorizontalPodAutoscalerSpec: What is scaled, within which bounds, by which measure.
  scaleTargetRef: The Deployment or other object whose number of pods changes.
  minReplicas: The least number of pods.
  maxReplicas: The greatest number of pods.
  metrics: What is measured, and what it should be.
  behavior: How fast the number may go up and down.
HorizontalPodAutoscalerV1: Changes the number of pods with their use of CPU.
HorizontalPodAutoscalerV1Spec: What is scaled, within which bounds.
  scaleTargetRef: The Deployment or other object whose number of pods changes.
  minReplicas: The least number of pods.
  maxReplicas: The greatest number of pods.
  targetCPUUtilizationPercentage: The share of the CPU asked for that should be used.
Scale: The number of pods of another object.

NetworkPolicy: Says who may send to the pods it picks, and whom they may send to.
NetworkPolicySpec: Which pods, and what is allowed. What no policy allows is refused once one picks the pod.
  podSelector: The pods it is for; an empty one picks all of the namespace.
  ingress: Who may send to them.
  egress: Whom they may send to.
  policyTypes: Which of the two directions it is about.
NetworkPolicyIngressRule: Allowed senders and ports.
  from: The senders; all where nothing is said.
  ports: The ports of the pods; all where nothing is said.
NetworkPolicyEgressRule: Allowed receivers and ports.
  to: The receivers; all where nothing is said.
  ports: The ports of the receivers; all where nothing is said.
NetworkPolicyPeer: Pods, namespaces or addresses.
  ipBlock: A range of addresses.
NetworkPolicyPort: A port or a range of ports.
  endPort: The last port of a range that starts with port.
Ingress: Leads HTTP requests from outside to Services, by host and path.
IngressSpec: Hosts, paths and where they lead.
  ingressClassName: Which controller serves it, by the name of an IngressClass.
  defaultBackend: Where requests go that no rule matches.
  tls: Hosts with the Secrets of their certificates.
  rules: Hosts and paths, and where they lead.
IngressTLS: Hosts and the certificate for them.
  hosts: The hosts.
  secretName: The Secret that holds certificate and key.
IngressRule: Paths of one host.
  host: The host; every one where nothing is said.
HTTPIngressPath: A path and where it leads.
  path: The path, or the start of it.
  pathType: Whether the path is whole, a start, or what the controller makes of it.
  backend: Where it leads.
IngressBackend: A Service, or another object that the controller knows.
IngressServiceBackend: A Service and one of its ports.
  name: Name of the Service.
  port: The port of the Service, by number or by name.
IngressClass: A controller that serves Ingresses.
IPAddress: An address of a Service that is taken. Written by the server.
ServiceCIDR: A range of addresses for Services.
PodDisruptionBudget: How many pods may be away on purpose at once.
PodDisruptionBudgetSpec: Which pods, and how many.
  minAvailable: How many have to stay.
  maxUnavailable: How many may be away.
Eviction: Asks a pod to leave its node.
EndpointSlice: Addresses behind a Service. Mostly written by a controller.
NewEvent: Something that happened to an object.

Role: Rights within a namespace.
ClusterRole: Rights in the whole cluster, or for use in any namespace.
PolicyRule: What may be done with what.
  verbs: What may be done: get, list, watch, create, update, patch, delete, or *.
  apiGroups: API groups of the resources; empty for the core group.
  resources: Resources in the plural, such as pods or deployments/scale.
  resourceNames: Names of single objects; all where nothing is said.
  nonResourceURLs: Paths of the server, such as /healthz.
RoleBinding: Gives the rights of a role to users, groups or ServiceAccounts, within a namespace.
  subjects: Who gets the rights.
  roleRef: The Role or ClusterRole; cannot change later.
ClusterRoleBinding: Gives the rights of a ClusterRole in the whole cluster.
  subjects: Who gets the rights.
  roleRef: The ClusterRole; cannot change later.
ValidatingWebhookConfiguration: Services that are asked before objects are stored, and may refuse them.
MutatingWebhookConfiguration: Services that are asked before objects are stored, and may change them.
ValidatingAdmissionPolicy: Expressions that objects have to fulfil before they are stored.
ValidatingAdmissionPolicyBinding: Says where a ValidatingAdmissionPolicy holds and what happens then.
CustomResourceDefinition: Brings a kind of object of its own to the server.
APIService: Leads a part of the API to a server of its own.
CertificateSigningRequest: Asks for a certificate.
FlowSchema: Sorts requests to the server by importance.
PriorityLevelConfiguration: How many requests of one importance are served at once.
StorageClass: A sort of storage, and who provides it.
  provisioner: Who provides the storage.
  parameters: Settings for the provider.
  reclaimPolicy: What becomes of storage whose claim is gone.
  volumeBindingMode: Whether storage waits until a pod needs it.
  allowVolumeExpansion: Whether claims may grow.
VolumeAttachment: Storage that is, or is to be, attached to a node.
CSIDriver: How a CSI driver wants to be used.
CSINode: The CSI drivers of a node.
CSIStorageCapacity: How much storage there is in a place.
VolumeAttributesClass: Settings of storage that may change while it is used.
PriorityClass: How important pods are.
  value: The greater, the more important.
  globalDefault: Whether pods have it that name none.
RuntimeClass: What runs containers, by the name of a handler of the nodes.
Lease: Who holds something for now, such as the lead among replicas.
DeviceClass: A sort of devices that can be claimed.
ResourceClaim: Asks for devices.
ResourceClaimTemplate: What the claim of each new pod looks like.
ResourceSlice: Devices of a node or pool. Written by drivers.
`;
