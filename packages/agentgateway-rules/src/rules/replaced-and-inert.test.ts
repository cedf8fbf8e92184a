/** Policies, headers and names that the proxies accept and that have no effect, or break what they are about. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute, withSection } from '../examples/examples.js';

function found(rule: string, yaml: string, version = '1.4.1'): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version });
  return findings.filter(finding => finding.rule === rule).map(({ severity, message }) => `${severity} ${message}`);
}

const twice = (listener: string, route: string): string =>
  withListener(`policies: {${listener}}\nroutes:\n- policies: {${route}}\n  backends: [{host: "localhost:8080"}]`);
const key = (more = ''): string => `apiKey: {mode: strict, keys: [{key: $K}]${more}}`;
const provider = (name: string, policies = ''): string =>
  `{name: ${name}, provider: {openAI: {}}, policies: {backendAuth: {key: $K}${policies}}}`;
const groups = (first: string): string =>
  withRoute(`backends:\n- ai: {groups: [{providers: [${first}]}, {providers: [${provider('b')}]}]}`);
const failover = (health: string): string => `llm:
  models: [{name: a, provider: openAI, params: {apiKey: $K}${health}}, {name: b, provider: openAI, params: {apiKey: $K}}]
  virtualModels: [{name: v, routing: {failover: {targets: [{model: a, priority: 1}, {model: b, priority: 2}]}}}]
`;
const server = (policies: string): string =>
  `policies: {${policies}}\n  mcp: {targets: [{name: t, mcp: {host: "http://localhost:3001/mcp"}, policies: {http: {version: HTTP/1.1}}}]}`;
const unused = (what: string, name: string): string => `warning every ${what} has "${name}" of its own: this one is never used`;

it.each<readonly [rule: string, yaml: string, ...expected: string[]]>([
  [
    'policy-replaced',
    onRoute('backendTLS: {}', '- host: "a:443"\n  policies: {backendTLS: {insecure: true}}'),
    unused('backend of the route', 'backendTLS'),
  ],
  ['policy-replaced', onRoute('backendTLS: {}', '- host: "a:443"\n  policies: {backendTLS: {}}\n- host: "b:443"')],
  [
    'policy-replaced',
    onRoute(
      'ai: {promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}}]}, defaults: {top_p: 1}}',
      '- ai: {name: a, provider: {openAI: {}}}\n  policies: {ai: {promptGuard: {request: []}}}',
    ),
    unused('backend of the route', 'promptGuard'),
  ],
  [
    'policy-replaced',
    withRoute(`backends:\n- ${server('http: {requestTimeout: 9s}')}`),
    'warning every MCP server of the backend has "http" of its own, which replaces this one as a whole: "requestTimeout" is lost',
  ],
  ['policy-replaced', withRoute(`backends:\n- ${server('http: {version: HTTP/2.0}')}`)],
  [
    'policy-replaced',
    onRoute('requestHeaderModifier: {set: {a: b}}', '- host: "a:80"\n  policies: {requestHeaderModifier: {set: {a: c}}}'),
  ],
  [
    'auth-twice',
    twice(key(), key()),
    'warning "apiKey" of the listener takes the credential out of the request: "apiKey" of the route refuses every request',
  ],
  [
    'auth-twice',
    twice(key(), 'basicAuth: {mode: optional, htpasswd: {file: users}}'),
    'warning "apiKey" of the listener takes the credential out of the request: "basicAuth" of the route never finds one',
  ],
  ['auth-twice', twice(key(), key(', location: {header: {name: x-key}}'))],
  [
    'health-inert',
    onRoute('timeout: {requestTimeout: 9s}', '- host: "a:80"\n  policies: {health: {eviction: {duration: 9s}}}'),
    'warning a backend of the kind "host" has nothing to leave out, and is asked whatever its health is: the policy has no effect',
  ],
  [
    'health-inert',
    groups(provider('a', ', health: {unhealthyExpression: "response.code == 500"}')),
    'warning without "eviction" nothing is left out, however often it fails, unless an answer has the header Retry-After',
  ],
  [
    'failover-unused',
    groups(provider('a')),
    'warning no provider of the first group is ever left out, because none has a health policy: this group is never used',
  ],
  ['failover-unused', groups(provider('a', ', health: {eviction: {duration: 30s}}'))],
  ['failover-unused', failover(''), 'warning "a" is never left out, because it has no health policy: the other models are never used'],
  ['failover-unused', failover(', health: {eviction: {duration: 30s}}')],
  [
    'log-field-unknown',
    withSection('frontendPolicies: {accessLog: {remove: [http_status], add: {x: request.path}}}'),
    'warning the proxy writes no field "http_status": nothing is left out',
  ],
  [
    'log-field-unknown',
    withSection('frontendPolicies: {accessLog: {remove: [x], add: {x: request.path}}}'),
    'warning "x" is added by the same setting, and is written anyway',
  ],
  ['log-field-unknown', withSection('frontendPolicies: {accessLog: {remove: [http.status, agw.ai.usage.cost.total, $FIELD]}}')],
  [
    'metric-label',
    withSection('config: {metrics: {fields: {add: {method: request.method}}}}'),
    'warning the proxy has a label "method" of its own: Prometheus refuses a metric with two of them',
  ],
  [
    'metric-label',
    withSection('config: {metrics: {fields: {add: {0x: request.method}}}}'),
    'warning "0x" is not a name of a label: Prometheus refuses the metrics',
  ],
  ['metric-label', withSection('config: {metrics: {fields: {add: {x_method: request.method}}}}')],
  [
    'mirror-copy',
    onRoute('requestMirror: {backend: {host: "localhost:8080"}, percentage: 1}'),
    'warning "localhost:8080" is the backend of the route itself: it gets every mirrored request twice',
    'info a copy has no body: the server that gets it sees an empty POST or PUT',
  ],
  [
    'mirror-copy',
    withRoute(
      'matches: [{path: {pathPrefix: /}, method: GET}]\npolicies: {requestMirror: {backend: {host: "copy:80"}, percentage: 1}}\nbackends: [{host: "a:80"}]',
    ),
  ],
  [
    'mcp-header-removed',
    onMcpRoute('transformations: {response: {remove: [Mcp-Session-Id]}}'),
    'warning MCP needs "Mcp-Session-Id", which is removed: clients never learn their session, so that every later request fails',
  ],
  [
    'mcp-header-removed',
    onMcpRoute('requestHeaderModifier: {set: {mcp-session-id: x, accept: "application/json, text/event-stream"}}'),
    'warning MCP needs "mcp-session-id", which is replaced: no request finds its session',
  ],
  ['mcp-header-removed', onRoute('responseHeaderModifier: {remove: [mcp-session-id]}')],
  [
    'header-modifier-fails',
    onRoute(`transformations: {request: {set: {content-length: '"5"'}}}`),
    'warning HTTP itself sets "content-length"; another value breaks the message',
  ],
  ['header-modifier-fails', onRoute(`transformations: {request: {set: {":path": '"/x"', x-a: '"1"'}}}`)],
  [
    'http-version-mismatch',
    onRoute('extAuthz: {host: "localhost:9000", policies: {http: {version: HTTP/1.1, requestTimeout: 2s}}}'),
    'warning gRPC needs HTTP/2: with HTTP/1.1 every call fails',
  ],
  [
    'http-version-mismatch',
    onRoute('extAuthz: {host: "localhost:9000", protocol: {http: {}}, policies: {http: {version: HTTP/1.1, requestTimeout: 2s}}}'),
  ],
  ['policy-replaced', onAiRoute('ai: {defaults: {top_p: 1}}')],
])('%s: %s', (rule, yaml, ...expected) => {
  expect(found(rule, yaml).sort()).toEqual([...expected].sort());
});

it('leaves a provider out without "eviction" before v1.3', () => {
  const yaml = groups(provider('a', ', health: {unhealthyExpression: "response.code == 500"}'));
  expect(found('health-inert', yaml, '1.1.0')).toEqual([]);
});

it('reports each of many routes', () => {
  const route = (index: number): string =>
    `- name: r${index}\n  policies: {backendAuth: {key: $K}, apiKey: {mode: strict, keys: [{key: $K}]}, requestMirror: {backend: {host: "c:80"}, percentage: 1}}\n  backends: [{host: "h${index}:80", policies: {backendAuth: {key: $K}}}]`;
  const yaml = withListener(`policies: {${key()}}\nroutes:\n${Array.from({ length: 300 }, (_, index) => route(index)).join('\n')}`);
  expect(found('policy-replaced', yaml)).toHaveLength(300);
  expect(found('auth-twice', yaml)).toHaveLength(300);
});
