/** Descriptions of the kinds of monitoring.coreos.com and their fields, in the layout of `readWords` in schema/words.ts. */
export const monitoringWordsTable = `
ServiceMonitor: Has Prometheus scrape the pods behind Services.
PodMonitor: Has Prometheus scrape pods.
PrometheusRule: Alerts, and expressions that are recorded under names of their own.

*:
  selector: What is scraped, by labels.
  namespaceSelector: In which namespaces; that of the object where nothing is said.
  endpoints: The ports that are scraped, and how.
  podMetricsEndpoints: The ports that are scraped, and how.
  jobLabel: The label whose value names the job.
  targetLabels: Labels of the Service that every metric gets.
  podTargetLabels: Labels of the pod that every metric gets.
  sampleLimit: The most samples of one scrape.
  targetLimit: The most targets.
  labelLimit: The most labels of a sample.
  labelNameLengthLimit: The longest name of a label.
  labelValueLengthLimit: The longest value of a label.
  keepDroppedTargets: How many dropped targets are kept to look at.
  bodySizeLimit: The largest answer to a scrape, such as 10MB.
  scrapeClass: The scrape class whose settings hold.
  scrapeProtocols: Formats that are asked for, the first one most.
  port: The name of the port.
  portNumber: The number of the port.
  targetPort: The port of the pods, by number or name.
  path: The path of the metrics; /metrics where nothing is said.
  scheme: http or https.
  params: Parameters of the query.
  interval: Time between two scrapes, such as 30s.
  scrapeTimeout: How long a scrape may take; at most the interval.
  honorLabels: Whether labels of the target win over those of Prometheus.
  honorTimestamps: Whether times of the target count.
  relabelings: Changes to the labels of targets.
  metricRelabelings: Changes to the labels of samples.
  tlsConfig: Certificates, and how the other side is judged.
  basicAuth: Name and password.
  authorization: The header Authorization.
  oauth2: A token that is fetched before the scrape.
  bearerTokenSecret: The key of a Secret that holds a token. Better under authorization.
  bearerTokenFile: The file that holds a token. Better under authorization.
  followRedirects: Whether redirects are followed.
  enableHttp2: Whether HTTP/2 may be used.
  filterRunning: Whether only pods that run are scraped.
  proxyUrl: The proxy to go through.
  noProxy: Hosts that are reached without the proxy.
  proxyFromEnvironment: Whether the proxy is taken from the environment.
  matchLabels: Labels that an object must have, each with this value.
  matchExpressions: Conditions on labels; all of them must hold.
  groups: Groups of rules, each evaluated as a whole.
  name: Its name.
  optional: Whether it may be missing.
  scopes: Scopes to ask for.
  endpointParams: Further parameters of the question.
  proxyConnectHeader: Headers for the proxy.
  ca: Certificates that are trusted.
  cert: Our certificate.
  keySecret: The key of our certificate.
  caFile: File with certificates that are trusted.
  certFile: File with our certificate.
  keyFile: File with the key of our certificate.
  serverName: The host name in the certificate of the other side.
  insecureSkipVerify: Whether the certificate of the other side is not verified.
  minVersion: The oldest version of TLS.
  maxVersion: The newest version of TLS.
  selectorMechanism: How targets are picked.
  fallbackScrapeProtocol: The format of answers that name none.
  extraScrapeMetrics: Whether there are further metrics about the scrape.
  scrapeNativeHistograms: Whether native histograms are taken.
  scrapeClassicHistograms: Whether classic histograms are taken where there are native ones too.
  nativeHistogramBucketLimit: The most buckets of a native histogram.
  nativeHistogramMinBucketFactor: The least growth from bucket to bucket.
  convertClassicHistogramsToNHCB: Whether classic histograms become native ones.
  attachMetadata: Metadata that targets get.
  serviceDiscoveryRole: How the pods of Services are found.
  trackTimestampsStaleness: Whether series that end are noticed where the target gives times.
  username: The key of a Secret that holds the name.
  password: The key of a Secret that holds the password.
  type: The scheme, such as Bearer.
  credentials: The key of a Secret that holds the credential.
  node: Whether labels of the node are attached.
  values: The values to compare with.
  secret: A key of a Secret.
  configMap: A key of a ConfigMap.

a group of rules:
  interval: Time between two evaluations.
  rules: Alerts and recordings, one after the other.
  limit: The most alerts or series that a rule may give.
  query_offset: How far back the evaluation looks.
  partial_response_strategy: Whether an incomplete answer is a warning or the end.
  labels: Labels that every rule of the group gets.
a rule: An alert or a recording.
  alert: Name of the alert.
  record: Name that the result is recorded under.
  for: How long it has to hold before the alert fires.
  keep_firing_for: How long the alert goes on after it no longer holds.
  labels: Labels of the alert or series.
  annotations: Texts of the alert.
a relabeling: A change to labels.
  sourceLabels: Labels whose values are put together.
  separator: What stands between the values.
  targetLabel: The label that is set.
  regex: What the values have to match.
  replacement: The new value; $1 stands for the first group.
  action: What is done.
  modulus: The modulus of a hash.
a choice of namespaces:
  any: Whether all namespaces are meant.
  matchNames: Names of the namespaces.
`;
