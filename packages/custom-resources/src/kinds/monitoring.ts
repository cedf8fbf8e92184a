/**
 * The kinds of monitoring.coreos.com/v1 that charts render: scrape targets and rules. Fields and bounds follow the Go types of
 * prometheus-operator 0.95, pkg/apis/monitoring/v1. Errors that only the operator detects are warnings: it skips the entry.
 */
import {
  anyText,
  bool,
  type Field,
  get,
  isGiven,
  map,
  type Node,
  oneOf,
  type Shape,
  string,
  type TextCheck,
  text,
  union,
} from '@mcpgw/structure';
import { atKey, type Constraint, int, listByKey, listOf, mapOf, must, object, quoted, setOf } from './object.js';

/** The version of the operator with these types, as bare semver. */
export const operatorVersion = '0.95.1';

type Fields = Record<string, Shape | Field>;

const durationForm = /^(?:0|(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?)$/;
const unitMs: Readonly<Record<string, number>> = { y: 31_536e6, w: 604.8e6, d: 86.4e6, h: 3.6e6, m: 60_000, s: 1000, ms: 1 };

/** Parses a Prometheus duration. Returns milliseconds; undefined for any other text or no text. */
export function prometheusMilliseconds(value: string | undefined): number | undefined {
  if (value === undefined || value === '' || !durationForm.test(value)) return undefined;
  return [...value.matchAll(/(\d+)(ms|[ywdhms])/g)].reduce((sum, [, digits, unit]) => sum + Number(digits) * unitMs[unit!]!, 0);
}

const durationCheck: TextCheck = value =>
  durationForm.test(value)
    ? undefined
    : {
        message: `${quoted(value)} is not a duration of Prometheus`,
        suggestion: 'write whole numbers with y, w, d, h, m, s or ms from large to small, such as "30s" or "1h30m"',
      };
const duration: Shape = string('a duration', durationCheck, { pattern: durationForm.source });
/** A string that is not empty. */
function filled(name: string, check?: TextCheck): Shape {
  return string(name, value => (value === '' ? { message: 'the text is empty' } : check?.(value)), { minLength: 1 });
}
const lastingDuration: Shape = filled('a duration', durationCheck);

const sizeCheck: TextCheck = value =>
  /(?:^0|\d(?:[KMGTEP]i?)?B)$/.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a size in bytes`, suggestion: 'write a number with B, KB, MB, KiB or MiB, such as "10MB"' };
const size: Shape = string('a size', sizeCheck);

const factorForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?(?:\d+(?:\.\d*)?|\.\d+))?$/;
const factorCheck: TextCheck = value =>
  factorForm.test(value) ? undefined : { message: `${quoted(value)} is not a number`, suggestion: 'write a number such as "1.1"' };

const startsWith =
  (schemes: readonly string[]): TextCheck =>
  value =>
    schemes.some(scheme => value.startsWith(`${scheme}://`) && value.length > scheme.length + 3)
      ? undefined
      : {
          message: `${quoted(value)} is not an address`,
          suggestion: `start it with ${schemes.map(scheme => `"${scheme}://"`).join(' or ')}`,
        };

const whole: Shape = int(Number.MIN_SAFE_INTEGER);
const intOrText: Shape = union(whole, anyText);
const limit: Shape = int(0);
const headers: Shape = mapOf(listOf(anyText));

const keyFields = { key: must(anyText, 'the key'), name: anyText, optional: bool };
const secretKey: Shape = object('a key of a Secret', keyFields);
const eitherKey: Shape = object('a key of a Secret or ConfigMap', {
  secret: secretKey,
  configMap: object('a key of a ConfigMap', keyFields),
});

const tlsVersion = oneOf('TLS10', 'TLS11', 'TLS12', 'TLS13');
const safeTls: Fields = {
  ca: eitherKey,
  cert: eitherKey,
  keySecret: secretKey,
  serverName: anyText,
  insecureSkipVerify: bool,
  minVersion: tlsVersion,
  maxVersion: tlsVersion,
};
const tls: Shape = object('TLS settings', safeTls);
const tlsWithFiles: Shape = object('TLS settings', { ...safeTls, caFile: anyText, certFile: anyText, keyFile: anyText });

const proxy: Fields = {
  proxyUrl: string('the address of a proxy', startsWith(['http', 'https', 'socks5'])),
  noProxy: anyText,
  proxyFromEnvironment: bool,
  proxyConnectHeader: mapOf(listOf(secretKey)),
};
const oauth2: Shape = object('OAuth 2 settings', {
  clientId: must(eitherKey, 'where the client id stands'),
  clientSecret: must(secretKey, 'where the secret of the client stands'),
  tokenUrl: must(string('an address', startsWith(['http', 'https'])), 'where tokens are fetched'),
  scopes: listOf(anyText),
  endpointParams: mapOf(anyText),
  tlsConfig: tls,
  ...proxy,
});

const lower = [
  'replace',
  'keep',
  'drop',
  'hashmod',
  'labelmap',
  'labeldrop',
  'labelkeep',
  'lowercase',
  'uppercase',
  'keepequal',
  'dropequal',
];
const upper = [
  'Replace',
  'Keep',
  'Drop',
  'HashMod',
  'LabelMap',
  'LabelDrop',
  'LabelKeep',
  'Lowercase',
  'Uppercase',
  'KeepEqual',
  'DropEqual',
];
const relabeling: Shape = object('a relabeling', {
  sourceLabels: listOf(anyText),
  separator: anyText,
  targetLabel: anyText,
  regex: anyText,
  modulus: limit,
  replacement: anyText,
  action: oneOf(...lower, ...upper),
});

/** Credentials of which the operator accepts only one; it skips an entry with several. */
const credentials = ['bearerTokenSecret', 'basicAuth', 'authorization', 'oauth2'];
const oneCredential: Constraint = ({ node }) => {
  const found = credentials.filter(key => isGiven(node, key));
  if (found.length < 2) return [];
  return [{ ...atKey(node, found[1]!, `the operator takes one of ${found.join(' and ')} only`, 'keep one of them'), severity: 'warning' }];
};
const timeoutInInterval: Constraint = ({ node }) => {
  const interval = prometheusMilliseconds(text(get(node, 'interval')));
  const timeout = prometheusMilliseconds(text(get(node, 'scrapeTimeout')));
  if (interval === undefined || timeout === undefined || timeout <= interval) return [];
  const said = atKey(
    node,
    'scrapeTimeout',
    'scrapeTimeout is longer than interval: the operator leaves the whole object out',
    'shorten it',
  );
  return [{ ...said, severity: 'warning' }];
};

const scrape: Fields = {
  targetPort: intOrText,
  path: anyText,
  scheme: oneOf('http', 'https', 'HTTP', 'HTTPS'),
  params: headers,
  interval: duration,
  scrapeTimeout: duration,
  honorLabels: bool,
  honorTimestamps: bool,
  trackTimestampsStaleness: bool,
  metricRelabelings: listOf(relabeling),
  relabelings: listOf(relabeling),
  filterRunning: bool,
  authorization: object('an authorization', { type: anyText, credentials: secretKey }),
  basicAuth: object('basic authentication', { username: secretKey, password: secretKey }),
  oauth2,
  bearerTokenSecret: secretKey,
  followRedirects: bool,
  enableHttp2: bool,
  ...proxy,
};
const endpoint: Shape = object(
  'an endpoint',
  { ...scrape, port: anyText, bearerTokenFile: anyText, tlsConfig: tlsWithFiles },
  oneCredential,
  timeoutInInterval,
);
const podEndpoint: Shape = object(
  'an endpoint of pods',
  { ...scrape, port: anyText, portNumber: int(1, 65535), tlsConfig: tls },
  oneCredential,
  timeoutInInterval,
);

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
const operatorCheck: TextCheck = value =>
  operators.includes(value)
    ? undefined
    : {
        message: `${quoted(value)} is not an operator of a selector: the operator leaves the object out`,
        suggestion: `one of ${operators.join(', ')}`,
        severity: 'warning',
      };
const selector: Shape = object('a selector', {
  matchLabels: mapOf(anyText),
  matchExpressions: listOf(
    object('a condition', {
      key: must(anyText, 'the label'),
      operator: must(string('an operator', operatorCheck), 'how the label is compared'),
      values: listOf(anyText),
    }),
  ),
});

const protocol = oneOf('PrometheusProto', 'OpenMetricsText0.0.1', 'OpenMetricsText1.0.0', 'PrometheusText0.0.4', 'PrometheusText1.0.0');
const monitor: Fields = {
  jobLabel: anyText,
  podTargetLabels: listOf(anyText),
  selector: must(selector, 'what is scraped'),
  selectorMechanism: oneOf('RelabelConfig', 'RoleSelector'),
  namespaceSelector: object('a choice of namespaces', { any: bool, matchNames: listOf(anyText) }),
  sampleLimit: limit,
  targetLimit: limit,
  scrapeProtocols: setOf(protocol),
  fallbackScrapeProtocol: protocol,
  extraScrapeMetrics: bool,
  labelLimit: limit,
  labelNameLengthLimit: limit,
  labelValueLengthLimit: limit,
  scrapeNativeHistograms: bool,
  scrapeClassicHistograms: bool,
  nativeHistogramBucketLimit: limit,
  nativeHistogramMinBucketFactor: union(whole, string('a number', factorCheck)),
  convertClassicHistogramsToNHCB: bool,
  keepDroppedTargets: limit,
  attachMetadata: object('metadata to attach', { node: bool }),
  scrapeClass: filled('a name'),
  bodySizeLimit: size,
};

/** Scrapes the endpoints of Services. */
export const serviceMonitor: Shape = object('a ServiceMonitor', {
  ...monitor,
  endpoints: must(listOf(endpoint), 'the ports that are scraped'),
  targetLabels: listOf(anyText),
  serviceDiscoveryRole: oneOf('Endpoints', 'EndpointSlice'),
});

/** Scrapes pods. */
export const podMonitor: Shape = object('a PodMonitor', { ...monitor, podMetricsEndpoints: listOf(podEndpoint) });

const ruleKind: Constraint = ({ node }) => {
  const [alert, record] = ['alert', 'record'].map(key => (text(get(node, key)) ?? '') !== '');
  if (alert !== record) return recordOnly(node, record === true);
  const message = alert ? 'a rule has "alert" or "record", not both' : 'a rule needs "alert" or "record"';
  return [
    {
      ...atKey(node, 'record', `${message}: the operator leaves the whole object out`, 'make it an alert or a recording'),
      severity: 'warning',
    },
  ];
};
function recordOnly(node: Node, record: boolean): ReturnType<Constraint> {
  const wrong = record ? ['for', 'keep_firing_for', 'annotations'].find(key => isGiven(node, key)) : undefined;
  if (wrong === undefined) return [];
  return [
    {
      ...atKey(node, wrong, `"${wrong}" goes with alerts only: the operator leaves the whole object out`, `remove "${wrong}"`),
      severity: 'warning',
    },
  ];
}

const rule: Shape = object(
  'a rule',
  {
    record: anyText,
    alert: anyText,
    expr: must(intOrText, 'the expression'),
    for: duration,
    keep_firing_for: lastingDuration,
    labels: mapOf(anyText),
    annotations: mapOf(anyText),
  },
  ruleKind,
);
const strategyCheck: TextCheck = value =>
  /^(?:abort|warn)?$/i.test(value) ? undefined : { message: `${quoted(value)} is not a strategy`, suggestion: 'write "warn" or "abort"' };
const group: Shape = object('a group of rules', {
  name: must(filled('a name'), 'the name of the group'),
  labels: map(anyText),
  interval: duration,
  query_offset: duration,
  rules: listOf(rule),
  partial_response_strategy: string('a strategy', strategyCheck),
  limit: whole,
});

/** Alerting and recording rules. */
export const prometheusRule: Shape = object('a PrometheusRule', { groups: listByKey(group, 'name') });
