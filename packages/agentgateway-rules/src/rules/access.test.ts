import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withSection } from '../examples/examples.js';

/** The rules that report a document above info, without those that every such document has. */
function rulesOf(text: string, version = '1.4.1'): string[] {
  const { findings } = checkStatic(text, { file: 'a.yaml', version });
  return [...new Set(findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule))].sort();
}

const issuer = 'issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}';
const jwt = `jwtAuth: {mode: strict, ${issuer}}\n`;

describe('expressions', () => {
  it.each([
    ['request.headers.x-user == "a"', ['cel-unknown-variable']],
    ['Request.path == "/a"', ['cel-unknown-variable']],
    ['response.code == 200', ['cel-variable-not-here']],
    ['llmRequest.model == "m"', ['cel-variable-not-here']],
    ['has(response.code) && response.code == 200', ['cel-variable-not-here']],
    ['request.header["a"] == "b"', ['cel-unknown-field']],
    ['source.ip == "10.0.0.1"', ['cel-unknown-field']],
    ['request.path.toLower() == "/a"', ['cel-unknown-function']],
    ['request.path.matches("[")', ['cel-bad-regex']],
    ['"abc".regexReplace("(", "") == "abc"', ['cel-bad-regex']],
    ['request.path == "a"', ['authz-never-match']],
    ['request.path.startsWith("api")', ['authz-never-match']],
    ['request.method in ["get", "post"]', ['authz-never-match']],
    ['request.method in ["get", "POST"]', ['cel-constant']],
    ['source.address == "10.0.0.0/8"', ['authz-never-match']],
    ['source.port == "443"', ['authz-never-match']],
    ['request.headers["x-tier"] == 1', ['authz-never-match']],
    ['request.path == "/a" && request.path == "/b"', ['authz-never-match']],
    ['request.path == "/a" || request.method == "get"', ['cel-constant']],
    ['false', ['authz-never-match']],
    ['"true"', ['authz-not-bool']],
    ['request.headers["x-tier"]', ['authz-not-bool']],
    ['basicAuth.username == "anna"', ['identity-missing']],
    ['request.path.matches("/public/.*")', ['cel-unanchored']],
    ['request.host.matches("^api[.]example[.]com")', ['cel-unanchored']],
    ['extauthz.user == "anna"', ['identity-missing']],
  ])('%s as a rule', (expression, expected) => {
    expect(rulesOf(onRoute(`authorization: {rules: ['${expression}']}`))).toEqual(expected);
  });

  it.each([
    'request.headers["X-Plan"] == "a"',
    '"x-user" in request.headers',
    'request.path.startsWith("/api") && request.method in ["GET", "POST"]',
    'cidr("10.0.0.0/8").containsIP(source.address)',
    'source.address == "10.0.0.1"',
    'source.address.startsWith("10.")',
    'request.pathAndQuery.endsWith("?a=1")',
    'request.headers.cookie("session") != ""',
    'json(request.body).user == "a"',
    'json(request.body).with(b, b.x == b.y)',
    'request.headers["x-plans"].split(",").exists(plan, plan == "pro")',
    'default(request.headers["x-tier"], "basic") == "pro"',
    'sha256.encode(request.headers["x-key"]) == "ab"',
    'timestamp("2030-01-01T00:00:00Z") > request.startTime',
    'size(request.path) < 200',
    'has(jwt.sub) ? jwt.sub == "a" : request.path == "/public"',
    'env.namespace == "prod"',
    'request.path.matches("^/public/.*")',
    'request.path.matches("[.]css$")',
    'request.host.matches("^api[.]example[.]com$")',
  ])('%s is correct', expression => {
    expect(rulesOf(onRoute(`authorization: {rules: ['${expression}']}`))).toEqual([]);
  });

  it.each([
    ['0.12.0', "request.pathAndQuery == '/a'", ['cel-unknown-field']],
    ['1.1.0', "request.pathAndQuery == '/a'", []],
    ['1.1.0', "type(request.path) == 'string'", ['cel-unknown-function']],
    ['0.12.0', "coalesce(request.path, '/') == '/a'", ['cel-unknown-function']],
    ['0.12.0', "env.namespace == 'prod'", ['cel-unknown-variable']],
    ['1.1.0', 'destination.port == 80', ['cel-unknown-variable']],
    ['1.4.1', 'destination.port == 80', []],
  ])('v%s: %s', (version, expression, expected) => {
    const text = `binds:\n- port: 3000\n  listeners:\n  - routes:\n    - matches: [{path: {pathPrefix: /}}]\n      policies: {authorization: {rules: ["${expression}"]}}\n      backends: [{host: "localhost:8080"}]\n`;
    expect(rulesOf(text, version)).toEqual(expected);
  });

  it('functions of the configuration are known', () => {
    const rule = "authorization: {rules: ['isMine(request.path)']}";
    expect(rulesOf(onRoute(rule))).toEqual(['cel-unknown-function']);
    expect(rulesOf(`config: {customFunctions: 'isMine(p) { p == "/a" }'}\n${onRoute(rule)}`)).toEqual([]);
  });

  it.each([
    ["transformations: {request: {set: {x-a: '1'}}}", ['cel-not-text']],
    ['transformations: {request: {set: {x-a: \'request.path == "/a"\'}}}', ['cel-not-text']],
    ['transformations: {response: {set: {":status": \'404\'}}}', []],
    ["transformations: {response: {set: {x-a: 'string(response.code)'}}}", []],
    ['transformations: {request: {set: {x-a: \'response.headers["a"]\'}}}', ['cel-variable-not-here']],
    ['transformations: {request: {set: {x-a: hello}}}', ['cel-unknown-variable']],
    [`${jwt}transformations: {request: {set: {x-a: 'request.headers["Authorization"]'}}}`, ['credential-stripped']],
    ['retry: {attempts: 2, codes: [503], precondition: \'request.method == "get"\'}', ['condition-never-true']],
    ["delay: {duration: 'nosuch * 2'}", ['cel-unknown-variable']],
  ])('%s', (policies, expected) => {
    expect(rulesOf(onRoute(policies))).toEqual(expected);
  });

  it.each([
    ['mcpAuthorization: {rules: [\'mcp.tool.target == "nosuch"\']}', ['mcp-rule-names']],
    ['mcpAuthorization: {rules: [\'mcp.tool.name in ["tools_add"]\']}', ['mcp-rule-names']],
    ['mcpAuthorization: {rules: [\'mcp.tool.nme == "add"\']}', ['cel-unknown-field']],
    ['mcpAuthorization: {rules: [\'mcp.tool.name == "add"\']}', []],
    ["mcpAuthorization: {rules: ['response.code == 200']}", ['cel-variable-not-here']],
  ])('%s on a route of MCP', (policies, expected) => {
    expect(rulesOf(onMcpRoute(policies))).toEqual(expected);
  });

  it.each([
    ['frontendPolicies: {networkAuthorization: {rules: [\'request.path == "/"\']}}', ['cel-variable-not-here']],
    ['frontendPolicies: {networkAuthorization: {rules: [\'source.address == "10.0.0.1"\']}}', []],
    ['frontendPolicies: {networkAuthorization: {rules: []}}', ['authz-no-rules']],
    ['frontendPolicies: {accessLog: {filter: \'response.code == "500"\'}}', ['condition-never-true']],
    ["frontendPolicies: {accessLog: {filter: 'response.code >= 500'}}", []],
    ["frontendPolicies: {accessLog: {add: {a: 'request.headers'}}}", ['log-secret']],
    ["frontendPolicies: {accessLog: {add: {a: 'request.headers.redacted()'}}}", []],
    ['frontendPolicies: {accessLog: {add: {a: \'response.headers["set-cookie"]\'}}}', ['log-secret']],
    ["config: {metrics: {fields: {add: {p: 'request.path'}}}}", ['metric-cardinality']],
    ["config: {logging: {level: [info, 'rmcp=wran']}}", ['log-level']],
    ["config: {logging: {level: 'rmcp=debug'}}", ['log-level']],
    ['config: {logging: {level: WARN}}', []],
    ["config: {tracing: {otlpEndpoint: 'http://localhost:4318', randomSampling: true}}", ['otlp-endpoint']],
    ["frontendPolicies: {tracing: {host: 'localhost:4317', randomSampling: false}}", []],
    ["frontendPolicies: {tracing: {host: 'localhost:4317', randomSampling: 10}}", ['trace-sampling']],
    [
      "frontendPolicies: {tracing: {host: 'localhost:4317', randomSampling: true, resources: {a: 'request.path'}}}",
      ['cel-variable-not-here'],
    ],
  ])('%s', (sections, expected) => {
    expect(rulesOf(withSection(sections))).toEqual(expected);
  });
});

describe('who may', () => {
  it.each([
    [`jwtAuth: {${issuer}}`, ['auth-mode-optional']],
    [`jwtAuth: {${issuer}}\nauthorization: {rules: ['jwt.sub == "a"']}`, []],
    [`jwtAuth: {mode: optional, ${issuer}}`, []],
    ['apiKey: {mode: permissive, keys: [{key: $K}]}', []],
    ['apiKey: {keys: []}', ['auth-mode-optional', 'auth-no-credentials']],
    ['jwtAuth: {mode: strict, providers: []}', ['auth-no-credentials']],
    ['basicAuth: {mode: strict, htpasswd: ""}', ['auth-no-credentials']],
    ['basicAuth: {mode: strict, htpasswd: "anna:$$6$$salt$$hash"}', ['htpasswd-hash']],
    ['basicAuth: {mode: strict, htpasswd: "anna:$$2y$$05$$nC6nErr9XZJuMJ57WyCob.EuZEjylDt2KaHfbfOtyb.EgL1I2jCVa"}', []],
    [`${jwt}basicAuth: {mode: strict, htpasswd: {file: ./users}}`, ['auth-location-clash']],
    [`jwtAuth: {mode: optional, ${issuer}}\nbasicAuth: {mode: optional, htpasswd: {file: ./users}}`, []],
    [
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com/{tenant}", audiences: [a], jwks: {url: "https://idp.example.com/keys"}}`,
      ['jwt-value-never-matches'],
    ],
    [
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [a], jwks: {url: "https://idp.example.com/.well-known/openid-configuration"}}`,
      ['jwt-value-never-matches'],
    ],
    [`jwtAuth: {mode: strict, ${issuer}, jwtValidationOptions: {requiredClaims: []}}`, ['jwt-required-claims']],
    [`jwtAuth: {mode: strict, ${issuer}, jwtValidationOptions: {requiredClaims: [exp, email]}}`, ['jwt-required-claims']],
    ['authorization: {rules: [{deny: \'!(request.headers["x-role"] == "admin")\'}]}', ['authz-deny-absent']],
    ['authorization: {rules: [{deny: \'request.headers["x-bad"] == "1"\'}]}', []],
    ['authorization: {rules: [{deny: \'"x-role" in request.headers && request.headers["x-role"] != "admin"\'}]}', []],
    ['authorization: {rules: [\'request.path == "/a"\', {deny: \'request.path == "/a"\'}]}', ['authz-deny-all']],
    ['mcpAuthentication: {issuer: "https://i", audiences: [a], jwks: {url: "https://i/keys"}, resourceMetadata: {}}', []],
    ['apiKey: {mode: strict, keys: [{key: secret}]}', ['secret-in-clear-text', 'weak-secret']],
  ])('%s', (policies, expected) => {
    expect(rulesOf(onRoute(policies))).toEqual(expected);
  });
});

describe('how much, and from where', () => {
  it.each([
    ['localRateLimit: [{maxTokens: 0, fillInterval: 1s}]', ['ratelimit-zero']],
    ['localRateLimit: [{maxTokens: 5, tokensPerFill: 5, fillInterval: 0s}]', ['ratelimit-zero']],
    ['localRateLimit: [{maxTokens: 5, tokensPerFill: 5, fillInterval: 1s}]', []],
    ['remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: []}]}', ['ratelimit-none']],
    [
      'remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: [{key: a, value: \'jwt.sub\'}]}]}',
      ['identity-missing'],
    ],
    [
      'remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{type: tokens, entries: [{key: a, value: \'request.path\'}]}]}',
      ['ai-policy-without-ai'],
    ],
    ['cors: {allowOrigins: ["app.example.com"]}', ['cors-origin']],
    ['cors: {allowOrigins: ["http://localhost:*"]}', ['cors-origin']],
    ['cors: {allowOrigins: ["https://*.example.com"], allowMethods: [GET, put]}', ['cors-preflight']],
    ['cors: {allowHeaders: ["*"]}', ['cors-origin']],
    ['cors: {allowOrigins: ["https://a.example"]}\ncsrf: {}', ['csrf-origin']],
    ['cors: {allowOrigins: ["https://a.example"]}\ncsrf: {additionalOrigins: ["https://a.example"]}', []],
    ['csrf: {additionalOrigins: [a.example]}', ['csrf-origin']],
    ['ai: {overrides: {temperature: 1}}', ['ai-policy-without-ai']],
    ['backendAuth: {key: "Token abc$K"}', ['backend-auth-text']],
    ['backendAuth: {key: " $K\\n"}', []],
    ['apiKey: {mode: strict, keys: [{key: "$K\\n"}]}', ['weak-secret']],
    ['apiKey: {mode: strict, keys: [{key: " ${K}"}]}', ['weak-secret']],
    ['apiKey: {mode: strict, keys: [{key: $K}]}', []],
    ['backendAuth: {key: $K}\ntransformations: {request: {set: {authorization: \'"x"\'}}}', ['backend-auth-conflict']],
    ['backendAuth: {key: {value: $K, location: {expression: request.path}}}', ['backend-auth-conflict', 'cel-constant'].slice(0, 1)],
  ])('%s', (policies, expected) => {
    expect(rulesOf(onRoute(policies))).toEqual(expected);
  });

  it('patterns of origins are understood from v1.0 on', () => {
    const text = onRoute('cors: {allowOrigins: ["https://*.example.com"]}').replace(
      '- policies:',
      '- matches: [{path: {pathPrefix: /}}]\n      policies:',
    );
    expect([rulesOf(text, '0.12.0'), rulesOf(text, '1.1.0')]).toEqual([['cors-origin'], []]);
  });

  it.each([
    ['ai: {promptGuard: {request: [{regex: {rules: []}}]}}', ['prompt-guard-inert']],
    ["ai: {promptGuard: {request: [{regex: {action: reject, rules: [{pattern: '.*'}]}}]}}", ['prompt-guard-inert']],
    [
      'ai: {promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}, rejection: {status: 200, body: x}}]}}',
      ['prompt-guard-inert'],
    ],
    ['ai: {promptGuard: {request: [{webhook: {target: {host: "localhost:1"}, failureMode: failOpen}}]}}', []],
    ['ai: {defaults: {maxTokens: 5}}', ['ai-policy-inert']],
    ['ai: {prompts: {prepend: [{role: System, content: x}]}}', ['ai-policy-inert']],
    ['ai: {modelAliases: {a: b, b: c}}', ['ai-alias-unreached', 'ai-policy-inert']],
    ['ai: {promptCaching: {cacheSystem: false, cacheMessages: false}}', ['ai-policy-inert']],
    ['ai: {overrides: {max_tokens: 5}, modelAliases: {gpt-4o: gpt-4o-mini}}', []],
    ['ai: {modelAliases: {fast: gpt-4o-mini}}', ['ai-alias-unreached']],
  ])('%s on a route of an LLM', (policies, expected) => {
    expect(rulesOf(onAiRoute(policies))).toEqual(expected);
  });
});

it.each([
  'a: [1',
  'policies: {authorization: {rules: 5}}',
  'apiKey: {keys: 5}',
  'cors: 5',
  'jwtAuth: [1]',
  'localRateLimit: {a: 1}',
  '__proto__: {a: 1}',
])('values of another type crash no rule: %s', policies => {
  expect(() => rulesOf(onRoute(policies))).not.toThrow();
});

describe('the section llm and the gateway named default', () => {
  const llm = (gateway: string, more = ''): string =>
    `gateways: {default: {port: 3000${gateway}}}\nllm: {${more}models: [{name: a, provider: openAI, params: {apiKey: $K}}]}\n`;
  const infos = (text: string): string[] =>
    checkStatic(text, { file: 'a.yaml', version: '1.4.1' }).findings.flatMap(({ rule, severity }) =>
      rule === 'llm-open' ? [severity] : [],
    );
  const keys = ', apiKey: {mode: strict, keys: [{key: $A}]}';

  it.each([
    ['a gateway that checks who asks', llm(keys), []],
    ['a gateway that does not', llm(''), ['info']],
    ['a port of its own', llm(keys, 'port: 4000, '), ['info']],
  ])('%s', (_what, text, expected) => {
    expect(infos(text)).toEqual(expected);
  });
});
