/** The values contract holds when the chart is a part of another one, under its own name or another. */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { chartPath, renderChart } from './render.js';

function umbrella(dependencies: readonly object[], values: object): string {
  const chart = mkdtempSync(join(tmpdir(), 'umbrella-'));
  const common = { version: '0.1.0', repository: '' };
  mkdirSync(join(chart, 'charts'));
  cpSync(chartPath, join(chart, 'charts', 'mcp-gateway'), { recursive: true });
  const entries = dependencies.map(dependency => ({ name: 'mcp-gateway', ...common, ...dependency }));
  writeFileSync(join(chart, 'Chart.yaml'), stringify({ apiVersion: 'v2', name: 'platform', version: '1.0.0', dependencies: entries }));
  writeFileSync(join(chart, 'values.yaml'), stringify(values));
  return chart;
}

const global = {
  region: 'eu',
  agentgateway: {
    extAuth: { enabled: true, timeout: '3s' },
    extraMcpTargets: [{ id: 'jira', host: '{{ .Release.Name }}-jira', port: 8000 }],
  },
};

test('globals of the parent, values under the alias, a condition', async () => {
  const parent = umbrella([{ alias: 'agentgateway', condition: 'agentgateway.enabled' }], {
    global,
    agentgateway: { enabled: true, service: { port: 4001 }, image: { tag: 'v0.12.0' } },
  });
  const manifests = await renderChart({ chart: parent, release: 'plat' });
  const config = parse(manifests.find(({ kind }) => kind === 'ConfigMap')?.data['config.yaml']);
  expect(config.binds[0].port).toBe(4001);
  const [route] = config.binds[0].listeners[0].routes;
  expect(route.policies.extAuthz).toMatchObject({ host: 'plat-ext-authz:9100', timeout: '3s' });
  expect(route.backends[0].mcp.targets[0].mcp.host).toBe('http://plat-jira:8000/mcp');
});

test('a condition that is false leaves it out', async () => {
  const parent = umbrella([{ condition: 'mcp-gateway.enabled' }], { global, 'mcp-gateway': { enabled: false } });
  expect(await renderChart({ chart: parent })).toEqual([]);
});

test('two of them, each with its own proxy', async () => {
  const parent = umbrella([{ alias: 'inner' }, { alias: 'outer' }], {
    inner: { image: { tag: 'v0.12.0' }, fullnameOverride: 'inner' },
    outer: { fullnameOverride: 'outer', service: { port: 4400 } },
    global,
  });
  const manifests = await renderChart({ chart: parent });
  const configs = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata, data }) => [metadata.name, data['config.yaml']]);
  expect(configs.map(([name]) => name).sort()).toEqual(['inner-config', 'outer-config']);
  const byName = Object.fromEntries(configs);
  expect(byName['inner-config']).toContain('timeout: "3s"\n');
  expect(byName['outer-config']).toContain('requestTimeout: "3s"\n');
  expect(byName['outer-config']).toContain('- port: 4400\n');
});

test('an unknown key of the parent is refused with its path', async () => {
  const parent = umbrella([{}], { global, 'mcp-gateway': { replicas: 2 } });
  await expect(renderChart({ chart: parent })).rejects.toThrow("additional properties 'replicas' not allowed");
});
