/** Descriptions of the kinds of the Gateway API and agentgateway.dev and their fields, in the layout of `readWords` in schema/words.ts. */
export const customWordsTable = `
Gateway: A proxy: the ports it listens on, and who may use them.
GatewayClass: A sort of Gateways, by the controller that runs them.
ListenerSet: Further listeners for a Gateway, from another namespace or team.
HTTPRoute: Leads HTTP requests to backends, by host, path, headers and method.
GRPCRoute: Leads gRPC calls to backends, by host, service and method.
TLSRoute: Leads TLS connections to backends, by the host name that clients ask for.
TCPRoute: Leads TCP connections to backends.
UDPRoute: Leads UDP packets to backends.
ReferenceGrant: Lets objects of other namespaces refer to objects of this one.
BackendTLSPolicy: How a Gateway proves the certificates of a Service.
AgentgatewayBackend: MCP servers, models or hosts that routes lead to.
AgentgatewayModel: A model that clients ask for by name, and who provides it.
AgentgatewayParameters: How the proxy of a Gateway is deployed.
AgentgatewayPolicy: Authorization, timeouts, limits and more, for the Gateways, routes and backends that it targets.

*:
  group: API group of the object; empty for the core group.
  kind: Kind of the object.
  name: Name of the object.
  namespace: Namespace of the object; that of this object where nothing is said.
  port: The port.
  host: The host.
  path: The path.
  pathPrefix: Text in front of every path.
  sectionName: The part of the target that is meant, such as a listener.
  weight: The share of requests, compared with the other entries.
  filters: What is done with requests and answers on their way.
  hostnames: Hosts that it is for; "*." in front takes all below.
  hostname: The host that it is for; "*." in front takes all below.
  parentRefs: The Gateways, or their listeners, that it hangs on.
  rules: What is matched, and where it goes. The most precise match wins.
  backendRefs: Where requests go.
  backendRef: The Service, or another backend, that is called.
  matches: Which requests the rule is for; any of them is enough.
  timeouts: How long a request may take.
  useDefaultGateways: Whether the route attaches to default Gateways. Experimental channel only.
  type: Which of the forms it has.
  model: Name of the model.
  policies: What holds for calls to it.
  policy: The policy.
  mode: What happens to requests without it.
  location: Where in the request it stands.
  secretRef: The Secret that holds it.
  secretSelector: The Secrets that hold it, by their labels.
  failureMode: What happens when it cannot be asked: FailClosed refuses the request, FailOpen lets it through.
  conditional: Policies under conditions; the first whose condition holds applies.
  condition: CEL expression; the entry applies where it holds.
  when: CEL expression; the entry applies where it holds.
  cache: Answers that are kept.
  audiences: Audiences that tokens may be for.
  scopes: Scopes to ask for.
  provider: Who provides it.
  guardrail: The guardrail that is applied.
  region: The region.
  version: The version.
  status: The HTTP status to answer with.
  statusCode: The HTTP status to answer with.
  body: The body to answer with.
  metadata: Metadata to add.
  add: What is added.
  set: What is set, in place of what there is.
  remove: What is removed.
  request: What holds for requests.
  response: What holds for answers.
  attributes: What is recorded beside the usual.
  filter: CEL expression; only what fulfils it is recorded.
  value: The value.
  expression: CEL expression that gives the value.
  labels: Labels to add.
  annotations: Annotations to add.
  ai: What holds for models.
  mcp: What holds for MCP servers.
  auth: How calls to it prove who calls.
  extAuth: A service that is asked whether a request may pass.
  health: When it counts as broken.
  http: What holds for HTTP.
  tcp: What holds for TCP.
  tls: What holds for TLS.
  transformation: Changes to requests and answers.
  transformations: Changes to requests and answers.
  tunnel: A proxy that connections go through.
  authorization: Who may do what, as CEL expressions.
  authentication: How clients prove who they are.
  promptGuard: What is looked for in prompts and answers.
  targets: The entries to choose from.
  selector: Objects by their labels.
  matchLabels: Labels that an object must have, each with this value.
  matchExpressions: Conditions on labels; all of them must hold.
  keepalive: Probes on idle connections.
  alpnProtocols: Protocols that are offered in the handshake.
  keyExchangeGroups: Groups for the exchange of keys.
  validation: How the certificate of the other side is judged.
  maxAge: Seconds that browsers may keep the answer.
  allowCredentials: Whether browsers may send cookies.
  allowHeaders: Headers that browsers may send.
  allowMethods: Methods that browsers may use.
  allowOrigins: Origins that may call.
  exposeHeaders: Headers that scripts may read.
  optional: Whether it may be missing.
  maxEntries: The most entries.
  message: The text.
  audience: Who the token is for.
  resources: What tokens are asked for.
  tokenType: The type of the token.
  projectName: Name of the project.
  apiVersion: Version of the API.
  protocol: How it is spoken to.
  subjectToken: The token of the user.
  clientAuth: How the client proves who it is.
  source: Where it is read from.
  header: A header.
  queryParameter: A parameter of the query.
  cookie: A cookie.
  key: The key.
  aws: Credentials of AWS.
  gcp: Credentials of Google.
  values: The values to compare with.

the spec of a Gateway:
  gatewayClassName: Who runs the Gateway, by the name of a GatewayClass.
  listeners: Ports, with protocol, host name and certificates.
  addresses: Addresses that the Gateway is to have.
  allowedListeners: Namespaces whose ListenerSets may add listeners.
  infrastructure: Labels, annotations and parameters of what is deployed for it.
  tls: Certificates towards backends and clients.
a listener: A port that a Gateway listens on.
  name: A name that no other listener has.
  port: The port. Listeners may share one when their hosts differ.
  protocol: HTTP, HTTPS, TLS, TCP, UDP, or one of the controller's own.
  hostname: The host that it is for; "*." in front takes all below; every one where nothing is said.
  tls: Certificates, and whether TLS ends here.
  allowedRoutes: Which routes may hang on it.
TLS of a listener:
  mode: Terminate: TLS ends here. Passthrough: it goes on to the backend.
  certificateRefs: Secrets that hold certificate and key.
  options: Settings of the controller.
a choice of routes:
  kinds: Kinds of routes that may hang on it.
  namespaces: Namespaces whose routes may hang on it.
a choice of namespaces:
  from: All namespaces, that of the Gateway, or those that the selector picks.
  selector: Labels of the namespaces.
infrastructure:
  parametersRef: An AgentgatewayParameters, or what else the controller knows.
the spec of a GatewayClass:
  description: What it is for.
  parametersRef: Settings for all Gateways of the class.
a match: All of its parts have to fit.
  path: The path; every one where nothing is said.
  headers: Headers that have to be there.
  queryParams: Parameters of the query that have to be there.
  method: The method.
  model: Name of the model; "*" may stand at one end.
a path match:
  type: Exact, PathPrefix (by whole parts) or RegularExpression.
  value: The path.
a method match:
  service: The gRPC service.
  method: The gRPC method.
a rule: What is matched, what is done, and where it goes.
  name: A name that policies may target.
  retry: When a request is sent again. Experimental channel only.
  sessionPersistence: Requests of one session go to one endpoint. Experimental channel only.
retries of a route:
  codes: The statuses of answers after which a request is sent again.
  attempts: How often it is sent again at most.
  backoff: How long to wait before an attempt.
session persistence:
  sessionName: Name of the cookie or header.
  absoluteTimeout: How long a session lasts at most.
  idleTimeout: How long a session lasts without requests.
  cookieConfig: Settings of the cookie.
a cookie of a session:
  lifetimeType: Whether the cookie ends with the browser or with the session.
an external authorization filter:
  protocol: Whether the service is called over HTTP or gRPC.
  grpc: Settings for a service that is called over gRPC.
  http: Settings for a service that is called over HTTP.
  forwardBody: How much of the body is sent to the service.
the gRPC form of an authorization filter:
  allowedHeaders: Headers of the request that are sent to the service.
the HTTP form of an authorization filter:
  allowedHeaders: Headers of the request that are sent to the service.
  allowedResponseHeaders: Headers of the answer that are added to the request.
a body for an authorization filter:
  maxSize: How many bytes are sent; a longer body is refused.
timeouts:
  request: How long the whole request may take, such as 30s; 0s is forever.
  backendRequest: How long one attempt may take.
a filter: Something that is done with a request or answer.
  requestHeaderModifier: Headers of the request that are added, set or removed.
  responseHeaderModifier: Headers of the answer that are added, set or removed.
  requestMirror: A backend that gets a copy.
  requestRedirect: Answers with a redirect.
  externalAuth: A service that decides about each request. Experimental channel only.
  urlRewrite: Changes host or path before the backend is called.
  extensionRef: A filter of the controller's own.
  cors: Answers the questions of browsers.
a redirect filter:
  scheme: http or https.
  hostname: The host to go to.
  path: How the path changes.
  statusCode: 301, 302, 303, 307 or 308.
the spec of an AgentgatewayBackend: What is behind the backend: exactly one of its forms.
  ai: A provider of models.
  static: A host and a port.
  dynamicForwardProxy: The host that the request names.
  mcp: MCP servers.
  aws: A service of AWS.
  a2a: An agent.
  policies: What holds for all calls to it.
an MCP backend: MCP servers that clients see as one.
  targets: The servers.
  failureMode: Whether one server that fails makes all fail.
  prefixMode: Whether names of tools start with that of their server.
  sessionRouting: Whether calls of a session go to the server that began it.
an MCP target: An MCP server.
  name: A name that no other target has; tools may start with it.
  selector: Services by their labels.
  static: A host and a port.
a target:
  host: The host.
  path: The path of the MCP endpoint.
  protocol: StreamableHTTP or SSE.
  priority: The lowest comes first.
a selector of Services:
  namespaces: Namespaces, by their labels.
  services: Services, by their labels.
a static backend:
  unixPath: A socket on the machine of the proxy.
an AI backend:
  provider: The one provider.
  groups: Providers to choose from; the next group is tried when all of one fail.
a provider: A provider of models.
  openai: OpenAI, or what speaks its API.
  anthropic: Anthropic.
  gemini: Gemini.
  azureopenai: Azure OpenAI.
  azure: Azure.
  vertexai: Vertex AI.
  bedrock: Amazon Bedrock.
  custom: A server of models of your own.
  host: The host to call in place of the provider's own.
  name: A name that no other provider has.
the spec of an AgentgatewayPolicy: What the policy is for, and what it does.
  targetRefs: The objects that it is for, by name.
  targetSelectors: The objects that it is for, by their labels.
  traffic: What happens to requests on their way.
  frontend: How clients reach a Gateway, and what is recorded.
  backend: What holds for calls to a backend.
  strategy: How it goes together with policies of the levels above.
traffic policies: What happens to requests on their way.
  phase: Whether it acts before a route is chosen or after.
  apiKeyAuthentication: Clients prove who they are by a key.
  basicAuthentication: Clients prove who they are by name and password.
  jwtAuthentication: Clients prove who they are by a token.
  extProc: A service that sees and changes requests and answers.
  rateLimit: How many requests or tokens are let through.
  retry: When a request is tried again.
  timeouts: How long a request may take.
  cors: Answers the questions of browsers.
  csrf: Refuses requests that another site sent.
  buffer: Requests and answers are read as a whole.
  delay: Requests wait.
  directResponse: Answers without a backend.
  headerModifiers: Headers that are added, set or removed.
  hostRewrite: Whether the backend sees its own host name.
an external authorization check: A service that is asked whether a request may pass.
  backendRef: The Service to ask.
  grpc: It is asked by gRPC.
  http: It is asked by HTTP.
  forwardBody: Whether it sees the body of the request, and how much of it.
the gRPC form of the check:
  contextExtensions: Texts that are sent with every question.
  requestMetadata: Metadata that is sent, as CEL expressions.
the HTTP form of the check:
  path: CEL expression that gives the path to ask at.
  redirect: CEL expression that gives where clients without permission are sent.
  addRequestHeaders: Headers that are sent with the question, as CEL expressions.
  allowedRequestHeaders: Headers of the request that are passed on.
  allowedResponseHeaders: Headers of the answer that the backend gets.
  responseMetadata: Metadata from the answer, as CEL expressions.
external processing:
  requestAttributes: What is sent of requests.
  responseAttributes: What is sent of answers.
  metadataContext: Metadata that is sent.
  processingOptions: Which parts of requests and answers it sees.
processing options:
  allowModeOverride: Whether it may ask for other parts than these.
  requestHeaderMode: Whether it sees headers of requests.
  requestBodyMode: Whether, and how, it sees bodies of requests.
  requestTrailerMode: Whether it sees trailers of requests.
  responseHeaderMode: Whether it sees headers of answers.
  responseBodyMode: Whether, and how, it sees bodies of answers.
  responseTrailerMode: Whether it sees trailers of answers.
a rate limit:
  global: A service counts for all proxies.
  local: Each proxy counts for itself.
a local rate limit:
  requests: Requests in each unit of time.
  tokens: Tokens of models in each unit of time.
  burst: How many may come at once beside that.
a descriptor:
  cost: CEL expression that says how much a request counts.
  unit: Whether requests or tokens are counted.
retries:
  attempts: How often it is tried again.
  backoff: The time before the next attempt.
  codes: HTTP statuses that are tried again.
  condition: CEL expression over the answer; it is tried again where it holds.
  precondition: CEL expression over the request; others are never tried again.
a direct response:
  bodyExpression: CEL expression that gives the body.
  headers: Headers to answer with, as CEL expressions.
a CSRF policy:
  additionalOrigins: Origins that may send too.
buffering:
  request: Bodies of requests.
  response: Bodies of answers.
a buffer:
  maxBytes: The most that is read.
API key authentication:
  configMapSelector: The ConfigMaps that hold hashes of keys, by their labels.
basic authentication:
  realm: What browsers show when they ask.
  users: Lines of an htpasswd file.
JWT authentication:
  mcp: Tells MCP clients where to get a token.
MCP authentication:
  issuer: The issuer of the tokens.
  clientId: The id that clients use.
  clientSecretRef: The Secret of the client.
  resourceMetadata: What clients are told of the server.
a key set:
  inline: The keys, as JSON.
  remote: Where the keys are.
a remote key set:
  cacheDuration: How long the keys are kept.
an authorization policy: CEL expressions that decide who may pass.
  action: Whether what matches is allowed, denied, or required.
MCP policies: What holds for MCP servers.
  guardrails: Services that see calls and answers, and may refuse or change them.
a guardrail:
  remote: The service.
  identifier: The id of the guardrail.
a strategy:
  inheritance: Whether it gives way to policies of the levels above, or wins.
frontend policies: How clients reach a Gateway, and what is recorded.
  accessLog: What is written of each request.
  tracing: Where traces go.
  metrics: What is counted.
  connect: What happens to CONNECT requests.
  networkAuthorization: Who may connect, by address.
  proxyProtocol: Whether connections tell where they come from.
HTTP of the frontend:
  http1HeaderCase: Whether names of headers keep their case.
  http1IdleTimeout: How long an HTTP/1 connection may be idle.
  http1MaxHeaders: The most headers of an HTTP/1 request.
  http2ConnectionWindowSize: Bytes in flight on an HTTP/2 connection.
  http2WindowSize: Bytes in flight on an HTTP/2 stream.
  http2FrameSize: The largest HTTP/2 frame.
  http2MaxHeaderSize: Bytes that the headers of an HTTP/2 request may have.
  http2KeepaliveInterval: The time between pings.
  http2KeepaliveTimeout: How long a ping may be without an answer.
  maxBufferSize: The most that is read of a body where it is read as a whole.
  maxConnectionDuration: How long a connection may last.
TLS of the frontend:
  cipherSuites: Ciphers that are offered.
  handshakeTimeout: How long a handshake may take.
  minProtocolVersion: The oldest version of TLS.
  maxProtocolVersion: The newest version of TLS.
the access log:
  otlp: Sends the log to a collector.
tracing:
  resources: Attributes of the proxy itself.
  clientSampling: CEL expression that says whether a request that clients trace is traced.
  randomSampling: CEL expression that says whether any other request is traced.
HTTP of a backend:
  requestTimeout: How long a request may take.
  version: HTTP1 or HTTP2.
TCP of a backend:
  connectTimeout: How long a connection may take to open.
TCP keepalive:
  time: Idle time before the first probe.
  interval: Time between probes.
  retries: Probes without an answer after which the connection is closed.
TLS of a backend: How connections to the backend are encrypted.
  sni: The host name to ask for.
  caCertificateRefs: ConfigMaps with certificates that are trusted.
  mtlsCertificateRef: The Secret with our certificate.
  insecureSkipVerify: What is not verified: everything, or the host name.
  verifySubjectAltNames: Names of which the certificate must have one.
the health of a backend:
  eviction: When it is left out for a while.
  unhealthyCondition: CEL expression over an answer; it counts as a failure where it holds.
eviction:
  consecutiveFailures: Failures in a row.
  duration: How long it is left out.
  healthThreshold: Percentage of health below which it is left out.
  restoreHealth: Percentage of health that it comes back with.
policies of a backend: What holds for calls to the backend.
credentials towards a backend: How calls to the backend prove who calls.
  key: The key itself. Better in a Secret.
  passthrough: The credential of the client is passed on.
  aws: Credentials of AWS.
  azure: Credentials of Azure.
  gcp: Credentials of Google.
  credentials: Several credentials at once.
  oauthTokenExchange: The token of the client is exchanged for another.
  crossAppAccess: A token for another application is asked for.
AI policies: What holds for models.
  defaults: Fields of prompts that are set where they are missing.
  overrides: Fields of prompts that are set whatever they are.
  modelAliases: Names that clients use, and the models they mean.
  prompt: Messages before and after those of the client.
  promptCaching: Which parts of prompts the provider keeps.
  routes: Which API is spoken at which path.
a prompt guard:
  request: Looks at prompts.
  response: Looks at answers.
  streaming: Whether answers are looked at while they arrive.
a request guard:
  regex: Patterns.
  webhook: A service that judges.
  openAIModeration: OpenAI's moderation.
  bedrockGuardrails: Guardrails of Amazon Bedrock.
  googleModelArmor: Google's Model Armor.
  response: The answer to a refused prompt.
a response guard:
  regex: Patterns.
  webhook: A service that judges.
  bedrockGuardrails: Guardrails of Amazon Bedrock.
  googleModelArmor: Google's Model Armor.
  response: What is answered instead.
a regex guard:
  action: Whether what is found is masked or refused.
  builtins: Known sorts of private data.
  matches: Patterns of your own.
the spec of AgentgatewayParameters: How the proxy of a Gateway is deployed.
  image: The image of the proxy.
  env: Environment variables of the proxy.
  resources: How much CPU and memory it asks for and may use.
  logging: What it logs, and how.
  rawConfig: Settings of the proxy as they stand in its own file.
  shutdown: How long it waits for requests before it stops.
  deployment: Merged into its Deployment.
  daemonSet: Merged into its DaemonSet.
  service: Merged into its Service.
  serviceAccount: Merged into its ServiceAccount.
  horizontalPodAutoscaler: Merged into its HorizontalPodAutoscaler.
  podDisruptionBudget: Merged into its PodDisruptionBudget.
  workload: Whether it runs as a Deployment or a DaemonSet.
  istio: How it takes part in a mesh of Istio.
  modelCatalog: What is known of models, such as their prices.
logging:
  level: Which lines are logged, such as info or debug.
  format: json or text.
an image:
  registry: The registry.
  repository: The path within the registry.
  tag: The tag.
  digest: The digest; wins over the tag.
  pullPolicy: When it is fetched.
the spec of an AgentgatewayModel: The name of a model, and who provides it.
  match: The name that clients ask for.
  virtualModel: Other models that take turns or stand in for one another.
  visibility: Whether clients can ask for it, or only other models.
  baseURL: The address of the provider's API.
  azure: Settings for Azure.
  bedrock: Settings for Amazon Bedrock.
  vertexai: Settings for Vertex AI.
  custom: A server of models of your own.
a virtual model:
  weighted: Each takes a share.
  failover: The next is asked when one fails.
  conditional: The first whose condition holds is asked.
the validation of a backend:
  caCertificateRefs: ConfigMaps with certificates that are trusted.
  wellKnownCACertificates: A known set of certificates; System is that of the proxy's machine.
  subjectAltNames: Names of which the certificate must have one.
AWS credentials:
  assumeRole: A role that is assumed.
  serviceName: The service that requests are signed for.
Azure credentials:
  managedIdentity: A managed identity.
  workloadIdentity: The identity of the pod.
Istio settings:
  additionalTrustDomains: Further trust domains.
  caAddress: Address of the certificate authority.
  clusterId: Id of the cluster.
  enabled: Whether it takes part.
  network: The network.
  trustDomain: The trust domain.
TLS of a Gateway:
  backend: Our certificate towards backends.
  frontend: Certificates of clients.
TLS towards backends:
  clientCertificateRef: The Secret with our certificate.
TLS towards clients:
  perPort: What holds for single ports.
a cache in memory:
  defaultTtl: How long an entry holds where nothing else is said.
a choice of ListenerSets:
  namespaces: Namespaces whose ListenerSets may add listeners.
a fraction:
  denominator: The whole; 100 where nothing is said.
a header:
  prefix: Text in front of the credential.
a mirror filter:
  fraction: The share of requests that are copied.
  percent: The percentage of requests that are copied.
a model catalog:
  sources: Where it is read from.
a source:
  configMap: A ConfigMap.
a path modifier:
  replaceFullPath: The new path.
  replacePrefixMatch: What stands in place of the prefix that matched.
a prompt:
  append: Messages after those of the client.
  prepend: Messages before those of the client.
a remote guardrail:
  allowedRequestHeaders: Headers of the request that are passed on.
  disallowedRequestHeaders: Headers of the request that are not passed on.
a resource reference:
  containerName: Name of the container.
  divisor: The unit to count in.
a role to assume:
  sessionName: Name of the session.
  sessionNameExpression: CEL expression that gives the name of the session.
  tags: Tags of the session.
a signed client token:
  alg: How it is signed.
  kid: Id of the key.
  certificateRef: The Secret with the certificate.
  certificateHeader: The header that names the certificate.
a source of a value:
  configMapKeyRef: A key of a ConfigMap.
  secretKeyRef: A key of a Secret.
  fieldRef: A field of the pod.
  fileKeyRef: A variable in a file of a volume.
  resourceFieldRef: A limit or request of a container.
an environment variable:
  valueFrom: Where the value comes from.
a token cache:
  inMemory: It is kept in memory.
a token exchange: The token of the client is exchanged for another.
  actorToken: The token of who acts for the user.
  additionalParams: Further parameters, as CEL expressions.
  grantType: How the exchange is asked for.
  requestedTokenType: The type of token that is wanted.
a webhook guard:
  forwardHeaderMatches: Headers of the request that are passed on.
  headers: Headers that are sent, as CEL expressions.
an AWS backend:
  agentCore: An agent of AgentCore.
an AgentCore backend:
  qualifier: The endpoint of the runtime.
an Azure OpenAI provider:
  deploymentName: Name of the deployment.
an alternative name:
  uri: The URI.
an overlay: Fields that are merged into an object.
  spec: What is merged into its spec.
policies of a model:
  headers: Headers that are added, set or removed.
prompt caching:
  cacheMessageOffset: How many messages from the end are left out.
  cacheMessages: Whether messages are kept.
  cacheSystem: Whether the system prompt is kept.
  cacheTools: Whether definitions of tools are kept.
  minTokens: The least tokens of what is kept.
resources: How much CPU, memory and other things are asked for and allowed.
  claims: Claims on devices that are used.
  limits: The most that may be used.
  requests: What is set aside.
a claim:
  request: The request of the claim; all where nothing is said.
the actor token:
  mayAct: Whether the token of the user has to name the actor.
the client of an identity provider:
  method: How it proves who it is.
  privateKeyJwt: A token that it signs itself.
the spec of a BackendTLSPolicy:
  options: Settings of the controller.
`;
