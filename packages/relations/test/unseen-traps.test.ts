/** Traps that nobody had listed: what the API server, the controller or Prometheus takes and what does not work, each beside one that does. */
import { backend, data, deployment, gateway, http, network, object, onRoute, pod, policy, route, say, service } from './objects.js';

const toBackend = (text: string): string =>
  text.replace('{name: web, port: 80}', '{group: agentgateway.dev, kind: AgentgatewayBackend, name: tools}');
const mcp = `${backend('mcp: {targets: [{name: a, static: {host: h, port: 80}}]}')}${toBackend(route(''))}`;
const onMcp = (traffic: string): string => `${mcp}${policy(onRoute, `traffic: {${traffic}}`)}`;
const alert = (expr: string, more = ''): string =>
  object('monitoring.coreos.com/v1', 'PrometheusRule', 'r', `{groups: [{name: g, rules: [{alert: A, expr: '${expr}'${more}}]}]}`);
const job = (schedule: string, more = ''): string =>
  object(
    'batch/v1',
    'CronJob',
    'j',
    `{schedule: "${schedule}"${more}, jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}}`,
  );
const role = (rule: string): string =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\nrules: [{${rule}}]\n`;
const volumes = (more: string): string => `, volumes: [${more}]`;
const claim = (mode: string): string =>
  object('v1', 'PersistentVolumeClaim', 'data', `{accessModes: [${mode}], resources: {requests: {storage: 1Gi}}}`);
const mounting = (replicas: number): string =>
  object(
    'apps/v1',
    'Deployment',
    'web',
    `{replicas: ${replicas}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i, volumeMounts: [{name: d, mountPath: /data}]}], volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}}}`,
  );
const tools = (path: string, host: string): string =>
  backend(`mcp: {targets: [{name: a, static: {host: ${host}, port: 80, path: ${path}}}]}`);
/** A pod of an MCP server at port 9000 behind the port 80 of a Service. */
const behind = (probe: string, path?: string): string =>
  `${pod('web', `ports: [{name: m, containerPort: 9000}, {name: n, containerPort: 9001}], ${probe}`, ', namespace: apps')}${service(
    'web',
    'selector: {app: web}, ports: [{port: 80, targetPort: m, appProtocol: agentgateway.dev/mcp}]',
    `, namespace: apps${path === undefined ? '' : `, annotations: {agentgateway.dev/mcp-path: ${path}}`}`,
  )}`;
/** A policy for TLS to a section of a Service with one port. */
const tls = (section: string): string =>
  `${service('web', 'ports: [{name: main, port: 80}]')}${object(
    'gateway.networking.k8s.io/v1',
    'BackendTLSPolicy',
    't',
    `{targetRefs: [{group: "", kind: Service, name: web, sectionName: ${section}}], validation: {hostname: a.example, wellKnownCACertificates: System}}`,
  )}`;
const selecting = (selector: string, spec: string): string => policy('', spec).replace('targetRefs: []', `targetSelectors: [${selector}]`);
const rules = 'spec.groups[0].rules[0]';
const first = 'spec.containers[0]';

const table: [what: string, text: string, expected: string[]][] = [
  // routes and policies to MCP servers
  [
    'a policy that removes the session',
    onMcp('headerModifiers: {response: {remove: [Mcp-Session-Id]}}'),
    ['warning policy-mcp-route spec.traffic.headerModifiers.response.remove[0]'],
  ],
  [
    'a policy that accepts JSON only',
    onMcp('headerModifiers: {request: {set: [{name: Accept, value: application/json}]}}'),
    ['warning policy-mcp-route spec.traffic.headerModifiers.request.set[0].name'],
  ],
  [
    'a policy that accepts what MCP accepts',
    onMcp('headerModifiers: {request: {set: [{name: Accept, value: "application/json, text/event-stream"}]}}'),
    [],
  ],
  [
    'a policy that hides the session from pages',
    onMcp('cors: {allowOrigins: ["https://a.example"], allowMethods: ["*"], allowHeaders: ["*"]}'),
    ['warning policy-mcp-route spec.traffic.cors'],
  ],
  [
    'a policy that shows it',
    onMcp('cors: {allowOrigins: ["https://a.example"], allowMethods: ["*"], allowHeaders: ["*"], exposeHeaders: [Mcp-Session-Id]}'),
    [],
  ],
  [
    'a policy that replaces answers',
    onMcp(`transformation: {response: {body: '"{}"'}}`),
    ['warning policy-mcp-route spec.traffic.transformation.response.body'],
  ],
  [
    'a policy that changes some answers',
    onMcp(`transformation: {response: {body: 'request.path == "/x" ? "{}" : response.body'}}`),
    ['info policy-mcp-route spec.traffic.transformation.response.body'],
  ],
  ['a policy that adds a header to answers', onMcp(`transformation: {response: {set: [{name: x-a, value: '"b"'}]}}`), []],
  [
    'a policy that answers for the backend',
    onMcp('directResponse: {status: 404}'),
    ['info policy-answers-all spec.traffic.directResponse'],
  ],
  [
    'a header of answers on requests',
    route('').replace(
      'rules: [{',
      'rules: [{filters: [{type: RequestHeaderModifier, requestHeaderModifier: {set: [{name: Access-Control-Allow-Origin, value: a}]}}], ',
    ),
    ['warning policy-headers spec.rules[0].filters[0].requestHeaderModifier.set[0].name'],
  ],
  [
    'a prefix that is replaced by itself',
    route('').replace(
      'rules: [{',
      'rules: [{matches: [{path: {type: PathPrefix, value: /api}}], filters: [{type: URLRewrite, urlRewrite: {path: {type: ReplacePrefixMatch, replacePrefixMatch: /api/}}}], ',
    ),
    ['warning route-filter-inert spec.rules[0].filters[0].urlRewrite.path.replacePrefixMatch'],
  ],
  [
    'a copy for the backend itself',
    route('').replace('rules: [{', 'rules: [{filters: [{type: RequestMirror, requestMirror: {backendRef: {name: web, port: 80}}}], '),
    ['warning route-filter-inert spec.rules[0].filters[0].requestMirror.backendRef'],
  ],
  // alerts
  ['a pattern without "~"', alert('rate(a_total{code="5.."}[5m]) > 1'), [`warning alert-expression ${rules}.expr`]],
  ['a pattern with "~"', alert('rate(a_total{code=~"5.."}[5m]) > 1'), []],
  ['a share above one', alert('sum(rate(a_total{x="y"}[5m])) / sum(rate(a_total[5m])) > 5'), [`warning alert-expression ${rules}.expr`]],
  ['a share in percent', alert('100 * sum(rate(a_total{x="y"}[5m])) / sum(rate(a_total[5m])) > 5'), []],
  [
    'buckets without "le"',
    alert('histogram_quantile(0.9, sum by (job) (rate(a_bucket[5m]))) > 1'),
    [`warning alert-expression ${rules}.expr`],
  ],
  ['buckets with "le" behind', alert('histogram_quantile(0.9, sum(rate(a_bucket[5m])) by (job, le)) > 1'), []],
  ['a quantile of 99', alert('histogram_quantile(99, sum by (le) (rate(a_bucket[5m]))) > 1'), [`warning alert-expression ${rules}.expr`]],
  ['a wait of a month', alert('up == 0', ', for: 720h'), [`warning alert-expression ${rules}.for`]],
  [
    'a label that is summed away',
    alert('sum by (job) (rate(a_total[5m])) > 1', ', annotations: {summary: "{{ $labels.pod }}"}'),
    [`warning alert-expression ${rules}.annotations`],
  ],
  ['a label that is kept', alert('sum by (job) (rate(a_total[5m])) > 1', ', annotations: {summary: "{{ $labels.job }}"}'), []],
  ['a time in milliseconds', alert('time() - a_seconds > 86400000000'), [`warning alert-expression ${rules}.expr`]],
  ['a rate of memory', alert('rate(process_resident_memory_bytes[5m]) > 0'), [`warning alert-expression ${rules}.expr`]],
  [
    'sums by other labels',
    alert('sum by (pod) (rate(a_total[5m])) / sum by (job) (rate(b_total[5m])) > 0.1'),
    [`warning alert-vectors ${rules}.expr`],
  ],
  [
    'sums by other labels, joined by one',
    alert('sum by (pod) (rate(a_total[5m])) / on (pod) sum by (pod, job) (rate(b_total[5m])) > 0.1'),
    [],
  ],
  ['up above one', alert('up == 2'), [`warning alert-vectors ${rules}.expr`]],
  ['a range of a sum', alert('rate(sum(a_total)[5m]) > 1'), [`error alert-rule ${rules}.expr`]],
  ['a range of a sum with steps', alert('max_over_time(sum(a)[1h:1m]) > 1'), []],
  // times
  ['a day that no month has', job('0 0 31 2,4 *'), ['error schedule-days spec.schedule']],
  ['a day that one of the months has', job('0 0 31 1,4 *'), []],
  ['a day in leap years', job('0 0 29 2 *'), ['info schedule-days spec.schedule']],
  ['days of the month and of the week', job('0 0 1 * 1'), ['info schedule-days spec.schedule']],
  [
    'a deadline below the pause of the controller',
    job('0 0 1 * *', ', startingDeadlineSeconds: 5'),
    ['warning schedule-days spec.startingDeadlineSeconds'],
  ],
  // pods
  [
    'thousandths of a byte',
    pod('web', 'resources: {limits: {memory: 512m}}'),
    [`error container-resources ${first}.resources.limits.memory`],
  ],
  ['mebibytes', pod('web', 'resources: {requests: {memory: 64Mi, cpu: 2}, limits: {memory: 512Mi}}'), []],
  [
    'user 0 of a pod that is not root',
    pod('web', 'securityContext: {runAsUser: 0}', '', ', securityContext: {runAsNonRoot: true}'),
    [`error root-refused ${first}.securityContext.runAsUser`],
  ],
  [
    'user 0 of a container that may be root',
    pod('web', 'securityContext: {runAsUser: 0, runAsNonRoot: false}', '', ', securityContext: {runAsNonRoot: true}'),
    [],
  ],
  ['a variable twice', pod('web', 'env: [{name: A, value: a}, {name: A, value: b}]'), [`warning env-twice ${first}.env[1].name`]],
  [
    'a line as a program',
    pod('web', 'livenessProbe: {exec: {command: ["cat /tmp/a"]}}'),
    [`warning command-text ${first}.livenessProbe.exec.command[0]`],
  ],
  ['a line for a shell', pod('web', 'livenessProbe: {exec: {command: [sh, -c, "cat /tmp/a && true"]}}'), []],
  ['a pipe without a shell', pod('web', 'command: [web, "|", tee]'), [`warning command-text ${first}.command[1]`]],
  [
    'a probe that kills at once',
    pod('web', 'livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 1, failureThreshold: 1}'),
    [`warning probe-hasty ${first}.livenessProbe.failureThreshold`],
  ],
  [
    'a hook that sleeps too long',
    pod('web', 'lifecycle: {preStop: {exec: {command: [sh, -c, "sleep 40; web stop"]}}}'),
    [`warning stop-too-late ${first}.lifecycle.preStop.exec.command`],
  ],
  ['a hook that sleeps', pod('web', 'lifecycle: {preStop: {exec: {command: [sleep, "5"]}}}'), []],
  [
    'a mount over /etc',
    pod('web', 'volumeMounts: [{name: v, mountPath: /etc/}]', '', volumes('{name: v, emptyDir: {}}')),
    [`warning mount-hides ${first}.volumeMounts[0].mountPath`],
  ],
  ['a mount of one file in /etc', pod('web', 'volumeMounts: [{name: v, mountPath: /etc/web}]', '', volumes('{name: v, emptyDir: {}}')), []],
  [
    'a volume nobody mounts',
    pod('web', 'volumeMounts: [{name: w, mountPath: /w}]', '', volumes('{name: v, emptyDir: {}}, {name: w, emptyDir: {}}')),
    ['info volume-use spec.volumes[0].name'],
  ],
  [
    'an unknown medium',
    pod('web', 'volumeMounts: [{name: v, mountPath: /a}]', '', volumes('{name: v, emptyDir: {medium: memory}}')),
    ['warning volume-use spec.volumes[0].emptyDir.medium'],
  ],
  [
    'a file that is never updated',
    `${data('ConfigMap', 'c', 'a: b')}${pod('web', 'volumeMounts: [{name: v, mountPath: /a, subPath: a}]', '', volumes('{name: v, configMap: {name: c}}'))}`,
    [`info volume-use ${first}.volumeMounts[0].subPath`],
  ],
  [
    'a claim of one node for two pods',
    `${claim('ReadWriteOnce')}${mounting(2)}`,
    ['warning volume-use spec.template.spec.volumes[0].persistentVolumeClaim.claimName'],
  ],
  ['a claim of one node for one pod', `${claim('ReadWriteOnce')}${mounting(1)}`, []],
  ['a claim of many nodes for two pods', `${claim('ReadWriteMany')}${mounting(2)}`, []],
  [
    'a claim of ten bytes',
    object('v1', 'PersistentVolumeClaim', 'd', '{accessModes: [ReadWriteOnce], resources: {requests: {storage: "10"}}}'),
    ['warning claim-never-bound spec.resources.requests.storage'],
  ],
  ['the network of the node', pod('web', '', '', ', hostNetwork: true'), ['info host-network-dns spec.hostNetwork']],
  [
    'a probe of an address',
    pod('web', 'ports: [{containerPort: 80}], readinessProbe: {httpGet: {path: "http://a/b", port: 80}}'),
    [`warning probe-path ${first}.readinessProbe.httpGet.path`],
  ],
  // sections of Services
  [
    'a number beside a Gateway of agentgateway',
    `${gateway(http)}${tls('"80"')}`,
    ['info backend-tls-policy spec.targetRefs[0].sectionName'],
  ],
  [
    'a number beside a Gateway of another class',
    `${gateway(http).replace('agentgateway', 'istio')}${tls('"80"')}`,
    ['warning backend-tls-policy spec.targetRefs[0].sectionName'],
  ],
  ['a number that no port has', `${gateway(http)}${tls('"8443"')}`, ['warning backend-tls-policy spec.targetRefs[0].sectionName']],
  ['a name that no port has, found once', `${gateway(http)}${tls('https')}`, ['warning backend-tls-policy spec.targetRefs[0].sectionName']],
  ['a name of a Service that is not given', tls('https').replace('name: web,', 'name: other,'), []],
  ['the name of a port', `${gateway(http)}${tls('main')}`, []],
  ['a section that is null', `${gateway(http)}${tls('null')}`, []],
  [
    'a name of a port of an InferencePool',
    tls('http').replace('group: "", kind: Service, name: web', 'group: inference.networking.k8s.io, kind: InferencePool, name: pool'),
    ['warning backend-tls-policy spec.targetRefs[0].sectionName'],
  ],
  [
    'a name of a port, in a policy for calls to what labels select',
    selecting('{group: "", kind: Service, matchLabels: {a: b}, sectionName: main}', 'backend: {http: {requestTimeout: 5s}}'),
    ['warning policy-section-without-effect spec.targetSelectors[0].sectionName'],
  ],
  [
    'a number of a port there',
    selecting('{group: "", kind: Service, matchLabels: {a: b}, sectionName: "80"}', 'backend: {http: {requestTimeout: 5s}}'),
    [],
  ],
  [
    'a listener that no selected Gateway has',
    `${gateway(http, ', labels: {a: b}')}${selecting(
      '{group: gateway.networking.k8s.io, kind: Gateway, matchLabels: {a: b}, sectionName: https}',
      'traffic: {timeouts: {request: 5s}}',
    )}`,
    ['warning policy-not-attached spec.targetSelectors[0].sectionName'],
  ],
  [
    'a listener that the selected Gateway has',
    `${gateway(http, ', labels: {a: b}')}${selecting(
      '{group: gateway.networking.k8s.io, kind: Gateway, matchLabels: {a: b}, sectionName: http}',
      'traffic: {timeouts: {request: 5s}}',
    )}`,
    [],
  ],
  [
    'a readiness probe of the endpoint of an MCP server',
    pod('web', 'ports: [{containerPort: 80}], readinessProbe: {httpGet: {path: /mcp, port: 80}}'),
    [`warning probe-path ${first}.readinessProbe.httpGet.path`],
  ],
  [
    'a liveness probe of event streams, with a query, and a hook',
    pod(
      'web',
      'ports: [{containerPort: 80}], livenessProbe: {httpGet: {path: "/sse/?a=b", port: 80}}, lifecycle: {postStart: {httpGet: {path: mcp, port: 80}}}',
    ),
    [`warning probe-path ${first}.livenessProbe.httpGet.path`, `warning probe-path ${first}.lifecycle.postStart.httpGet.path`],
  ],
  [
    'a startup probe of the path that a backend names',
    `${tools('/tools', 'web.apps.svc')}${behind('startupProbe: {httpGet: {path: /tools/, port: m}}')}`,
    ['warning probe-path spec.containers[0].startupProbe.httpGet.path'],
  ],
  [
    'a probe of the root, which is the endpoint by an annotation',
    `${behind('readinessProbe: {httpGet: {port: 9000}}', '/')}`,
    ['warning probe-path spec.containers[0].readinessProbe.httpGet.path'],
  ],
  [
    'a probe of the path of a route to the server',
    `${route('').replace('{backendRefs', '{matches: [{path: {type: Exact, value: /ask}}], backendRefs')}${behind('readinessProbe: {httpGet: {path: /ask, port: 9000}}')}`,
    ['warning probe-path spec.containers[0].readinessProbe.httpGet.path'],
  ],
  ['a probe of another port', `${tools('/tools', 'web.apps.svc')}${behind('readinessProbe: {httpGet: {path: /tools, port: 9001}}')}`, []],
  [
    'a backend of another Service',
    `${tools('/tools', 'b.apps.svc')}${behind('readinessProbe: {httpGet: {path: /tools, port: m}}')}`,
    ['info backend-host spec.mcp.targets[0].static.host'],
  ],
  [
    'a probe below the endpoint',
    `${tools('/tools', 'web.apps.svc')}${behind('readinessProbe: {httpGet: {path: /tools/ready, port: m}}')}`,
    [],
  ],
  [
    'a probe of a path with the word',
    pod('web', 'ports: [{containerPort: 80}], readinessProbe: {httpGet: {path: /mcp/health, port: 80}}'),
    [],
  ],
  [
    'a probe with a period that is none',
    pod('web', 'ports: [{containerPort: 80}], readinessProbe: {periodSeconds: 0, httpGet: {path: /, port: 80}}'),
    [],
  ],
  [
    'one selector for two workloads',
    `${deployment('web')}${deployment('web').replace('{name: web}\n', '{name: other}\n')}`,
    ['warning selector-shared spec.selector.matchLabels'],
  ],
  ['two selectors', `${deployment('web')}${deployment('other')}`, []],
  // other objects
  [
    'a group with a version',
    role('apiGroups: [apps/v1], resources: [deployments], verbs: [get]'),
    ['warning role-never-matches rules[0].apiGroups[0]'],
  ],
  [
    'a kind, and a verb of nobody',
    role('apiGroups: [""], resources: [Pod], verbs: [read]'),
    ['warning role-never-matches rules[0].resources[0]', 'warning role-never-matches rules[0].verbs[0]'],
  ],
  ['a role', role('apiGroups: ["", example.com], resources: [pods/log, widgets], verbs: [get, "*"]'), []],
  [
    'an address as a name',
    service('web', 'type: ExternalName, externalName: 10.0.0.1'),
    ['warning external-name-address spec.externalName'],
  ],
  [
    'affinity without an address',
    service('web', 'clusterIP: None, sessionAffinity: ClientIP, ports: [{port: 80}]'),
    ['warning headless-affinity spec.sessionAffinity'],
  ],
  ['a value that is encoded already', data('Secret', 's', 'a: Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5'), ['info secret-encoded-twice stringData.a']],
  [
    'a namespace and a pod as two entries',
    network('podSelector: {}, policyTypes: [Ingress], ingress: [{from: [{namespaceSelector: {}}, {podSelector: {matchLabels: {a: b}}}]}]'),
    ['warning network-policy-peers spec.ingress[0].from[0]'],
  ],
  [
    'a namespace and a pod as one entry',
    network('podSelector: {}, policyTypes: [Ingress], ingress: [{from: [{namespaceSelector: {}, podSelector: {matchLabels: {a: b}}}]}]'),
    [],
  ],
  [
    'the port of the Service in a policy',
    `${pod('web', 'ports: [{containerPort: 8080}]')}${service('web', 'selector: {app: web}, ports: [{port: 80, targetPort: 8080}]')}${network('podSelector: {}, policyTypes: [Ingress], ingress: [{ports: [{port: 80}]}]')}`,
    ['warning network-policy-peers spec.ingress[0].ports[0].port'],
  ],
  [
    'the port of the Service in a policy, whose targetPort is a name',
    `${pod('web', 'ports: [{name: http, containerPort: 8080}]')}${service('web', 'selector: {app: web}, ports: [{port: 80, targetPort: http}]')}${network('podSelector: {}, policyTypes: [Ingress], ingress: [{ports: [{port: 80}]}]')}`,
    ['warning network-policy-peers spec.ingress[0].ports[0].port'],
  ],
  [
    'the port of the container in a policy, whose targetPort is a name',
    `${pod('web', 'ports: [{name: http, containerPort: 8080}]')}${service('web', 'selector: {app: web}, ports: [{port: 80, targetPort: http}]')}${network('podSelector: {}, policyTypes: [Ingress], ingress: [{ports: [{port: 8080}]}]')}`,
    [],
  ],
  [
    'a policy without names',
    `${pod('web', '')}${network('podSelector: {}, policyTypes: [Egress], egress: [{ports: [{port: 443}]}]')}`,
    ['info network-policy-peers spec.egress'],
  ],
];

it.each(table)('%s', (_, text, expected) => {
  expect(say(text)).toEqual(expected);
});

it('a monitor looks at its own namespace', () => {
  const web = service('web', 'ports: [{name: http, port: 80}]', ', namespace: apps, labels: {app: web}');
  const monitor = (more: string): string =>
    object(
      'monitoring.coreos.com/v1',
      'ServiceMonitor',
      'm',
      `{${more}selector: {matchLabels: {app: web}}, endpoints: [{port: http}]}`,
      ', namespace: metrics',
    );
  expect(say(`${web}${monitor('')}`)).toEqual(['warning monitor-finds-nothing spec.selector']);
  expect(say(`${web}${monitor('namespaceSelector: {matchNames: [apps]}, ')}`)).toEqual([]);
  expect(say(`${web}${monitor('sampleLimit: 5, namespaceSelector: {any: true}, ')}`)).toEqual([
    'warning monitor-endpoint spec.sampleLimit',
  ]);
});

it('a forward proxy in the environment is not read by the proxy', () => {
  const proxy = pod('p', 'env: [{name: HTTPS_PROXY, value: "http://proxy:3128"}]').replace(
    'image: i,',
    'image: "cr.example/agentgateway:v1.4.1",',
  );
  expect(say(proxy)).toEqual(['warning proxy-environment spec.containers[0].env[0].name']);
});
