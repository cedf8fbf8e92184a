import { checkCustomResource, isKnownCustomResource } from '@mcpgw/custom-resources';
import { formatPath } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import { validateText } from '../src/validate.js';

/** Severity (unless `error`), path, message and suggestion of every finding. */
function said(kind: string, spec: string): string[] {
  const text = `apiVersion: monitoring.coreos.com/v1\nkind: ${kind}\nmetadata: {name: t}\nspec: ${spec}`;
  const [document] = parseYaml(text, { file: 'f.yaml', dialect: 'go' }).documents;
  return checkCustomResource(document!, { file: 'f.yaml', gatewayVersion: '1.4.1' }).map(({ severity, path = [], message, suggestion }) => {
    const weight = severity === 'error' ? '' : `${severity} `;
    return `${weight}${formatPath(path)}: ${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`;
  });
}

const endpoint = (fields: string): string => `{selector: {}, endpoints: [{${fields}}]}`;
const rule = (fields: string): string => `{groups: [{name: g, rules: [{${fields}}]}]}`;
const durationAdvice = '[write whole numbers with y, w, d, h, m, s or ms from large to small, such as "30s" or "1h30m"]';

test.each<[what: string, kind: string, spec: string, said: string[]]>([
  [
    'no endpoints',
    'ServiceMonitor',
    '{selector: {}}',
    ['spec: the field "endpoints" is missing in a ServiceMonitor [add "endpoints": the ports that are scraped]'],
  ],
  [
    'a misspelled field',
    'ServiceMonitor',
    endpoint('intervall: 5s'),
    ['spec.endpoints[0].intervall: unknown field "intervall" in an endpoint [did you mean "interval"?]'],
  ],
  [
    'a duration',
    'ServiceMonitor',
    endpoint('interval: 1.5s'),
    [`spec.endpoints[0].interval: "1.5s" is not a duration of Prometheus ${durationAdvice}`],
  ],
  [
    'a word',
    'ServiceMonitor',
    endpoint('scheme: ftp'),
    ['spec.endpoints[0].scheme: "ftp" is not one of the known values [one of "http", "https", "HTTP" and "HTTPS"]'],
  ],
  [
    'an action',
    'PodMonitor',
    '{selector: {}, podMetricsEndpoints: [{relabelings: [{action: rename}]}]}',
    [
      'spec.podMetricsEndpoints[0].relabelings[0].action: "rename" is not one of the known values [one of "replace", "keep", "drop", "hashmod", "labelmap", "labeldrop", "labelkeep", "lowercase", "uppercase", "keepequal", "dropequal", "Replace" and 10 more]',
    ],
  ],
  [
    'a port',
    'PodMonitor',
    '{selector: {}, podMetricsEndpoints: [{portNumber: 70000}]}',
    ['spec.podMetricsEndpoints[0].portNumber: 70000 is out of range: from 1 to 65535 [write an integer from 1 to 65535]'],
  ],
  [
    'a field of Services',
    'PodMonitor',
    '{selector: {}, podMetricsEndpoints: [{bearerTokenFile: /x}]}',
    [
      'spec.podMetricsEndpoints[0].bearerTokenFile: unknown field "bearerTokenFile" in an endpoint of pods [did you mean "bearerTokenSecret"?]',
    ],
  ],
  [
    'a size',
    'PodMonitor',
    '{selector: {}, bodySizeLimit: 5 M}',
    ['spec.bodySizeLimit: "5 M" is not a size in bytes [write a number with B, KB, MB, KiB or MiB, such as "10MB"]'],
  ],
  [
    'a factor',
    'PodMonitor',
    '{selector: {}, nativeHistogramMinBucketFactor: x}',
    ['spec.nativeHistogramMinBucketFactor: "x" is not a number [write a number such as "1.1"]'],
  ],
  [
    'protocols',
    'PodMonitor',
    '{selector: {}, scrapeProtocols: [PrometheusProto, PrometheusProto]}',
    ['spec.scrapeProtocols[1]: this value is already in this list above [change it, or remove one of the two]'],
  ],
  [
    'addresses',
    'ServiceMonitor',
    endpoint('proxyUrl: p:80, oauth2: {clientId: {}, clientSecret: {}, tokenUrl: socks5://x}'),
    [
      'spec.endpoints[0].proxyUrl: "p:80" is not an address [start it with "http://" or "https://" or "socks5://"]',
      'spec.endpoints[0].oauth2.clientSecret: the field "key" is missing in a key of a Secret [add "key": the key]',
      'spec.endpoints[0].oauth2.tokenUrl: "socks5://x" is not an address [start it with "http://" or "https://"]',
    ],
  ],
  [
    'an operator',
    'ServiceMonitor',
    '{endpoints: [], selector: {matchExpressions: [{key: a, operator: in}]}}',
    [
      'warning spec.selector.matchExpressions[0].operator: "in" is not an operator of a selector: the operator leaves the object out [one of In, NotIn, Exists, DoesNotExist]',
    ],
  ],
  [
    'two credentials',
    'ServiceMonitor',
    endpoint('basicAuth: {}, authorization: {}'),
    ['warning spec.endpoints[0].authorization: the operator takes one of basicAuth and authorization only [keep one of them]'],
  ],
  [
    'a long timeout',
    'ServiceMonitor',
    endpoint('interval: 10s, scrapeTimeout: 1m'),
    [
      'warning spec.endpoints[0].scrapeTimeout: scrapeTimeout is longer than interval: the operator leaves the whole object out [shorten it]',
    ],
  ],
  [
    'one group twice',
    'PrometheusRule',
    '{groups: [{name: a}, {name: a}]}',
    ['spec.groups[1]: this name is already in this list above [change it, or remove one of the two]'],
  ],
  ['a group without a name', 'PrometheusRule', '{groups: [{name: ""}]}', ['spec.groups[0].name: the text is empty']],
  [
    'an empty duration',
    'PrometheusRule',
    rule('alert: A, expr: up, keep_firing_for: ""'),
    ['spec.groups[0].rules[0].keep_firing_for: the text is empty'],
  ],
  [
    'no expression',
    'PrometheusRule',
    rule('alert: A'),
    ['spec.groups[0].rules[0]: the field "expr" is missing in a rule [add "expr": the expression]'],
  ],
  [
    'alert and record',
    'PrometheusRule',
    rule('alert: A, record: b, expr: 1'),
    [
      'warning spec.groups[0].rules[0].record: a rule has "alert" or "record", not both: the operator leaves the whole object out [make it an alert or a recording]',
    ],
  ],
  [
    'neither',
    'PrometheusRule',
    rule('expr: 1'),
    [
      'warning spec.groups[0].rules[0]: a rule needs "alert" or "record": the operator leaves the whole object out [make it an alert or a recording]',
    ],
  ],
  [
    'a recording that lasts',
    'PrometheusRule',
    rule('record: a, expr: 1, for: 5m'),
    ['warning spec.groups[0].rules[0].for: "for" goes with alerts only: the operator leaves the whole object out [remove "for"]'],
  ],
  [
    'a strategy',
    'PrometheusRule',
    '{groups: [{name: a, partial_response_strategy: fail}]}',
    ['spec.groups[0].partial_response_strategy: "fail" is not a strategy [write "warn" or "abort"]'],
  ],
])('%s', (_what, kind, spec, findings) => {
  expect(said(kind, spec)).toEqual(findings);
});

test('each kind with most of its fields', () => {
  const tls = '{ca: {secret: {name: a, key: b}}, cert: {configMap: {name: c, key: d}}, keySecret: {key: f}, minVersion: TLS12}';
  const scrape = `path: /m, scheme: https, interval: 1m30s, scrapeTimeout: 10s, params: {a: [b]}, targetPort: http, tlsConfig: ${tls}`;
  expect(
    said(
      'ServiceMonitor',
      `{selector: {matchLabels: {a: b}}, bodySizeLimit: 10MB, endpoints: [{port: http, ${scrape}, bearerTokenFile: /x}]}`,
    ),
  ).toEqual([]);
  expect(
    said('PodMonitor', `{selector: {}, nativeHistogramMinBucketFactor: 1, podMetricsEndpoints: [{portNumber: 80, ${scrape}}]}`),
  ).toEqual([]);
  expect(said('PrometheusRule', rule('alert: A, expr: up == 0, for: 5m, labels: {a: b}'))).toEqual([]);
  expect(said('PrometheusRule', rule('record: "a:b", expr: 1'))).toEqual([]);
});

test.each([
  ['ServiceMonitor', true],
  ['Probe', false],
])('%s', (kind, known) => {
  expect(isKnownCustomResource('monitoring.coreos.com/v1', kind)).toBe(known);
});

test('in a stream of manifests', () => {
  const text =
    'apiVersion: monitoring.coreos.com/v1\nkind: PodMonitor\nmetadata: {name: t}\nspec: {selectors: {}, podMetricsEndpoints: [{port: a}]}\n';
  const { findings } = validateText(text, { file: 'f.yaml', env: {}, kind: 'manifest' });
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['error unknown-field']);
});
