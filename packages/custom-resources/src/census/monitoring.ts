import type { Census } from '@mcpgw/structure';
import { alone, choice, inside, key, label, noAccess, outside, refused, row, works } from './answers.js';

const finds = row(
  ['monitor-finds-nothing', 'monitor-endpoint'],
  ['monitor-endpoint'],
  'The operator leaves out a selector that cannot be read; the check of the object reports it.',
  ['monitor-finds-nothing'],
);
const port = row(['monitor-finds-nothing', 'monitor-endpoint'], noAccess, ['monitor-finds-nothing'], ['monitor-endpoint']);
const limit = row('Zero stands for no limit, as it says.', noAccess, outside, alone);
const ofScrape = row('Zero stands for no limit, as it says.', noAccess, ['monitor-endpoint'], alone);
const switched = choice;
const relabeled = row(['monitor-relabeling'], noAccess, ['monitor-relabeling'], ['monitor-relabeling']);
const time = row(
  'An empty one stands for that of Prometheus.',
  noAccess,
  'A limit above the interval is reported when the object is checked: the operator leaves it out.',
  'A limit above the interval is reported when the object is checked: the operator leaves it out.',
);
const credential = row(
  works,
  noAccess,
  ['reference-key-missing', 'reference-not-found'],
  'Several credentials are reported when the object is checked.',
);
const proxied = row(['monitor-endpoint'], noAccess, refused, ['monitor-endpoint']);
const scrape = {
  targetPort: port,
  path: row(works, noAccess, ['monitor-endpoint'], alone),
  scheme: row(works, noAccess, outside, ['monitor-endpoint']),
  params: row(works, noAccess, outside, alone),
  interval: row(
    'An empty one stands for that of Prometheus.',
    noAccess,
    ['monitor-times'],
    'A limit above the interval is reported when the object is checked: the operator leaves it out.',
  ),
  scrapeTimeout: time,
  honorLabels: switched,
  honorTimestamps: switched,
  trackTimestampsStaleness: switched,
  metricRelabelings: inside,
  relabelings: inside,
  filterRunning: switched,
  authorization: inside,
  basicAuth: inside,
  oauth2: inside,
  bearerTokenSecret: credential,
  followRedirects: switched,
  enableHttp2: switched,
  proxyUrl: proxied,
  noProxy: proxied,
  proxyFromEnvironment: proxied,
  proxyConnectHeader: credential,
  port,
  tlsConfig: inside,
};
const labels = row('A label that no object has is left out.', noAccess, works, alone);
const monitor = {
  jobLabel: labels,
  podTargetLabels: labels,
  selector: finds,
  selectorMechanism: switched,
  namespaceSelector: inside,
  sampleLimit: ofScrape,
  targetLimit: limit,
  scrapeProtocols: switched,
  fallbackScrapeProtocol: switched,
  extraScrapeMetrics: switched,
  labelLimit: ofScrape,
  labelNameLengthLimit: ofScrape,
  labelValueLengthLimit: ofScrape,
  scrapeNativeHistograms: switched,
  scrapeClassicHistograms: switched,
  nativeHistogramBucketLimit: limit,
  nativeHistogramMinBucketFactor: limit,
  convertClassicHistogramsToNHCB: switched,
  keepDroppedTargets: limit,
  attachMetadata: inside,
  scrapeClass: row('Only the configuration of Prometheus knows the class.', noAccess, outside, alone),
  bodySizeLimit: limit,
};
const secret = row(works, noAccess, ['reference-key-missing', 'reference-not-found'], alone);
const tls = row(['monitor-endpoint'], noAccess, ['monitor-endpoint'], ['monitor-endpoint']);
const rule = row(
  ['alert-expression', 'alert-vectors', 'alert-values', 'alert-patterns'],
  noAccess,
  ['alert-rule', 'alert-values', 'alert-patterns', 'alert-texts'],
  'A rule that is an alert and a recording is reported when the object is checked.',
);
const lasting = row(
  ['alert-expression', 'monitor-times'],
  noAccess,
  'The API server refuses what is not a duration.',
  'It goes with alerts only, which is reported when the object is checked.',
);

/** `kinds/monitoring.ts`: ServiceMonitor, PodMonitor and PrometheusRule. */
export const monitoringCensus: Census = {
  'a ServiceMonitor': {
    ...monitor,
    endpoints: row(['monitor-endpoint'], noAccess, ['monitor-endpoint'], alone),
    targetLabels: labels,
    serviceDiscoveryRole: switched,
  },
  'a PodMonitor': { ...monitor, podMetricsEndpoints: row(['monitor-endpoint'], noAccess, ['monitor-endpoint'], alone) },
  'an endpoint': {
    ...scrape,
    bearerTokenFile: row(works, noAccess, outside, 'Several credentials are reported when the object is checked.'),
  },
  'an endpoint of pods': { ...scrape, portNumber: port },
  'a selector': { matchLabels: finds, matchExpressions: finds },
  'a condition': { key: finds, operator: finds, values: finds },
  'a choice of namespaces': {
    any: row(['monitor-endpoint'], 'It looks at every namespace, as it says.', works, ['monitor-endpoint']),
    matchNames: row(['monitor-endpoint', 'monitor-finds-nothing'], noAccess, works, ['monitor-endpoint']),
  },
  'metadata to attach': { node: switched },
  'a key of a Secret': { key, name: secret, optional: switched },
  'a key of a ConfigMap': { key, name: secret, optional: switched },
  'a key of a Secret or ConfigMap': { secret: inside, configMap: inside },
  'basic authentication': { username: secret, password: secret },
  'an authorization': { type: row(works, noAccess, outside, alone), credentials: secret },
  'OAuth 2 settings': {
    clientId: inside,
    clientSecret: secret,
    tokenUrl: row(works, noAccess, outside, alone),
    scopes: row(works, noAccess, outside, alone),
    endpointParams: row(works, noAccess, outside, alone),
    tlsConfig: inside,
    proxyUrl: row(works, noAccess, refused, alone),
    noProxy: row('Without a proxy there is nothing to leave out, and nothing goes wrong.', noAccess, works, alone),
    proxyFromEnvironment: switched,
    proxyConnectHeader: secret,
  },
  'TLS settings': {
    ca: tls,
    caFile: tls,
    cert: tls,
    certFile: tls,
    keySecret: tls,
    keyFile: tls,
    serverName: row(works, noAccess, outside, alone),
    insecureSkipVerify: row(works, 'Prometheus reads metrics from any server then, as it says.', works, ['monitor-endpoint']),
    minVersion: tls,
    maxVersion: tls,
  },
  'a relabeling': {
    sourceLabels: relabeled,
    separator: row(works, noAccess, works, alone),
    targetLabel: relabeled,
    regex: relabeled,
    modulus: relabeled,
    replacement: row(works, noAccess, works, alone),
    action: relabeled,
  },
  'a PrometheusRule': { groups: inside },
  'a group of rules': {
    name: label,
    labels: row(works, noAccess, works, alone),
    interval: row('An empty one stands for that of Prometheus.', noAccess, ['monitor-times'], ['monitor-times']),
    query_offset: row(works, noAccess, works, alone),
    rules: row('A group without rules does no harm.', noAccess, works, alone),
    partial_response_strategy: choice,
    limit: row('Zero stands for no limit, as it says.', noAccess, ['monitor-times'], alone),
  },
  'a rule': {
    record: rule,
    alert: row(works, noAccess, works, 'A rule that is an alert and a recording is reported when the object is checked.'),
    expr: rule,
    for: lasting,
    keep_firing_for: lasting,
    labels: rule,
    annotations: rule,
  },
};
