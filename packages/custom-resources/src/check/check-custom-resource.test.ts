import { formatPath } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import { gatewayApiVersionOf } from '../kinds/kinds.js';
import { milliseconds, quantityOf } from '../kinds/texts.js';
import { checkCustomResource, isKnownCustomResource } from './check-custom-resource.js';

function check(text: string, gatewayVersion: string) {
  const parsed = parseYaml(text, { file: 'f.yaml', dialect: 'go' });
  expect(parsed.findings).toEqual([]);
  return checkCustomResource(parsed.documents[0]!, { file: 'f.yaml', gatewayVersion });
}
const say = (text: string, version: string) =>
  check(text, version).map(
    ({ severity, rule, path, message, suggestion }) =>
      `${severity} ${rule} ${formatPath(path ?? [])}: ${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`,
  );

const meta = 'metadata: {name: t, namespace: default}';
const own = (kind: string, spec: string) => `apiVersion: agentgateway.dev/v1alpha1\nkind: ${kind}\n${meta}\nspec: ${spec}\n`;
const standard = (kind: string, spec: string, version = 'v1') =>
  `apiVersion: gateway.networking.k8s.io/${version}\nkind: ${kind}\n${meta}\nspec: ${spec}\n`;
const policy = (body: string) =>
  own('AgentgatewayPolicy', `{targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: r}], ${body}}`);
const servicePolicy = (body: string) => own('AgentgatewayPolicy', `{targetRefs: [{group: "", kind: Service, name: s}], ${body}}`);
const backend = (body: string) => own('AgentgatewayBackend', `{${body}}`);
const gateway = (...listeners: string[]) => standard('Gateway', `{gatewayClassName: agentgateway, listeners: [${listeners.join(', ')}]}`);
const http = (port = 80, rest = '') => `{name: a${port}, port: ${port}, protocol: HTTP${rest}}`;
const route = (rule: string) => standard('HTTPRoute', `{parentRefs: [{name: g}], rules: [${rule}]}`);
const ref = 'backendRef: {name: z, port: 9000}';

/** An invalid object, and the complete text of its findings. */
const refused: [what: string, text: string, said: string[], version?: string][] = [
  [
    'the timeout of a check in the policy of the route',
    policy(`traffic: {extAuth: {${ref}, grpc: {}, timeout: 2s}}`),
    [
      'error unknown-field spec.traffic.extAuth.timeout: unknown field "timeout" in an external authorization check [known here: "backendRef", "cache", "failureMode", "forwardBody", "grpc", "http" and "conditional"]',
    ],
  ],
  [
    'a field of a later version',
    policy(`traffic: {extAuth: {${ref}, grpc: {}, failureMode: FailOpen}}`),
    [
      'error unknown-field spec.traffic.extAuth.failureMode: agentgateway v1.0.0 does not know the field "failureMode" in an external authorization check: it came with v1.1.0 [remove "failureMode"]',
    ],
    '1.0.0',
  ],
  [
    'both forms of a check',
    policy(`traffic: {extAuth: {${ref}, grpc: {}, http: {}}}`),
    ['error conflicting-fields spec.traffic.extAuth.http: only one of "grpc" and "http" may be set here [keep one of them]'],
  ],
  [
    'neither form of a check',
    policy(`traffic: {extAuth: {${ref}}}`),
    ['error missing-field spec.traffic.extAuth: one of "grpc" and "http" has to be set here'],
  ],
  [
    'a duration with a fraction',
    servicePolicy('backend: {http: {requestTimeout: 1.5s}}'),
    [
      'error bad-value spec.backend.http.requestTimeout: "1.5s" is not a duration here [write whole numbers with h, m, s or ms, such as "10s", "1500ms" or "1m30s"]',
    ],
  ],
  [
    'a duration of zero',
    servicePolicy('backend: {http: {requestTimeout: 0s}}'),
    ['error bad-value spec.backend.http.requestTimeout: "0s" is too short [write at least "1ms"]'],
  ],
  [
    'traffic for a Service',
    servicePolicy('traffic: {timeouts: {request: 10s}}'),
    [
      'error bad-value spec.targetRefs[0].kind: "traffic" policies are for Gateways, routes and ListenerSets: on this kind they are refused [put what is for calls to the target under "backend", or choose another target]',
    ],
  ],
  [
    'targets of two kinds',
    own(
      'AgentgatewayPolicy',
      '{targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: g}, {group: gateway.networking.k8s.io, kind: HTTPRoute, name: r}], traffic: {timeouts: {request: 10s}}}',
    ),
    [
      'error bad-value spec.targetRefs[1].kind: all targets of one policy are of one kind; the first is "Gateway", this is "HTTPRoute" [write a policy for each kind]',
    ],
  ],
  [
    'a kind with the wrong group',
    own('AgentgatewayPolicy', '{targetRefs: [{group: apps, kind: Service, name: s}], backend: {http: {version: HTTP2}}}'),
    ['error bad-value spec.targetRefs[0].group: the kind "Service" is not in the group "apps" [write group: ""]'],
  ],
  [
    'a policy that does nothing',
    own('AgentgatewayPolicy', '{targetRefs: [{group: "", kind: Service, name: s}]}'),
    ['error missing-field spec: at least one of "traffic", "frontend" and "backend" has to be set here'],
  ],
  [
    'a backend of two types',
    backend('static: {host: h, port: 1}, dynamicForwardProxy: {}'),
    [
      'error conflicting-fields spec.dynamicForwardProxy: only one of "static" and "dynamicForwardProxy" may be set here [keep one of them]',
    ],
  ],
  [
    'two targets of one name',
    backend('mcp: {targets: [{name: a, static: {host: h, port: 1}}, {name: a, static: {host: h, port: 2}}]}'),
    ['error bad-value spec.mcp.targets[1]: this name is already in this list above [change it, or remove one of the two]'],
  ],
  [
    'the name of a target',
    backend('mcp: {targets: [{name: my_server, static: {host: h, port: 1}}]}'),
    [
      'error bad-value spec.mcp.targets[0].name: "my_server" is not a DNS name [use lower-case letters, digits and "-", with a letter or digit at both ends; dots may stand between parts]',
    ],
  ],
  [
    'a port in quotes',
    backend('static: {host: h, port: "80"}'),
    ['error wrong-type spec.static.port: expected an integer, found a string [remove the quotes]'],
  ],
  [
    'a Service without its port',
    route('{backendRefs: [{name: s}]}'),
    ['error bad-value spec.rules[0].backendRefs[0].name: a reference to a Service needs its port [add "port"]'],
  ],
  [
    'a path without a slash',
    route('{matches: [{path: {type: PathPrefix, value: mcp}}]}'),
    ['error bad-value spec.rules[0].matches[0].path.value: the path "mcp" does not start with "/" [put "/" in front]'],
  ],
  [
    'a filter without what it does',
    route('{filters: [{type: URLRewrite}]}'),
    ['error bad-value spec.rules[0].filters[0].type: type "URLRewrite" needs the field "urlRewrite" [add "urlRewrite"]'],
  ],
  [
    'the timeout of an attempt above that of the request',
    route('{timeouts: {request: 1s, backendRequest: 2s}}'),
    [
      'error bad-value spec.rules[0].timeouts.backendRequest: the timeout of one attempt is longer than that of the whole request [make "backendRequest" at most as long as "request"]',
    ],
  ],
  [
    'TLS on a listener without it',
    gateway(http(80, ', tls: {certificateRefs: [{name: c}]}')),
    ['error bad-value spec.listeners[0].tls: a listener of protocol "HTTP" has no TLS [remove "tls", or use the protocol HTTPS or TLS]'],
  ],
  [
    'TLS without a certificate',
    gateway('{name: a, port: 443, protocol: HTTPS, tls: {mode: Terminate}}'),
    [
      'error bad-value spec.listeners[0].tls: TLS that ends at the Gateway needs a certificate [add "certificateRefs", or set "mode" to "Passthrough"]',
    ],
  ],
  [
    'two listeners at one place',
    gateway('{name: a, port: 80, protocol: HTTP}', '{name: b, port: 80, protocol: HTTP}'),
    [
      'error bad-value spec.listeners[1]: a listener with this port, protocol and hostname is already in this list above [change it, or remove one of the two]',
    ],
  ],
  [
    'two entries for one parent',
    standard('HTTPRoute', '{parentRefs: [{name: g}, {name: g, sectionName: a}]}'),
    [
      'error bad-value spec.parentRefs[1]: one entry for this object has a "sectionName" and another has none [give each entry for one object its own "sectionName", or keep one entry]',
    ],
  ],
  [
    'an API version that is not served',
    standard('HTTPRoute', '{}', 'v1alpha2'),
    [
      'error unknown-kind apiVersion: HTTPRoute is not served as gateway.networking.k8s.io/v1alpha2 [write apiVersion: gateway.networking.k8s.io/v1]',
    ],
  ],
  [
    'an API version of the experimental channel',
    standard('TLSRoute', '{hostnames: [a.example], rules: [{backendRefs: [{name: s, port: 1}]}]}', 'v1alpha2'),
    [
      'warning experimental-api apiVersion: TLSRoute of gateway.networking.k8s.io/v1alpha2 is in the experimental channel of the Gateway API only [write apiVersion: gateway.networking.k8s.io/v1]',
    ],
  ],
  [
    'a TLSRoute of v1alpha2 for any hostname',
    standard('TLSRoute', '{rules: [{backendRefs: [{name: s, port: 1}]}]}', 'v1alpha2'),
    [
      'warning experimental-api apiVersion: TLSRoute of gateway.networking.k8s.io/v1alpha2 is in the experimental channel of the Gateway API only [write apiVersion: gateway.networking.k8s.io/v1]',
    ],
  ],
  [
    'fields of the experimental channel',
    standard('HTTPRoute', '{rules: [{retry: {codes: [503], attempts: 2}, sessionPersistence: {cookieConfig: {lifetimeType: Permanent}}}]}'),
    [
      'warning experimental-api spec.rules[0].retry: "retry" is in the experimental channel of the Gateway API only [install the experimental channel, or remove the field]',
      'error bad-value spec.rules[0].sessionPersistence.cookieConfig: a permanent cookie needs "absoluteTimeout" beside it [add "absoluteTimeout"]',
    ],
  ],
  [
    'a filter of the experimental channel without the settings of its protocol',
    standard('HTTPRoute', '{rules: [{filters: [{type: ExternalAuth, externalAuth: {protocol: GRPC, backendRef: {name: s, port: 1}}}]}]}'),
    ['error bad-value spec.rules[0].filters[0].externalAuth.protocol: protocol "GRPC" needs the field "grpc" [add "grpc: {}"]'],
  ],
  [
    'a kind of a later version',
    own('AgentgatewayModel', '{}'),
    ['error unknown-kind apiVersion: agentgateway v1.1.0 has no kind AgentgatewayModel: it came with v1.4.0'],
    '1.1.0',
  ],
  [
    'a kind that is misspelled',
    own('AgentgatewayPolcy', '{}'),
    ['error unknown-kind kind: agentgateway v1.4.1 has no kind "AgentgatewayPolcy" [did you mean "AgentgatewayPolicy"?]'],
  ],
  [
    'an expression that the proxy cannot read',
    policy('traffic: {authorization: {policy: {matchExpressions: ["jwt.sub =="]}}}'),
    [
      'warning cel-unreadable spec.traffic.authorization.policy.matchExpressions[0]: the API server takes this CEL expression, and the proxy cannot read it: the expression ends where a value should be [write a CEL expression; put text in quotes inside it]',
    ],
  ],
  [
    'a model on the machine of the proxy',
    own('AgentgatewayModel', '{parentRefs: [{name: g}], provider: OpenAI, baseURL: "http://localhost:8000/v1"}'),
    [
      `error bad-value spec.baseURL: "http://localhost:8000/v1" is an address of the proxy's own machine [write the address of the model server]`,
    ],
  ],
  [
    'an overlay for another workload',
    own('AgentgatewayParameters', '{daemonSet: {}}'),
    [
      'error bad-value spec.daemonSet: "daemonSet" does not go with a workload of kind "Deployment" [remove "daemonSet", or change "workload.kind"]',
    ],
  ],
  [
    'no name',
    'apiVersion: agentgateway.dev/v1alpha1\nkind: AgentgatewayParameters\nmetadata: {}\nspec: {}\n',
    ['error missing-field metadata: the object has no name [add "name"]'],
  ],
  [
    'a key that occurs twice where any key is taken',
    own('AgentgatewayParameters', '{rawConfig: {a: 1, a: 2}}'),
    ['error duplicate-field spec.rawConfig.a: "a" is already set above in this mapping [keep one of the two]'],
  ],
];

it.each(refused.map(([what, text, said, version = '1.4.1']) => [what, text, said, version] as const))('%s', (_, text, said, version) => {
  expect(say(text, version)).toEqual(said);
});

const taken: [what: string, text: string, version?: string][] = [
  ['null is as good as absent', policy(`traffic: {timeouts: {request: 10s}, extAuth: null, cors: {maxAge: null}}`)],
  ['a number with a fraction of nothing', backend('static: {host: h, port: 80.0}')],
  ['a timeout on the Service of a check', servicePolicy('backend: {http: {requestTimeout: 1m30s}}')],
  ['a Secret reference of old', backend('static: {host: h, port: 1}, policies: {auth: {secretRef: {}}}'), '1.1.0'],
  [
    'a policy for an InferencePool',
    own(
      'AgentgatewayPolicy',
      '{targetRefs: [{group: inference.networking.k8s.io, kind: InferencePool, name: p}], traffic: {timeouts: {request: 1s}}}',
    ),
    '1.2.0',
  ],
  ['a route without rules', standard('HTTPRoute', '{}')],
  ['a grant without a spec, before v1.6', 'apiVersion: gateway.networking.k8s.io/v1\nkind: ReferenceGrant\nmetadata: {name: t}\n', '1.1.0'],
  [
    'an anchor merged into another place',
    `${backend('mcp: {targets: [{name: a, static: &s {host: h, port: 80}}, {name: b, static: {<<: *s, path: /x}}]}')}`,
  ],
];

it.each(taken.map(([what, text, version = '1.4.1']) => [what, text, version]))('taken: %s', (_, text, version) => {
  expect(say(text, version)).toEqual([]);
});

it.each([
  ['agentgateway.dev/v1alpha1', 'AgentgatewayPolicy', true],
  ['agentgateway.dev/v1alpha1', 'Anything', true],
  ['gateway.networking.k8s.io/v1beta1', 'Gateway', true],
  ['gateway.networking.x-k8s.io/v1alpha1', 'XListenerSet', false],
  ['v1', 'Service', false],
  ['constructor', '__proto__', false],
])('%s %s is checked here: %s', (apiVersion, kind, expected) => {
  expect(isKnownCustomResource(apiVersion, kind)).toBe(expected);
});

it.each([
  ['1.0.0', '1.5.0'],
  ['1.1.0', '1.5.1'],
  ['1.2.0', '1.5.1'],
  ['1.3.0', '1.6.0'],
  ['1.4.1', '1.6.1'],
])('agentgateway %s is built for the Gateway API %s', (own, api) => {
  expect(gatewayApiVersionOf(own)).toBe(api);
});

it.each([
  ['10s', 10_000],
  ['1m30s', 90_000],
  ['1500ms', 1500],
  ['1h1m1s1ms', 3_661_001],
  ['1.5s', undefined],
  ['1d', undefined],
  ['1s1s1s1s1s', undefined],
  ['100000s', undefined],
])('%s has %s milliseconds', (text, expected) => {
  expect(milliseconds(text)).toBe(expected);
});

it.each([
  ['64Ki', 65_536],
  ['1e3', 1000],
  ['1E', 1e18],
  ['.5k', 500],
  ['500m', 0.5],
  ['1e', undefined],
  ['64KB', undefined],
])('the quantity %s is %s', (text, expected) => {
  expect(quantityOf(text)).toBe(expected);
});
