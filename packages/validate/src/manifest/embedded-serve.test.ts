import { validateText } from '../validate.js';

const configMap = (key: string, text: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  ${key}: |\n${text.replace(/^/gm, '    ')}\n`;
const found = (key: string, text: string) =>
  validateText(configMap(key, text), { file: 'out.yaml', env: {} }).findings.map(({ rule, path, file }) => [rule, path?.join('.'), file]);

it.each<[string, string, string, [string, string | undefined, string][]]>([
  ['a good one', 'gateway.yaml', 'listen: 0.0.0.0:8080\nservers:\n  a: {url: "http://a/mcp"}\n', []],
  ['variables of the pod', 'gateway.yaml', 'servers:\n  a: {url: "http://a/mcp", headers: {Authorization: "Bearer ${env:TOKEN}"}}\n', []],
  ['files of the pod', 'gateway.yaml', 'servers_from: /etc/more/mcp_config.json\n', []],
  [
    'an unknown key',
    'gateway.yaml',
    'listen: 0.0.0.0:8080\nservers:\n  a: {url: "http://a/mcp", nonsense: 1}\n',
    [['unknown-field', 'data.gateway.yaml.servers.a.nonsense', 'out.yaml']],
  ],
  [
    'a wrong address, told by its keys',
    'other.yaml',
    'tool_names: {prefix: true}\nlisten: nowhere\n',
    [['bad-value', 'data.other.yaml.listen', 'out.yaml']],
  ],
  ['broken text in a file of that name', 'gateway.yaml', 'servers:\n\ta: 1\n', [['yaml-syntax', 'data.gateway.yaml', 'out.yaml']]],
  ['broken text of something else', 'app.yaml', 'servers:\n\ta: 1\n', []],
  ['a configuration of something else', 'app.yaml', 'listen: 80\nservers: [1, 2]\n', []],
])('mcpgw serve in a ConfigMap: %s', (_what, key, text, expected) => {
  expect(found(key, text)).toEqual(expected);
});
