/** Policies that open, break or silence each other on one route, each beside a neighbor that works. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute } from '../examples/examples.js';

function found(rule: string, yaml: string): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  return findings.filter(finding => finding.rule === rule).map(({ severity, path = [] }) => `${severity} ${path.slice(5).join('.')}`);
}

const cors = (more: string): string => `cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET], ${more}}\n`;
const key = (location: string, mode = 'strict'): string => `apiKey: {mode: ${mode}, keys: [{key: $KEY}], location: {${location}}}`;
const byHeader = (expression: string, more = ''): string => onRoute(`${more}authorization: {rules: ['${expression}']}`);
const everyone = (rule: string): string => onRoute(`authorization: {rules: [${rule}]}`);
const remote = (descriptors: string): string =>
  onRoute(`remoteRateLimit: {host: "localhost:8081", domain: gateway, descriptors: [${descriptors}]}`);
const perUser = `{entries: [{key: user, value: 'source.address'}]}`;
const guarded = (more: string): string =>
  onAiRoute(`ai: {${more}promptGuard: {response: [{regex: {action: mask, rules: [{builtin: ssn}]}}]}}`);

describe('credentials and CORS', () => {
  it.each<[yaml: string, ...expected: string[]]>([
    [onRoute(cors('allowHeaders: [content-type]') + key('header: {name: X-Team-Key}')), 'warning 0.policies.cors.allowHeaders'],
    [onRoute(cors('allowHeaders: [content-type, x-team-key]') + key('header: {name: X-Team-Key}'))],
    [onRoute(cors('allowHeaders: ["*"]') + key('header: {name: x-team-key}'))],
    [onRoute(cors('allowHeaders: [content-type]') + key('header: {name: x-team-key}', 'optional'))],
    [onRoute(cors('allowHeaders: [content-type]') + key('queryParameter: {name: k}'))],
    [onRoute(cors('allowHeaders: [content-type]') + key('cookie: {name: session}')), 'warning 0.policies.cors'],
    [
      onRoute(cors('allowHeaders: [content-type], allowCredentials: false') + key('cookie: {name: session}')),
      'warning 0.policies.cors.allowCredentials',
    ],
    [onRoute(cors('allowHeaders: [content-type], exposeHeaders: [etag], allowCredentials: true') + key('cookie: {name: session}'))],
  ])('%s', (yaml, ...expected) => {
    expect(found('cors-preflight', yaml)).toEqual(expected);
  });

  it.each<[location: string, expected: string[]]>([
    ['queryParameter: {name: access_token}', ['info 0.policies.apiKey.location.queryParameter']],
    ['header: {name: x-key}', []],
    ['cookie: {name: session}', []],
  ])('a key in %s', (location, expected) => {
    expect(found('credential-place', onRoute(key(location)))).toEqual(expected);
  });

  it('leaves the place of a key of the backend to the backend', () => {
    const toBackend = onRoute('backendAuth: {key: {value: $KEY, location: {queryParameter: {name: key}}}}');
    expect(found('credential-place', toBackend)).toEqual([]);
  });
});

describe('headers that clients write', () => {
  const place = 'warning 0.policies.authorization.rules.0';
  it.each<[yaml: string, ...expected: string[]]>([
    [byHeader('request.headers["x-role"] == "admin"'), place],
    [byHeader('request.headers["X-Forwarded-For"].startsWith("10.")'), place],
    [byHeader('request.headers["x-real-ip"] == "10.0.0.1" && request.headers["x-version"] == "2"'), place],
    [onRoute(`authorization: {rules: [{require: 'request.headers["x-user"] == "a"'}]}`), `${place}.require`],
    [onRoute(`authorization: {rules: [{deny: 'request.headers["x-user"] == "a"'}]}`)],
    [byHeader('request.headers["x-version"] == "2"')],
    [byHeader('request.headers["x-role"] == "admin" && request.method == "GET"')],
    [byHeader('request.headers["x-role"] == "admin"', 'extAuthz: {host: "localhost:9000"}\n')],
    [byHeader('request.headers["x-role"] == "admin"', `transformations: {request: {set: {x-role: '"guest"'}}}\n`)],
    [
      `frontendPolicies:\n  networkAuthorization: {rules: [{allow: 'cidr("10.0.0.0/8").containsIP(source.address)'}]}\n${byHeader('request.headers["x-role"] == "admin"')}`,
    ],
  ])('%s', (yaml, ...expected) => {
    expect(found('header-believed', yaml)).toEqual(expected);
  });

  it.each<[rule: string, expected: string[]]>([
    [`'cidr("0.0.0.0/0").containsIP(source.address)'`, [place]],
    [`{allow: 'cidr("::/0").containsIP(source.address)'}`, [`${place}.allow`]],
    [`{deny: 'cidr("0.0.0.0/0").containsIP(source.address)'}`, []],
    [`'cidr("10.0.0.0/8").containsIP(source.address)'`, []],
    [`'cidr("0.0.0.0/0").containsIP(source.address) && request.method == "GET"'`, []],
  ])('the range of %s', (rule, expected) => {
    expect(found('authz-allow-all', everyone(rule))).toEqual(expected);
  });
});

describe('what replaces or outlives what', () => {
  it.each<[rule: string, yaml: string, ...expected: string[]]>([
    [
      'ai-alias-unreached',
      onAiRoute('ai: {modelAliases: {fast: gpt-4o-mini}, overrides: {model: gpt-4o}}'),
      'warning 0.policies.ai.modelAliases.fast',
    ],
    ['ai-alias-unreached', onAiRoute('ai: {modelAliases: {gpt-4o: gpt-4o-mini}, overrides: {model: gpt-4o}}')],
    [
      'ai-policy-inert',
      onAiRoute(`ai: {defaults: {temperature: 0.2}, transformations: {temperature: '0.9'}}`),
      'warning 0.policies.ai.defaults.temperature',
    ],
    ['ai-policy-inert', onAiRoute(`ai: {defaults: {temperature: 0.2}, transformations: {top_p: '0.9', __proto__: '1'}}`)],
    ['prompt-guard-inert', guarded('defaults: {stream: true}, '), 'warning 0.policies.ai.promptGuard.response'],
    ['prompt-guard-inert', guarded('overrides: {stream: true}, '), 'warning 0.policies.ai.promptGuard.response'],
    ['prompt-guard-inert', guarded('overrides: {stream: false}, '), 'info 0.policies.ai.promptGuard.response'],
    ['mcp-route-narrow', onMcpRoute(`transformations: {response: {body: '"{}"'}}`), 'warning 0.policies.transformations.response.body'],
    ['mcp-route-narrow', onMcpRoute('transformations: {response: {body: response.body}}'), 'info 0.policies.transformations.response.body'],
    ['mcp-route-narrow', onMcpRoute(`transformations: {response: {set: {x-a: '"b"'}}}`)],
    ['ratelimit-none', remote(`${perUser}, ${perUser}`), 'warning 0.policies.remoteRateLimit.descriptors.1'],
    ['ratelimit-none', remote(`${perUser}, {entries: [{key: all, value: '"x"'}]}`)],
    [
      'header-modifier-fails',
      onRoute('responseHeaderModifier: {set: {Content-Encoding: gzip}}'),
      'warning 0.policies.responseHeaderModifier.set.Content-Encoding',
    ],
    ['header-modifier-fails', onRoute('responseHeaderModifier: {set: {content-encoding: identity}, remove: [content-encoding]}')],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });
});

describe('questions of browsers', () => {
  const asked = cors('allowHeaders: [content-type]');
  const simple = 'cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET]}';
  const matched = (matches: string, policies = asked, more = ''): string =>
    withListener(`${more}routes:\n- matches: [${matches}]\n  policies: {${policies.trim()}}\n  backends: [{host: localhost:8080}]`);
  const keyed = 'policies:\n  apiKey: {mode: strict, keys: [{key: $KEY}]}\n';
  const place = 'warning 0.policies.cors';
  it.each<[yaml: string, ...expected: string[]]>([
    [matched('{method: PUT}'), place],
    [matched('{method: PUT}, {path: {pathPrefix: /a}}')],
    [matched('{method: PUT}, {method: OPTIONS}')],
    [matched('{method: GET}', simple)],
    [matched('{headers: [{name: x-version, value: {exact: "2"}}]}'), place],
    [matched('{headers: [{name: host, value: {exact: a}}]}')],
    [`${matched('{method: PUT}')}  - policies: {${asked.trim()}}\n      backends: [{host: localhost:8081}]\n`],
    [matched('{path: {pathPrefix: /}}', asked, keyed), place],
    [matched('{path: {pathPrefix: /}}', simple, keyed)],
    [matched('{path: {pathPrefix: /}}', asked, keyed.replace('strict', 'optional'))],
    [matched('{path: {pathPrefix: /}}', asked, `${keyed}  ${asked}`)],
  ])('%s', (yaml, ...expected) => {
    expect(found('cors-unreached', yaml)).toEqual(expected);
  });
});

describe('what rules of a route see', () => {
  const rewritten = (rule: string, matches = '{path: {pathPrefix: /v1}}'): string =>
    withRoute(
      `matches: [${matches}]\nhostnames: [api.example.com, "*.apps.example.com"]\npolicies:\n  urlRewrite: {path: {prefix: /v2}}\n  authorization: {rules: [${rule}]}`,
    );
  const place = 'warning 0.policies.authorization.rules.0';
  it.each<[yaml: string, ...expected: string[]]>([
    [rewritten(`'request.path.startsWith("/v2/")'`), place],
    [rewritten(`'request.path == "/v2"'`), place],
    [rewritten(`'request.path == "/v1x"'`), place],
    [rewritten(`{require: 'request.method == "GET" && request.path.startsWith("/v2")'}`), `${place}.require`],
    [rewritten(`{deny: 'request.path.startsWith("/admin")'}`), 'info 0.policies.authorization.rules.0.deny'],
    [rewritten(`'request.path.startsWith("/v1")'`)],
    [rewritten(`'request.path.startsWith("/v")'`)],
    [rewritten(`'request.path.startsWith("/v1/a")'`)],
    [rewritten(`'request.path in ["/v1/a", "/v3"]'`)],
    [rewritten(`'request.path == "/v2" || request.method == "GET"'`)],
    [rewritten(`'request.path == "/v2"'`, '{path: {regex: "/.*"}}')],
    [rewritten(`'request.path == "/a"'`, '{path: {exact: /b}}'), place],
    [rewritten(`'request.method == "POST"'`, '{method: GET}'), place],
    [rewritten(`'request.method == "POST"'`, '{method: GET}, {method: POST}')],
    [rewritten(`'request.host == "other.example.com"'`), place],
    [rewritten(`'request.host == "api.example.com:8443"'`)],
    [rewritten(`'request.host in ["a.apps.example.com", "b.example"]'`)],
  ])('%s', (yaml, ...expected) => {
    expect(found('authz-outside-route', yaml)).toEqual(expected);
  });

  const modified = 'requestHeaderModifier: {set: {X-Tier: internal}}\n';
  const computed = `transformations: {request: {set: {x-tier: '"internal"'}}}\n`;
  const rule = (expression: string): string => `authorization: {rules: [${expression}]}\n`;
  const ask = `'request.headers["x-tier"] == "internal"'`;
  it.each<[yaml: string, ...expected: string[]]>([
    [onRoute(modified + rule(ask)), place],
    [onRoute(computed + rule(ask)), place],
    [onRoute(`transformations: {request: {add: {x-tier: 'jwt.tier'}}}\n${rule(ask)}`), place],
    [onRoute(modified + rule(`'request.headers["x-tier"] == "pro"'`))],
    [onRoute(modified + rule(`{deny: ${ask}}`))],
    [onRoute(modified + rule(`'request.headers["x-plan"] == "internal"'`))],
    [onRoute(`transformations: {request: {set: {x-tier: 'request.headers["x-tier"].lowerAscii()'}}}\n${rule(ask)}`)],
    [onRoute(`${modified}extAuthz: {host: "localhost:9000"}\n${rule(ask)}`)],
    [withListener(`policies:\n  ${computed}routes:\n- policies:\n    ${computed}    ${rule(ask)}  backends: [{host: localhost:8080}]`)],
    [
      onRoute(
        `${modified}remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: [{key: tier, value: 'request.headers["x-tier"]'}]}]}`,
      ),
      'warning 0.policies.remoteRateLimit.descriptors.0.entries.0.value',
    ],
    [onRoute(`${modified}extAuthz: {host: "localhost:9000", protocol: {http: {path: 'request.headers["x-tier"]'}}}`)],
  ])('%s', (yaml, ...expected) => {
    expect(found('header-set-later', yaml)).toEqual(expected);
  });
});

describe('what a listener removes', () => {
  const removing = (names: string, route: string): string =>
    withListener(
      `policies:\n  transformations: {request: {remove: [${names}]}}\nroutes:\n- ${route}\n  backends: [{host: localhost:8080}]`,
    );
  const version = '{headers: [{name: X-Version, value: {exact: "2"}}]}';
  const place = 'warning transformations.request.remove.0';
  it.each<[yaml: string, ...expected: string[]]>([
    [removing('Origin', 'policies: {csrf: {}}'), place],
    [removing('origin', `policies: {${cors('allowHeaders: [content-type]').trim()}}`), place],
    [removing('origin', 'policies: {csrf: null}')],
    [removing('origin', 'name: api')],
    [removing('x-version', `matches: [${version}]`), place],
    [removing('x-version', `matches: [${version}, {path: {pathPrefix: /}}]`)],
    [removing('x-debug', `matches: [${version}]`)],
  ])('%s', (yaml, ...expected) => {
    expect(found('header-removed-early', yaml)).toEqual(expected);
  });
});

describe('limits, guards and streams', () => {
  const value = (text: string, mode = 'optional'): string =>
    onRoute(
      `apiKey: {mode: ${mode}, keys: [{key: $KEY, metadata: {team: a}}]}\nremoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: [{key: k, value: '${text}'}]}]}`,
    );
  const place = '0.policies.remoteRateLimit.descriptors.0.entries.0.value';
  const rejecting = 'promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}}]}';
  const targets = (...hosts: string[]): string =>
    withRoute(`backends: [{mcp: {targets: [${hosts.map((host, index) => `{name: t${index}, mcp: {host: "${host}"}}`).join(', ')}]}}]`);
  const chat = '0.policies.ai.routes./v1/chat/completions';
  it.each<[rule: string, yaml: string, ...expected: string[]]>([
    ['ratelimit-key-missing', value('apiKey.team'), `warning ${place}`],
    ['ratelimit-key-missing', value('apiKey.team', 'strict')],
    ['ratelimit-key-missing', value('has(apiKey.team) ? apiKey.team : "none"')],
    ['ratelimit-key-missing', value('request.headers["x-user"]')],
    ['ratelimit-key-missing', value('default(request.headers["x-user"], "none")')],
    ['ratelimit-key-missing', value('source.address')],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {/v1/chat/completions: passthrough}, ${rejecting}}`), `warning ${chat}`],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {/v1/chat/completions: detect}, ${rejecting}}`), `warning ${chat}`],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {/v1/chat/completions: detect}, overrides: {temperature: 1}}`)],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {/v1/models: passthrough}, ${rejecting}}`)],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {"*": passthrough}, ${rejecting}}`), 'warning 0.policies.ai.routes.*'],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {"*": passthrough, /v1/messages: messages}, ${rejecting}}`)],
    ['ai-guard-skipped', onAiRoute(`ai: {routes: {/v1/chat/completions: passthrough, __proto__: detect}}`)],
    [
      'ai-guard-skipped',
      onAiRoute(
        `ai: {routes: {/v1/chat/completions: passthrough}}\nlocalRateLimit: [{maxTokens: 9000, tokensPerFill: 9000, fillInterval: 60s, type: tokens}]`,
      ),
      `warning ${chat}`,
    ],
    ['ai-stream-held', onAiRoute('buffer: {response: {}}'), 'warning 0.policies.buffer.response'],
    ['ai-stream-held', onAiRoute(`transformations: {response: {body: '"a"'}}`), 'warning 0.policies.transformations.response.body'],
    ['ai-stream-held', onAiRoute('buffer: {request: {}}')],
    ['ai-stream-held', onRoute('buffer: {response: {}}')],
    [
      'backend-auth-conflict',
      onRoute('apiKey: {mode: strict, keys: [{key: $KEY}]}\nbackendAuth: {passthrough: {}}'),
      'warning 0.policies.backendAuth.passthrough',
    ],
    [
      'backend-auth-conflict',
      onRoute('apiKey: {mode: strict, keys: [{key: $KEY}], location: {header: {name: x-key}}}\nbackendAuth: {passthrough: {}}'),
      'info 0.policies.backendAuth.passthrough',
    ],
    [
      'header-modifier-conflict',
      onRoute('urlRewrite: {authority: {full: b.example}}\nrequestHeaderModifier: {set: {Host: a.example, x-a: b}}'),
      'warning 0.policies.requestHeaderModifier.set.Host',
    ],
    [
      'header-modifier-conflict',
      onRoute(`requestHeaderModifier: {set: {x-a: b}}\ntransformations: {request: {set: {X-A: '"c"', x-b: '"d"'}}}`),
      'warning 0.policies.transformations.request.set.X-A',
    ],
    [
      'header-modifier-conflict',
      onRoute(`responseHeaderModifier: {set: {x-a: b, x-c: d}}\ntransformations: {response: {set: {X-A: '"c"'}}}`),
      'warning 0.policies.responseHeaderModifier.set.x-a',
    ],
    ['regex-whole-value', withRoute('matches: [{path: {regex: "/api/v[0-9]+"}}]'), 'warning 0.matches.0.path.regex'],
    ['regex-whole-value', withRoute('matches: [{path: {regex: "/api/v[0-9]+/.*"}}]')],
    ['regex-whole-value', withRoute('matches: [{path: {regex: "/api/v[0-9]+$"}}]')],
    ['duplicate-target-name', targets('http://one/mcp', 'http://one/mcp'), 'info 0.backends.0.mcp.targets.1'],
    ['duplicate-target-name', targets('http://one/mcp', 'http://two/mcp')],
    [
      'header-set-later',
      withListener(
        `policies:\n  transformations: {request: {set: {x-tier: '"a"'}}}\n  authorization: {rules: ['request.headers["x-tier"] == "a"']}\nroutes:\n- backends: [{host: localhost:8080}]`,
      ),
      'warning authorization.rules.0',
    ],
    ['rewrite-inert', onMcpRoute('urlRewrite: {path: {full: /other}}'), 'info 0.policies.urlRewrite.path'],
    ['rewrite-inert', onMcpRoute('urlRewrite: {authority: {full: b.example}}')],
  ])('%s: %s', (rule, yaml, ...expected) => {
    expect(found(rule, yaml)).toEqual(expected);
  });
});
