/** What the chart gives Prometheus and Grafana about the gateway: alerts that fire and do not, a dashboard of metrics that exist. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metrics } from '@mcpgw/telemetry';
import { stringify } from 'yaml';
import { testUnless } from '../helpers/needs.js';
import { promtool, promtoolMissing } from '../helpers/promtool.js';
import { type Manifest, renderChart } from './render.js';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat: string;
  readonly datasource: { readonly uid: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource: { readonly type: string; readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly Target[];
}

interface Dashboard {
  readonly title: string;
  readonly uid: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[] };
  readonly panels: readonly Panel[];
}

const prometheus = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };

function rendered(monitoring: object, gateway: object = {}): Promise<Manifest[]> {
  const networkPolicy = { metricsFrom: [prometheus] };
  const values = { gateway: { enabled: true, networkPolicy, monitoring, ...gateway } };
  return renderChart({ values, apiVersions: ['monitoring.coreos.com/v1'] });
}

const all = { serviceMonitor: { enabled: true }, prometheusRule: { enabled: true }, dashboard: { enabled: true } };
const dashboardName = 'demo-mcp-gateway-gateway-dashboard';

async function alertsOf(prometheusRule: object = {}): Promise<readonly AlertRule[]> {
  const rule = (await rendered({ prometheusRule: { enabled: true, ...prometheusRule } })).find(({ kind }) => kind === 'PrometheusRule')!;
  return rule.spec.groups[0].rules;
}

async function dashboardOf(): Promise<Dashboard> {
  const map = (await rendered(all)).find(({ metadata }) => metadata.name === dashboardName)!;
  return JSON.parse(map.data['demo-mcp-gateway-gateway.json']);
}

/** Names of metrics of the program, with those that a histogram has. */
async function knownMetrics(): Promise<ReadonlySet<string>> {
  const metrics = new Metrics();
  const status = { state: 'ok', records: 0, lost: 0, queued: 0 };
  const nothing = {
    circuit: { fault: undefined },
    sessions: { size: 0 },
    endpoint: { inFlight: 0 },
    unread: { bytes: 0 },
    upstreams: { states: () => [] },
    catalogue: { allCounts: () => ({}), changedCount: () => 0 },
    recorder: { status },
    exports: () => [],
  };
  metrics.observe(nothing as unknown as Parameters<Metrics['observe']>[0]);
  const types = [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(types.flatMap(([, name, type]) => (type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!])));
}

/** Names in an expression that are followed by a selector: metrics. */
const metricsIn = (expression: string): string[] => [...expression.matchAll(/([a-zA-Z_:][\w:]*)\s*\{/g)].map(([, name]) => name!);

test('nothing of it is rendered unless it is on, and rules only where the cluster knows them', async () => {
  const kinds = async (monitoring: object, apiVersions?: readonly string[]) =>
    (
      await renderChart({
        values: { gateway: { enabled: true, networkPolicy: { metricsFrom: [prometheus] }, monitoring } },
        ...(apiVersions && { apiVersions }),
      })
    )
      .filter(({ kind, metadata }) => /Monitor|Rule/.test(kind) || metadata.name === dashboardName)
      .map(({ kind }) => kind);
  expect(await kinds({}, ['monitoring.coreos.com/v1'])).toEqual([]);
  expect(await kinds(all)).toEqual(['ConfigMap']);
  expect(await kinds(all, ['monitoring.coreos.com/v1'])).toEqual(['ConfigMap', 'PrometheusRule', 'ServiceMonitor']);
});

test('every metric of alerts and dashboard exists in the program', async () => {
  const known = new Set([...(await knownMetrics()), 'up']);
  const { panels, templating } = await dashboardOf();
  const expressions = [...(await alertsOf()).map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  const used = expressions.flatMap(metricsIn);
  expect(expressions.filter(expression => metricsIn(expression).length === 0)).toEqual([]);
  expect(used.filter(name => !known.has(name))).toEqual([]);
  const asked = templating.list.flatMap(({ definition = '' }) => /label_values\((\w+)/.exec(definition)?.[1] ?? []);
  expect(asked).toHaveLength(3);
  expect(asked.filter(name => !known.has(name))).toEqual([]);
});

test('every alert has a severity, texts, and a runbook in the docs at its address', async () => {
  const page = readFileSync(join(__dirname, '../../docs/observability.md'), 'utf8');
  const alerts = await alertsOf({
    runbookUrl: 'https://docs.example/observability.html',
    alertLabels: { team: 'tools', severity: 'none' },
  });
  expect(alerts).toHaveLength(12);
  for (const { alert, labels, annotations } of alerts) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(?:critical|warning|info)$/), team: 'tools' });
    expect(annotations).toEqual({
      summary: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\.$/),
      runbook_url: `https://docs.example/observability.html#${alert.toLowerCase()}`,
    });
    expect(page).toContain(`\n### ${alert}\n`);
  }
  expect([...page.matchAll(/^### (Mcpgw\w+)$/gm)].map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert));
});

test('alerts that are disabled are left out, and an unknown one is refused', async () => {
  expect((await alertsOf({ disabled: ['McpgwSlowCalls'] })).map(({ alert }) => alert)).not.toContain('McpgwSlowCalls');
  await expect(alertsOf({ disabled: ['McpgwSlow'] })).rejects.toThrow(
    'gateway.monitoring.prometheusRule.disabled: there is no alert McpgwSlow',
  );
});

test('monitoring that would show nothing is refused', async () => {
  await expect(rendered(all, { config: { metrics: false } })).rejects.toThrow('gateway.config.metrics: /metrics is off');
  await expect(rendered(all, { networkPolicy: {} })).rejects.toThrow(
    'gateway.networkPolicy.metricsFrom: the NetworkPolicy lets Prometheus not reach /metrics',
  );
});

test('the NetworkPolicy lets Prometheus in and telemetry out', async () => {
  const config = { telemetry: { endpoint: 'http://collector.monitoring:4318' } };
  const manifests = await rendered(all, { config });
  const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'demo-mcp-gateway-gateway')!;
  expect(policy.spec.ingress).toContainEqual({ ports: [{ port: 'http', protocol: 'TCP' }], from: [prometheus] });
  expect(policy.spec.egress).toContainEqual({ ports: [{ port: 4318, protocol: 'TCP' }] });
});

test('the dashboard is one that Grafana takes', async () => {
  const { title, uid, schemaVersion, templating, panels } = await dashboardOf();
  expect(title).toBe('MCP gateway: mcp/demo-mcp-gateway-gateway');
  expect(uid).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
  expect(schemaVersion).toBe(39);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const variables = new Set(['__rate_interval', ...templating.list.map(({ name }) => name)]);
  const cells = new Set<string>();
  for (const { title: name, type, datasource, gridPos, targets } of panels) {
    expect(name).toMatch(/\w/);
    expect(['stat', 'timeseries', 'table']).toContain(type);
    expect(datasource).toEqual({ type: 'prometheus', uid: `\${${'datasource'}}` });
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const { expr } of targets)
      for (const [, variable] of expr.matchAll(/\$(\w+)/g)) expect([expr, variables.has(variable!)]).toEqual([expr, true]);
    // The grid has 24 columns, and no panel covers another.
    const { x, y, w, h } = gridPos;
    expect(x + w).toBeLessThanOrEqual(24);
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++) {
        expect([name, cells.has(`${column} ${row}`)]).toEqual([name, false]);
        cells.add(`${column} ${row}`);
      }
  }
});

/** Runs promtool in a folder with these files. */
function check(files: Readonly<Record<string, object>>, ...args: string[]): ReturnType<typeof promtool> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-rules-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), stringify(content));
    return promtool([...args, join(folder, Object.keys(files).at(-1)!)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

testUnless(promtoolMissing, 'promtool takes the alerts', async () => {
  const { code, text } = check({ 'rules.yaml': { groups: [{ name: 'a', rules: await alertsOf() }] } }, 'check', 'rules');
  expect(text).toContain('SUCCESS: 12 rules found');
  expect(code).toBe(0);
});

testUnless(promtoolMissing, 'promtool takes every expression of the dashboard', async () => {
  const { panels } = await dashboardOf();
  const plain = (expression: string) => expression.replaceAll('$__rate_interval', '5m').replace(/\$\w+/g, 'x');
  const rules = panels.flatMap(({ id, targets }) =>
    targets.map(({ refId, expr }) => ({ record: `panel:${id}:${refId}`, expr: plain(expr) })),
  );
  const { code, text } = check({ 'rules.yaml': { groups: [{ name: 'a', rules }] } }, 'check', 'rules');
  expect(text).toContain(`SUCCESS: ${rules.length} rules found`);
  expect(code).toBe(0);
});

/** Series by alert: with which it fires, and with which it does not. `ME` stands for the labels of the release. */
const cases: readonly [alert: string, fires: Readonly<Record<string, string>>, quiet: Readonly<Record<string, string>>][] = [
  ['McpgwDown', { 'up{ME}': '0x60' }, { 'up{ME}': '1x60' }],
  ['McpgwStoreDown', { 'mcpgw_store_up{ME}': '0x60' }, { 'mcpgw_store_up{ME}': '1x60' }],
  [
    'McpgwServerDown',
    { 'mcpgw_upstream_state{ME,server="a",state="waiting"}': '1x60', 'mcpgw_upstream_state{ME,server="a",state="ready"}': '0x60' },
    { 'mcpgw_upstream_state{ME,server="a",state="disabled"}': '1x60', 'mcpgw_upstream_state{ME,server="a",state="waiting"}': '0x60' },
  ],
  [
    'McpgwToolsChanged',
    { 'mcpgw_upstream_tools_changed{ME,server="a"}': '2x60' },
    { 'mcpgw_upstream_tools_changed{ME,server="a"}': '0x60' },
  ],
  [
    'McpgwFailures',
    { 'mcpgw_requests_total{ME,outcome="ok"}': '0+90x60', 'mcpgw_requests_total{ME,outcome="transport_failure"}': '0+10x60' },
    { 'mcpgw_requests_total{ME,outcome="ok"}': '0+90x60', 'mcpgw_requests_total{ME,outcome="contract_violation"}': '0+90x60' },
  ],
  [
    'McpgwToolFailures',
    {
      'mcpgw_tool_calls_total{ME,server="a",tool="t",outcome="tool_error"}': '0+9x60',
      'mcpgw_tool_calls_total{ME,server="a",tool="t",outcome="ok"}': '0+1x60',
    },
    {
      'mcpgw_tool_calls_total{ME,server="a",tool="t",outcome="tool_error"}': '0+1x60',
      'mcpgw_tool_calls_total{ME,server="a",tool="t",outcome="ok"}': '0+9x60',
    },
  ],
  [
    'McpgwInternalFailures',
    { 'mcpgw_requests_total{ME,outcome="internal_failure"}': '0x50 1x10' },
    { 'mcpgw_requests_total{ME,outcome="internal_failure"}': '1x60' },
  ],
  [
    'McpgwSlowCalls',
    {
      'mcpgw_tool_call_duration_seconds_bucket{ME,server="a",le="30"}': '0x60',
      'mcpgw_tool_call_duration_seconds_bucket{ME,server="a",le="60"}': '0+5x60',
      'mcpgw_tool_call_duration_seconds_bucket{ME,server="a",le="+Inf"}': '0+5x60',
    },
    {
      'mcpgw_tool_call_duration_seconds_bucket{ME,server="a",le="1"}': '0+5x60',
      'mcpgw_tool_call_duration_seconds_bucket{ME,server="a",le="+Inf"}': '0+5x60',
    },
  ],
  [
    'McpgwConfigurationRefused',
    { 'mcpgw_reloads_total{ME,outcome="refused"}': '0x50 1x10' },
    { 'mcpgw_reloads_total{ME,outcome="applied"}': '0+1x60' },
  ],
  ['McpgwActivityFailing', { 'mcpgw_activity_failing{ME}': '1x60' }, { 'mcpgw_activity_failing{ME}': '0x60' }],
  [
    'McpgwTelemetryFailing',
    { 'mcpgw_telemetry_failing{ME,signal="logs"}': '1x60' },
    { 'mcpgw_telemetry_failing{ME,signal="logs"}': '0x60' },
  ],
  [
    'McpgwMessagesDropped',
    { 'mcpgw_upstream_messages_dropped_total{ME,server="a",kind="log"}': '0+5x60' },
    { 'mcpgw_upstream_messages_dropped_total{ME,server="a",kind="log"}': '7x60' },
  ],
];

const me = 'job="demo-mcp-gateway-gateway",namespace="mcp"';
/** Of another release. */
const stranger = 'job="other-mcp-gateway-gateway",namespace="mcp"';

function seriesOf(series: Readonly<Record<string, string>>, labels: string) {
  return Object.entries(series).map(([name, values]) => ({ series: name.replace('ME', labels), values }));
}

function caseOf(alert: string, series: Readonly<Record<string, string>>, labels: string, fires: boolean) {
  return {
    interval: '1m',
    input_series: seriesOf(series, labels),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: '55m',
        exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  };
}

testUnless(promtoolMissing, 'every alert fires when it should, is quiet otherwise, and does not hear other releases', async () => {
  const rules = await alertsOf();
  expect(cases.map(([alert]) => alert)).toEqual(rules.map(({ alert }) => alert));
  const tests = cases.flatMap(([alert, fires, quiet]) => [
    caseOf(alert, fires, me, true),
    caseOf(alert, quiet, me, false),
    // A gateway that is not there is heard by its absence.
    caseOf(alert, fires, stranger, alert === 'McpgwDown'),
  ]);
  const files = {
    'rules.yaml': { groups: [{ name: 'a', rules }] },
    'tests.yaml': { rule_files: ['rules.yaml'], evaluation_interval: '1m', tests },
  };
  expect(check(files, 'test', 'rules')).toEqual({ code: 0, text: expect.stringContaining('SUCCESS') });
});

testUnless(promtoolMissing, 'the strings of an alert name the server', async () => {
  const alert = {
    eval_time: '30m',
    alertname: 'McpgwServerDown',
    exp_alerts: [
      {
        exp_labels: { severity: 'warning', job: 'demo-mcp-gateway-gateway', server: 'github' },
        exp_annotations: {
          summary: 'The server github is not connected',
          description: 'Calls of its tools fail. /status and the page say why.',
        },
      },
    ],
  };
  const input = seriesOf({ 'mcpgw_upstream_state{ME,server="github",state="failed"}': '1x60' }, me);
  const tests = [{ interval: '1m', input_series: input, alert_rule_test: [alert] }];
  const files = { 'rules.yaml': { groups: [{ name: 'a', rules: await alertsOf() }] }, 'tests.yaml': { rule_files: ['rules.yaml'], tests } };
  expect(check(files, 'test', 'rules')).toEqual({ code: 0, text: expect.stringContaining('SUCCESS') });
});
