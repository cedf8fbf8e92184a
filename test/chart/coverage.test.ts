/** Every value of the chart is set by a golden case of each proxy version and routing mode that reads it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { chartPath } from './render.js';

const goldens = join(__dirname, '..', 'golden');

/** Paths of the documented values: the table of the README, which docs.test.ts holds to values.yaml. */
const [, table = ''] = readFileSync(join(chartPath, 'README.md'), 'utf8').split('<!-- values: begin -->');
const values = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path);

/** Dotted paths that a tree of values sets, inner ones included; a null counts as set. */
function setPaths(values: unknown, path = ''): string[] {
  if (values === null || typeof values !== 'object' || Array.isArray(values)) return [path];
  return [path, ...Object.entries(values).flatMap(([key, value]) => setPaths(value, path ? `${path}.${key}` : key))];
}

function pathsOfCase(name: string): string[] {
  const golden = parse(readFileSync(join(goldens, name, 'case.yaml'), 'utf8'));
  const files = (golden.valuesFiles ?? []).map((file: string) => parse(readFileSync(join(goldens, name, file), 'utf8')));
  const assigned = [...(golden.set ?? []), golden.gatewayVersion && 'global.agentgateway.version='].filter(Boolean);
  return [
    ...[...files, golden.values ?? {}].flatMap(values => setPaths(values)),
    ...assigned.map((text: string) => text.split('=')[0] ?? ''),
  ];
}

const shapesProxy =
  /^(agentgateway|clusterDomain|replicaCount|image|imagePullSecrets|service|admin|logging|extraConfig|serviceAccount|resources|podSecurityContext|securityContext|startupProbe|readinessProbe|livenessProbe|terminationGracePeriodSeconds|strategy|revisionHistoryLimit|podAnnotations|podLabels|nodeSelector|tolerations|affinity|topologySpreadConstraints|priorityClassName|extraArgs|extraEnv|extraEnvFrom|extraVolumes|extraVolumeMounts|extraContainers|initContainers|autoscaling|podDisruptionBudget|networkPolicy|ingress|metrics|tests|probe)(\.|$)/;
const shapesGateway = /^(gatewayApi\.|global\.agentgateway\.(proxyPort|routingMode)$)/;

/** Values that no case of a version needs: they are shown once, in the case that is named. */
const shownOnce: Readonly<Record<string, string>> = {
  'global.agentgateway.enabled': 'static-disabled',
  'global.agentgateway.compatibility': 'compat-v1.1.0-platform-values',
  'global.agentgateway.extAuth.defaultServiceName': 'compat-v1.1.0-platform-values',
  // What is rendered for Prometheus and Grafana depends neither on the proxy's version nor on the routing.
  ...Object.fromEntries(
    [
      'networkPolicy.metricsFrom',
      'monitoring.serviceMonitor.enabled',
      'monitoring.serviceMonitor.labels',
      'monitoring.serviceMonitor.interval',
      'monitoring.prometheusRule.enabled',
      'monitoring.prometheusRule.labels',
      'monitoring.prometheusRule.alertLabels',
      'monitoring.prometheusRule.disabled',
      'monitoring.prometheusRule.runbookUrl',
      'monitoring.dashboard.enabled',
      'monitoring.dashboard.labels',
      'monitoring.dashboard.annotations',
    ].map(value => [`gateway.${value}`, 'static-v1.4.1-gateway-monitoring']),
  ),
  'forwardProxy.ipv6': 'static-v1.4.1-mcp-servers-ipv4',
};
const staticOnly = /extAuth\.(denyStatus|includeRequestHeaders|body\.(allowPartial|packAsBytes))$|static\.configBridge$/;

test('the table is read', () => expect(values.length).toBeGreaterThan(150));

test.each(Object.entries(shownOnce))('%s is set by %s', (value, name) => {
  expect(pathsOfCase(name)).toContain(value);
});

const versioned = values.filter(value => !(value in shownOnce));

test.each(['v0.12.0', 'v1.1.0', 'v1.4.1'])('static, %s', version => {
  const cases = readdirSync(goldens).filter(
    name => name.includes(version) && /^(static|compat)-v/.test(name) && !name.includes('gateway-api'),
  );
  const set = new Set(cases.flatMap(pathsOfCase));
  expect(versioned.filter(value => !shapesGateway.test(value) && !set.has(value))).toEqual([]);
});

test.each(['v1.1.0', 'v1.4.1'])('gateway-api, %s', version => {
  const cases = readdirSync(goldens).filter(name => name.includes(version) && name.includes('gateway-api') && !name.startsWith('refused'));
  const set = new Set(cases.flatMap(pathsOfCase));
  expect(versioned.filter(value => !shapesProxy.test(value) && !staticOnly.test(value) && !set.has(value))).toEqual([]);
});

test('every example is rendered by a golden', () => {
  const root = join(goldens, '..', '..');
  const examples = ['acme-production', 'caipe', 'first-route', 'gateway-api', 'http-authorization']
    .map(name => join('examples', name, 'values.yaml'))
    .concat(readdirSync(join(root, 'examples', 'environments')).map(name => join('examples', 'environments', name)));
  const used = readdirSync(goldens)
    .filter(name => existsSync(join(goldens, name, 'case.yaml')))
    .flatMap(name =>
      (parse(readFileSync(join(goldens, name, 'case.yaml'), 'utf8')).valuesFiles ?? []).map((file: string) =>
        relative(root, join(goldens, name, file)),
      ),
    );
  expect(examples.filter(name => !used.includes(name))).toEqual([]);
});
