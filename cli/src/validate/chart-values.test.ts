/** Values of the chart mcp-gateway that are accepted and do not do what they say. */
import { join } from 'node:path';
import { Sources } from '@mcpgw/diagnostics';
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import { checkChart } from './chart.js';
import { valuesWithoutEffect } from './chart-values.js';
import { makeContext } from './context.js';

inOwnFolder('chart-values-');

const chart = join(__dirname, '../../../charts/mcp-gateway');
const ours = /^(?:chart-|value-without-effect|switched-off)/;

/** What is said of values, as `line:column severity rule: message`. */
function found(values: string): string[] {
  writeTree({ 'user.yaml': values }, '.');
  const sources = new Sources();
  const context = makeContext({ ...validateFlags, values: ['user.yaml'] }, sources);
  checkChart(chart, context, []);
  return context.findings
    .filter(({ rule }) => ours.test(rule))
    .map(({ severity, rule, message, file, span }) => {
      const { line, column } = sources.index(file)!.position(span!.start);
      return `${file}:${line}:${column} ${severity} ${rule}: ${message}`;
    });
}

test.each<[what: string, values: string, findings: string[]]>([
  ['the defaults', '{}', []],
  [
    'a number of replicas that the autoscaler sets',
    'replicaCount: 3\nautoscaling: {enabled: true}\n',
    [
      'user.yaml:1:15 warning value-without-effect: the value replicaCount changes nothing that is rendered: another value makes it do nothing',
    ],
  ],
  [
    'values that say in another spelling what the chart says, and one that nothing reads',
    'global: {agentgateway: {providerTokenHeader: X-Provider-Token, extAuth: {enabled: true, serviceName: a, port: "9100"}, extraMcpTargets: [{id: a, host: a, port: 80, providerTokenAuth: true}]}}\nreplicaCount: 4\nautoscaling: {enabled: true}\n',
    [
      'user.yaml:2:15 warning value-without-effect: the value replicaCount changes nothing that is rendered: another value makes it do nothing',
    ],
  ],
  [
    'a section that is off, whose values wait',
    'ingress: {className: nginx}\n',
    ['user.yaml:1:22 info switched-off: "className" of ingress has no effect, because ingress.enabled is off: no Ingress is made'],
  ],
  ['a section that the user switches off', 'ingress: {enabled: false, className: nginx}\n', []],
  [
    'a protection that the user switches off',
    'networkPolicy: {enabled: false, ingressFrom: [{podSelector: {}}]}\n',
    [
      'user.yaml:1:33 info switched-off: "ingressFrom" of networkPolicy has no effect, because networkPolicy.enabled is off: every pod reaches the proxy, and the proxy reaches everything',
    ],
  ],
  [
    'an issuer that nothing switches on',
    'global: {agentgateway: {static: {jwtAuth: {issuer: "https://idp.example.com"}}}}\n',
    [
      'user.yaml:1:52 warning switched-off: "issuer" of global.agentgateway.static.jwtAuth has no effect, because global.agentgateway.static.jwtAuth.enabled is off: nobody checks tokens',
    ],
  ],
  [
    'a setting below a section that is off itself',
    'gateway: {persistence: {size: 1Gi}}\n',
    ['user.yaml:1:11 info switched-off: "persistence" of gateway has no effect, because gateway.enabled is off: no gateway runs'],
  ],
  ['values that repeat those of the chart', 'networkPolicy: {enabled: false, restrictEgress: true, ingressFrom: []}\n', []],
  [
    'a value of an item that another one overrides, and those that repeat a default',
    'mcpServers: [{id: a, image: {repository: x/y, tag: v1, digest: "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, port: 8000, sensitivity: INTERNAL}]\n',
    [],
  ],
  [
    'values of the other routing mode',
    'gatewayApi: {tlsSecretName: tls}\n',
    [
      'user.yaml:1:29 warning value-without-effect: the value gatewayApi.tlsSecretName changes nothing that is rendered: another value makes it do nothing',
    ],
  ],
  ['a version that is the usual one', 'global: {agentgateway: {version: v1.4.1}}\n', []],
  ['a monitor, where the cluster may know monitors', 'metrics: {podMonitor: {enabled: true, labels: {a: b}}}\n', []],
  [
    'a budget that two values set',
    'replicaCount: 3\npodDisruptionBudget: {enabled: true, minAvailable: 1, maxUnavailable: 2}\n',
    [
      'user.yaml:2:71 warning value-without-effect: the value podDisruptionBudget.maxUnavailable changes nothing that is rendered: another value makes it do nothing',
    ],
  ],
  [
    'an autoscaler without the request that it divides by',
    'autoscaling: {enabled: true, targetMemoryUtilizationPercentage: 80}\nresources: {requests: {memory: null}, limits: {memory: null}}\n',
    ['user.yaml:1:65 error chart-scale: the autoscaler never acts: it divides by resources.requests.memory, and there is none'],
  ],
  [
    'a finding about a default stands at the closest section of the file',
    'service: {type: NodePort}\n',
    [
      'user.yaml:1:17 warning chart-exposure: other networks reach the proxy, and nothing checks who calls: jwtAuth, extAuth and authorizationRules are off',
    ],
  ],
  [
    'a value that spells what the chart computes',
    'global: {agentgateway: {extraMcpTargets: [{id: a, host: a, port: 8000}]}}\nreplicaCount: 3\nservice: {sessionAffinity: ClientIP}\n',
    [],
  ],
  [
    'a header whose value has the scheme already',
    'global: {agentgateway: {providerTokenHeader: Authorization, extraMcpTargets: [{id: a, host: a, port: 8000, providerTokenAuth: true}]}}\n',
    [
      'user.yaml:1:46 warning chart-callers: the targets get "Bearer Bearer ...": the value of authorization has the scheme already, and the chart puts "Bearer " before it',
    ],
  ],
  [
    'a rule about a path that no route has',
    'global: {agentgateway: {authorizationRules: [{deny: \'request.path.startsWith("/mcp/b")\'}], extraMcpTargets: [{id: a, host: a, port: 8000}]}}\n',
    ['user.yaml:1:53 warning chart-callers: no route of the proxy has the path "/mcp/b", so this part of the rule never holds'],
  ],
  [
    'a second configuration of the proxy',
    'global: {agentgateway: {extraMcpTargets: [{id: a, host: a, port: 8000}]}}\nextraArgs: [-f, /x.yaml]\n',
    [
      'user.yaml:2:13 error chart-callers: the chart gives the proxy its configuration by "-f" already, and the proxy does not start with a second one',
    ],
  ],
  [
    'a rule that undoes the others',
    'global: {agentgateway: {extraMcpTargets: [{id: a, host: a, port: 8000}]}}\nnetworkPolicy: {ingressFrom: [{podSelector: {matchLabels: {a: b}}}], extraIngress: [{}]}\n',
    [
      'user.yaml:2:32 info chart-peers: only callers in the namespace of the release are meant: those of others are kept out',
      'user.yaml:2:85 warning chart-policy-open: the rule permits every address and port, so networkPolicy.ingressFrom limits nothing',
    ],
  ],
  [
    'hosts that the forward proxy does not reach',
    'mcpServers: [{id: a, image: {repository: a, tag: "1"}, sensitivity: CONFIDENTIAL, allowedHosts: [10.1.2.3, db.data.svc, api.acme.com]}]\n',
    [
      'user.yaml:1:98 warning chart-forward-proxy: the forward proxy never reaches "10.1.2.3": its address is in 10.0.0.0/8',
      'user.yaml:1:108 warning chart-forward-proxy: "db.data.svc" is a name inside the cluster or a private network, whose addresses are in exceptCidrs',
    ],
  ],
  [
    'a variable that nothing sets',
    'gateway: {enabled: true, config: {servers: {a: {url: "http://a/mcp", trust_mode: auto, headers: {X: "${env:A}"}}}}}\n',
    ['user.yaml:1:101 error chart-variables: nothing sets the variable A in the pod of the gateway'],
  ],
  [
    'a variable of a Secret',
    'gateway: {enabled: true, config: {servers: {a: {url: "http://a/mcp", trust_mode: auto, headers: {X: "${env:A}"}}}}, extraEnv: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]}\n',
    [],
  ],
  [
    'less time for a stop than the calls have',
    'gateway: {enabled: true, terminationGracePeriodSeconds: 20, config: {servers: {a: {url: "http://a/mcp", trust_mode: auto}}}}\n',
    ['user.yaml:1:57 warning chart-stop: the pod is killed after 20 s, before timeouts.handover (5s) and timeouts.drain (20s) have passed'],
  ],
])('%s', (_what, values, findings) => expect(found(values)).toEqual(findings));

test('values of items of lists that change nothing, but not those that repeat a default, or of an item that is off', () => {
  const servers = [
    { id: 'a', note: 'x', mode: 'fast', port: { number: 80, name: 'http' } },
    { id: 'b', note: 'y', enabled: false },
  ];
  /** Reads no note and no name of a port; the mode is "fast" unless it is given. */
  const render = (change: Record<string, unknown>): string =>
    ((change.servers === undefined ? servers : (change.servers ?? [])) as Record<string, unknown>[])
      .map(({ id, mode = 'fast', port }) => `${id} ${mode} ${(port as { number: number } | undefined)?.number}`)
      .join('\n');
  const rendersSame = (change: Record<string, unknown>): boolean => render(change) === render({});
  const found = valuesWithoutEffect({ files: [], user: { servers }, known: { servers: [] }, merged: { servers }, rendersSame });
  expect(found.map(({ severity, path }) => `${severity} ${path?.join('.')}`)).toEqual([
    'warning servers.0.note',
    'warning servers.0.port.name',
  ]);
});
