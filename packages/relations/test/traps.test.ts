/**
 * Relations that the controllers of agentgateway accept and that do not work, and beside each one that does. Each of the
 * policies, routes and backends was given to the translator of the controllers of v1.1.0 and v1.4.1, as far as the version has its
 * fields; the answer is in the description where it is more than "accepted".
 */
import { backend, data, deployment, gateway, http, network, object, onGateway, onRoute, policy, route, say, service } from './objects.js';

const onBackend = '{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}';
const toBackend = (text: string): string =>
  text.replace('{name: web, port: 80}', '{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}');
const mcp = 'mcp: {targets: [{name: a, static: {host: h, port: 80}}]}';
const auth = 'auth: {secretRef: {name: k}}';
const models = `ai: {groups: [{providers: [{name: main, openai: {}, policies: {${auth}}}]}]}`;
const secretOf = (key: string, value: string): string =>
  `---\napiVersion: v1\nkind: Secret\nmetadata: {name: c}\ndata: {${key}: ${Buffer.from(value).toString('base64')}}\n`;
const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const https = '{name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: c}]}}';

const table: [what: string, text: string, expected: string[]][] = [
  // policies for one target
  [
    'a timeout of a backend and of a policy for it: the own one wins',
    `${backend('static: {host: h, port: 80}, policies: {http: {requestTimeout: 5s}}')}${policy(onBackend, 'backend: {http: {requestTimeout: 60s}}')}`,
    ['warning policy-overridden spec.backend.http'],
  ],
  [
    'a timeout of a backend and TLS of a policy for it',
    `${backend('static: {host: h, port: 443}, policies: {http: {requestTimeout: 5s}}')}${policy(onBackend, 'backend: {tls: {}}')}`,
    [],
  ],
  [
    'rules about tools in both, which are put together',
    `${backend(`${mcp}, policies: {mcp: {authorization: {policy: {matchExpressions: ['mcp.tool.name == "a"']}}}}`)}${policy(onBackend, `backend: {mcp: {authorization: {policy: {matchExpressions: ['mcp.tool.name == "b"']}}}}`)}`,
    [],
  ],
  // settings for another kind of backend
  [
    'rules about tools for a backend that is one host',
    `${backend('static: {host: h, port: 80}')}${policy(onBackend, `backend: {mcp: {authorization: {policy: {matchExpressions: ['mcp.tool.name == "a"']}}}}`)}`,
    ['warning policy-other-backend spec.backend.mcp'],
  ],
  [
    'guards of prompts for MCP servers',
    `${backend(mcp)}${policy(onBackend, 'backend: {ai: {promptGuard: {request: [{regex: {builtins: [Email], action: Reject}}]}}}')}`,
    ['warning policy-other-backend spec.backend.ai'],
  ],
  [
    'guards of prompts for a route whose backend is a Service',
    `${route('')}${service('web', 'ports: [{port: 80}]')}${policy(onRoute, 'backend: {ai: {promptGuard: {request: [{regex: {builtins: [Email], action: Reject}}]}}}')}`,
    ['warning policy-other-backend spec.backend.ai'],
  ],
  [
    'guards of prompts for a route whose backend is not given',
    `${route('')}${policy(onRoute, 'backend: {ai: {promptGuard: {request: [{regex: {builtins: [Email], action: Reject}}]}}}')}`,
    [],
  ],
  [
    'guards of prompts for models',
    `${toBackend(route(''))}${backend(models)}${policy(onRoute, 'backend: {ai: {promptGuard: {request: [{regex: {builtins: [Email], action: Reject}}]}}}')}`,
    [],
  ],
  [
    'a section that no provider has',
    `${backend(models)}${policy(onBackend.replace('}', ', sectionName: primary}'), 'backend: {http: {requestTimeout: 30s}}')}`,
    ['warning policy-not-attached spec.targetRefs[0].sectionName'],
  ],
  [
    'a section that a provider has',
    `${backend(models)}${policy(onBackend.replace('}', ', sectionName: main}'), 'backend: {http: {requestTimeout: 30s}}')}`,
    [],
  ],
  [
    'a section of targets that labels select',
    `${backend('mcp: {targets: [{name: a, selector: {services: {matchLabels: {a: b}}}}]}')}${policy(onBackend.replace('}', ', sectionName: web-http}'), 'backend: {http: {requestTimeout: 30s}}')}`,
    [],
  ],
  // settings for another kind of listener
  [
    'TLS settings for a Gateway without TLS',
    `${gateway(http)}${policy(onGateway, 'frontend: {tls: {minProtocolVersion: "1.3"}}')}`,
    ['warning policy-other-listener spec.frontend.tls'],
  ],
  ['TLS settings for an HTTPS listener', `${gateway(https)}${policy(onGateway, 'frontend: {tls: {minProtocolVersion: "1.3"}}')}`, []],
  [
    'TLS settings where TLS is passed through',
    `${gateway('{name: t, port: 443, protocol: TLS, tls: {mode: Passthrough}}')}${policy(onGateway, 'frontend: {tls: {minProtocolVersion: "1.3"}}')}`,
    ['warning policy-other-listener spec.frontend.tls'],
  ],
  [
    'a limit of requests for a TCP listener',
    `${gateway('{name: t, port: 90, protocol: TCP}')}${policy(onGateway, 'traffic: {rateLimit: {local: [{requests: 1, unit: Seconds}]}}')}`,
    ['warning policy-other-listener spec.traffic'],
  ],
  [
    'a Gateway whose ListenerSets are not known',
    `${gateway(http, '', ', allowedListeners: {namespaces: {from: Same}}')}${policy(onGateway, 'frontend: {tls: {minProtocolVersion: "1.3"}}')}`,
    [],
  ],
  [
    'a direct response for a Gateway with routes: no backend is reached',
    `${gateway(http)}${route('')}${policy(onGateway, 'traffic: {directResponse: {status: 200}}')}`,
    ['warning policy-answers-all spec.traffic.directResponse'],
  ],
  [
    'a direct response with conditions',
    `${gateway(http)}${route('')}${policy(onGateway, `traffic: {directResponse: {conditional: [{condition: 'request.path == "/up"', policy: {status: 200}}]}}`)}`,
    [],
  ],
  [
    'inheritance from a rule of a route, below which nothing is',
    `${policy(onRoute.replace('}', ', sectionName: main}'), 'strategy: {inheritance: Override}, traffic: {timeouts: {request: 5s}}')}`,
    ['warning policy-nothing-below spec.strategy.inheritance'],
  ],
  ['inheritance from a route', policy(onRoute, 'strategy: {inheritance: Override}, traffic: {timeouts: {request: 5s}}'), []],
  // empty settings: the translator ends with a nil pointer
  ['timeouts without one', policy(onRoute, 'traffic: {timeouts: {}}'), ['error policy-crashes-controller spec.traffic.timeouts']],
  [
    'a retry with a condition alone',
    policy(onRoute, `traffic: {retry: {condition: 'response.code == 503'}}`),
    ['error policy-crashes-controller spec.traffic.retry'],
  ],
  ['a retry with a condition and attempts', policy(onRoute, `traffic: {retry: {attempts: 2, condition: 'response.code == 503'}}`), []],
  ['a timeout that is null, which is as if it were absent', policy(onRoute, 'traffic: {timeouts: null}'), []],
  // routes and backends
  [
    'a route to a Service of type ExternalName: the Service is not sent to the proxy',
    `${gateway(http)}${route('')}${service('web', 'type: ExternalName, externalName: a.example, ports: [{port: 80}]')}`,
    ['error route-other-backend spec.rules[0].backendRefs[0].name'],
  ],
  [
    'the same for a Gateway of another controller',
    `${gateway(http).replace('gatewayClassName: agentgateway', 'gatewayClassName: istio')}${route('')}${service('web', 'type: ExternalName, externalName: a.example, ports: [{port: 80}]')}`,
    [],
  ],
  [
    'a TCPRoute to MCP servers',
    `${gateway('{name: t, port: 90, protocol: TCP}')}${toBackend(route('', '', 'TCPRoute'))}${backend(mcp)}`,
    ['error route-other-backend spec.rules[0].backendRefs[0].name'],
  ],
  [
    'a TCPRoute to a host',
    `${gateway('{name: t, port: 90, protocol: TCP}')}${toBackend(route('', '', 'TCPRoute'))}${backend('static: {host: h, port: 90}')}`,
    [],
  ],
  [
    'a backend that no route names: it is not sent',
    `${route('')}${backend('static: {host: h, port: 80}')}`,
    ['info backend-not-used metadata.name'],
  ],
  [
    'a backend that an authorization check names',
    `${route('')}${backend('static: {host: h, port: 80}')}${policy(onRoute, 'traffic: {extAuth: {backendRef: {group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}, http: {}}}, backend: {http: {requestTimeout: 1s}}')}`,
    [],
  ],
  ['a backend without any given route', backend('static: {host: h, port: 80}'), []],
  [
    'a model server at port 443 without TLS',
    backend('ai: {provider: {openai: {}, host: llm.example, port: 443}}'),
    ['warning backend-host spec.ai.provider.port'],
  ],
  ['a model server at port 443 with TLS', backend('ai: {provider: {openai: {}, host: llm.example, port: 443}}, policies: {tls: {}}'), []],
  // scheduling
  [
    'a constraint that counts other pods',
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {app: a}}\n  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: a}], topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: b}}}]}}\n`,
    ['warning scheduling-selects-nothing spec.template.spec.topologySpreadConstraints[0].labelSelector'],
  ],
  [
    'a constraint that counts its pods',
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {app: a}}\n  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: a}], topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: a}}}]}}\n`,
    [],
  ],
  [
    'a step longer than the hour',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec: {schedule: "*/90 * * * *", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}}\n',
    ['warning schedule-step spec.schedule'],
  ],
  [
    'a step that does not divide the day',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec: {schedule: "0 */7 * * *", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}}\n',
    ['info schedule-step spec.schedule'],
  ],
  [
    'steps that divide',
    'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec: {schedule: "*/15 */6 * * *", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}}\n',
    [],
  ],
  // settings for models
  [
    'a number that is sent as a string',
    backend(
      `ai: {provider: {openai: {}}}, policies: {${auth}, ai: {overrides: [{field: max_tokens, value: "100"}, {field: user, value: "7"}]}}`,
    ),
    ['warning ai-field-type spec.policies.ai.overrides[0].value'],
  ],
  [
    'an alias that no request can ask for',
    backend(
      `ai: {provider: {openai: {model: gpt-4o}}}, policies: {${auth}, ai: {modelAliases: {fast: gpt-4o-mini, gpt-4o: gpt-4o-2024-11-20}}}`,
    ),
    ['warning model-setting-inert spec.policies.ai.modelAliases.fast'],
  ],
  [
    'an alias for a provider without a model',
    backend(`ai: {provider: {openai: {}}}, policies: {${auth}, ai: {modelAliases: {fast: gpt-4o-mini}}}`),
    [],
  ],
  [
    'caching for a provider that has none, from a policy',
    `${backend(models)}${policy(onBackend, 'backend: {ai: {promptCaching: {cacheSystem: true}}}')}`,
    ['warning model-setting-inert spec.backend.ai.promptCaching'],
  ],
  [
    'caching for Bedrock',
    backend(`ai: {provider: {bedrock: {region: us-east-1}}}, policies: {${auth}, ai: {promptCaching: {cacheSystem: true}}}`),
    [],
  ],
  // targets that labels select
  [
    'Services of every namespace',
    backend('mcp: {targets: [{name: a, selector: {namespaces: {}}}]}'),
    ['warning mcp-selects-all spec.mcp.targets[0].selector'],
  ],
  [
    'Services of its namespace',
    backend('mcp: {targets: [{name: a, selector: {services: {}}}]}'),
    ['info mcp-selects-all spec.mcp.targets[0].selector'],
  ],
  ['Services of chosen namespaces', backend('mcp: {targets: [{name: a, selector: {namespaces: {matchLabels: {a: b}}}}]}'), []],
  [
    'a header that is allowed and disallowed',
    policy(
      onBackend,
      'backend: {mcp: {guardrails: {processors: [{remote: {backendRef: {name: g, port: 80}, allowedRequestHeaders: [x-user, x-team], disallowedRequestHeaders: [X-User]}, methods: {tools/call: Full}}]}}}',
    ),
    ['warning policy-lists-contradict spec.backend.mcp.guardrails.processors[0].remote.allowedRequestHeaders[0]'],
  ],
  // what referenced objects hold
  [
    'a certificate that is not a PEM text: the listener is not programmed',
    `${gateway(https)}${data('Secret', 'c', 'tls.crt: changeme, tls.key: changeme')}`,
    [
      'warning reference-content spec.listeners[0].tls.certificateRefs[0].name',
      'warning reference-content spec.listeners[0].tls.certificateRefs[0].name',
    ],
  ],
  [
    'a key where the certificate belongs',
    `${gateway(https)}${data('Secret', 'c', 'tls.crt: "-----BEGIN PRIVATE KEY-----", tls.key: "-----BEGIN PRIVATE KEY-----"')}`,
    ['warning reference-content spec.listeners[0].tls.certificateRefs[0].name'],
  ],
  [
    'a certificate and its key',
    `${gateway(https)}${data('Secret', 'c', `tls.crt: ${JSON.stringify(pem)}, tls.key: "-----BEGIN RSA PRIVATE KEY-----"`)}`,
    [],
  ],
  ['values that are filled in later', `${gateway(https)}${data('Secret', 'c', 'tls.crt: "", tls.key: "<the key>"')}`, []],
  [
    'a credential with its own scheme: sent as the token',
    `${backend('static: {host: h, port: 80}, policies: {auth: {secretRef: {name: c}}}')}${secretOf('Authorization', 'Basic YTpi')}`,
    ['warning reference-content spec.policies.auth.secretRef.name'],
  ],
  [
    'a bearer token under the default key, where "Bearer" is taken off',
    `${backend('static: {host: h, port: 80}, policies: {auth: {secretRef: {name: c}}}')}${secretOf('Authorization', 'Bearer abc')}`,
    [],
  ],
  [
    'a bearer token under another key',
    `${backend('static: {host: h, port: 80}, policies: {auth: {secretRef: {name: c, key: token}}}')}${secretOf('token', 'Bearer abc')}`,
    ['warning reference-content spec.policies.auth.secretRef.key'],
  ],
  [
    'a credential for its own header',
    `${backend('static: {host: h, port: 80}, policies: {auth: {secretRef: {name: c}, location: {header: {name: x-auth}}}}')}${secretOf('Authorization', 'Basic YTpi')}`,
    [],
  ],
  [
    'a model catalog under another key',
    `${object('agentgateway.dev/v1alpha1', 'AgentgatewayParameters', 'a', '{modelCatalog: {sources: [{configMap: {name: c}}]}}')}${data('ConfigMap', 'c', 'models.json: "{}"')}`,
    ['error reference-key-missing spec.modelCatalog.sources[0].configMap.name'],
  ],
  // networks
  [
    'the pods of a Gateway, which the controller makes',
    `${gateway(http)}${deployment('web')}${network('podSelector: {matchLabels: {gateway.networking.k8s.io/gateway-name: edge}}, policyTypes: [Ingress], ingress: [{}]')}`,
    [],
  ],
  [
    'a Gateway whose listener nobody may call',
    `${gateway(http)}${network('podSelector: {matchLabels: {gateway.networking.k8s.io/gateway-name: edge}}, policyTypes: [Ingress], ingress: [{ports: [{port: 8443}]}]')}`,
    ['warning network-policy-gateway spec.ingress'],
  ],
  [
    'a Gateway that may not call its controller',
    `${gateway(http)}${network('podSelector: {}, policyTypes: [Egress], egress: [{ports: [{port: 53, protocol: UDP}]}]')}`,
    ['warning network-policy-gateway spec.egress'],
  ],
  [
    'a Gateway that may call its controller',
    `${gateway(http)}${network('podSelector: {}, policyTypes: [Egress], egress: [{ports: [{port: 53, protocol: UDP}, {port: 9978}]}]')}`,
    [],
  ],
];

it.each(table)('%s', (_what, text, expected) => {
  expect(say(text).sort()).toEqual([...expected].sort());
});
