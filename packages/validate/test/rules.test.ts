import { formatPath } from '@mcpgw/diagnostics';
import { knownRules } from '../src/catalogue/catalogue.js';
import { validateText } from '../src/validate.js';

const listener = (body: string, rest = '') => `binds: [{port: 3000, listeners: [{${body}}]}]\n${rest}`;
const route = (body: string, rest = '') => listener(`routes: [{${body}}]`, rest);
const policies = (body: string, backend = 'host: "b:1"') => route(`policies: {${body}}, backends: [{${backend}}]`);
const target = (body: string) => `mcp: {targets: [{name: a, ${body}}]}`;
const web = 'mcp: {host: "http://s:1/mcp"}';
const mcp = (body: string) => route(`backends: [{${target(body)}}]`);
const authz = (body: string, rest = '') => policies(`extAuthz: {host: "z:1", ${body}}${rest}`);
const timed = 'policies: {http: {requestTimeout: 2s}}';
const issuer = 'issuer: "https://i", audiences: [a], jwks: {url: "https://i/k"}';
const strict = `jwtAuth: {mode: strict, ${issuer}}`;
const file = { files: { 'ca.pem': '-----BEGIN CERTIFICATE-----', 'empty.pem': '' } };
const server = (body: string) => `{"mcpServers": [{"name": "a", "command": "x", "enabled": true, ${body}}]}`;

/** A rule, a text that it reports (and where), and a text that it accepts. */
const table: [rule: string, bad: string, path: string, good: string, version?: string][] = [
  [
    'admin-address-open',
    'config: {adminAddr: "0.0.0.0:15000"}\nbinds: []',
    'config.adminAddr',
    'config: {adminAddr: "localhost:15000"}\nbinds: []',
  ],
  [
    'ai-no-key',
    route('backends: [{ai: {name: p, provider: {openAI: {}}}}]'),
    'binds[0].listeners[0].routes[0].backends[0].ai.provider',
    route('backends: [{ai: {name: p, provider: {bedrock: {region: r}}}}]'),
  ],
  [
    'apikey-empty-key',
    policies('apiKey: {keys: [{key: ""}]}'),
    'binds[0].listeners[0].routes[0].policies.apiKey.keys[0].key',
    policies('apiKey: {keys: [{key: k}]}'),
  ],
  [
    'authz-allow-all',
    policies('authorization: {rules: ["true", "1 == 1"]}'),
    'binds[0].listeners[0].routes[0].policies.authorization.rules[0]',
    policies('authorization: {rules: [{allow: "true"}, {deny: "1 == 2"}]}'),
  ],
  [
    'authz-deny-error',
    policies('authorization: {rules: [{deny: "jwt.role == \'g\'"}]}'),
    'binds[0].listeners[0].routes[0].policies.authorization.rules[0]',
    policies(`${strict}, authorization: {rules: [{deny: "jwt.role == 'g'"}]}`),
  ],
  [
    'authz-needs-jwt',
    policies('authorization: {rules: ["jwt.sub == \'a\'"]}'),
    'binds[0].listeners[0].routes[0].policies.authorization.rules[0]',
    policies('authorization: {rules: ["has(jwt.sub) && jwt.sub == \'a\'", "request.headers.jwt == \'x\'"]}'),
  ],
  [
    'authz-never-match',
    policies('authorization: {rules: ["\'get\' == request.method"]}'),
    'binds[0].listeners[0].routes[0].policies.authorization.rules[0]',
    policies("authorization: {rules: [\"request.method == 'GET'\", \"request.headers['x-a'] == 'false'\"]}"),
  ],
  [
    'authz-not-bool',
    policies('authorization: {rules: ["\'a\' + request.path"]}'),
    'binds[0].listeners[0].routes[0].policies.authorization.rules[0]',
    policies('authorization: {rules: ["jwt.admin", "request.path.startsWith(\'/\')"]}'),
  ],
  [
    'backend-auth-key-empty',
    policies('backendAuth: {key: ""}'),
    'binds[0].listeners[0].routes[0].policies.backendAuth.key',
    policies('backendAuth: {key: "$K"}'),
  ],
  [
    'backend-ref-without-slash',
    route('backends: [{backend: b1}]', 'backends: [{name: b1, host: "h:1"}]'),
    'binds[0].listeners[0].routes[0].backends[0].backend',
    route('backends: [{backend: /b1}]', 'backends: [{name: b1, host: "h:1"}]'),
  ],
  [
    'bind-on-internal-port',
    'config: {statsAddr: "0.0.0.0:9000"}\nbinds: [{port: 9000, listeners: []}]',
    'binds[0].port',
    'config: {statsAddr: "0.0.0.0:9000"}\nbinds: [{port: 15020, listeners: []}]',
  ],
  ['bind-port-0', 'binds: [{port: 0, listeners: []}]', 'binds[0].port', 'binds: [{port: 1, listeners: []}]'],
  [
    'cel-map-panic',
    policies(`transformations: {request: {set: {a: 'jwt.x.map(c, {"b": c})'}}}`),
    'binds[0].listeners[0].routes[0].policies.transformations.request.set.a',
    policies(`transformations: {request: {set: {a: 'jwt.x.map(c, c.b)'}}}`),
    '0.12.0',
  ],
  [
    'cors-star-credentials',
    policies('cors: {allowOrigins: ["*"], allowCredentials: true}'),
    'binds[0].listeners[0].routes[0].policies.cors.allowCredentials',
    policies('cors: {allowOrigins: ["https://a"], allowCredentials: true}'),
  ],
  [
    'dangling-backend-ref',
    policies('extAuthz: {backend: /zz}'),
    'binds[0].listeners[0].routes[0].policies.extAuthz.backend',
    route('backends: [{backend: /b1}]', 'backends: [{name: b1, host: "h:1"}]'),
  ],
  [
    'dangling-service-ref',
    route('backends: [{service: {name: d/x, port: 1}}]'),
    'binds[0].listeners[0].routes[0].backends[0].service',
    route('backends: [{service: {name: d/x, port: 1}}]', 'services: [{name: x, namespace: d, hostname: x, vips: [], ports: {"1": 1}}]'),
  ],
  ['deprecated-field', '{"mcpServers": [], "features": {}}', 'features', '{"mcpServers": []}'],
  [
    'direct-response-status',
    policies('directResponse: {body: x, status: 600}'),
    'binds[0].listeners[0].routes[0].policies.directResponse.status',
    policies('directResponse: {body: x, status: 599}'),
  ],
  [
    'duplicate-bind-port',
    'binds: [{port: 1, listeners: []}, {port: 1, listeners: []}]',
    'binds[1].port',
    'binds: [{port: 1, listeners: []}, {port: 2, listeners: []}]',
    '1.1.0',
  ],
  [
    'duplicate-route-name',
    listener('routes: [{name: x, backends: [{host: "b:1"}]}, {name: x, matches: [{path: {exact: /x}}], backends: [{host: "b:1"}]}]'),
    'binds[0].listeners[0].routes[1]',
    listener(
      'routes: [{name: x, backends: [{host: "b:1"}]}, {name: x, ruleName: y, matches: [{path: {exact: /x}}], backends: [{host: "b:1"}]}]',
    ),
  ],
  [
    'duplicate-server-name',
    '{"mcpServers": [{"name": "a", "command": "x", "enabled": true}, {"name": "a", "command": "x", "enabled": true}]}',
    'mcpServers[1].name',
    server('"args": []'),
  ],
  [
    'duplicate-target-name',
    route(`backends: [{mcp: {targets: [{name: a, ${web}}, {name: a, ${web}}]}}]`),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[1].name',
    route(`backends: [{mcp: {targets: [{name: a, ${web}}, {name: b, mcp: {host: "http://two:3001/mcp"}}]}}]`),
  ],
  ['empty-config', 'binds: []', '', 'mcp: {targets: []}'],
  [
    'enabled-and-disabled-tools',
    server('"enabled_tools": ["a"], "disabled_tools": ["b"]'),
    'mcpServers[0].disabled_tools',
    server('"enabled_tools": ["a"], "disabled_tools": []'),
  ],
  [
    'extauthz-body-partial',
    authz(`includeRequestBody: {maxRequestBytes: 9000, allowPartialMessage: true}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.includeRequestBody.allowPartialMessage',
    authz(`includeRequestBody: {maxRequestBytes: 9000}, ${timed}`),
  ],
  [
    'extauthz-body-small',
    authz(`includeRequestBody: {maxRequestBytes: 9}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.includeRequestBody.maxRequestBytes',
    authz(`includeRequestBody: {maxRequestBytes: 8192}, ${timed}`),
  ],
  [
    'extauthz-body-zero',
    authz(`includeRequestBody: {packAsBytes: true}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.includeRequestBody',
    authz(`includeRequestBody: null, ${timed}`),
  ],
  [
    'extauthz-cache-no-key',
    authz(`cache: {key: [], ttl: 60s}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.cache.key',
    authz(`cache: {key: [request.path], ttl: 60s}, ${timed}`),
  ],
  [
    'extauthz-default-timeout',
    authz('protocol: {http: {}}'),
    'binds[0].listeners[0].routes[0].policies.extAuthz',
    policies('extAuthz: {backend: /z, protocol: {http: {}}}') +
      'backends: [{name: z, host: "z:1", policies: {http: {requestTimeout: 2s}}}]',
    '1.3.0',
  ],
  [
    'extauthz-deny-status',
    authz(`failureMode: {denyWithStatus: 42}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.failureMode.denyWithStatus',
    authz(`failureMode: {denyWithStatus: 503}, ${timed}`),
  ],
  [
    'extauthz-fail-open',
    authz(`failureMode: {allow: null}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.failureMode',
    authz(`failureMode: deny, ${timed}`),
  ],
  [
    'extauthz-grpc-unbounded',
    policies('extAuthz: {backend: /z}').concat('backends: [{name: z, host: "z:1"}]'),
    'binds[0].listeners[0].routes[0].policies.extAuthz',
    policies('extAuthz: {backend: /z}').concat('backends: [{name: z, host: "z:1", policies: {http: {requestTimeout: 1s}}}]'),
  ],
  [
    'extauthz-http-policies-ignored',
    authz(`protocol: {http: {}}, ${timed}`),
    'binds[0].listeners[0].routes[0].policies.extAuthz.policies',
    authz(timed),
    '1.1.0',
  ],
  [
    'extauthz-listener-and-route',
    listener(
      `policies: {extAuthz: {host: "z:1", ${timed}}}, routes: [{policies: {extAuthz: {host: "z:1", ${timed}}}, backends: [{host: "b:1"}]}]`,
    ),
    'binds[0].listeners[0].routes[0].policies.extAuthz',
    listener(
      `policies: {extAuthz: {host: "z:1", ${timed}}}, routes: [{policies: {extAuthz: {host: "y:1", ${timed}}}, backends: [{host: "b:1"}]}]`,
    ),
  ],
  [
    'extauthz-timeout-gt-route',
    authz('policies: {http: {requestTimeout: 3s}}', ', timeout: {requestTimeout: 2s}'),
    'binds[0].listeners[0].routes[0].policies.extAuthz.policies.http.requestTimeout',
    authz('policies: {http: {requestTimeout: 3s}}', ', timeout: {requestTimeout: 3s}'),
  ],
  [
    'extauthz-timeout-huge',
    authz('timeout: 11m'),
    'binds[0].listeners[0].routes[0].policies.extAuthz.timeout',
    authz('timeout: 10m'),
    '0.12.0',
  ],
  [
    'extauthz-timeout-tiny',
    authz('policies: {http: {requestTimeout: 1ms}}'),
    'binds[0].listeners[0].routes[0].policies.extAuthz.policies.http.requestTimeout',
    authz(timed),
  ],
  [
    'extauthz-timeout-zero',
    authz('policies: {http: {requestTimeout: "0"}}'),
    'binds[0].listeners[0].routes[0].policies.extAuthz.policies.http.requestTimeout',
    authz(timed),
  ],
  [
    'header-contradiction',
    route('matches: [{headers: [{name: A, value: {exact: x}}, {name: a, value: {exact: y}}]}], backends: [{host: "b:1"}]'),
    'binds[0].listeners[0].routes[0].matches[0].headers[1]',
    route('matches: [{headers: [{name: a, value: {exact: x}}, {name: b, value: {exact: y}}]}], backends: [{host: "b:1"}]'),
  ],
  [
    'host-underscore',
    mcp('mcp: {host: "http://my_svc:1/mcp"}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].mcp.host',
    mcp('mcp: {host: "http://svc:1/my_mcp"}'),
  ],
  [
    'hostname-scheme',
    route('hostnames: ["http://a"], backends: [{host: "b:1"}]'),
    'binds[0].listeners[0].routes[0].hostnames[0]',
    route('hostnames: ["*.a"], backends: [{host: "b:1"}]'),
  ],
  [
    'hostname-with-port',
    listener('hostname: "a:80", routes: [{backends: [{host: "b:1"}]}]'),
    'binds[0].listeners[0].hostname',
    listener('hostname: a, routes: [{backends: [{host: "b:1"}]}]'),
  ],
  [
    'http-listener-with-tls',
    listener('tls: {cert: c, key: k}, routes: [{backends: [{host: "b:1"}]}]'),
    'binds[0].listeners[0].tls',
    listener('protocol: HTTPS, tls: {cert: c, key: k}, routes: [{backends: [{host: "b:1"}]}]'),
  ],
  [
    'inf-is-null',
    policies('timeout: {requestTimeout: .NaN}'),
    'binds[0].listeners[0].routes[0].policies.timeout.requestTimeout',
    policies('timeout: {requestTimeout: 1s}'),
  ],
  [
    'jwks-plain-http',
    policies('jwtAuth: {mode: strict, issuer: i, audiences: [a], jwks: {url: "http://i/k"}}'),
    'binds[0].listeners[0].routes[0].policies.jwtAuth.jwks.url',
    policies('jwtAuth: {mode: strict, issuer: i, audiences: [a], jwks: {url: "http://localhost/k"}}'),
  ],
  [
    'jwt-empty-audience',
    policies('jwtAuth: {issuer: i, audiences: [], jwks: {file: f}}'),
    'binds[0].listeners[0].routes[0].policies.jwtAuth.audiences',
    policies(strict),
  ],
  [
    'jwt-empty-jwks',
    policies('jwtAuth: {issuer: i, audiences: [a], jwks: "{\\"keys\\": []}"}'),
    'binds[0].listeners[0].routes[0].policies.jwtAuth.jwks',
    policies(strict),
  ],
  [
    'jwt-issuer-slash',
    policies('jwtAuth: {issuer: "https://i/realm/", audiences: [a], jwks: {file: f}}'),
    'binds[0].listeners[0].routes[0].policies.jwtAuth.issuer',
    policies(strict),
  ],
  [
    'jwt-no-audience',
    policies('jwtAuth: {providers: [{issuer: i, jwks: {file: f}}]}'),
    'binds[0].listeners[0].routes[0].policies.jwtAuth.providers[0]',
    policies(strict),
  ],
  [
    'jwt-optional-with-claims',
    policies(`jwtAuth: {${issuer}}, authorization: {rules: [{deny: "jwt.a == 1"}]}`),
    'binds[0].listeners[0].routes[0].policies.authorization.rules[0]',
    policies(`jwtAuth: {${issuer}}, authorization: {rules: [{allow: "jwt.a == 1"}]}`),
  ],
  [
    'jwt-permissive',
    policies(`jwtAuth: {mode: permissive, ${issuer}}`),
    'binds[0].listeners[0].routes[0].policies.jwtAuth.mode',
    policies(strict),
  ],
  ['list-for-struct', policies('cors: []'), 'binds[0].listeners[0].routes[0].policies.cors', policies('localRateLimit: []')],
  [
    'listener-hostname-dup',
    'binds: [{port: 1, listeners: [{routes: []}, {routes: []}]}]',
    'binds[0].listeners[1]',
    'binds: [{port: 1, listeners: [{routes: []}, {hostname: a, routes: []}]}]',
  ],
  ['llm-no-models', 'llm: {models: []}', 'llm.models', 'llm: {models: [{name: "*", provider: openAI}]}'],
  [
    'mcp-authn-optional',
    policies(`mcpAuthentication: {mode: optional, ${issuer}, resourceMetadata: {}}`),
    'binds[0].listeners[0].routes[0].policies.mcpAuthentication.mode',
    policies(`mcpAuthentication: {${issuer}, resourceMetadata: {}}`),
  ],
  ['mcp-failopen', 'mcp: {targets: [], failureMode: failOpen}', 'mcp.failureMode', 'mcp: {targets: [], failureMode: failClosed}'],
  [
    'mcp-https-port-path',
    mcp('mcp: {host: h, port: 443, path: /mcp}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].mcp.port',
    mcp('policies: {backendTLS: {}}, mcp: {host: h, port: 443, path: /mcp}'),
  ],
  ['mcp-no-targets', 'mcp: {targets: []}', 'mcp.targets', mcp(web)],
  [
    'mcp-path-missing',
    mcp('mcp: {host: "http://s:1"}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].mcp.host',
    mcp('openapi: {host: "http://s:1", schema: {file: f}}'),
  ],
  [
    'mcp-plain-http-key',
    mcp('mcp: {host: "http://a.example.com/mcp"}, policies: {backendAuth: {key: k}}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].mcp.host',
    mcp('mcp: {host: "http://a.ns.svc.cluster.local/mcp"}, policies: {backendAuth: {key: k}}'),
  ],
  [
    'mcp-prefix-change',
    `mcp: {targets: [{name: a, ${web}}], prefixMode: conditional}`,
    'mcp.prefixMode',
    `mcp: {targets: [{name: a, ${web}}], prefixMode: always}`,
  ],
  [
    'mcp-route-retry',
    policies('retry: {codes: [503]}', target(web)),
    'binds[0].listeners[0].routes[0].policies.retry',
    policies('retry: {codes: [503]}'),
  ],
  [
    'mcp-route-timeout',
    policies('timeout: {backendRequestTimeout: 1s}', target(web)),
    'binds[0].listeners[0].routes[0].policies.timeout.backendRequestTimeout',
    policies('timeout: {backendRequestTimeout: 1s}'),
  ],
  ['mcp-split-backends', route(`backends: [{${target(web)}}, {${target(web)}}]`), 'binds[0].listeners[0].routes[0].backends[1]', mcp(web)],
  [
    'mcp-sse-path',
    mcp('mcp: {host: "http://s:1/sse"}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].mcp.host',
    mcp('sse: {host: "http://s:1/sse"}'),
  ],
  [
    'mcp-stateful-replicas',
    'mcp: {targets: [{name: a, stdio: {cmd: x}}], statefulMode: stateful}',
    'mcp.statefulMode',
    'mcp: {targets: [{name: a, mcp: {host: "http://s:1/mcp"}}], statefulMode: stateful}',
  ],
  [
    'mcp-stdio-empty-cmd',
    mcp('stdio: {cmd: " "}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].stdio.cmd',
    mcp('stdio: {cmd: x}'),
  ],
  ['mcp-stdio-network-path', mcp('stdio: {cmd: npx}'), 'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].stdio.cmd', mcp(web)],
  [
    'method-never-matches',
    route('matches: [{method: get}], backends: [{host: "b:1"}]'),
    'binds[0].listeners[0].routes[0].matches[0].method',
    route('matches: [{method: GET}, {method: VERSION-CONTROL}], backends: [{host: "b:1"}]'),
  ],
  [
    'method-silently-dropped',
    route('matches: [{method: [GET]}], backends: [{host: "b:1"}]'),
    'binds[0].listeners[0].routes[0].matches[0].method',
    route('matches: [{method: null}], backends: [{host: "b:1"}]'),
  ],
  ['no-backends', route('name: x'), 'binds[0].listeners[0].routes[0]', route('policies: {requestRedirect: {scheme: https}}')],
  ['no-routes', listener('routes: []'), 'binds[0].listeners[0].routes', route('backends: [{host: "b:1"}]')],
  [
    'no-target',
    policies('extProc: {failureMode: failOpen}'),
    'binds[0].listeners[0].routes[0].policies.extProc',
    policies('extProc: {host: "p:1"}'),
  ],
  ['null-policy', policies('apiKey: null'), 'binds[0].listeners[0].routes[0].policies.apiKey', policies('retry: null')],
  [
    'path-without-slash',
    route('matches: [{path: {exact: a}}], backends: [{host: "b:1"}]'),
    'binds[0].listeners[0].routes[0].matches[0].path.exact',
    route('matches: [{path: {exact: /a}}], backends: [{host: "b:1"}]'),
  ],
  [
    'policy-target-missing',
    route(
      'name: r, backends: [{host: "b:1"}]',
      'policies: [{name: {name: p, namespace: d}, target: {gateway: {gatewayName: other, gatewayNamespace: default}}, policy: {csrf: {}}}]',
    ),
    'policies[0].target',
    route(
      'name: r, backends: [{host: "b:1"}]',
      'policies: [{name: {name: p, namespace: d}, target: {route: {name: r, namespace: default}}, policy: {csrf: {}}}]',
    ),
  ],
  [
    'redirect-loop',
    route('matches: [{path: {pathPrefix: /a}}], policies: {requestRedirect: {path: {full: /a/b}}}'),
    'binds[0].listeners[0].routes[0].policies.requestRedirect',
    route('matches: [{path: {exact: /a}}], policies: {requestRedirect: {path: {full: /a/b}}}'),
  ],
  [
    'retry-200',
    policies('retry: {codes: [503, 204]}'),
    'binds[0].listeners[0].routes[0].policies.retry.codes[1]',
    policies('retry: {codes: [429, 503]}'),
  ],
  [
    'route-shadowed',
    listener(
      'routes: [{matches: [{path: {exact: /a}}], backends: [{host: "b:1"}]}, {matches: [{path: {exact: /a}}], backends: [{host: "b:1"}]}]',
    ),
    'binds[0].listeners[0].routes[1].matches[0]',
    listener(
      'routes: [{matches: [{path: {exact: /a}}], backends: [{host: "b:1"}]}, {matches: [{path: {exact: /a}, method: GET}], backends: [{host: "b:1"}]}, {hostnames: [h], matches: [{path: {exact: /a}}], backends: [{host: "b:1"}]}]',
    ),
  ],
  [
    'same-isolated-url',
    'mcp_servers: {a: {url: "http://h/mcp", url_isolated: "http://h/mcp"}}',
    'mcp_servers.a.url_isolated',
    'mcp_servers: {a: {url: "http://h/mcp", url_isolated: "http://i/mcp"}}',
  ],
  [
    'secret-in-clear-text',
    server('"headers": {"Authorization": "Bearer x"}'),
    'mcpServers[0].headers.Authorization',
    server('"headers": {"Authorization": "Bearer ${env:HOME}", "X-Trace": "1"}'),
  ],
  [
    'self-loop',
    route('backends: [{host: "127.0.0.1:3000"}]'),
    'binds[0].listeners[0].routes[0].backends[0].host',
    route('backends: [{host: "127.0.0.1:3001"}]'),
  ],
  [
    'serve-open-without-key',
    'listen: "0.0.0.0:8080"\nrouting_mode: direct',
    'listen',
    'listen: "0.0.0.0:8080"\nrouting_mode: direct\nauth: {api_keys: ["${env:HOME}"]}',
  ],
  [
    'server-not-enabled',
    '{"mcpServers": [{"name": "a", "command": "x"}]}',
    'mcpServers[0]',
    '{"mcpServers": [{"name": "a", "command": "x", "enabled": false}]}',
  ],
  [
    'service-port-missing',
    route('backends: [{service: {name: d/x, port: 2}}]', 'services: [{name: x, namespace: d, hostname: x, vips: [], ports: {"1": 1}}]'),
    'binds[0].listeners[0].routes[0].backends[0].service',
    route('backends: [{service: {name: d/x, port: 1}}]', 'services: [{name: x, namespace: d, hostname: x, vips: [], ports: {"1": 1}}]'),
  ],
  [
    'shorthand-port-clash',
    'binds: [{port: 3000, listeners: []}]\nmcp: {targets: []}',
    'mcp',
    'binds: [{port: 3000, listeners: []}]\nmcp: {port: 3001, targets: []}',
    '1.1.0',
  ],
  [
    'target-name-empty',
    route('backends: [{mcp: {targets: [{name: " ", stdio: {cmd: x}}]}}]'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].name',
    mcp(web),
    '1.1.0',
  ],
  [
    'target-name-invalid',
    route('backends: [{mcp: {targets: [{name: A_b, stdio: {cmd: x}}]}}]'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].name',
    mcp(web),
    '1.1.0',
  ],
  [
    'target-name-long',
    route(`backends: [{mcp: {targets: [{name: ${'x'.repeat(41)}, stdio: {cmd: x}}]}}]`),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].name',
    route(`backends: [{mcp: {targets: [{name: ${'x'.repeat(40)}, stdio: {cmd: x}}]}}]`),
  ],
  [
    'timeout-backend-gt-request',
    policies('timeout: {requestTimeout: 1s, backendRequestTimeout: 1001ms}'),
    'binds[0].listeners[0].routes[0].policies.timeout.backendRequestTimeout',
    policies('timeout: {requestTimeout: 1s, backendRequestTimeout: 1s}'),
  ],
  [
    'tls-root-empty',
    policies('backendTLS: {root: empty.pem}'),
    'binds[0].listeners[0].routes[0].policies.backendTLS.root',
    policies('backendTLS: {root: ca.pem}'),
  ],
  [
    'transform-empty-bearer',
    policies(`transformations: {request: {set: {authorization: "'Bearer ' + default(request.headers['x'], '')"}}}`),
    'binds[0].listeners[0].routes[0].policies.transformations.request.set.authorization',
    policies(`transformations: {request: {set: {authorization: "'Bearer ' + request.headers['x']"}}}`),
  ],
  [
    'transform-jwt-missing',
    policies('transformations: {request: {set: {x: jwt.sub}}}'),
    'binds[0].listeners[0].routes[0].policies.transformations.request.set.x',
    policies(`${strict}, transformations: {request: {set: {x: jwt.sub}}}`),
  ],
  [
    'unknown-profile-server',
    '{"mcpServers": [], "profiles": [{"name": "p1", "servers": ["a"]}]}',
    'profiles[0].servers[0]',
    '{"mcpServers": [], "profiles": [{"name": "p1", "servers": []}]}',
  ],
  [
    'unmatched-tool-name',
    server('"disabled_tools": ["a:create"]'),
    'mcpServers[0].disabled_tools[0]',
    server('"disabled_tools": ["create"]'),
  ],
  [
    'url-port-ignored',
    mcp('mcp: {host: "http://h:x/mcp"}'),
    'binds[0].listeners[0].routes[0].backends[0].mcp.targets[0].mcp.host',
    mcp('mcp: {host: "http://[::1]:80/mcp"}'),
  ],
  [
    'zero-weight',
    route('backends: [{host: "a:1", weight: 0}, {host: "b:1", weight: 0}]'),
    'binds[0].listeners[0].routes[0].backends[0].weight',
    route('backends: [{host: "a:1", weight: 0}, {host: "b:1"}]'),
  ],
];

function found(text: string, version: string) {
  const readFile = (path: string): string | undefined => (file.files as Record<string, string>)[path];
  return validateText(text, { file: 'f', version, readFile }).findings;
}

it.each(table.map(([rule, bad, path, good, version = '1.4.1']) => [rule, bad, path, good, version]))(
  '%s',
  (rule, bad, path, good, version) => {
    const hits = found(bad, version).filter(finding => finding.rule === rule);
    expect(hits.map(hit => formatPath(hit.path ?? []))).toEqual([path]);
    expect(hits[0]!.suggestion).toMatch(/\S/);
    expect(found(good, version).filter(finding => finding.rule === rule || finding.severity === 'error')).toEqual([]);
  },
);

it('every rule has a row here or examples on its page', () => {
  const own = knownRules().filter(({ kinds }) => kinds.some(kind => kind !== 'manifest'));
  const rows = new Set(table.map(([rule]) => rule));
  expect(own.filter(({ id, docs }) => docs === undefined && !rows.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...rows].filter(row => !own.some(({ id }) => id === row))).toEqual([]);
});

it('what the proxy takes is never called an error by a rule', () => {
  const refused = ['cel-map-panic'];
  const errors = knownRules().filter(({ kinds, severity }) => kinds.includes('agentgateway') && severity === 'error');
  expect(errors.map(({ id }) => id)).toEqual(refused);
});
