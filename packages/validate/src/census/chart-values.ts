/** What was asked of the values of the chart mcp-gateway: by the path of their section in values.schema.json, then by name. */
import type { RuleId } from '@mcpgw/diagnostics';
import { type Answers, censusRows as all, type Census } from '@mcpgw/structure';

/** A value that counts wherever it is rendered; the rules of the object that it becomes part of check what it renders. */
const rendered: Answers = {
  inert: ['value-without-effect'],
  opens: 'It lets nobody in and keeps nobody out.',
  breaks: 'The schema refuses other forms, and the rules of the object that it becomes part of check what is rendered.',
  conflicts: ['value-without-effect'],
};
const answers = (given: Partial<Answers>): Answers => ({ ...rendered, ...given });

/** A value that the chart refuses where it cannot work. */
const refused: readonly RuleId[] = ['render-error', 'values-schema'];
const checked = answers({ breaks: refused, conflicts: ['render-error', 'value-without-effect'] });
/** A value that other charts of the platform have; the description of the value says that this chart does nothing with it. */
const accepted = answers({
  inert: 'Its description says that it is accepted for values of another chart and does nothing.',
  conflicts: 'It does nothing.',
});

const image = {
  repository: answers({ breaks: ['chart-version-mismatch', 'values-schema'], conflicts: ['chart-version-mismatch'] }),
  tag: answers({
    inert: 'The tag always is part of the name of the image.',
    breaks: ['chart-version-mismatch'],
    conflicts: ['chart-version-mismatch'],
  }),
  digest: answers({ breaks: ['values-schema'] }),
  pullPolicy: answers({ breaks: ['values-schema'] }),
};
const secret = all(
  'name key',
  answers({ breaks: 'The Secret may be in the cluster; its name and key are rendered as they stand.', conflicts: refused }),
);
const pod = {
  ...all('resources', answers({ breaks: ['chart-resources'], conflicts: ['chart-resources', 'chart-scale'] })),
  ...all('podAnnotations', answers({ breaks: ['chart-monitoring'] })),
  ...all('nodeSelector', answers({ breaks: ['node-labels'] })),
  ...all('podLabels tolerations', rendered),
  ...all('affinity', answers({ inert: ['scheduling-selects-nothing'] })),
};
const environment = answers({
  opens: 'Secrets in clear text are found in the rendered object.',
  breaks: ['chart-variables'],
  conflicts: ['chart-variables'],
});
const source = answers({ breaks: 'Its names are known in the cluster only.' });
const address = answers({ breaks: ['chart-target-address', 'render-error'], conflicts: ['chart-target-address', 'render-error'] });
const token = answers({ opens: ['chart-exposure'], conflicts: refused });
const target = {
  ...all('host port protocol path tls', address),
  enabled: checked,
  pathPrefix: answers({ opens: ['chart-target-address'], breaks: ['chart-ingress', 'values-schema'], conflicts: refused }),
  providerTokenAuth: token,
  ...all(
    'credential_sources credentialSources',
    answers({ inert: 'Only sources of a header count; others are for the platform, as the README says.', conflicts: refused }),
  ),
};
const sources = all('kind name target provider', accepted);
const authorization = all(
  'allow deny require',
  answers({
    opens: 'The rules for expressions of the rendered configuration check what it allows.',
    breaks: 'The rules for expressions of the rendered configuration check it.',
    conflicts: refused,
  }),
);
const service = {
  type: answers({ opens: ['chart-exposure'] }),
  ...all('port adminPort statsPort readinessPort', checked),
  ...all('explicitBindAddrs exposeStats nodePort loadBalancerClass externalTrafficPolicy', rendered),
  annotations: answers({ inert: ['chart-annotations'], breaks: ['chart-annotations', 'chart-monitoring'] }),
  sessionAffinity: answers({ breaks: ['chart-scale'], conflicts: ['chart-scale'] }),
  loadBalancerSourceRanges: answers({ opens: ['chart-exposure'] }),
};
const peers = answers({
  opens: 'Its description says that an empty list lets anyone in.',
  breaks: ['chart-peers'],
});
const monitor = {
  ...all(
    'enabled',
    answers({
      inert: 'Where the cluster does not know monitors, none is rendered, as its description says.',
      conflicts: ['chart-schedule'],
    }),
  ),
  ...all('interval scrapeTimeout', answers({ breaks: ['chart-schedule'], conflicts: ['chart-schedule'] })),
  ...all('labels relabelings metricRelabelings', rendered),
};
const budget = answers({ breaks: ['chart-scale'], conflicts: ['chart-scale', 'value-without-effect'] });
const probes = all(
  'startupProbe readinessProbe livenessProbe',
  answers({ breaks: ['chart-stop', 'probe-path', 'probe-port'], conflicts: ['chart-stop'] }),
);
const grace = answers({ breaks: ['chart-stop'], conflicts: ['chart-stop'] });

export const chartCensus: Census = {
  values: {
    enabled: accepted,
    ...all(
      'nameOverride fullnameOverride namespaceOverride',
      answers({
        inert: 'A name that is the usual one is not a mistake.',
        breaks: refused,
        conflicts: 'The rules for objects find two of one name.',
      }),
    ),
    ...all('commonLabels commonAnnotations imagePullSecrets startupProbe revisionHistoryLimit priorityClassName', rendered),
    topologySpreadConstraints: answers({ inert: ['scheduling-selects-nothing'] }),
    clusterDomain: answers({ breaks: ['values-schema'] }),
    replicaCount: answers({ breaks: ['chart-scale'], conflicts: ['chart-scale', 'value-without-effect'] }),
    extraConfig: answers({ opens: 'The rules for the configuration of the proxy check what is rendered.', conflicts: refused }),
    ...pod,
    ...probes,
    ...all(
      'podSecurityContext securityContext',
      answers({ opens: 'The rules for pods check what is rendered.', breaks: ['chart-resources'], conflicts: ['chart-resources'] }),
    ),
    terminationGracePeriodSeconds: grace,
    strategy: answers({ breaks: ['chart-scale'], conflicts: ['rolling-update'] }),
    ...all('extraVolumes extraVolumeMounts extraContainers initContainers extraObjects', rendered),
    extraArgs: answers({ breaks: ['chart-callers'], conflicts: ['chart-callers'] }),
    extraEnv: environment,
    extraEnvFrom: source,
    mcpServers: checked,
  },
  'global.agentgateway': {
    enabled: answers({ opens: 'Off renders nothing, as its description says.' }),
    version: answers({
      inert: 'A version that is the usual one is not a mistake.',
      breaks: refused,
      conflicts: ['chart-version-mismatch', 'render-error'],
    }),
    routingMode: answers({ breaks: refused, conflicts: ['render-error', 'value-without-effect'] }),
    proxyPort: checked,
    compatibility: answers({ inert: 'Unknown words are refused.', breaks: ['values-schema'] }),
    providerTokenHeader: answers({ breaks: ['values-schema'], conflicts: ['chart-callers'] }),
    sessionMode: answers({ breaks: ['values-schema'], conflicts: ['chart-scale'] }),
    authorizationRules: answers({ inert: ['chart-callers'], opens: ['chart-exposure'], conflicts: refused }),
    extraMcpTargets: checked,
    installIstioCrds: accepted,
  },
  'global.agentgateway.authorizationRules[]': authorization,
  'global.agentgateway.extAuth.authorizationRules[]': authorization,
  'global.agentgateway.static': { configBridge: accepted },
  'global.agentgateway.static.jwtAuth': {
    enabled: answers({ opens: ['chart-exposure'], conflicts: refused }),
    issuer: answers({ opens: ['chart-target-address'], breaks: refused }),
    jwksUrl: answers({ opens: ['jwks-plain-http'], breaks: ['chart-target-address', 'render-error'] }),
    audiences: answers({ inert: ['chart-target-address'], opens: ['chart-target-address'], conflicts: ['chart-target-address'] }),
  },
  'global.agentgateway.extAuth': {
    enabled: answers({ opens: ['chart-exposure'], conflicts: refused }),
    ...all('defaultServiceName serviceNamespace port protocol denyStatus', checked),
    ...all('serviceName timeout', answers({ breaks: ['chart-callers', 'render-error', 'values-schema'], conflicts: ['chart-callers'] })),
    failureMode: answers({ opens: 'The rules for the rendered policy report that requests pass.', conflicts: refused }),
    authorizationRules: answers({ opens: 'The rules for expressions check what is rendered.', conflicts: refused }),
    includeRequestHeaders: answers({ opens: ['chart-exposure'], conflicts: refused }),
  },
  'global.agentgateway.extAuth.body': {
    ...all('enabled maxBytes packAsBytes', checked),
    allowPartial: answers({ opens: ['chart-exposure'], conflicts: refused }),
  },
  'global.agentgateway.extAuth.grpc': all('metadata context', checked),
  'global.agentgateway.extAuth.http': all('path redirect addRequestHeaders responseHeaders metadata', checked),
  'global.agentgateway.knowledgeBaseTarget': target,
  'global.agentgateway.knowledgeBaseTarget.credential_sources[]': sources,
  'global.agentgateway.knowledgeBaseTarget.credentialSources[]': sources,
  'global.agentgateway.githubMcpServer': {
    ...all('host port path tls', address),
    enabled: checked,
    pathPrefix: target.pathPrefix,
    image: accepted,
  },
  'global.agentgateway.githubMcpServer.existingSecret': secret,
  'global.agentgateway.extraMcpTargets[]': { ...target, id: checked },
  'global.agentgateway.extraMcpTargets[].credential_sources[]': sources,
  'global.agentgateway.extraMcpTargets[].credentialSources[]': sources,
  'global.agentgateway.extraMcpTargets[].backendAuth.existingSecret': secret,
  'agentgateway.service': service,
  service,
  image,
  'imagePullSecrets[]': { name: source },
  admin: {
    bindAddress: answers({ opens: ['admin-address-open'], breaks: refused, conflicts: refused }),
    expose: answers({ opens: ['admin-address-open'], conflicts: refused }),
  },
  logging: {
    level: answers({ breaks: 'The rules for the configuration of the proxy check what is rendered.' }),
    format: answers({ breaks: ['values-schema'] }),
  },
  serviceAccount: all('create name annotations automount', rendered),
  autoscaling: {
    enabled: answers({ breaks: refused, conflicts: ['render-error', 'value-without-effect'] }),
    ...all(
      'minReplicas maxReplicas',
      answers({ inert: ['chart-scale', 'value-without-effect'], breaks: ['chart-scale'], conflicts: refused }),
    ),
    ...all(
      'targetCPUUtilizationPercentage targetMemoryUtilizationPercentage',
      answers({ breaks: ['chart-scale'], conflicts: ['chart-scale', 'render-error'] }),
    ),
    ...all('metrics behavior', rendered),
  },
  podDisruptionBudget: all('enabled minAvailable maxUnavailable', budget),
  networkPolicy: {
    enabled: answers({ opens: 'Its description says that it renders the policy; a cluster may have its own policies.' }),
    ...all('ingressFrom metricsFrom dnsTo', peers),
    restrictEgress: answers({ opens: 'Its description says that it limits what the proxy reaches.' }),
    extraEgressPorts: answers({ breaks: 'The rules for NetworkPolicies check what is rendered.' }),
    ...all(
      'extraIngress extraEgress',
      answers({ opens: ['chart-policy-open'], breaks: 'The rules for NetworkPolicies check what is rendered.' }),
    ),
  },
  ingress: {
    enabled: answers({ opens: ['chart-exposure'], conflicts: refused }),
    className: answers({ conflicts: ['chart-annotations'] }),
    annotations: answers({
      inert: ['chart-annotations'],
      breaks: ['chart-annotations', 'chart-ingress'],
      conflicts: ['chart-annotations'],
    }),
    hosts: answers({ breaks: ['chart-ingress'], conflicts: ['chart-ingress'] }),
    tls: answers({ inert: ['chart-ingress'], breaks: ['chart-ingress'], conflicts: ['chart-ingress'] }),
  },
  'ingress.hosts[]': {
    host: answers({ breaks: ['chart-ingress', 'render-error'], conflicts: ['chart-ingress'] }),
    paths: answers({ breaks: ['chart-ingress'] }),
  },
  'ingress.hosts[].paths[]': all('path pathType', answers({ breaks: ['chart-ingress'], conflicts: ['chart-ingress'] })),
  'metrics.serviceMonitor': monitor,
  'metrics.podMonitor': monitor,
  gatewayApi: { ...all('gatewayClassName annotations', rendered), hostnames: checked, tlsSecretName: source },
  'gatewayApi.existingGateway': all(
    'name namespace sectionName',
    answers({ breaks: 'The Gateway may be in the cluster; the rules for routes check it where it is given.' }),
  ),
  gateway: {
    enabled: checked,
    replicas: answers({ breaks: ['chart-scale'], conflicts: ['render-error', 'chart-scale'] }),
    config: answers({
      opens: ['chart-exposure', 'serve-open-without-key'],
      breaks: ['chart-variables', 'chart-target-address', 'chart-metadata-path'],
      conflicts: ['render-error', 'conflicting-fields'],
    }),
    port: checked,
    ...pod,
    terminationGracePeriodSeconds: grace,
    extraEnv: environment,
    extraEnvFrom: source,
    ...all('extraVolumes extraVolumeMounts', rendered),
  },
  'gateway.image': image,
  'gateway.target': {
    id: checked,
    pathPrefix: answers({ inert: ['chart-ingress'], breaks: ['chart-ingress', 'values-schema'], conflicts: refused }),
    providerTokenAuth: answers({ conflicts: refused }),
  },
  'gateway.apiKeySecret': {
    ...secret,
    name: answers({ opens: ['chart-exposure'], breaks: 'The Secret may be in the cluster.', conflicts: refused }),
  },
  'gateway.page': { enabled: answers({ opens: refused }), hosts: rendered },
  'gateway.page.tokenSecret': secret,
  'gateway.redis': { port: rendered },
  'gateway.redis.existingSecret': secret,
  'gateway.persistence': {
    enabled: answers({ breaks: ['chart-scale'], conflicts: refused }),
    ...all('existingClaim size storageClassName annotations', rendered),
  },
  'gateway.serviceAccount': all('create name annotations', rendered),
  'gateway.podDisruptionBudget': all(
    'enabled maxUnavailable',
    answers({ breaks: ['chart-scale'], conflicts: ['render-error', 'chart-scale'] }),
  ),
  'gateway.networkPolicy': {
    enabled: answers({ opens: ['chart-exposure'] }),
    ingressFrom: answers({ opens: 'Its description says that an empty list lets the pods of the proxy in.', breaks: ['chart-peers'] }),
    metricsFrom: answers({
      opens: 'Peers that are listed reach the port of the gateway, and its description says so.',
      breaks: refused,
      conflicts: refused,
    }),
    ...all('restrictEgress extraEgressPorts', answers({ breaks: 'The rules for NetworkPolicies check what is rendered.' })),
    ...all(
      'extraIngress extraEgress',
      answers({ opens: ['chart-policy-open'], breaks: 'The rules for NetworkPolicies check what is rendered.' }),
    ),
  },
  'gateway.monitoring.serviceMonitor': { enabled: checked, ...all('labels interval', rendered) },
  'gateway.monitoring.prometheusRule': {
    enabled: answers({ inert: ['chart-monitoring'], breaks: refused, conflicts: ['chart-monitoring', 'render-error'] }),
    ...all('labels alertLabels', rendered),
    disabled: answers({ inert: refused }),
    runbookUrl: answers({ breaks: refused }),
  },
  'gateway.monitoring.dashboard': {
    enabled: answers({ inert: ['chart-monitoring'], breaks: refused, conflicts: ['chart-monitoring', 'render-error'] }),
    ...all('labels annotations', rendered),
  },
  tests: { enabled: rendered },
  'probe.image': image,
  probe: {
    ...all('timeoutSeconds maxAttempts', answers({ breaks: ['chart-schedule', 'values-schema'], conflicts: ['chart-schedule'] })),
    failOn: answers({ opens: ['values-schema'], breaks: ['chart-callers', 'values-schema'], conflicts: ['chart-callers'] }),
    resources: pod.resources!,
  },
  'probe.tokenSecret': secret,
  'probe.cronJob': {
    enabled: checked,
    schedule: answers({
      inert: ['chart-schedule', 'value-without-effect'],
      breaks: ['chart-schedule', 'schedule-step'],
      conflicts: ['chart-schedule'],
    }),
    ...all('successfulJobsHistoryLimit failedJobsHistoryLimit', rendered),
  },
  'mcpServers[]': {
    ...all('id enabled port protocol path sensitivity replicas', checked),
    allowedHosts: answers({ breaks: ['chart-forward-proxy', 'render-error'], conflicts: ['chart-forward-proxy'] }),
    ...all('command args volumes volumeMounts serviceAccountName', rendered),
    ingressFrom: answers({ breaks: ['chart-peers'] }),
    env: answers({
      opens: 'Secrets in clear text are found in the rendered object.',
      breaks: ['chart-server-proxy'],
      conflicts: ['chart-server-proxy'],
    }),
    envFrom: source,
    pathPrefix: answers({ inert: ['chart-ingress'], breaks: ['chart-ingress', 'values-schema'], conflicts: refused }),
    providerTokenAuth: token,
    ...pod,
    ...probes,
    ...all('podSecurityContext securityContext', answers({ opens: 'The rules for pods check what is rendered.' })),
    terminationGracePeriodSeconds: rendered,
  },
  'mcpServers[].image': image,
  'mcpServers[].isolation': all('sensitivity pathPrefix egress', answers({ opens: refused, breaks: refused, conflicts: refused })),
  'forwardProxy.image': image,
  forwardProxy: {
    ...all('replicas port logLevel ipv6', checked),
    exceptCidrs: answers({ opens: ['chart-exposure'] }),
    extraEgress: answers({ opens: ['chart-policy-open'] }),
    resources: pod.resources!,
  },
};
