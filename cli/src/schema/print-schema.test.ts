import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printSchema } from './print-schema.js';

const title = (name: string, flags = {}) => JSON.parse(printSchema(name, flags)).title as string;

it('lists every name', () => {
  expect(printSchema(undefined, {}).trim().split('\n')).toEqual([
    'agentgateway',
    'client-config',
    'custom-resources',
    'diff-report',
    'findings',
    'kubernetes',
    'langchain-config',
    'manifest',
    'mcp-config',
    'mcp-servers',
    'mcpgw-config',
    'migrate-report',
    'opencode-config',
    'probe-report',
    'render',
    'serve',
    'tools-report',
    'vscode-config',
  ]);
});

it.each([
  ['agentgateway', {}, 'Static configuration of agentgateway v1.4.1'],
  ['agentgateway', { gatewayVersion: 'v1.1' }, 'Static configuration of agentgateway v1.1.0'],
  ['agentgateway', { gatewayVersion: '1.3.7' }, 'Static configuration of agentgateway v1.3.0'],
  ['kubernetes', {}, 'Objects of Kubernetes 1.35'],
  ['kubernetes', { kubeVersion: 'v1.29.4' }, 'Objects of Kubernetes 1.29'],
  ['custom-resources', { gatewayVersion: 'v1.0.0' }, 'Objects of agentgateway v1.0.0 and the Gateway API'],
  ['manifest', { kubeVersion: '1.34', gatewayVersion: 'v1.4.1' }, 'Objects of Kubernetes 1.34, agentgateway v1.4.1 and the Gateway API'],
])('%s with %j', (name, flags, wanted) => {
  expect(title(name, flags)).toBe(wanted);
});

it('prints what schemas/ holds', () => {
  const file = (path: string) => JSON.parse(readFileSync(join(__dirname, '../../../schemas', path), 'utf8'));
  expect(JSON.parse(printSchema('kubernetes', { kubeVersion: '1.30' }))).toEqual(file('kubernetes/v1.30.json'));
  expect(JSON.parse(printSchema('custom-resources', { gatewayVersion: '1.1.0' }))).toEqual(file('custom-resources/v1.1.0.json'));
  expect(JSON.parse(printSchema('probe-report', {}))).toEqual(file('probe-report.json'));
});

it.each([
  ['mcp-confg', {}, 'there is no schema "mcp-confg"; did you mean "mcp-config"?'],
  ['kubernets', {}, 'there is no schema "kubernets"; did you mean "kubernetes"?'],
  ['__proto__', {}, /^there is no schema "__proto__"; there are agentgateway, client-config, /],
  ['mcp-config', { gatewayVersion: 'v1.1.0' }, '--gateway-version: the schema "mcp-config" is the same for every version'],
  ['kubernetes', { gatewayVersion: 'v1.1.0' }, '--gateway-version: the schema "kubernetes" is the same for every version'],
  ['render', { kubeVersion: '1.34' }, '--kube-version: the schema "render" is the same for every version'],
  [
    'kubernetes',
    { kubeVersion: '1.28' },
    '--kube-version: there is no schema "kubernetes" for "1.28"; there is one for 1.29, 1.30, 1.31, 1.32, 1.33, 1.34, 1.35',
  ],
  ['kubernetes', { kubeVersion: 'latest' }, /^--kube-version: there is no schema "kubernetes" for "latest"; there is one for 1\.29, /],
  ['agentgateway', { gatewayVersion: 'latest' }, '--gateway-version: "latest" is no version'],
  [
    'custom-resources',
    { gatewayVersion: 'v0.12.0' },
    '--gateway-version: there is no schema "custom-resources" for "v0.12.0"; there is one for 1.0.0, 1.1.0, 1.2.0, 1.3.0, 1.4.0, 1.4.1',
  ],
])('refuses %s with %j', (name, flags, message) => {
  expect(() => printSchema(name, flags)).toThrow(message);
});
