import type { Census } from '@mcpgw/structure';
import { address, alone, checked, inside, noAccess, outside, parts, reference, row, service, weight, works } from './answers.js';

const mcpHost = row(
  ['mcp-address-invalid', 'url-port-ignored'],
  ['mcp-plain-http-key'],
  ['mcp-address-invalid', 'mcp-path-missing', 'mcp-default-port', 'tls-port-mismatch'],
  ['mcp-address-invalid', 'mcp-https-port-path'],
);
const mcpAddress = {
  host: mcpHost,
  port: row(['mcp-address-invalid'], noAccess, ['mcp-https-port-path'], ['mcp-https-port-path']),
  path: row(['mcp-address-invalid'], noAccess, ['mcp-address-invalid', 'mcp-sse-path'], ['mcp-sse-path']),
  backend: reference,
};
const mcp = {
  targets: row(['mcp-no-targets'], ['mcp-failopen'], ['mcp-no-targets'], ['duplicate-target-name', 'mcp-prefix-never']),
  statefulMode: row(works, ['session-key-missing'], ['mcp-stateful-replicas'], ['mcp-stateful-replicas']),
  prefixMode: row(works, noAccess, ['mcp-prefix-never'], ['mcp-prefix-never', 'mcp-prefix-change']),
  failureMode: row(works, ['mcp-failopen'], ['mcp-failopen'], alone),
};

/** `config/backends.ts`. */
export const backendsCensus: Census = {
  'a backend': {
    weight,
    policies: row(['policy-without-effect', 'null-policy'], ['null-policy'], parts, ['policy-without-effect']),
    service,
    backend: reference,
    host: address,
    internal: row('A path that the administration does not know answers 404.', ['backend-opens-proxy'], works, alone),
    dynamic: row(works, ['backend-opens-proxy'], works, alone),
    mcp: row(['mcp-no-targets'], parts, parts, ['mcp-split-backends']),
    ai: inside,
    aws: inside,
    routeGroup: row(['route-group-missing'], noAccess, ['route-group-missing'], ['route-group-missing']),
    invalid: row(['backend-always-fails'], 'It closes the route, as it says.', ['backend-always-fails'], alone),
  },
  'a TCP backend': { weight, policies: inside, service, host: address, backend: reference },
  'an MCP backend': mcp,
  mcp,
  'an MCP target': {
    name: row(['target-name-empty'], noAccess, ['target-name-invalid', 'target-name-long'], ['duplicate-target-name']),
    sse: row(['mcp-sse-path'], noAccess, ['mcp-sse-path', 'mcp-address-invalid'], ['mcp-sse-path']),
    mcp: row(['mcp-sse-path'], noAccess, ['mcp-sse-path', 'mcp-address-invalid'], ['mcp-sse-path']),
    stdio: row(['mcp-stdio-empty-cmd'], noAccess, ['mcp-stdio-command'], ['mcp-stdio-network-path']),
    openapi: row(['mcp-address-invalid'], noAccess, ['openapi-unusable'], ['mcp-address-invalid']),
    policies: row(works, noAccess, parts, 'The proxy refuses policies of a program.'),
  },
  'an MCP address': mcpAddress,
  openapi: { ...mcpAddress, schema: row(['openapi-unusable'], noAccess, ['openapi-unusable'], ['openapi-unusable']) },
  'a schema': {
    file: row('A missing file ends the proxy.', noAccess, ['openapi-unusable'], alone),
    inline: row(works, noAccess, ['openapi-unusable'], alone),
  },
  stdio: {
    cmd: row(['mcp-stdio-empty-cmd'], noAccess, ['mcp-stdio-command', 'mcp-stdio-empty-cmd'], ['mcp-stdio-command']),
    args: row(['mcp-stdio-command'], noAccess, ['mcp-stdio-command', 'mcp-stdio-network-path'], alone),
    env: row(['duplicate-map-key'], ['secret-in-clear-text'], outside, ['duplicate-map-key']),
    clear_env: row(works, noAccess, ['mcp-stdio-command'], ['mcp-stdio-command']),
  },
  aws: { agentCore: inside },
  agentCore: {
    agentRuntimeArn: row(works, noAccess, checked, alone),
    qualifier: row(works, noAccess, outside, alone),
  },
};
