import { parseYaml, runRules } from '@mcpgw/structure';
import { switchedOff } from './switched-off.js';

const say = (text: string, kind: 'mcp-config' | 'serve'): string[] =>
  runRules([switchedOff], parseYaml(text, { file: 'f', dialect: 'go' }).documents[0]!, kind, '0.0.0', 'f').map(
    ({ severity, message }) => `${severity} ${message}`,
  );

it.each([
  [
    'limits of an isolation that is off',
    'docker_isolation: {enabled: false, network_mode: none, memory_limit: 64m}',
    'mcp-config',
    ['info "network_mode", "memory_limit" have no effect, because "enabled" is off: servers run with the rights of the gateway'],
  ],
  ['an isolation that is on', 'docker_isolation: {enabled: true, network_mode: none}', 'mcp-config', []],
  ['a mode, which counts before the switch', 'docker_isolation: {enabled: false, mode: docker, network_mode: none}', 'mcp-config', []],
  ['names of images, which protect nothing', 'docker_isolation: {enabled: false, default_images: {python: "python:3"}}', 'mcp-config', []],
  [
    'certificates of a listener without TLS',
    'tls: {enabled: false, require_client_cert: true}',
    'mcp-config',
    ['info "require_client_cert" has no effect, because "enabled" is off: the listener speaks plain HTTP'],
  ],
  [
    'limits of servers of the gateway',
    'isolation: {enabled: false, memory_limit: 64m}',
    'serve',
    ['info "memory_limit" has no effect, because "enabled" is off: servers run with the rights of the gateway'],
  ],
  ['a server that waits', 'servers: {a: {enabled: false, url: "http://a/mcp"}}', 'serve', []],
  ['null', 'tls: {enabled: false, certs_dir: null}', 'mcp-config', []],
] as const)('%s', (_, text, kind, expected) => {
  expect(say(text, kind)).toEqual(expected);
});
