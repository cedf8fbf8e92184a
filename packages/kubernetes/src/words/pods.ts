/** Descriptions of pods, their containers and volumes. */
export const podWords = `
Pod: Containers that run together on one node and share its network address. Mostly made by a Deployment or another owner.
PodTemplate: A stored template of pods.
PodTemplateSpec: What each new pod looks like.
PodSpec: The containers of a pod, what they share, and where they may run.
  containers: The containers that run side by side.
  initContainers: Containers that run one after the other before the others start; with restartPolicy Always, beside them.
  ephemeralContainers: Containers that were added to a running pod for debugging.
  volumes: Folders that containers may mount.
  restartPolicy: When a container that ended is started again.
  terminationGracePeriodSeconds: Seconds between the signal to stop and the kill.
  activeDeadlineSeconds: Seconds that the pod may run.
  dnsPolicy: Whose name servers are asked.
  dnsConfig: Name servers and search domains.
  serviceAccountName: The ServiceAccount whose rights the pod has.
  serviceAccount: Old name of serviceAccountName.
  automountServiceAccountToken: Whether containers find the token of the ServiceAccount as a file.
  nodeName: The node to run on, past the scheduler.
  nodeSelector: Labels that the node must have.
  affinity: Nodes and neighbours that are wanted or not.
  topologySpreadConstraints: How pods are spread over zones, nodes and the like.
  schedulerName: Which scheduler finds the node.
  priorityClassName: How important the pod is, by the name of a PriorityClass.
  priority: How important the pod is; follows from priorityClassName.
  preemptionPolicy: Whether less important pods make room.
  runtimeClassName: What runs the containers, by the name of a RuntimeClass.
  hostNetwork: Whether the pod uses the network of the node.
  hostPID: Whether it sees the processes of the node.
  hostIPC: Whether it shares memory with processes of the node.
  shareProcessNamespace: Whether containers of the pod see each other's processes.
  hostUsers: Whether users in the pod are users of the node.
  securityContext: User, groups and protections of all containers.
  imagePullSecrets: Secrets with credentials for registries of images.
  hostname: Host name of the pod; its own name where nothing is said.
  subdomain: The Service under which the pod has a DNS name.
  setHostnameAsFQDN: Whether the host name is the full DNS name.
  hostAliases: Lines for /etc/hosts.
  enableServiceLinks: Whether there are environment variables for every Service of the namespace.
  readinessGates: Further conditions of being ready.
  overhead: What the runtime takes besides the containers.
  os: The operating system of the containers.
  schedulingGates: Who has to agree before a node is looked for.
  resourceClaims: Claims on devices, by names that containers use.
  resources: What all containers together may use.

Container: A program from an image.
  name: A name that no other container of the pod has.
  image: The image, with its tag or digest.
  imagePullPolicy: When the image is fetched; Always for the tag latest, else IfNotPresent.
  command: The program, in place of the image's entry point.
  args: Its arguments, in place of those of the image.
  workingDir: The folder it starts in.
  ports: Ports it listens on. They tell people and name ports; other ports are open too.
  env: Environment variables.
  envFrom: ConfigMaps and Secrets whose keys become environment variables.
  resources: How much CPU and memory it asks for and may use.
  resizePolicy: Whether it is started anew when its resources change.
  restartPolicy: When it is started again; Always makes an init container run beside the others.
  volumeMounts: Where volumes of the pod appear in its file system.
  volumeDevices: Where block devices appear.
  livenessProbe: Asks whether it lives; it is started again where not.
  readinessProbe: Asks whether it may be sent requests.
  startupProbe: Asks whether it has started; the other probes wait for it.
  lifecycle: What happens after the start and before the stop.
  terminationMessagePath: File with its last words.
  terminationMessagePolicy: Whether the end of the log counts as its last words.
  securityContext: User, rights and protections.
  stdin: Whether it keeps standard input open.
  stdinOnce: Whether standard input closes after the first client.
  tty: Whether it gets a terminal.
EphemeralContainer: A container that was added to a running pod for debugging.
  targetContainerName: The container whose processes it sees.
ContainerPort: A port that a container listens on.
  name: A name for the port, which Services and probes may use.
  containerPort: The number of the port.
  hostPort: A port of the node that leads here.
  hostIP: The address of the node that hostPort is bound to.
ContainerResizePolicy: What happens to a container when one of its resources changes.
EnvVar: An environment variable: a value, or where it comes from.
  name: Name of the variable.
  value: Its value; $(NAME) stands for a variable above.
  valueFrom: Where the value comes from.
EnvVarSource: Where the value of a variable comes from.
  fieldRef: A field of the pod.
  resourceFieldRef: A limit or request of a container.
  configMapKeyRef: A key of a ConfigMap.
  secretKeyRef: A key of a Secret.
EnvFromSource: Keys of a ConfigMap or Secret as environment variables.
  prefix: Text in front of each name.
  configMapRef: The ConfigMap.
  secretRef: The Secret.
KeySelector: A key of an object.
  name: Name of the object.
ObjectFieldSelector: A field of the pod.
  fieldPath: Path of the field, such as metadata.name.
ResourceFieldSelector: A limit or request of a container.
  containerName: Name of the container.
  resource: Such as limits.memory.
  divisor: The unit to count in.
ResourceRequirements: How much is asked for and how much may be used.
VolumeMount: Where a volume appears in a container.
  name: Name of the volume.
  mountPath: The folder in the container.
  subPath: The part of the volume to mount.
  subPathExpr: The part of the volume, with $(NAME) for environment variables.
Probe: A question that a container is asked again and again.
  initialDelaySeconds: Seconds before the first question.
  timeoutSeconds: Seconds that an answer may take.
  periodSeconds: Seconds between two questions.
  successThreshold: Good answers in a row that make it good.
  failureThreshold: Bad answers in a row that make it bad.
  terminationGracePeriodSeconds: Seconds to stop after the probe failed.
ProbeHandler: How a container is asked.
  exec: A program in the container; its exit code is the answer.
  httpGet: A GET request; a status from 200 to 399 is good.
  tcpSocket: A connection; that it opens is good.
  grpc: The health check of gRPC.
Lifecycle: What happens after the start and before the stop of a container.
  postStart: Runs right after the start.
  preStop: Runs before the signal to stop.
LifecycleHandler: What is done.
ExecAction: A program in the container.
  command: The program and its arguments; no shell.
HTTPGetAction: A GET request to the container.
  path: The path to ask for.
  port: The port, by number or name.
  host: The host; the pod itself where nothing is said.
  scheme: HTTP or HTTPS.
  httpHeaders: Headers to send.
PodSecurityContext: User, groups and protections of all containers of a pod.
  runAsUser: The user id that processes have.
  runAsGroup: The group id that processes have.
  runAsNonRoot: Whether a container that would run as root is refused.
  fsGroup: The group that owns the volumes.
  supplementalGroups: Further groups of the processes.
  seccompProfile: Which system calls are allowed.
SecurityContext: User, rights and protections of a container.
  runAsUser: The user id that the process has.
  runAsGroup: The group id that the process has.
  runAsNonRoot: Whether it is refused where it would run as root.
  privileged: Whether it may do on the node whatever root may.
  allowPrivilegeEscalation: Whether a process may gain rights that its parent lacks.
  readOnlyRootFilesystem: Whether only volumes can be written.
  capabilities: Rights of root that are added or dropped.
  seccompProfile: Which system calls are allowed.
Capabilities: Rights of root, such as NET_BIND_SERVICE.
  add: Rights that are added.
  drop: Rights that are dropped; ALL drops every one.
Affinity: Nodes and neighbours that are wanted or not.
  nodeAffinity: Nodes, by their labels.
  podAffinity: Pods to be near to.
  podAntiAffinity: Pods to be away from.
NodeAffinity: Which nodes are wanted.
  requiredDuringSchedulingIgnoredDuringExecution: What must hold of the node.
  preferredDuringSchedulingIgnoredDuringExecution: What should hold of it, with weights.
PodAffinity: Which neighbours are wanted or not.
  requiredDuringSchedulingIgnoredDuringExecution: What must hold.
  preferredDuringSchedulingIgnoredDuringExecution: What should hold, with weights.
PodAffinityTerm: Pods, and the label of nodes that says what near means.
  topologyKey: Label of nodes; nodes with the same value are one place.
Toleration: A taint of nodes that does not keep the pod away.
  key: The taint; every one where nothing is said.
  effect: The effect that is tolerated; every one where nothing is said.
  tolerationSeconds: Seconds that the pod stays on a node with the taint.
TopologySpreadConstraint: How pods are spread over places.
  maxSkew: The most by which two places may differ.
  topologyKey: Label of nodes; nodes with the same value are one place.
  whenUnsatisfiable: Whether the pod waits, or is placed as well as can be.

Volume: A folder that containers of the pod may mount.
  name: A name that no other volume of the pod has.
VolumeSource: Where the content of a volume comes from.
  configMap: Keys of a ConfigMap as files.
  secret: Keys of a Secret as files.
  emptyDir: An empty folder that goes away with the pod.
  persistentVolumeClaim: Storage that outlives the pod, by the name of its claim.
  hostPath: A file or folder of the node.
  projected: Several sources in one folder.
  downwardAPI: Fields of the pod as files.
  ephemeral: Storage that is claimed with the pod and goes away with it.
  csi: Storage of a CSI driver that goes away with the pod.
  nfs: A folder of an NFS server.
  image: The files of an image.
ConfigMapVolumeSource: Keys of a ConfigMap as files.
  name: Name of the ConfigMap.
SecretVolumeSource: Keys of a Secret as files.
  secretName: Name of the Secret.
EmptyDirVolumeSource: An empty folder that goes away with the pod.
  medium: Memory for a folder in memory; else on the disk of the node.
  sizeLimit: The most that it may hold.
HostPathVolumeSource: A file or folder of the node.
  path: Where it is on the node.
  type: What must be there, or is made.
PersistentVolumeClaimVolumeSource: Storage, by its claim.
  claimName: Name of the PersistentVolumeClaim.
KeyToPath: A key and the file that it becomes.
  path: The file, relative to the volume.
`;
