import { formatPath } from '@mcpgw/diagnostics';
import { knownRules } from '../src/catalogue/catalogue.js';
import { checkFilesTogether } from '../src/manifest/check-files.js';
import { validateText } from '../src/validate.js';

const object = (kind: string, name: string, spec: string, group = 'agentgateway.dev/v1alpha1', namespace = 'apps') =>
  `---\napiVersion: ${group}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: {${spec}}\n`;
const policyFor = (kind: string, name: string, body: string, section = '') =>
  object('AgentgatewayPolicy', 'p', `targetRefs: [{group: ${groups[kind]}, kind: ${kind}, name: ${name}${section}}], ${body}`);
const groups: Record<string, string> = {
  Service: '""',
  Gateway: 'gateway.networking.k8s.io',
  HTTPRoute: 'gateway.networking.k8s.io',
  AgentgatewayBackend: 'agentgateway.dev',
};
const check = (form: string) => `extAuth: {backendRef: {name: z, port: 9000}, ${form}}`;
const onRoute = (body: string) => policyFor('HTTPRoute', 'r', `traffic: {${body}}`);
const service = (port: number, namespace = 'apps') => object('Service', 'z', `ports: [{port: ${port}}]`, 'v1', namespace);
const calls = 'backend: {http: {requestTimeout: 2s}}';
const httpRoute = (body: string) => object('HTTPRoute', 'r', `rules: [{${body}}]`, 'gateway.networking.k8s.io/v1');

/** A rule, a text that it reports (and where), and a text that it accepts. */
const table: [rule: string, bad: string, path: string, good: string, version?: string][] = [
  [
    'backend-ref-wrong-port',
    service(80) + httpRoute('backendRefs: [{name: z, port: 81}]'),
    'spec.rules[0].backendRefs[0].port',
    service(80) + httpRoute('backendRefs: [{name: z, port: 80}, {name: other, port: 81}, {name: z, namespace: other, port: 81}]'),
  ],
  [
    'policy-connect-timeout-ignored',
    policyFor('Service', 'z', 'backend: {tcp: {connectTimeout: 1s}}'),
    'spec.backend.tcp.connectTimeout',
    policyFor('Gateway', 'z', 'frontend: {tcp: {keepalive: {time: 1s}}}'),
  ],
  [
    'policy-extauth-default-timeout',
    onRoute(check('http: {}')),
    'spec.traffic.extAuth.http',
    onRoute(check('http: {}')) + policyFor('Service', 'z', calls),
    '1.3.0',
  ],
  [
    'policy-extauth-grpc-unbounded',
    onRoute(check('grpc: {}')) + policyFor('Service', 'z', calls, ', sectionName: grpc'),
    'spec.traffic.extAuth.grpc',
    onRoute(check('grpc: {}')) + policyFor('Service', 'z', calls, ', sectionName: "9000"'),
  ],
  [
    'policy-section-without-effect',
    policyFor('Service', 'z', calls, ', sectionName: grpc'),
    'spec.targetRefs[0].sectionName',
    service(9000) + policyFor('Service', 'z', calls, ', sectionName: "9000"'),
  ],
  [
    'policy-target-other-namespace',
    service(80, 'other') + policyFor('Service', 'z', calls),
    'spec.targetRefs[0].name',
    service(80) + service(80, 'other') + policyFor('Service', 'z', calls),
  ],
  [
    'policy-timeout-not-for-check',
    onRoute(`${check('grpc: {}')}, timeouts: {request: 5s}`),
    'spec.traffic.timeouts.request',
    onRoute(`${check('grpc: {}')}, timeouts: {request: 5s}`) + policyFor('Service', 'z', calls),
  ],
];

/** Findings above `info`: objects that are not given may exist in the cluster. */
const found = (text: string, version = '1.4.1') =>
  validateText(text, { file: 'f.yaml', kind: 'manifest', version, env: {} }).findings.filter(({ severity }) => severity !== 'info');

it.each(table)('%s', (...[rule, bad, path, good, version]) => {
  const hits = found(bad, version).filter(finding => finding.rule === rule);
  expect(hits.map(hit => formatPath(hit.path ?? []))).toEqual([path]);
  expect(hits[0]!.suggestion).toMatch(/\S/);
  expect(found(good, version).filter(finding => finding.rule === rule || finding.severity === 'error')).toEqual([]);
});

it('every rule for several objects has a row here or examples on its page', () => {
  const rows = new Set(table.map(([rule]) => rule));
  const own = knownRules().filter(({ area }) => area === 'custom resources and objects together');
  expect(own.filter(({ id, docs }) => docs === undefined && !rows.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...rows].filter(row => !own.some(({ id }) => id === row))).toEqual([]);
});

it.each([
  ['v1.4.1 waits 2 s for a check over HTTP', onRoute(check('http: {}')), '1.4.1', []],
  ['a check over gRPC waits without end', onRoute(check('grpc: {}')), '1.1.0', ['policy-extauth-grpc-unbounded']],
  [
    'a timeout in another policy for the same route bounds nothing',
    onRoute(check('grpc: {}')) + policyFor('HTTPRoute', 'r', calls),
    '1.1.0',
    ['policy-extauth-grpc-unbounded', 'policy-timeout-not-for-check'],
  ],
])('%s', (_what, text, version, expected) => {
  expect(
    found(text, version)
      .map(({ rule }) => rule)
      .sort(),
  ).toEqual(expected);
});

describe('what bounds an authorization check', () => {
  const unbounded = (text: string) => found(text).some(({ rule }) => rule === 'policy-extauth-grpc-unbounded');
  const route = onRoute(check('grpc: {}'));
  const backend = (policies: string) => object('AgentgatewayBackend', 'z', `static: {host: h, port: 1}${policies}`);
  const toBackend = onRoute('extAuth: {backendRef: {group: agentgateway.dev, kind: AgentgatewayBackend, name: z}, grpc: {}}');

  it.each([
    ['nothing', route, true],
    ['a policy for another Service', route + policyFor('Service', 'other', calls), true],
    ['a policy without a timeout', route + policyFor('Service', 'z', 'backend: {http: {version: HTTP2}}'), true],
    ['a policy for the route', route + policyFor('HTTPRoute', 'r', calls), true],
    ['a policy for the Service', route + policyFor('Service', 'z', calls), false],
    ['a timeout of the backend itself', toBackend + backend(', policies: {http: {requestTimeout: 2s}}'), false],
    ['a policy for the backend', toBackend + policyFor('AgentgatewayBackend', 'z', calls), false],
    ['a policy for a section of the backend', toBackend + policyFor('AgentgatewayBackend', 'z', calls, ', sectionName: x'), true],
    [
      'a policy that selects Services by labels',
      route + object('AgentgatewayPolicy', 'p', `targetSelectors: [{group: "", kind: Service, matchLabels: {a: b}}], ${calls}`),
      false,
    ],
    ['an HTTP check, which has its own timeout', onRoute(check('http: {}')), false],
    ['a check under a condition', onRoute(`extAuth: {conditional: [{policy: {backendRef: {name: z, port: 1}, grpc: {}}}]}`), true],
  ])('%s', (_, text, expected) => {
    expect(unbounded(text)).toBe(expected);
  });

  it('objects of other files count, and nothing is said of them', () => {
    const other = policyFor('Service', 'z', 'backend: {http: {requestTimeout: 2s}, tcp: {connectTimeout: 1s}}');
    const files = [
      { file: 'f.yaml', text: route },
      { file: 'o.yaml', text: other },
    ];
    const [related] = checkFilesTogether(files, { version: '1.4.1' });
    const { findings } = validateText(route, { file: 'f.yaml', kind: 'manifest', version: '1.4.1', env: {}, related: () => related! });
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

it('a proxy whose routes come from the controller may have an empty configuration', () => {
  const configMap = (labels: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: gw, labels: {${labels}}}\ndata:\n  config.yaml: |\n    config: {logging: {level: info}}\n`;
  const rules = (labels: string): string[] => validateText(configMap(labels), { file: 'a.yaml' }).findings.map(({ rule }) => rule);
  expect(rules('app: gw')).toEqual(['empty-config']);
  expect(rules('gateway.networking.k8s.io/gateway-name: gw')).toEqual([]);
});
