import { parseYaml } from '@mcpgw/structure';
import { detectKind, otherKinds } from './kind.js';

const documents = (text: string) => parseYaml(text, { file: '', dialect: 'core' }).documents;

const chartServers = 'mcpServers: [{id: github, image: {repository: r, tag: v1}}]\n';
const configServers = 'mcpServers: [{name: a, url: "http://a/mcp", enabled: true}]\n';

it.each<[string, string, string | undefined]>([
  ['examples/x/values.yaml', chartServers, 'values'],
  ['prod.yaml', chartServers, 'values'],
  ['mcp_config.json', '{"mcpServers": [{"name": "a", "command": "npx"}]}', 'mcp-config'],
  ['config.yaml', configServers, 'mcp-config'],
  ['values.yaml', configServers, 'mcp-config'],
  ['values.yaml', `${configServers}image: {tag: v1}\nservice: {port: 80}\nresources: {}\n`, 'values'],
  ['a.json', '{"mcpServers": {"a": {"command": "npx"}}}', 'client-config'],
  ['values.yaml', 'mcpServers: {a: {url: "http://a"}}\nimage: {tag: v1}\nservice: {port: 80}\nreplicaCount: 1\n', 'values'],
  ['values.yaml', 'config: {adminAddr: "x"}\nbackends: []\n', 'values'],
  ['config.yaml', 'config: {adminAddr: "localhost:15000"}\n', 'agentgateway'],
  ['config.yaml', 'config: {adminAdr: "localhost:15000"}\n', 'agentgateway'],
  ['config.yaml', 'config: {}\n', 'agentgateway'],
  ['envoy-values-addon.yaml', 'config: {envoyGateway: {rateLimit: {}}}\n', undefined],
  ['config.yaml', 'config: {envoyGateway: {}}\nbinds: []\n', 'agentgateway'],
  ['values.yaml', 'binds: [{port: 3000, listeners: []}]\n', 'agentgateway'],
  ['values-prod.yaml', 'routes: [a]\nimage: {tag: v1}\nservice: {}\n', 'values'],
  ['dev.yaml', 'global: {agentgateway: {version: v1.4.1}}\n', 'values'],
  ['dev.yaml', 'image: {tag: v1}\nservice: {port: 80}\n', undefined],
  ['values/dev.yaml', 'image: {tag: v1}\nservice: {port: 80}\n', 'values'],
  ['values.yaml', 'apiVersion: v1\nkind: Service\n', 'manifest'],
  ['a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmcpServers: []\n', 'manifest'],
  ['gateway.yaml', 'servers: {a: {url: "http://a/mcp"}}\nlisten: 0.0.0.0:80\n', 'serve'],
  ['mcpgw.config.yaml', 'rules: {}\n', 'settings'],
  ['golden/a/case.yaml', 'chart: ../c\nvaluesFiles: [v.yaml]\n', 'golden-case'],
  ['case.yaml', 'apiVersion: v1\nkind: Service\n', 'manifest'],
  ['.vscode/mcp.json', '{"servers": {"a": {"type": "http", "url": "http://a"}}}', 'vscode-config'],
  ['notes.yaml', 'a: 1\n', undefined],
  ['docker-compose.yml', 'services: {a: {image: x}}\n', undefined],
  ['config.yaml', 'services: [{name: a}]\n', 'agentgateway'],
])('%s with %j is %s', (file, text, kind) => {
  expect(detectKind(file, documents(text))).toBe(kind);
});

it.each<[string, string, string[]]>([
  ['values.yaml', configServers, ['values']],
  ['values.yaml', `${configServers}image: {tag: v1}\nservice: {}\n`, ['values']],
  ['values.yaml', 'mcp: {targets: []}\n', ['agentgateway']],
  ['values.yaml', chartServers, []],
  ['a.yaml', 'apiVersion: v1\nkind: Service\n', []],
])('what %s with %j might be besides', (file, text, others) => {
  expect(otherKinds(file, documents(text))).toEqual(others);
});
