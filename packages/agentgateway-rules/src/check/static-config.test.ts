import { checkStatic } from './check-static.js';

/** The first error of a configuration; undefined if the proxy accepts it. */
function firstError(yaml: string, version: string): string | undefined {
  return checkStatic(yaml, { file: 'config.yaml', version }).findings.find(finding => finding.severity === 'error')?.message;
}

const policy = (text: string) => `binds: [{port: 3000, listeners: [{routes: [{policies: {${text}}}]}]}]`;
const backend = (text: string) => `binds: [{port: 3000, listeners: [{routes: [{backends: [${text}]}]}]}]`;
const allow = (expression: string) => policy(`authorization: {rules: [{allow: ${JSON.stringify(expression)}}]}`);
const key = (json: string) => policy(`jwtAuth: {issuer: a, jwks: '{"keys":[${json}]}'}`);

/** Every verdict is that of the real proxy of the version. */
type Row = readonly [version: string, verdict: string | undefined, yaml: string];

describe('services and workloads', () => {
  it.each<Row>([
    ['1.4.1', undefined, 'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}}]'],
    ['1.4.1', undefined, 'workloads: [{workloadIps: [10.0.0.1], namespace: d, services: {"d/h": {"80": 8080}}}]'],
    ['1.4.1', 'the field "name" is missing in a service', 'services: [{}]'],
    [
      '1.4.1',
      'unknown field "vip" in a service',
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, vip: []}]',
    ],
    ['1.4.1', '"10.0.0.1" is not of the form network/IP', 'services: [{name: a, namespace: d, hostname: h, vips: [10.0.0.1], ports: {}}]'],
    ['1.4.1', '"http" is not a port', 'services: [{name: a, namespace: d, hostname: h, vips: [], ports: {http: 80}}]'],
    [
      '1.4.1',
      '"a" is not a SPIFFE identity',
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, subjectAltNames: [a]}]',
    ],
    [
      '1.1.0',
      undefined,
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, subjectAltNames: ["spiffe://td/ns/a/sa/b"]}]',
    ],
    [
      '1.4.1',
      undefined,
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, appProtocols: {"80": Http2}}]',
    ],
    [
      '1.4.1',
      '"http2" is not one of the known values',
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, appProtocols: {"80": http2}}]',
    ],
    [
      '1.1.0',
      'agentgateway v1.1.0 does not know the field "ingressUseWaypoint" in a service: it came with v1.2.0',
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, ingressUseWaypoint: true}]',
    ],
    [
      '1.4.1',
      undefined,
      'services: [{name: a, namespace: d, hostname: h, vips: ["/10.0.0.1"], ports: {"80": 8080}, ingressUseWaypoint: true}]',
    ],
    [
      '1.4.1',
      '-1 is out of range: from 0 to 4294967295',
      'workloads: [{workloadIps: [10.0.0.1], namespace: d, services: {"d/h": {"80": 8080}}, capacity: -1}]',
    ],
    [
      '1.4.1',
      undefined,
      'workloads: [{workloadIps: [10.0.0.1], namespace: d, services: {"d/h": {"80": 8080}}, status: Healthy, protocol: HBONE}]',
    ],
    ['1.4.1', '"host" is not an IP address', 'workloads: [{workloadIps: [host], namespace: d, services: {}}]'],
    [
      '1.1.0',
      'agentgateway v1.1.0 does not know the field "hboneMtlsPort" in a workload: it came with v1.3.0',
      'workloads: [{workloadIps: [10.0.0.1], namespace: d, services: {"d/h": {"80": 8080}}, hboneMtlsPort: 15008}]',
    ],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('the settings of the start', () => {
  it.each<Row>([
    ['1.4.1', undefined, 'config: {adminAddr: "off", statsAddr: "unix:/run/s.sock"}'],
    ['1.1.0', '"off" is not an address', 'config: {adminAddr: "off"}'],
    ['1.4.1', '"unix:" does not name a socket', 'config: {adminAddr: "unix:"}'],
    ['1.4.1', 'a control plane needs to know the gateway of the proxy', 'config: {xdsAddress: "http://a:1", namespace: a}'],
    ['1.4.1', 'a certificate authority needs to know the service account of the proxy', 'config: {caAddress: "http://a:1", namespace: a}'],
    ['1.1.0', undefined, 'config: {caAddress: "http://a:1", namespace: a, serviceAccount: b}'],
    [
      '1.4.1',
      'filter and fields cannot be set in "config.logging" and in "frontendPolicies.accessLog"',
      `config: {logging: {filter: "true"}}
frontendPolicies: {accessLog: {}}`,
    ],
    [
      '1.4.1',
      undefined,
      `config: {logging: {level: info}}
frontendPolicies: {accessLog: {}}`,
    ],
    [
      '1.1.0',
      'tracing cannot be set in "config.tracing" and in "frontendPolicies.tracing"',
      `config: {tracing: {otlpEndpoint: "http://a:1"}}
frontendPolicies: {tracing: {host: "a:1"}}`,
    ],
    ['1.4.1', undefined, 'config: {tracing: {otlpEndpoint: collector}}'],
    ['1.1.0', '"collector" has no port', 'config: {tracing: {otlpEndpoint: "http://collector"}}'],
    ['1.1.0', undefined, 'config: {tracing: {otlpEndpoint: "https://collector:4317"}}'],
    ['1.4.1', 'the scheme "ftp" is not known here', 'config: {tracing: {otlpEndpoint: "ftp://a"}}'],
    [
      '1.4.1',
      'not a CEL expression: "b" stands where the expression should end',
      'config: {tracing: {otlpEndpoint: "http://a", randomSampling: "a b"}}',
    ],
    ['1.4.1', undefined, 'config: {modelCatalog: [{file: a.json}]}'],
    ['1.4.1', 'expected a mapping with "file" or a mapping with "inline", found a string', 'config: {modelCatalog: [a.json]}'],
    ['1.4.1', 'expected a list, found null', 'config: {modelCatalog: null}'],
    ['1.4.1', undefined, 'config: {standardAttributes: {user: "a b"}}'],
    [
      '1.4.1',
      'not a CEL expression: "b" stands where the expression should end',
      'config: {standardAttributes: {user: "a b"}, database: {url: "sqlite://a"}}',
    ],
    [
      '1.4.1',
      'hybrid storage in PostgreSQL needs at least 2 connections',
      'config: {storage: {mode: hybrid}, database: {url: "postgres://a", maxConnections: 1}}',
    ],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('OpenID Connect', () => {
  it.each<Row>([
    [
      '1.4.1',
      '"authorizationEndpoint", "tokenEndpoint" and "jwks" are all set or all left out; missing: authorizationEndpoint, jwks',
      policy('oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: "https://gw/cb", tokenEndpoint: "https://idp/t"}'),
    ],
    [
      '1.4.1',
      '"tokenEndpointAuth" counts only beside "authorizationEndpoint", "tokenEndpoint" and "jwks"',
      policy(
        'oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: "https://gw/cb", tokenEndpointAuth: clientSecretPost}',
      ),
    ],
    [
      '1.4.1',
      '"idp" is not an absolute URL',
      policy(
        `oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: "https://gw/cb", authorizationEndpoint: idp, tokenEndpoint: "https://idp/t", jwks: '{"keys":[]}'}`,
      ),
    ],
    [
      '1.4.1',
      '"discovery" cannot be combined with "authorizationEndpoint", "tokenEndpoint" and "jwks"',
      policy(
        `oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: "https://gw/cb", discovery: {file: d.json}, authorizationEndpoint: "https://idp/a", tokenEndpoint: "https://idp/t", jwks: '{"keys":[]}'}`,
      ),
    ],
    [
      '1.4.1',
      '"/cb" is not an absolute http or https URL',
      policy('oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: /cb}'),
    ],
    [
      '1.4.1',
      '"https://gw/cb?a=b" contains a query or a fragment',
      policy('oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: "https://gw/cb?a=b"}'),
    ],
    [
      '1.4.1',
      'no address can be made from the issuer "idp": the address has a path and no scheme',
      policy('oidc: {issuer: idp, clientId: a, clientSecret: b, redirectURI: "https://gw/cb"}'),
    ],
    [
      '1.4.1',
      undefined,
      policy(
        `oidc: {issuer: "https://idp", clientId: a, clientSecret: b, redirectURI: "https://gw/cb", authorizationEndpoint: "https://idp/a", tokenEndpoint: "https://idp/t", jwks: '{"keys":[]}'}`,
      ),
    ],
    [
      '1.4.1',
      'no address can be made from the issuer "idp": the address has a path and no scheme',
      policy('mcpAuthentication: {issuer: idp, audiences: [], resourceMetadata: {}}'),
    ],
    [
      '1.1.0',
      'the field "jwks" is missing in mcpAuthentication',
      policy('mcpAuthentication: {issuer: "https://idp", audiences: [], resourceMetadata: {}}'),
    ],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('tokens from an authorization server', () => {
  it.each<Row>([
    ['1.4.1', undefined, policy('backendAuth: {oauthTokenExchange: {host: "idp:443"}}')],
    ['1.4.1', '"token" is not a path', policy('backendAuth: {oauthTokenExchange: {host: "idp:443", path: token}}')],
    [
      '1.4.1',
      '"requestedTokenType" goes only with the grant tokenExchange',
      policy(
        'backendAuth: {oauthTokenExchange: {host: "idp:443", grantType: jwtBearer, requestedTokenType: "urn:ietf:params:oauth:token-type:jwt"}}',
      ),
    ],
    ['1.4.1', '"urn:x" cannot be asked for', policy('backendAuth: {oauthTokenExchange: {host: "idp:443", requestedTokenType: "urn:x"}}')],
    [
      '1.4.1',
      '"jwt" is not an absolute URI',
      policy('backendAuth: {oauthTokenExchange: {host: "idp:443", subjectToken: {tokenType: jwt}}}'),
    ],
    ['1.4.1', 'the field "source" is missing in a token', policy('backendAuth: {oauthTokenExchange: {host: "idp:443", actorToken: {}}}')],
    [
      '1.4.1',
      'only a JSON Web Token has the claim',
      policy('backendAuth: {oauthTokenExchange: {host: "idp:443", actorToken: {source: {cookie: {name: a}}, enforceMayAct: true}}}'),
    ],
    [
      '1.4.1',
      'the field "clientSecret" is missing in clientAuth',
      policy('backendAuth: {oauthTokenExchange: {host: "idp:443", clientAuth: {clientId: a}}}'),
    ],
    [
      '1.4.1',
      undefined,
      policy('backendAuth: {oauthTokenExchange: {host: "idp:443", clientAuth: {clientId: a, method: clientSecretPost}}}'),
    ],
    [
      '1.4.1',
      'the client id cannot be empty',
      policy('backendAuth: {oauthTokenExchange: {host: "idp:443", clientAuth: {clientId: "", clientSecret: b}}}'),
    ],
    [
      '1.4.1',
      'this is not a PEM text',
      policy(
        'backendAuth: {oauthTokenExchange: {host: "idp:443", clientAuth: {clientId: a, method: privateKeyJwt, signingKey: key, assertionAudience: b}}}',
      ),
    ],
    [
      '1.4.1',
      '"Scope" is a parameter of OAuth itself',
      policy(`backendAuth: {oauthTokenExchange: {host: "idp:443", additionalParams: {Scope: "'a'"}}}`),
    ],
    [
      '1.4.1',
      'an expression says where a token is, not where one goes',
      policy('backendAuth: {oauthTokenExchange: {host: "idp:443", authorizationLocation: {expression: jwt.sub}}}'),
    ],
    [
      '1.4.1',
      'the audience cannot be empty',
      policy(
        'backendAuth: {crossAppAccess: {identityProvider: {host: "a:1", clientAuth: {clientId: a, clientSecret: b}}, resourceAuthorizationServer: {host: "a:1", clientAuth: {clientId: a, clientSecret: b}}, audience: ""}}',
      ),
    ],
    ['1.4.1', 'this is not JSON of Google credentials', policy('backendAuth: {gcp: {credential: key}}')],
    [
      '1.4.1',
      'a session tag needs one of "value" or "expression"',
      policy('backendAuth: {aws: {assumeRole: {roleArn: a, tags: [{key: a}]}}}'),
    ],
    [
      '1.4.1',
      'there are two tags "a"',
      policy('backendAuth: {aws: {assumeRole: {roleArn: a, tags: [{key: a, value: b}, {key: a, value: c}]}}}'),
    ],
    [
      '1.4.1',
      'AWS does not accept this text in a session tag',
      policy('backendAuth: {aws: {assumeRole: {roleArn: a, tags: [{key: "a;", value: b}]}}}'),
    ],
    ['1.4.1', undefined, policy('backendAuth: {credentials: [{location: {cookie: {name: a}}, key: b}], key: c, extra: 1}')],
    [
      '1.1.0',
      'unknown field "x" in clientSecret',
      policy('backendAuth: {azure: {explicitConfig: {clientSecret: {tenant_id: a, client_id: b, client_secret: c, x: 1}}}}'),
    ],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('policies', () => {
  it.each<Row>([
    ['1.4.1', '"a b" is not a name of an HTTP header', policy('cors: {allowHeaders: ["a b"]}')],
    ['1.4.1', undefined, policy('cors: {allowHeaders: ["*", "a b"], allowOrigins: ["a b"]}')],
    ['1.1.0', '"G T" is not an HTTP method', policy('cors: {allowMethods: ["G T"]}')],
    ['1.4.1', '":path" is not a name of an HTTP header', policy('transformations: {request: {remove: [":path"]}}')],
    ['1.4.1', undefined, policy('transformations: {conditional: [{extra: 1}]}')],
    ['1.4.1', undefined, policy('localRateLimit: {conditional: [{fillInterval: 1s, extra: 1}]}')],
    ['1.4.1', undefined, policy('extAuthz: {name: d/h, port: 80}')],
    ['1.4.1', '"name" in extAuthz goes only with "port"', policy('extAuthz: {name: d/h}')],
    [
      '1.4.1',
      'agentgateway v1.4.1 does not know the field "service" in a processor: it was removed in v1.4.0',
      policy('mcpGuardrails: {processors: [{kind: remote, service: {name: d/h, port: 80}}]}'),
    ],
    [
      '1.4.1',
      '":foo" is not a name of an HTTP header',
      policy('mcpGuardrails: {processors: [{kind: remote, host: "a:1", requestHeaders: {allowed: [":foo"]}}]}'),
    ],
    ['1.4.1', undefined, policy('buffer: []')],
    ['1.4.1', undefined, policy('backendAuth: {passthrough: []}')],
    ['1.4.1', undefined, policy('localRateLimit: [{fillInterval: 1s, maxTokens: 18446744073709551615, tokensPerFill: 1}]')],
    ['1.1.0', 'the field "policies" is missing in openAIModeration', policy('ai: {promptGuard: {request: [{openAIModeration: {}}]}}')],
    ['1.4.1', undefined, policy('ai: {promptGuard: {request: [{openAIModeration: {}}]}}')],
    ['1.4.1', 'unknown field "a2a" in policies', policy('ai: {promptGuard: {request: [{openAIModeration: {policies: {a2a: {}}}}]}}')],
    ['1.4.1', undefined, policy('ai: {promptGuard: {request: [{regex: {action: {reject: {}}, rules: []}}]}}')],
    ['1.4.1', 'unknown field "x" in an action', policy('ai: {promptGuard: {request: [{regex: {action: {reject: {x: 1}}, rules: []}}]}}')],
    ['1.1.0', '"rerank" is not one of the known values', policy('ai: {routes: {/v1/rerank: rerank}}')],
    ['1.1.0', 'expected a mapping (http), found a list', policy('extAuthz: {host: "a:1", protocol: {http: []}}')],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('where a policy stands', () => {
  it.each<Row>([
    [
      '1.4.1',
      'an attached policy holds exactly one policy; this one holds 0',
      'policies: [{name: {name: a, namespace: d}, target: {route: {name: a, namespace: d}}, policy: {localRateLimit: []}}]',
    ],
    [
      '1.4.1',
      'a gateway target names a listener or a port, not both',
      'policies: [{name: {name: a, namespace: d}, target: {gateway: {gatewayName: default, gatewayNamespace: default, listenerName: a, port: 80}}, policy: {csrf: {}}}]',
    ],
    [
      '1.4.1',
      '"extAuthz" of a backend takes no "conditional"',
      'policies: [{name: {name: a, namespace: d}, target: {backend: {backend: {name: a, namespace: d}}}, policy: {extAuthz: {conditional: [{host: "a:1"}]}}}]',
    ],
    [
      '1.4.1',
      'a program (stdio) takes no policies: nothing is called over the network',
      backend('{mcp: {targets: [{name: a, stdio: {cmd: x}, policies: {}}]}}'),
    ],
    ['1.1.0', undefined, backend('{mcp: {targets: [{name: a, stdio: {cmd: x}, policies: {}}]}}')],
    [
      '1.4.1',
      'a target with "backend" takes no policies of its own',
      backend('{mcp: {targets: [{name: a, mcp: {backend: /x, path: /mcp}, policies: {}}]}}'),
    ],
    [
      '1.4.1',
      '"inferenceRouting" works only for a backend that names a "service"',
      backend('{host: "a:1", policies: {inferenceRouting: {endpointPicker: {host: "a:1"}}}}'),
    ],
    ['1.4.1', undefined, backend('{service: {name: d/h, port: 80}, policies: {inferenceRouting: {endpointPicker: {host: "a:1"}}}}')],
    [
      '1.4.1',
      '"inferenceRouting" works only for a service of a route, not for a top-level backend',
      'backends: [{name: a, host: "a:1", policies: {inferenceRouting: {endpointPicker: {host: "a:1"}}}}]',
    ],
    ['1.4.1', '50 is out of range: from 0 to 1', backend('{host: "a:1", policies: {health: {eviction: {healthThreshold: 50}}}}')],
    ['1.1.0', undefined, backend('{host: "a:1", policies: {health: {unhealthyExpression: ""}}}')],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('listeners, gateways and TLS', () => {
  it.each<Row>([
    [
      '1.4.1',
      'TLS_V1_1 is not supported',
      'binds: [{port: 3000, listeners: [{protocol: HTTPS, tls: {cert: files/cert.pem, key: files/key.pem, minTLSVersion: TLS_V1_1}, routes: []}]}]',
    ],
    [
      '1.4.1',
      'the lowest TLS version is above the highest',
      'binds: [{port: 3000, listeners: [{protocol: HTTPS, tls: {cert: files/cert.pem, key: files/key.pem, minTLSVersion: TLS_V1_3, maxTLSVersion: TLS_V1_2}, routes: []}]}]',
    ],
    [
      '1.4.1',
      'only one of "minTLSVersion" and "minTlsVersion" may be set in tls',
      'binds: [{port: 3000, listeners: [{protocol: HTTPS, tls: {cert: files/cert.pem, key: files/key.pem, minTLSVersion: TLS_V1_2, minTlsVersion: TLS_V1_2}, routes: []}]}]',
    ],
    [
      '1.1.0',
      '"AES128" is not one of the known values',
      'binds: [{port: 3000, listeners: [{protocol: HTTPS, tls: {cert: files/cert.pem, key: files/key.pem, cipherSuites: [AES128]}, routes: []}]}]',
    ],
    [
      '1.4.1',
      undefined,
      'binds: [{port: 3000, listeners: [{protocol: HTTPS, tls: {cert: files/cert.pem, key: files/key.pem, cipherSuites: [ECDHE-RSA-AES128-GCM-SHA256]}, routes: []}]}]',
    ],
    [
      '1.4.1',
      '"root" cannot be combined with "mode: dynamicCa"',
      'binds: [{port: 3000, listeners: [{protocol: HTTPS, tls: {cert: files/cert.pem, key: files/key.pem, mode: dynamicCa, root: files/cert.pem}, routes: []}]}]',
    ],
    ['1.1.0', '"connect" is not one of the known values', 'binds: [{port: 1, listeners: [], tunnelProtocol: connect}]'],
    ['1.4.1', 'only one internal bind may be without a port', 'binds: [{mode: internal, listeners: []}, {mode: internal, listeners: []}]'],
    ['1.4.1', undefined, 'gateways: {default: {port: 4000}, default: {port: 4000}}'],
    [
      '1.4.1',
      undefined,
      `gateways: {default: {port: 4000}}
routes: [{gateways: null}]`,
    ],
    [
      '1.4.1',
      undefined,
      `gateways: {a: {port: 4000, listeners: [{}]}}
routes: [{gateways: a/listener0}]`,
    ],
    ['1.4.1', 'unknown field "x" in gemini', backend('{ai: {name: a, provider: {gemini: {x: 1}}}}')],
    ['1.4.1', undefined, backend('{ai: {name: a, provider: {azure: {resourceName: a, resourceType: openAI, x: 1}}}}')],
    ['1.1.0', undefined, backend('{ai: {name: a, provider: {openAI: {}}, name: a}}')],
    [
      '1.4.1',
      'this is not an OpenAPI document, but a value of another kind',
      backend('{mcp: {targets: [{name: a, openapi: {host: "http://a/", schema: text}}]}}'),
    ],
    [
      '1.4.1',
      'the OpenAPI document lacks "info"',
      backend('{mcp: {targets: [{name: a, openapi: {host: "http://a/", schema: "openapi: 3.0.0"}}]}}'),
    ],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('models', () => {
  it.each<Row>([
    [
      '1.4.1',
      '"apiKey" cannot be set on a model that refers to a provider',
      'llm: {providers: [{name: p, provider: openai}], models: [{name: m, provider: {reference: p}, params: {apiKey: a}}]}',
    ],
    [
      '1.4.1',
      undefined,
      'llm: {providers: [{name: p, provider: openai}], models: [{name: m, provider: {reference: p}, params: {model: a}}]}',
    ],
    [
      '1.4.1',
      'the provider that is named here refers to another provider',
      'llm: {providers: [{name: p, provider: {reference: q}}], models: [{name: m, provider: {reference: p}}]}',
    ],
    [
      '1.4.1',
      'a custom provider needs at least one entry in "formats"',
      'llm: {models: [{name: m, provider: {custom: {formats: []}}, params: {baseUrl: "https://a/v1"}}]}',
    ],
    [
      '1.4.1',
      'a custom provider needs "params.baseUrl"',
      'llm: {models: [{name: m, provider: {custom: {formats: [{type: completions}]}}}]}',
    ],
    [
      '1.4.1',
      '"https://u@a/v1" contains a user, a query or a fragment',
      'llm: {models: [{name: m, provider: openai, params: {baseUrl: "https://u@a/v1"}}]}',
    ],
    [
      '1.4.1',
      '"foo://a" does not name a port, and its scheme has none by itself',
      'llm: {models: [{name: m, provider: openai, params: {baseUrl: "foo://a"}}]}',
    ],
    ['1.4.1', undefined, 'llm: {models: [{name: m, provider: openai, params: {baseUrl: "foo://a:1"}}]}'],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('key sets', () => {
  it.each<Row>([
    ['1.4.1', undefined, key('{"kty":"RSA","kid":"a","n":"AQAB","e":"AQAB"}')],
    ['1.4.1', 'a key has no "kid", or it is not a string', key('{"kty":"RSA","n":"AQAB","e":"AQAB"}')],
    ['1.4.1', 'a key of "kty" RSA lacks "n", or it is not a string', key('{"kty":"RSA","kid":"a"}')],
    ['1.4.1', 'the key "a" has the unknown curve "P-1"', key('{"kty":"EC","kid":"a","crv":"P-1","x":"A","y":"A"}')],
    ['1.1.0', 'a key has the "kty" "OKP"; known are RSA, EC', key('{"kty":"OKP","kid":"a","crv":"Ed25519","x":"AQAB"}')],
    ['1.4.1', undefined, key('{"kty":"OKP","kid":"a","crv":"Ed25519","x":"AQAB"}')],
    ['1.4.1', 'the key set holds something that is not a key', key('1')],
    ['1.4.1', '"n" of the key "a" is not coded as base64url', key('{"kty":"RSA","kid":"a","n":"A!","e":"AQAB"}')],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('further spellings', () => {
  it.each<Row>([
    ['0.12.0', '"detect" is not one of the known values', policy('ai: {routes: {/a: detect}}')],
    ['1.1.0', undefined, policy('ai: {routes: {/a: detect}}')],
    [
      '1.1.0',
      'expected a mapping (managedIdentity), found a list',
      policy('backendAuth: {azure: {explicitConfig: {managedIdentity: []}}}'),
    ],
    ['1.4.1', undefined, policy('extAuthz: {host: null, backend: /a}')],
    ['1.1.0', 'expected host:port, found null', policy('extAuthz: {host: null, backend: /a}')],
    ['1.4.1', 'only one of "host" and "backend" may be set in extAuthz', policy('extAuthz: {host: "a:1", backend: /a}')],
    ['1.4.1', undefined, policy('extAuthz: {name: null, host: "a:1"}')],
    ['1.1.0', undefined, policy('directResponse: {body: [], status: 200}')],
    ['1.1.0', '256 is out of range: from 0 to 255', policy('directResponse: {body: [256], status: 200}')],
    ['0.12.0', undefined, backend('{host: "a:1", policies: []}')],
    ['1.1.0', 'expected a mapping (policies), found a list', backend('{host: "a:1", policies: []}')],
    ['0.12.0', undefined, 'binds: [{port: 3000, listeners: [{routes: [{matches: [{path: {regex: ["/a", 2]}}]}]}]}]'],
    [
      '0.12.0',
      'expected a regular expression, found an integer',
      'binds: [{port: 3000, listeners: [{routes: [{matches: [{path: {regex: [1, 2]}}]}]}]}]',
    ],
    [
      '0.12.0',
      'not a regular expression: error parsing regexp: missing closing ): `(`',
      'binds: [{port: 3000, listeners: [{routes: [{matches: [{path: {regex: ["(", 2]}}]}]}]}]',
    ],
    [
      '0.12.0',
      'expected an integer, found a string',
      'binds: [{port: 3000, listeners: [{routes: [{matches: [{path: {regex: ["a", "b"]}}]}]}]}]',
    ],
    [
      '0.12.0',
      'not a CEL expression: "b" stands where the expression should end',
      'config: {tracing: {otlpEndpoint: "http://a:1", randomSampling: "a b"}}',
    ],
    ['1.4.1', undefined, 'config: {mcp: [], storage: []}'],
    ['1.4.1', undefined, policy('localRateLimit: {conditional: []}')],
    ['1.4.1', undefined, policy('requestRedirect: {scheme: 1us}')],
    ['1.4.1', '"a:" is not a scheme of a URL', policy('requestRedirect: {scheme: "a:"}')],
    ['1.1.0', '"*" has no host', backend('{mcp: {targets: [{name: a, mcp: {host: "*"}}]}}')],
    [
      '1.1.0',
      '"arn:aws:bedrock:r:1:runtime/a" is not an ARN of a runtime',
      backend('{aws: {agentCore: {agentRuntimeArn: "arn:aws:bedrock:r:1:runtime/a"}}}'),
    ],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});

describe('macros and literals of CEL', () => {
  it.each<Row>([
    ['1.4.1', 'not a CEL expression: has() asks for a field, such as has(jwt.sub)', allow('has(jwt)')],
    ['1.4.1', undefined, allow('has(jwt.sub)')],
    ['1.4.1', 'not a CEL expression: has() asks for a field, such as has(jwt.sub)', allow('has(jwt["sub"])')],
    ['1.4.1', undefined, allow('has(jwt.a.b) && has(jwt.c)')],
    ['1.4.1', undefined, allow('has(a.b, c)')],
    ['1.1.0', 'not a CEL expression: the first argument of exists() is the name of a variable', allow('jwt.groups.exists(g.x, true)')],
    ['1.1.0', undefined, allow('jwt.groups.exists(g, g == "a")')],
    ['1.4.1', 'not a CEL expression: the first argument of map() is the name of a variable', allow('[1].map(1, 2)')],
    ['1.4.1', undefined, allow('[1].map(x, x > 1, x)')],
    ['1.4.1', undefined, allow('jwt.all(x)')],
    ['1.4.1', undefined, allow('9223372036854775807')],
    ['1.4.1', 'not a CEL expression: 9223372036854775808 is too large a whole number', allow('9223372036854775808')],
    ['1.4.1', undefined, allow('-9223372036854775808')],
    ['1.4.1', undefined, allow('18446744073709551615u')],
    ['1.4.1', 'not a CEL expression: 0x8000000000000000 is too large a whole number', allow('0x8000000000000000')],
    ['1.4.1', 'not a CEL expression: 1e400 is too large a number', allow('1e400')],
    ['1.4.1', 'not a CEL expression: an escape in this string names no character', allow(`"\\ud800"`)],
  ])('v%s: %s: %s', (version, verdict, yaml) => {
    expect(firstError(yaml, version)).toBe(verdict);
  });
});
