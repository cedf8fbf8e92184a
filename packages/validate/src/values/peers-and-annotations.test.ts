/** Values whose meaning other programs decide: peers of NetworkPolicies, annotations, monitors, variables of proxies, time to stop. */
import { parseYaml } from '@mcpgw/structure';
import { valuesFindings } from './index.js';

/** The findings of one rule about values, as `severity path`. */
function found(rule: string, values: string): string[] {
  const [root] = parseYaml(values, { file: 'v.yaml', dialect: 'go' }).documents;
  return valuesFindings(root!, 'v.yaml')
    .filter(finding => finding.rule === rule)
    .map(({ severity, path = [] }) => `${severity} ${path.join('.')}`);
}

const pods = (label: string): string => `{podSelector: {matchLabels: {app: ${label}}}}`;
const inNamespace = (labels: string): string => `{namespaceSelector: {matchLabels: {${labels}}}}`;
const ingress = (annotations: string, more = ''): string => `ingress: {enabled: true, annotations: {${annotations}}, ${more}}`;
const nginx = (name: string, value: string, more = 'className: nginx'): string =>
  ingress(`nginx.ingress.kubernetes.io/${name}: ${value}`, more);
const at = (name: string): string => `warning ingress.annotations.nginx.ingress.kubernetes.io/${name}`;
const server = (fields: string): string => `mcpServers: [{id: a, image: {repository: a, tag: "1"}, ${fields}}]`;

const checked = 'global: {agentgateway: {static: {jwtAuth: {enabled: true}}}}';
const target = (fields: string): string => `global: {agentgateway: {extraMcpTargets: [{id: a, host: a, port: 8000, ${fields}}]}}`;

const stopping = (seconds: number, config: string, more = ''): string =>
  `gateway: {enabled: true, terminationGracePeriodSeconds: ${seconds}, config: {timeouts: {${config}}}, ${more}}`;

const passed = (path: string, more: string): string =>
  `ingress: {enabled: true, hosts: [{host: mcp.acme.dev, paths: [${path}]}]}\nglobal: {agentgateway: {extraMcpTargets: [{id: a, host: a, port: 8000}, {id: b, host: b, port: 8000${more}}]}}`;
const protectedGateway = (resource: string, more = ''): string =>
  `gateway: {enabled: true, config: {servers: {}, auth: {oauth: {resource: "${resource}"}}}}\n${more}`;

it.each<[rule: string, values: string, ...expected: string[]]>([
  ['chart-ingress', passed('{path: /mcp}', '')],
  ['chart-ingress', passed('{path: /}', ', pathPrefix: /tools')],
  ['chart-ingress', passed('{path: /mcp}', ', pathPrefix: /tools'), 'info global.agentgateway.extraMcpTargets.1.pathPrefix'],
  ['chart-ingress', passed('{path: /mcp/a}', ''), 'info global.agentgateway.extraMcpTargets.1'],
  ['chart-ingress', passed('{path: /mcp/a, pathType: Exact}', ''), 'info global.agentgateway.extraMcpTargets.1'],
  ['chart-ingress', passed('{path: /mcp/a}, {path: /mcp/b/deep}', '')],
  ['chart-ingress', passed('{path: /mcp/a}', ', enabled: false')],
  ['chart-metadata-path', protectedGateway('https://mcp.acme.dev/mcp/gateway'), 'warning gateway.config.auth.oauth.resource'],
  ['chart-metadata-path', protectedGateway('http://gateway.tools.svc:8080/mcp')],
  ['chart-metadata-path', protectedGateway('https://{{ .Values.host }}/mcp/gateway')],
  [
    'chart-metadata-path',
    protectedGateway('https://mcp.acme.dev/mcp/gateway', 'extraObjects: ["path: /.well-known/oauth-protected-resource"]'),
  ],
  ['chart-metadata-path', 'gateway: {enabled: false, config: {auth: {oauth: {resource: "https://mcp.acme.dev/mcp"}}}}'],
  ['chart-stop', stopping(25, ''), 'warning gateway.terminationGracePeriodSeconds'],
  ['chart-stop', stopping(26, '')],
  ['chart-stop', stopping(25, '', 'persistence: {enabled: true}')],
  ['chart-stop', stopping(30, 'handover: 10s'), 'warning gateway.terminationGracePeriodSeconds'],
  ['chart-stop', stopping(30, 'handover: 10s, drain: 10s')],
  [
    'chart-peers',
    'networkPolicy: {dnsTo: [{podSelector: {matchLabels: {k8s-app: kube-dns}}}]}',
    'warning networkPolicy.dnsTo.0.podSelector',
  ],
  [
    'chart-peers',
    `networkPolicy: {dnsTo: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}, podSelector: {matchLabels: {k8s-app: kube-dns}}}]}`,
  ],
  ['chart-peers', `networkPolicy: {ingressFrom: [${pods('agent')}]}`, 'info networkPolicy.ingressFrom.0.podSelector'],
  ['chart-peers', `${ingress('')}\nnetworkPolicy: {ingressFrom: [${pods('agent')}]}`, 'warning networkPolicy.ingressFrom.0.podSelector'],
  [
    'chart-peers',
    `${ingress('')}\nnetworkPolicy: {ingressFrom: [${pods('agent')}, ${inNamespace('kubernetes.io/metadata.name: ingress-nginx')}]}`,
    'info networkPolicy.ingressFrom.0.podSelector',
  ],
  ['chart-peers', `networkPolicy: {enabled: false, ingressFrom: [${pods('agent')}]}`],
  [
    'chart-peers',
    `${ingress('')}\nnetworkPolicy: {ingressFrom: [${inNamespace('example.com/team: sales')}]}`,
    'info networkPolicy.ingressFrom',
  ],
  [
    'chart-peers',
    `${ingress('')}\nnetworkPolicy: {ingressFrom: [${inNamespace('example.com/team: sales')}, {ipBlock: {cidr: 10.0.0.0/8}}]}`,
  ],
  ['chart-peers', `networkPolicy: {ingressFrom: [${inNamespace('example.com/team: sales')}]}`],
  ['chart-callers', `${checked}\nprobe: {failOn: [transient], cronJob: {enabled: true}}`, 'info probe.cronJob.enabled'],
  ['chart-callers', `${checked}\nprobe: {failOn: [transient, denied], cronJob: {enabled: true}}`, 'warning probe.failOn'],
  ['chart-callers', `${checked}\nprobe: {failOn: [transient], cronJob: {enabled: true}, tokenSecret: {name: t}}`],
  ['chart-callers', 'probe: {failOn: [transient], cronJob: {enabled: true}}'],
  [
    'chart-callers',
    target('providerTokenAuth: true, backendAuth: {existingSecret: {name: k}}'),
    'warning global.agentgateway.extraMcpTargets.0.providerTokenAuth',
  ],
  ['chart-callers', target('providerTokenAuth: true')],
  ['chart-callers', target('backendAuth: {existingSecret: {name: k}}')],
  [
    'chart-peers',
    `networkPolicy: {metricsFrom: [${inNamespace('name: monitoring')}]}`,
    'info networkPolicy.metricsFrom.0.namespaceSelector.matchLabels.name',
  ],
  ['chart-peers', `networkPolicy: {extraEgress: [{to: [${pods('coredns')}]}]}`, 'warning networkPolicy.extraEgress.0.to.0.podSelector'],
  ['chart-peers', `networkPolicy: {extraEgress: [{to: [${pods('redis')}]}]}`],
  ['chart-peers', `gateway: {networkPolicy: {ingressFrom: [${pods('agent')}]}}`],
  [
    'chart-peers',
    `gateway: {enabled: true, networkPolicy: {metricsFrom: [${pods('prometheus')}]}}`,
    'warning gateway.networkPolicy.metricsFrom.0.podSelector',
  ],
  ['chart-annotations', nginx('proxy-read-timeout', '3600s'), at('proxy-read-timeout')],
  ['chart-annotations', nginx('proxy-read-timeout', '"3600"')],
  ['chart-annotations', nginx('proxy-body-size', '8Mi'), at('proxy-body-size')],
  ['chart-annotations', nginx('proxy-body-size', '64k'), at('proxy-body-size')],
  ['chart-annotations', nginx('proxy-body-size', '8m')],
  ['chart-annotations', nginx('proxy-body-size', '"0"')],
  ['chart-annotations', nginx('proxy-buffering', '"false"'), at('proxy-buffering')],
  ['chart-annotations', nginx('ssl-redirect', '"on"'), at('ssl-redirect')],
  ['chart-annotations', nginx('read-timeout', '"3600"'), at('read-timeout')],
  ['chart-annotations', nginx('proxy-http-version', '"1.0"'), at('proxy-http-version')],
  ['chart-annotations', nginx('affinity', 'cookie'), at('affinity')],
  ['chart-annotations', `global: {agentgateway: {sessionMode: stateless}}\n${nginx('affinity', 'cookie')}`],
  ['chart-annotations', nginx('limit-rps', '"1"'), at('limit-rps')],
  ['chart-annotations', nginx('whitelist-source-range', '"10.0.0.0/8, 0.0.0.0/0"'), at('whitelist-source-range')],
  ['chart-annotations', nginx('server-snippet', 'deny all;'), 'info ingress.annotations.nginx.ingress.kubernetes.io/server-snippet'],
  ['chart-annotations', nginx('proxy-read-timeout', '"3600"', 'className: traefik'), at('proxy-read-timeout')],
  ['chart-annotations', nginx('proxy-read-timeout', '"3600"', 'className: internal')],
  ['chart-annotations', nginx('proxy-read-timeout', '"3600"', 'className: nginx-internal')],
  [
    'chart-annotations',
    ingress('kubernetes.io/ingress.class: nginx', 'className: nginx'),
    'warning ingress.annotations.kubernetes.io/ingress.class',
  ],
  ['chart-annotations', ingress('cert-manager.io/cluster-issuer: le'), 'warning ingress.annotations.cert-manager.io/cluster-issuer'],
  ['chart-annotations', ingress('cert-manager.io/cluster-issuer: le', 'tls: [{secretName: s, hosts: [a.acme.com]}]')],
  ['chart-annotations', 'ingress: {enabled: false, annotations: {cert-manager.io/cluster-issuer: le}}'],
  [
    'chart-annotations',
    'service: {annotations: {service.beta.kubernetes.io/aws-load-balancer-internal: "true"}}',
    'warning service.annotations.service.beta.kubernetes.io/aws-load-balancer-internal',
  ],
  ['chart-annotations', 'service: {type: LoadBalancer, annotations: {service.beta.kubernetes.io/aws-load-balancer-internal: "true"}}'],
  [
    'chart-annotations',
    'service: {type: LoadBalancer, annotations: {service.beta.kubernetes.io/aws-load-balancer-connection-idle-timeout: 5m}}',
    'warning service.annotations.service.beta.kubernetes.io/aws-load-balancer-connection-idle-timeout',
  ],
  ['chart-monitoring', 'podAnnotations: {prometheus.io/port: "4000"}', 'warning podAnnotations.prometheus.io/port'],
  ['chart-monitoring', 'podAnnotations: {prometheus.io/port: "15020", prometheus.io/path: /metrics}'],
  ['chart-monitoring', 'podAnnotations: {prometheus.io/scrape: "false", prometheus.io/port: "4000"}'],
  ['chart-monitoring', 'service: {explicitBindAddrs: true, statsPort: 9100}\npodAnnotations: {prometheus.io/port: "9100"}'],
  ['chart-monitoring', 'podAnnotations: {prometheus.io/scheme: https}', 'warning podAnnotations.prometheus.io/scheme'],
  ['chart-monitoring', 'podAnnotations: {prometheus.io/scrap: "true"}', 'info podAnnotations.prometheus.io/scrap'],
  [
    'chart-monitoring',
    'gateway: {enabled: true, port: 9090, podAnnotations: {prometheus.io/port: "8080"}}',
    'warning gateway.podAnnotations.prometheus.io/port',
  ],
  [
    'chart-monitoring',
    'gateway: {enabled: true, monitoring: {prometheusRule: {enabled: true}, dashboard: {enabled: true}}}',
    'info gateway.monitoring.prometheusRule.enabled',
    'info gateway.monitoring.dashboard.enabled',
  ],
  ['chart-monitoring', 'gateway: {enabled: true, monitoring: {serviceMonitor: {enabled: true}, prometheusRule: {enabled: true}}}'],
  ['chart-monitoring', 'metrics: {serviceMonitor: {enabled: true}, podMonitor: {enabled: true}}', 'warning metrics.podMonitor.enabled'],
  ['chart-server-proxy', server('sensitivity: CONFIDENTIAL, env: [{name: HTTPS_PROXY, value: x}]'), 'warning mcpServers.0.env.0.name'],
  ['chart-server-proxy', server('isolation: {sensitivity: SECRET}, env: [{name: no_proxy, value: x}]'), 'warning mcpServers.0.env.0.name'],
  ['chart-server-proxy', server('env: [{name: HTTPS_PROXY, value: x}]')],
  ['chart-server-proxy', server('enabled: false, sensitivity: CONFIDENTIAL, env: [{name: HTTPS_PROXY, value: x}]')],
  ['chart-server-proxy', server('env: [{name: MCP_NETWORK, value: FULL}]'), 'warning mcpServers.0.env.0.name'],
])('%s: %s', (rule, values, ...expected) => expect(found(rule, values)).toEqual(expected));
