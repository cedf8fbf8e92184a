import { checkStatic } from '../check/check-static.js';
import { withListener, withRoute, withSection, withTarget } from '../examples/examples.js';

/** The findings of one rule about a configuration, as `severity message`. */
function found(rule: string, yaml: string, version = '1.4.1', readFile?: (path: string) => string | undefined): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version, ...(readFile === undefined ? {} : { readFile }) });
  return findings.filter(finding => finding.rule === rule).map(({ severity, message }) => `${severity} ${message}`);
}

type Row = readonly [rule: string, yaml: string, ...expected: string[]];
const match = (text: string): string => withRoute(`matches:\n- ${text}`);
const backend = (text: string): string => withRoute(`backends:\n- ${text}`);
const policies = (text: string): string => withRoute(`policies:\n  ${text}`);

describe('what no request matches', () => {
  it.each<Row>([
    [
      'path-never-matches',
      match('path: {exact: "/a?x=1"}'),
      'warning no request matches the path "/a?x=1": the path of a request ends before "?" and "#"',
    ],
    [
      'path-never-matches',
      match('path: {pathPrefix: "/users/{id}"}'),
      'warning no request matches the path "/users/{id}": placeholders have no meaning here and are compared as they are',
    ],
    [
      'path-never-matches',
      match('path: {regex: "api/.*"}'),
      'warning no request matches the path "api/.*": it does not start with "/", and the whole path has to match',
    ],
    ['path-never-matches', match('path: {regex: "(?i)/api/.*"}')],
    ['path-never-matches', match('path: {regex: ".*/api"}')],
    ['path-never-matches', match('path: {exact: "/v1/models/m:generate"}')],
    ['path-without-slash', match('path: {pathPrefix: ""}')],
    [
      'regex-whole-value',
      match('path: {regex: "/a|/ab"}'),
      'warning the regular expression "/a|/ab" takes less than it suggests: the first branch that fits is taken: "/a" hides the longer branches that start with it',
    ],
    ['regex-whole-value', match('path: {regex: "^(/a|/ab)$"}')],
    [
      'regex-whole-value',
      match('path: {regex: "/a.*?"}'),
      'warning the regular expression "/a.*?" takes less than it suggests: a lazy end matches as little as possible, so that longer values fail',
    ],
    ['regex-whole-value', match('path: {regex: "/v[0-9]+/.*"}')],
    [
      'match-never-holds',
      match('path: {pathPrefix: /}\n  headers: [{name: Host, value: {exact: a}}]'),
      'warning the match never holds: the proxy removes the header "Host" before it chooses a route',
    ],
    [
      'match-never-holds',
      match('path: {pathPrefix: /}\n  query: [{name: q, value: {exact: "a%20b"}}]'),
      'warning the match never holds: names and values are compared after decoding',
    ],
    ['match-never-holds', match('path: {pathPrefix: /}\n  headers: [{name: x-tenant, value: {exact: a}}]')],
    [
      'hostname-never-matches',
      withRoute('hostnames: ["a.*.com"]'),
      'warning no request has the hostname "a.*.com": a "*" counts only as the whole first label',
    ],
    ['hostname-never-matches', withRoute('hostnames: [api.example, "*.example.com"]')],
    ['hostname-never-matches', withListener('hostname: "*"\nroutes:\n- backends:\n  - host: "a:80"')],
    ['hostnames-empty', withRoute('hostnames: []'), 'warning an empty list of hostnames takes every host'],
    [
      'hostname-outside-listener',
      withListener('hostname: "*.a.example"\nroutes:\n- hostnames: [x.a.example, "*.example", a.example]\n  backends:\n  - host: "a:80"'),
      'warning the listener takes "*.a.example" only, so no request for "a.example" arrives here',
    ],
    [
      'hostname-outside-listener',
      'gateways: {g: {port: 80, listeners: [{name: a, hostname: a.example}, {name: b, hostname: b.example}]}}\nroutes: [{gateways: [g], hostnames: [b.example], backends: [{host: "a:80"}]}]',
    ],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });

  it('knows the order of routes of each version', () => {
    const yaml = (first: string, second: string) =>
      withListener(
        `routes:\n- name: ${first}\n  matches: [{path: {regex: "/(api|v1)/.*"}}]\n  backends: [{host: "a:80"}]\n- name: ${second}\n  matches: [{path: {pathPrefix: /api}}]\n  backends: [{host: "b:80"}]`,
      );
    expect(found('route-shadowed', yaml('x', 'y'), '1.1.0')).toEqual([
      'warning no request reaches this match: a longer regular expression takes its requests',
    ]);
    expect(found('route-shadowed', yaml('x', 'y'), '1.4.1')).toEqual(['info paths below "/api" go to another route, which stands later']);
    const same = withListener('routes:\n- name: zz\n  backends: [{host: "a:80"}]\n- name: aa\n  backends: [{host: "b:80"}]');
    expect(found('route-shadowed', same)).toEqual([
      'warning no request reaches this match: the route "default/aa" has the same match, and comes first by its name',
    ]);
  });
});

describe('what fails at runtime', () => {
  it.each<Row>([
    [
      'rewrite-fails',
      match('path: {regex: "/old/.*"}\npolicies: {urlRewrite: {path: {prefix: /new}}}'),
      'warning a prefix is replaced, and the route has a match without "pathPrefix": its requests fail',
    ],
    [
      'rewrite-fails',
      policies('requestRedirect: {authority: {full: "https://a.example"}}'),
      'warning "https://a.example" cannot become part of a URL: a host contains no scheme, path or space',
    ],
    ['rewrite-fails', policies('urlRewrite: {path: {prefix: /new}, authority: {host: "a.example:8080"}}')],
    ['header-modifier-fails', policies('requestHeaderModifier: {set: {":path": /x}}'), 'warning ":path" is not a name of an HTTP header'],
    [
      'header-modifier-fails',
      policies('responseHeaderModifier: {set: {Content-Length: "5"}}'),
      'warning HTTP itself sets "Content-Length"; another value breaks the message',
    ],
    ['header-modifier-fails', policies('requestHeaderModifier: {remove: [content-length], set: {x-a: "b c"}}')],
    [
      'header-modifier-conflict',
      policies('requestHeaderModifier: {add: {X-A: a}, set: {x-a: b}}'),
      'warning "x-a" stands in "add" too: only "set" has an effect',
    ],
    ['duplicate-map-key', policies('requestHeaderModifier: {set: {a: b, a: c}}'), 'warning "a" occurs twice: only the last one is used'],
    [
      'timeout-zero',
      policies('timeout: {requestTimeout: 30ns}'),
      'warning "requestTimeout" is less than a millisecond: every request is answered with 504',
    ],
    [
      'timeout-zero',
      withSection('config: {backend: {connectTimeout: 0s}}'),
      'warning "connectTimeout" is 0: no connection to a backend is made in time',
    ],
    ['timeout-zero', policies('retry: {attempts: 2, backoff: 0s, codes: [503]}')],
    ['timeout-huge', policies('timeout: {requestTimeout: 100h}'), 'info "requestTimeout" of 100h is hardly ever reached'],
    [
      'limit-out-of-range',
      policies('requestMirror: {backend: {host: "a:80"}, percentage: 50}'),
      'warning 50 does not work here: it is a share from 0 to 1: every request is dropped',
    ],
    [
      'limit-out-of-range',
      policies('retry: {attempts: 255, codes: [503]}'),
      'warning 255 does not work here: the number of calls overflows: requests are dropped',
    ],
    [
      'limit-out-of-range',
      withSection('config: {workerThreads: "0"}'),
      'warning 0 does not work here: without a thread the proxy exits at startup',
    ],
    ['limit-out-of-range', withSection('config: {workerThreads: 50%}')],
    [
      'retry-200',
      policies('retry: {attempts: 2, codes: [401, 429, 503]}'),
      'warning 401 refuses the request, and another attempt is refused too',
    ],
    ['backend-always-fails', backend('host: "10.0.0.256:80"'), 'warning "10.0.0.256" is not an address to connect to'],
    ['backend-always-fails', backend('host: "api:0"'), 'warning nothing listens on port 0'],
    ['tls-port-mismatch', withTarget('name: a\nmcp: {host: "http://a.example:443/mcp"}'), 'warning port 443 is spoken to in clear text'],
    ['tls-port-mismatch', withTarget('name: a\nmcp: {host: "https://a.example:80/mcp"}'), 'warning TLS is spoken to port 80'],
    ['tls-port-mismatch', backend('host: "a.example:443"\n  policies: {backendTLS: {}}')],
    ['tls-port-mismatch', withListener('protocol: TCP\ntcpRoutes:\n- backends:\n  - host: "a.example:443"')],
    [
      'backend-tls-contradiction',
      backend('host: "a:443"\n  policies: {backendTLS: {insecure: true, insecureHost: true}}'),
      'warning beside "insecureHost", "insecure" has no effect: the certificate is checked',
    ],
    [
      'backend-tls-contradiction',
      backend('host: "a:443"\n  policies: {backendTLS: {alpn: [HTTP/2]}}'),
      'warning servers do not know the protocol "HTTP/2" and end the handshake',
    ],
    [
      'http-version-mismatch',
      backend('host: "a:80"\n  policies: {http: {version: HTTP/3.0}}'),
      'warning the proxy does not speak HTTP/3.0: the setting has no effect',
    ],
    [
      'self-loop',
      'mcp: {targets: [{name: a, mcp: {host: "http://localhost:3000/mcp"}}]}',
      'warning the address is port 3000 of this proxy itself',
    ],
    ['self-loop', 'mcp: {port: 4000, targets: [{name: a, mcp: {host: "http://localhost:3000/mcp"}}]}'],
    ['redirect-loop', policies('requestRedirect: {scheme: http}'), 'warning the redirect leads back to the same route'],
    ['redirect-loop', policies('requestRedirect: {scheme: https}')],
    [
      'redirect-port',
      policies('requestRedirect: {scheme: https}'),
      'info a client that names port 3000 is sent to the same port with https',
    ],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });
});

describe('MCP servers', () => {
  it.each<Row>([
    [
      'mcp-address-invalid',
      withTarget('name: a\nmcp: {host: srv, port: 80, path: mcp}'),
      'warning the path "mcp" does not start with "/" and is lost',
    ],
    [
      'mcp-address-invalid',
      withTarget('name: a\nmcp: {host: "http://u:p@srv:80/mcp"}'),
      'warning the user of "http://...@srv:80/mcp" is dropped',
    ],
    [
      'mcp-address-invalid',
      withTarget('name: a\nmcp: {host: "http://srv:80/mcp?key=1"}'),
      'warning the query of "http://srv:80/mcp?key=1" is dropped',
    ],
    ['mcp-address-invalid', withTarget('name: a\nmcp: {host: "http://[::1]:80/mcp"}')],
    [
      'mcp-default-port',
      withTarget('name: a\nmcp: {host: "http://srv/mcp"}'),
      'info "http://srv/mcp" does not name a port: port 80 is used',
    ],
    ['mcp-default-port', withTarget('name: a\nmcp: {host: "https://srv/mcp"}')],
    [
      'mcp-stdio-command',
      withTarget('name: a\nstdio: {cmd: docker, args: [run, --rm, image]}'),
      'warning the server cannot be started like this: "docker run" without "-i" closes the input of the server',
    ],
    ['mcp-stdio-command', withTarget('name: a\nstdio: {cmd: docker, args: [run, -i, --rm, image]}')],
    ['mcp-stdio-command', withTarget('name: a\nstdio: {cmd: sh, args: [-c, "a | b"]}')],
    [
      'mcp-stdio-command',
      withTarget('name: a\nstdio: {cmd: server, clear_env: true}'),
      'warning the server cannot be started like this: with "clear_env" there is no PATH to find it by',
    ],
    [
      'mcp-route-narrow',
      withRoute('matches: [{path: {exact: /mcp}, method: POST}]\nbackends:\n- mcp: {targets: [{name: a, mcp: {host: "http://a:80/mcp"}}]}'),
      'warning the MCP route takes only POST: event streams or the end of sessions get 404',
    ],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });

  it('reads an OpenAPI document from its file', () => {
    const yaml = withTarget('name: a\nopenapi: {host: "http://srv:8080", schema: {file: api.yaml}}');
    const document = 'openapi: 3.0.0\ninfo: {title: a, version: "1"}\nservers: [{url: /a}, {url: /b}]\npaths: {}\n';
    expect(found('openapi-unusable', yaml, '1.4.1', () => document)).toEqual([
      'warning the OpenAPI document cannot be used: it has several "servers"',
    ]);
    expect(found('openapi-unusable', yaml, '1.4.1', () => undefined)).toEqual([]);
    expect(found('openapi-unusable', yaml, '1.4.1', () => 'not: [closed')).toEqual([]);
  });
});

describe('objects as a whole', () => {
  const two = (first: string, second: string) =>
    `binds:\n- {port: 3000, listeners: [{${first}, routes: [{backends: [{host: "a:80"}]}]}]}\n- {port: 3001, listeners: [{${second}, routes: [{backends: [{host: "b:80"}]}]}]}\n`;
  const attached = (target: string, policy: string) =>
    `${withRoute('name: r')}backends: [{name: b, host: "b:80"}]\npolicies: [{name: {name: p, namespace: ""}, target: ${target}, policy: ${policy}}]\n`;

  it.each<Row>([
    [
      'listener-name-shared',
      two('policies: {csrf: null, cors: {allowOrigins: ["https://a"]}}', 'protocol: HTTP'),
      'warning the listener "listener0" shares its name with one on another port: the policies of each apply to both',
    ],
    ['listener-name-shared', two('protocol: HTTP', 'protocol: HTTP')],
    ['listener-name-shared', two('name: a, policies: {cors: {allowOrigins: ["https://a"]}}', 'name: b')],
    [
      'policy-target-missing',
      attached('{route: {name: r, namespace: other}}', '{csrf: {}}'),
      'warning the route "r" is not in the namespace "other"',
    ],
    ['policy-target-missing', attached('{route: {name: r, namespace: default}}', '{csrf: {}}')],
    [
      'attached-policy-ignored',
      attached('{backend: {backend: {name: b, namespace: default}}}', '{backendTLS: {}}'),
      'warning the backends of a file are in no namespace: the policy never applies',
    ],
    [
      'attached-policy-ignored',
      attached('{backend: {backend: {name: b, namespace: ""}}}', '{timeout: {requestTimeout: 1s}}'),
      'warning "timeout" has no effect on a backend',
    ],
    [
      'own-address',
      withSection('config: {adminAddr: "127.0.0.1:15020"}'),
      'warning "adminAddr" and "statsAddr" are on one port (15020): the proxy cannot start',
    ],
    [
      'own-address',
      withSection('config: {statsAddr: "localhost:15020"}'),
      'info nothing outside reaches "statsAddr" on localhost: no metrics are collected',
    ],
    [
      'session-key-weak',
      withSection('config: {session: {key: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}}'),
      'warning the session key can be guessed',
    ],
    ['session-key-weak', withSection('config: {session: {key: "8f1c3a7be2904d56a1f0c98e7b3d2456019acde37f58b64210edc9a8b7f65432"}}')],
    [
      'session-key-missing',
      'mcp: {port: 3000, statefulMode: stateful, policies: {jwtAuth: {issuer: a, audiences: [b], jwks: {url: "https://a/keys"}}}, targets: [{name: a, mcp: {host: "http://127.0.0.1:1/mcp"}}]}\n',
      'info no key encrypts the session IDs: callers can read them, and make those of others',
    ],
    ['session-key-missing', 'mcp: {port: 3000, statefulMode: stateful, targets: [{name: a, mcp: {host: "http://127.0.0.1:1/mcp"}}]}\n'],
    [
      'session-key-missing',
      'mcp: {port: 3000, statefulMode: stateless, policies: {apiKey: {keys: [{key: $K}]}}, targets: [{name: a, mcp: {host: "http://127.0.0.1:1/mcp"}}]}\n',
    ],
    [
      'session-key-missing',
      'config: {session: {key: $HEX}}\nmcp: {port: 3000, statefulMode: stateful, policies: {apiKey: {keys: [{key: $K}]}}, targets: [{name: a, mcp: {host: "http://127.0.0.1:1/mcp"}}]}\n',
    ],
    ['backend-opens-proxy', backend('internal: forward'), 'warning anybody can use this route to reach the administration of the proxy'],
    [
      'backend-opens-proxy',
      withListener('policies: {basicAuth: {mode: strict, htpasswd: "a:b"}}\nroutes:\n- backends:\n  - internal: forward'),
    ],
    [
      'route-group-missing',
      `${backend('routeGroup: a')}routeGroups: [{name: a, routes: [{backends: [{routeGroup: a}]}]}]\n`,
      'warning the route group "a" leads back to itself',
    ],
    [
      'llm-param-ignored',
      'llm: {models: [{name: a, provider: openAI, params: {awsRegion: eu-west-1}}]}',
      'warning the provider "openAI" does not read "awsRegion"',
    ],
    [
      'setting-without-effect',
      withSection('config: {gateway: mine}'),
      'info "gateway" has no effect: without "xdsAddress" the gateway is called "default"',
    ],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });
});

describe('what contradicts another part of the file', () => {
  it.each<Row>([
    [
      'timeout-backend-gt-request',
      withRoute('policies: {timeout: {requestTimeout: 5s}}\nbackends:\n- host: "a:80"\n  policies: {http: {requestTimeout: 10s}}'),
      'warning the timeout of the backend exceeds requestTimeout and never takes effect',
    ],
    [
      'timeout-backend-gt-request',
      policies('timeout: {requestTimeout: 5s}\n  delay: {duration: 10s}'),
      'warning the delay is as long as requestTimeout: every request ends in it',
    ],
    [
      'retry-without-effect',
      policies('timeout: {requestTimeout: 5s}\n  retry: {attempts: 5, backoff: 1s, codes: [503]}'),
      'warning the pauses of 5 attempts are longer than requestTimeout: not all of them are made',
    ],
    ['retry-without-effect', policies('timeout: {requestTimeout: 5s}\n  retry: {attempts: 2, backoff: 1s, codes: [503]}')],
    ['policy-without-effect', policies('urlRewrite: {}'), 'info "urlRewrite" is empty and sets nothing'],
    [
      'bind-protocols-mixed',
      withListener('protocol: HBONE\nroutes: []'),
      'warning a listener of protocol HBONE gets no request without "tunnelProtocol: hboneWaypoint" or "hboneGateway"',
    ],
    ['bind-protocols-mixed', 'binds:\n- port: 15008\n  tunnelProtocol: hboneWaypoint\n  listeners: [{protocol: HBONE}]\n'],
    [
      'no-routes',
      'gateways: {a: {port: 80}, default: {port: 81}}\nmcp: {targets: [{name: a, mcp: {host: "http://a:80/mcp"}}]}\n',
      'warning nothing is attached to the gateway "a", which answers 404',
    ],
    [
      'route-group-unreachable',
      'routeGroups: [{name: g, routes: [{matches: [{path: {pathPrefix: /users}}], backends: [{host: "a:80"}]}]}]\n' +
        match('path: {pathPrefix: /team}\nbackends:\n- routeGroup: g'),
      'warning requests get here by "/team", and this route takes only "/users"',
    ],
    [
      'route-group-unreachable',
      'routeGroups: [{name: g, routes: [{matches: [{path: {pathPrefix: /team/users}}], backends: [{host: "a:80"}]}]}]\n' +
        match('path: {pathPrefix: /team}\nbackends:\n- routeGroup: g'),
    ],
    [
      'llm-provider-mismatch',
      'llm: {models: [{name: a, provider: openAI, params: {model: claude-opus-4}}]}',
      'warning the provider "openAI" has no model "claude-opus-4"',
    ],
    ['llm-provider-mismatch', 'llm: {models: [{name: a, provider: openAI, params: {model: claude-opus-4, hostOverride: "proxy:80"}}]}'],
    [
      'llm-provider-mismatch',
      'llm: {models: [{name: a, provider: bedrock, params: {awsRegion: eu_west_1}}]}',
      'warning "eu_west_1" is not a region of AWS',
    ],
    [
      'mcp-stateless-stdio',
      backend('mcp: {statefulMode: stateless, targets: [{name: a, stdio: {cmd: x}}]}'),
      'warning every request starts its own process of a stdio target',
    ],
    [
      'backend-ref-wrong-kind',
      `backends: [{name: b, mcp: {targets: [{name: a, mcp: {host: "http://a:80/mcp"}}]}}]\n${policies('extAuthz: {backend: /b}')}`,
      'warning the backend "/b" is of kind "mcp", and only a host can be called here',
    ],
    ['unused-definition', `backends: [{name: b, host: "b:80"}]\n${withRoute('name: r')}`, 'info nothing refers to the backend "b"'],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });
});
