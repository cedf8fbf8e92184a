/** Descriptions of metadata and of fields that mean the same in every kind, in the layout of `readWords` in schema/words.ts. */
export const commonWords = `
*:
  apiVersion: Group and version of the API that the object belongs to.
  kind: What kind of object this is.
  metadata: Name, namespace, labels and annotations.
  spec: What is wanted. Controllers work until it is so.
  status: What is. Controllers write it; it need not be given.
  selector: Which objects this is about, by their labels.
  matchLabels: Labels that an object must have, each with this value.
  matchExpressions: Conditions on labels; all of them must hold.
  labelSelector: Which objects are meant, by their labels.
  namespaceSelector: Which namespaces are meant, by their labels.
  objectSelector: Which objects are meant, by their labels.
  podSelector: Which pods are meant, by their labels.
  replicas: How many pods are to run.
  template: What each new pod looks like.
  namespace: The namespace of the object that is meant.
  nodeName: The node that is meant.
  nodeSelector: Labels that a node must have.
  secretRef: The Secret that holds the credentials.
  readOnly: Whether nothing may be written.
  optional: Whether it may be missing.
  fsType: The file system to mount, such as ext4.
  caBundle: Certificates that are trusted, as PEM in base64.
  protocol: TCP, UDP or SCTP; TCP where nothing is said.
  appProtocol: What is spoken at the port, such as kubernetes.io/h2c.
  hostname: A host name.
  subresources: Parts of the object with an address of their own.
  resources: How much CPU, memory and other things are asked for and allowed.
  limits: The most that may be used.
  requests: What is set aside.
  claims: Claims on devices that are used.
  tolerations: Taints of nodes that do not keep the pod away.
  items: Which keys, and the files they become; all of them where nothing is said.
  defaultMode: Permissions of the files, such as 0644.
  mode: Permissions of the file, such as 0644.
  key: The key that is meant.
  values: The values to compare with.
  operator: How the values are compared.
  rules: What is allowed, or what happens when.
  message: What to tell a person.
  reason: Why, in one word.
  description: What it is for.
  port: The port that is meant.
  finalizers: Who has to agree before the object goes away.

ObjectMeta: Name, namespace, labels and annotations of an object.
  name: The name, unique among objects of this kind in the namespace.
  generateName: The start of a name; the server adds characters that make it unique.
  namespace: The namespace that the object lives in.
  labels: Short texts that selectors find the object by.
  annotations: Texts for tools and people; selectors do not look at them.
  ownerReferences: Objects that this one belongs to; it goes away after the last of them.
  finalizers: Who has to agree before the object goes away.
  creationTimestamp: When the server took the object. Written by the server.
  deletionTimestamp: When the object is to be gone. Written by the server.
  deletionGracePeriodSeconds: Seconds until the object is gone. Written by the server.
  generation: Counts changes of what is wanted. Written by the server.
  resourceVersion: Changes with every write. Written by the server.
  uid: Unlike that of any other object, ever. Written by the server.
  selfLink: No longer used.
  managedFields: Who set which fields. Written by the server.

TemplateMeta: Labels and annotations that objects made from the template get.
  name: Not used: names are made from that of the owner.
  labels: Labels of each new object; the selector of the owner has to match them.
  annotations: Annotations of each new object.

OwnerReference: An object that this one belongs to.
  name: Name of the owner.
  uid: The owner's uid: another object of the same name is not meant.
  controller: Whether the owner is the one that keeps this object in shape.
  blockOwnerDeletion: Whether the owner waits until this object is gone.

LabelSelector: Picks objects by their labels. An empty one picks all.
LabelSelectorRequirement: A condition on one label.
  key: The label.
  values: The values to compare with; none for Exists and DoesNotExist.
ObjectReference: Another object.
LocalObjectReference: An object in the same namespace, by name.
  name: Name of the object.
NamedReference: An object by name.
  name: Name of the object.
SecretReference: A Secret by name and namespace.
  name: Name of the Secret.
  namespace: Namespace of the Secret.
TypedLocalObjectReference: An object in the same namespace, of any kind.
  apiGroup: API group of the object; empty for the core group.
  name: Name of the object.
TypedObjectReference: An object of any kind.
  apiGroup: API group of the object; empty for the core group.
  name: Name of the object.
CrossVersionObjectReference: An object of any kind in the same namespace.
  name: Name of the object.
Condition: One thing that is true or not about an object.
`;
