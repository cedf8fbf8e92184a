import { checkStatic } from '@mcpgw/agentgateway-rules';
import { formatPath } from '@mcpgw/diagnostics';
import { validateText } from '../src/validate.js';

/** The position that a rule reports in a configuration without errors; undefined if it reports none. */
function placeOf(rule: string, yaml: string, version: string): string | undefined {
  const { findings } = checkStatic(yaml, { file: 'config.yaml', version });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = findings.find(finding => finding.rule === rule);
  return found === undefined ? undefined : formatPath(found.path ?? []);
}

const route = (policies: string, rest = '') =>
  `binds: [{port: 3000, listeners: [{routes: [{policies: {${policies}}, backends: [{host: "a:1"}]}]}]}]\n${rest}`;
const inRoute = 'binds[0].listeners[0].routes[0].policies';
const gateway = (policies: string) => `gateways: {default: {port: 4000, ${policies}}}\nroutes: [{backends: [{host: "a:1"}]}]`;
const mcp = (target: string, rest = '') => `mcp: {targets: [{name: a, ${target}}]${rest}}`;
const web = 'mcp: {host: "http://s:1/mcp"}';
const service = 'services: [{name: h, namespace: d, hostname: h, vips: [], ports: {"80": 80}}]';
const z = 'backends: [{name: z, host: "z:1", policies: {http: {requestTimeout: 2s}}}]';

/** One fault in other places, spellings and versions, and similar configurations that are valid. */
type Row = readonly [rule: string, version: string, place: string | undefined, yaml: string];

it.each<Row>([
  ['extauthz-grpc-unbounded', '1.4.1', 'gateways.default.extAuthz', gateway('extAuthz: {host: "a:9000"}')],
  ['extauthz-grpc-unbounded', '1.4.1', `${inRoute}.extAuthz.conditional[0]`, route('extAuthz: {conditional: [{host: "a:1"}]}')],
  ['extauthz-grpc-unbounded', '1.4.1', 'mcp.policies.extAuthz', mcp(web, ', policies: {extAuthz: {host: "a:1"}}')],
  ['extauthz-grpc-unbounded', '1.4.1', undefined, route('extAuthz: {backend: /z}', z)],
  [
    'extauthz-http-policies-ignored',
    '1.3.0',
    `${inRoute}.extAuthz.policies`,
    route(`extAuthz: {host: "a:1", protocol: {http: {}}, policies: {backendTLS: {}}}`),
  ],
  [
    'extauthz-http-policies-ignored',
    '1.4.1',
    undefined,
    route(`extAuthz: {host: "a:1", protocol: {http: {}}, policies: {backendTLS: {}}}`),
  ],
  [
    'backend-ref-without-slash',
    '1.1.0',
    `${inRoute}.requestMirror.backend.backend`,
    route('requestMirror: {backend: {backend: z}, percentage: 0.5}', z),
  ],
  ['dangling-backend-ref', '1.4.1', 'mcp.targets[0].mcp.backend', mcp('mcp: {backend: /nope, path: /mcp}')],
  ['dangling-service-ref', '1.4.1', `${inRoute}.extAuthz`, route('extAuthz: {name: d/h, port: 80}')],
  ['dangling-service-ref', '1.4.1', undefined, route('extAuthz: {name: d/h, port: 80}', service)],
  ['service-port-missing', '1.4.1', `${inRoute}.extAuthz`, route('extAuthz: {name: d/h, port: 81}', service)],
  ['no-target', '1.4.1', undefined, route('extAuthz: {name: d/h, port: 80}', service)],
  ['no-target', '1.4.1', `${inRoute}.mcpGuardrails.processors[0]`, route('mcpGuardrails: {processors: [{kind: remote}]}')],
  ['no-target', '1.4.1', `${inRoute}.backendAuth.oauthTokenExchange`, route('backendAuth: {oauthTokenExchange: {}}')],
  ['url-port-ignored', '1.4.1', undefined, mcp('mcp: {host: "http://server/mcp"}')],
  ['url-port-ignored', '1.4.1', undefined, mcp('mcp: {host: "http://[::1]:80/a:b"}')],
  ['url-port-ignored', '1.4.1', 'mcp.targets[0].sse.host', mcp('sse: {host: "http://server:/sse"}')],
  ['url-port-ignored', '1.4.1', `${inRoute}.extAuthz.host`, route('extAuthz: {host: "http://a:99999"}')],
  ['bind-on-internal-port', '1.4.1', undefined, 'config: {adminAddr: "off"}\nbinds: [{port: 15000, listeners: []}]'],
  ['bind-on-internal-port', '1.4.1', undefined, 'config: {statsAddr: "unix:/run/s"}\nbinds: [{port: 15020, listeners: []}]'],
  ['bind-on-internal-port', '1.1.0', 'binds[0].port', 'config: {adminAddr: "127.0.0.1:3000"}\nbinds: [{port: 3000, listeners: []}]'],
  [
    'route-shadowed',
    '1.4.1',
    'routes[1]',
    'gateways: {default: {port: 1}}\nroutes: [{backends: [{host: "a:1"}]}, {gateways: default, backends: [{host: "b:1"}]}]',
  ],
  [
    'route-shadowed',
    '1.4.1',
    undefined,
    'gateways: {x: {port: 1}, y: {port: 2}}\nroutes: [{gateways: x, backends: [{host: "a:1"}]}, {gateways: y, backends: [{host: "b:1"}]}]',
  ],
  [
    'jwks-plain-http',
    '1.4.1',
    `${inRoute}.oidc.jwks.url`,
    route(
      'oidc: {issuer: "https://i", authorizationEndpoint: "https://i/a", tokenEndpoint: "https://i/t", jwks: {url: "http://i/j"}, clientId: a, clientSecret: b, redirectURI: "https://a/cb"}',
    ),
  ],
  ['mcp-route-timeout', '1.4.1', 'mcp.policies.timeout.requestTimeout', mcp(web, ', policies: {timeout: {requestTimeout: 10s}}')],
  [
    'mcp-route-timeout',
    '1.1.0',
    `${inRoute}.timeout.requestTimeout`,
    route('timeout: {requestTimeout: 10s}').replace('host: "a:1"', mcp(web)),
  ],
  ['mcp-route-timeout', '1.4.1', undefined, route('timeout: {requestTimeout: 10s}')],
  ['mcp-route-retry', '1.4.1', 'mcp.policies.retry', mcp(web, ', policies: {retry: {attempts: 2, codes: [503]}}')],
  [
    'extauthz-timeout-gt-route',
    '0.12.0',
    `${inRoute}.extAuthz.timeout`,
    route('extAuthz: {host: "a:1", timeout: 60s}, timeout: {requestTimeout: 10s}'),
  ],
  ['null-policy', '1.4.1', 'gateways.default.extAuthz', gateway('extAuthz: ~')],
  [
    'cors-star-credentials',
    '1.4.1',
    'gateways.default.cors.allowCredentials',
    gateway('cors: {allowOrigins: ["*"], allowCredentials: true}'),
  ],
])('%s, v%s: %s: %s', (rule, version, place, yaml) => {
  expect(placeOf(rule, yaml, version)).toBe(place);
});

it.each(['timeout', 'retry'])('a route that refers to an MCP backend is an MCP route: %s', name => {
  const body = name === 'timeout' ? 'timeout: {requestTimeout: 10s}' : 'retry: {codes: [503]}';
  const yaml = route(body, `backends: [{name: m, mcp: {targets: [{name: a, ${web}}]}}]`).replace('host: "a:1"', 'backend: /m');
  expect(placeOf(`mcp-route-${name}`, yaml, '1.4.1')).toBe(name === 'timeout' ? `${inRoute}.timeout.requestTimeout` : `${inRoute}.retry`);
});

const timeouts = (version: string, extAuthz: string, rest = '') =>
  validateText(route(`extAuthz: {${extAuthz}}`, rest), { file: 'c.yaml', env: {}, version })
    .findings.map(({ rule }) => rule)
    .filter(rule => /timeout|unbounded|ignored|unknown-field/.test(rule));
const http = 'protocol: {http: {}}';
const inline = 'policies: {http: {requestTimeout: 10s}}';
const referred = 'backends: [{name: z, host: "z:1", policies: {http: {requestTimeout: 10s}}}]\n';

/** Timeouts measured on the real proxies, by version, protocol and spelling. */
it.each<[version: string, extAuthz: string, rest: string, rules: string[]]>([
  ['0.11.1', 'host: "z:1"', '', ['extauthz-default-timeout']],
  ['0.12.0', 'host: "z:1"', '', ['extauthz-default-timeout']],
  ['0.12.0', `host: "z:1", ${http}`, '', ['extauthz-default-timeout']],
  ['0.12.0', 'host: "z:1", timeout: 10s', '', []],
  ['0.12.0', `host: "z:1", timeout: 10s, ${http}`, '', []],
  ['0.12.0', `host: "z:1", ${inline}`, '', ['unknown-field']],
  ['1.0.0', 'host: "z:1"', '', ['extauthz-grpc-unbounded']],
  ['1.1.0', 'host: "z:1"', '', ['extauthz-grpc-unbounded']],
  ['1.1.0', `host: "z:1", ${http}`, '', ['extauthz-default-timeout']],
  ['1.3.0', `host: "z:1", ${http}`, '', ['extauthz-default-timeout']],
  ['1.1.0', 'host: "z:1", timeout: 10s', '', ['unknown-field']],
  ['1.1.0', `host: "z:1", ${inline}`, '', []],
  ['1.1.0', `host: "z:1", ${http}, ${inline}`, '', ['extauthz-http-policies-ignored']],
  ['1.1.0', `backend: /z, ${http}`, referred, []],
  ['1.1.0', 'backend: /z', referred, []],
  ['1.4.1', 'host: "z:1"', '', ['extauthz-grpc-unbounded']],
  ['1.4.1', `host: "z:1", ${http}`, '', []],
  ['1.4.1', `host: "z:1", ${http}, ${inline}`, '', []],
  ['1.4.1', `backend: /z, ${http}`, referred, []],
])('the timeout of a check on v%s: {%s} %s', (version, extAuthz, rest, expected) => {
  expect(timeouts(version, extAuthz, rest)).toEqual(expected);
});
