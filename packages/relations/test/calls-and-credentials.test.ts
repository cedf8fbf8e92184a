/** How backends are called, left out and authorized: what is accepted and does not work, and beside it what does. */
import { backend, gateway, http, network, object, onGateway, onRoute, policy, route, say, service } from './objects.js';

const onService = '{group: "", kind: Service, name: web}';
const web = service('web', 'selector: {app: web}, ports: [{name: main, port: 80}]');
const calls = (fields: string) => policy(onService, `backend: {${fields}}`);
const traffic = (fields: string, target = onRoute) => policy(target, `traffic: {${fields}}`);
const key = 'auth: {secretRef: {name: k}}';
const model = (name: string, spec: string) =>
  object('agentgateway.dev/v1alpha1', 'AgentgatewayModel', name, `{parentRefs: [{name: edge}], ${spec}}`);
const openAi = (more = '') => `provider: OpenAI, policies: {${key}${more}}`;
const groups = (policies: string) =>
  backend(`ai: {groups: [{providers: [{name: a, openai: {}}]}, {providers: [{name: b, openai: {}}]}]}, policies: {${key}${policies}}`);
const provider = (name: string, auth: string) => backend(`ai: {provider: {${name}}}, policies: {auth: {${auth}}}`);
const llm = (ai: string) => backend(`ai: {provider: {openai: {}}}, policies: {${key}, ai: {${ai}}}`);
const tcp = (name: string) =>
  object('gateway.networking.k8s.io/v1', 'TCPRoute', name, '{parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]}');
const tls = (name: string, host: string) =>
  object(
    'gateway.networking.k8s.io/v1',
    'TLSRoute',
    name,
    `{parentRefs: [{name: edge}], hostnames: [${host}], rules: [{backendRefs: [{name: web, port: 80}]}]}`,
  );
const backendTls = (section: string) =>
  object(
    'gateway.networking.k8s.io/v1',
    'BackendTLSPolicy',
    't',
    `{targetRefs: [{group: "", kind: Service, name: web${section}}], validation: {hostname: web.example.com, wellKnownCACertificates: System}}`,
  );
const grpc = (protocol: string) =>
  `${traffic('extProc: {backendRef: {name: web, port: 80}}')}${service('web', `selector: {app: web}, ports: [{port: 80, appProtocol: ${protocol}}]`)}`;
const limit = (cost: string) =>
  traffic(
    `rateLimit: {global: {backendRef: {name: l, port: 1}, domain: d, descriptors: [{entries: [{name: a, expression: source.address}], ${cost}}]}}`,
  );
const egress = (ports: string) =>
  `${gateway(http)}${network(`podSelector: {}, policyTypes: [Egress], egress: [{ports: [{port: 9978}, ${ports}]}]`)}`;
const rule = (action: string) => `authorization: {action: ${action}, policy: {matchExpressions: ['request.path == "/a"']}}`;

/** What is wrong, the objects, the findings about them above info, and the objects put right. */
const table: [what: string, wrong: string, expected: string[], right: string][] = [
  [
    'health without an eviction',
    calls(`health: {unhealthyCondition: 'response.code >= 500'}`),
    ['warning backend-health-inert spec.backend.health'],
    calls(`health: {unhealthyCondition: 'response.code >= 500', eviction: {duration: 30s}}`),
  ],
  [
    'a threshold that no health is below',
    calls('health: {eviction: {healthThreshold: 0}}'),
    ['warning backend-health-inert spec.backend.health.eviction.healthThreshold'],
    calls('health: {eviction: {healthThreshold: 0, consecutiveFailures: 3}}'),
  ],
  [
    'health of one host',
    backend('static: {host: web.apps.svc, port: 80}, policies: {health: {eviction: {duration: 30s}}}'),
    ['warning backend-health-inert spec.policies.health'],
    backend('static: {host: web.apps.svc, port: 80}'),
  ],
  [
    'a second group that is never used',
    groups(''),
    ['warning backend-health-inert spec.ai.groups[1]'],
    groups(', health: {eviction: {duration: 30s}}'),
  ],
  [
    'a timeout of a call that exceeds those of the routes',
    `${gateway(http)}${route('')}${web}${traffic('timeouts: {request: 5s}')}${calls('http: {requestTimeout: 60s}').replace('name: p}', 'name: q}')}`,
    ['warning policy-time-limits spec.backend.http.requestTimeout'],
    `${gateway(http)}${route('')}${web}${traffic('timeouts: {request: 60s}')}${calls('http: {requestTimeout: 5s}').replace('name: p}', 'name: q}')}`,
  ],
  [
    'a delay that is a string',
    traffic(`delay: {duration: '"fast"'}`),
    ['warning cel-wrong-type spec.traffic.delay.duration'],
    traffic('delay: {duration: 2s}'),
  ],
  [
    'gRPC to a port of HTTP/1.1',
    grpc('http'),
    ['warning policy-http-version spec.traffic.extProc.backendRef.port'],
    grpc('kubernetes.io/h2c'),
  ],
  [
    'another version than the Service says',
    `${calls('http: {version: HTTP1}')}${service('web', 'selector: {app: web}, ports: [{port: 80, appProtocol: kubernetes.io/h2c}]')}`,
    ['warning policy-http-version spec.backend.http.version'],
    `${calls('http: {version: HTTP2}')}${service('web', 'selector: {app: web}, ports: [{port: 80, appProtocol: kubernetes.io/h2c}]')}`,
  ],
  [
    'a credential in clear text',
    backend(`static: {host: api.example.com, port: 8080}, policies: {${key}}`),
    ['warning backend-credential-plain spec.static.host'],
    backend(`static: {host: api.example.com, port: 8080}, policies: {${key}, tls: {}}`),
  ],
  [
    'a model whose key goes out in clear text',
    model('m', `${openAi()}, baseURL: "http://api.example.com/v1"`),
    ['warning backend-credential-plain spec.baseURL'],
    model('m', `${openAi()}, baseURL: "http://llm.apps.svc:8080/v1"`),
  ],
  [
    'a model whose address is that of one request',
    model('m', `${openAi()}, baseURL: "https://api.example.com/v1/chat/completions"`),
    ['warning backend-credential-plain spec.baseURL'],
    model('m', `${openAi()}, baseURL: "https://api.example.com/v1"`),
  ],
  [
    'a target that is a pattern',
    `${model('all', `match: {model: "gpt-*"}, ${openAi()}`)}${model('smart', 'virtualModel: {weighted: {targets: [{modelRef: {name: all}}]}}')}`,
    ['error model-not-served spec.virtualModel.weighted.targets[0]'],
    `${model('all', `match: {model: "gpt-*"}, ${openAi()}`)}${model('smart', 'virtualModel: {weighted: {targets: [{modelRef: {name: all}, model: gpt-4o}]}}')}`,
  ],
  [
    'a target after one that always matches',
    `${model('a', openAi())}${model('b', openAi())}${model('s', `virtualModel: {conditional: {targets: [{modelRef: {name: a}, when: 'true'}, {modelRef: {name: b}}]}}`)}`,
    ['warning conditional-shadowed spec.virtualModel.conditional.targets[1]'],
    `${model('a', openAi())}${model('b', openAi())}${model('s', `virtualModel: {conditional: {targets: [{modelRef: {name: a}, when: 'request.path == "/a"'}, {modelRef: {name: b}}]}}`)}`,
  ],
  [
    'credentials of another cloud',
    provider('bedrock: {region: us-east-1}', 'gcp: {}'),
    ['warning backend-provider spec.policies.auth.gcp'],
    provider('bedrock: {region: us-east-1}', 'aws: {}'),
  ],
  [
    'an ID token for Vertex AI',
    provider('vertexai: {projectId: p, region: us-central1}', 'gcp: {type: IdToken}'),
    ['warning backend-provider spec.policies.auth.gcp.type'],
    provider('vertexai: {projectId: p, region: us-central1}', 'gcp: {type: AccessToken}'),
  ],
  [
    'a guardrail in no region',
    llm('promptGuard: {request: [{bedrockGuardrails: {identifier: a, version: "1", region: eu}}]}'),
    ['warning backend-provider spec.policies.ai.promptGuard.request[0].bedrockGuardrails.region'],
    llm('promptGuard: {request: [{bedrockGuardrails: {identifier: a, version: "1", region: eu-west-1}}]}'),
  ],
  [
    'a field with a path',
    llm('overrides: [{field: stream_options.include_usage, value: true}]'),
    ['warning model-setting-inert spec.policies.ai.overrides[0].field'],
    llm('overrides: [{field: stream_options, value: {include_usage: true}}]'),
  ],
  [
    'a token passed through that nobody checks',
    `${gateway(http)}${calls('auth: {passthrough: {}}')}`,
    ['warning policy-authorization spec.backend.auth.passthrough'],
    `${gateway(http)}${calls('auth: {key: $KEY}')}`,
  ],
  [
    'an address as the path of keys',
    traffic(
      'jwtAuthentication: {providers: [{issuer: "https://id.example", audiences: [a], jwks: {remote: {jwksPath: "https://id.example/keys", backendRef: {name: id, port: 80}}}}]}',
    ),
    ['warning policy-token-provider spec.traffic.jwtAuthentication.providers[0].jwks.remote.jwksPath'],
    traffic(
      'jwtAuthentication: {providers: [{issuer: "https://id.example", audiences: [a], jwks: {remote: {jwksPath: keys, backendRef: {name: id, port: 80}}}}]}',
    ),
  ],
  [
    'a cost that is known too late',
    limit('cost: llm.totalTokens'),
    ['warning policy-limits spec.traffic.rateLimit.global.descriptors[0].cost'],
    limit('cost: llm.totalTokens, unit: Tokens'),
  ],
  [
    'a log field that is not there',
    policy(onGateway, 'frontend: {accessLog: {attributes: {remove: [method]}}}'),
    ['warning log-field-unknown spec.frontend.accessLog.attributes.remove[0]'],
    policy(onGateway, 'frontend: {accessLog: {attributes: {remove: [http.method]}}}'),
  ],
  [
    'a rule that is allowed and denied',
    `${traffic(rule('Allow'))}${traffic(rule('Deny')).replace('name: p}', 'name: q}')}`,
    ['warning policy-lists-contradict spec.traffic.authorization.policy.matchExpressions[0]'],
    `${traffic(rule('Allow'))}${traffic(rule('Deny').replace('/a', '/b')).replace('name: p}', 'name: q}')}`,
  ],
  [
    'two TCPRoutes for one listener',
    `${gateway('{name: db, port: 5432, protocol: TCP}')}${web}${tcp('a')}${tcp('b')}`,
    ['warning route-match-repeated spec.rules[0]'],
    `${gateway('{name: db, port: 5432, protocol: TCP}')}${web}${tcp('a')}`,
  ],
  [
    'two TLSRoutes for one host',
    `${gateway('{name: t, port: 443, protocol: TLS, tls: {mode: Passthrough}}')}${web}${tls('a', 'a.example.com')}${tls('b', 'a.example.com')}`,
    ['warning route-match-repeated spec.rules[0]'],
    `${gateway('{name: t, port: 443, protocol: TLS, tls: {mode: Passthrough}}')}${web}${tls('a', 'a.example.com')}${tls('b', 'b.example.com')}`,
  ],
  [
    'a section that is not a port',
    `${web}${backendTls(', sectionName: https')}`,
    ['warning backend-tls-policy spec.targetRefs[0].sectionName'],
    `${web}${backendTls(', sectionName: main')}`,
  ],
  [
    'two kinds of policies about TLS',
    `${web}${backendTls('')}${calls('tls: {}')}`,
    ['warning backend-tls-policy spec.targetRefs[0].name'],
    `${web}${backendTls('')}${calls('http: {requestTimeout: 5s}')}`,
  ],
  ['egress without DNS', egress('{port: 443}'), ['warning network-policy-gateway spec.egress'], egress('{port: 53, protocol: UDP}')],
];

it.each(table)('%s', (_what, wrong, expected, right) => {
  const aboveInfo = (text: string) => say(text).filter(finding => !/^info | experimental-api /.test(finding));
  expect(aboveInfo(wrong).filter(finding => expected.includes(finding))).toEqual(expected);
  const rules = new Set(expected.map(finding => finding.split(' ')[1]));
  expect(aboveInfo(right).filter(finding => rules.has(finding.split(' ')[1]!))).toEqual([]);
});
