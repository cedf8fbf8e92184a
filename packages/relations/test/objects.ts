/** Objects for the tests of rules across objects, and what the rules say of them. */
import { formatPath } from '@mcpgw/diagnostics';
import { parseYaml, runRules } from '@mcpgw/structure';
import { streamOf, streamRules } from '../src/index.js';

export const read = (text: string) => parseYaml(text, { file: 'f', dialect: 'go' }).documents;

export function say(own: string, others = '', version = '1.4.1'): string[] {
  return runRules(streamRules, streamOf(read(own), read(others)), 'manifest', version, 'f')
    .filter(({ rule }) => rule !== 'reference-not-found')
    .map(({ severity, rule, path }) => `${severity} ${rule} ${formatPath(path ?? [])}`);
}

export const object = (apiVersion: string, kind: string, name: string, spec: string, more = '') =>
  `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}${more}}\nspec: ${spec}\n`;
export const pod = (name: string, container: string, more = '', spec = '') =>
  object('v1', 'Pod', name, `{containers: [{name: c, image: i, ${container}}]${spec}}`, `, labels: {app: ${name}}${more}`);
export const deployment = (name: string, container = '', more = '') =>
  object(
    'apps/v1',
    'Deployment',
    name,
    `{${more} selector: {matchLabels: {app: ${name}}}, template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: c, image: i${container}}]}}}`,
  );
export const service = (name: string, spec: string, more = '') => object('v1', 'Service', name, `{${spec}}`, more);
export const data = (kind: string, name: string, keys: string, more = '') =>
  `---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}${more}}\n${kind === 'Secret' ? 'stringData' : 'data'}: {${keys}}\n`;
export const gateway = (listeners: string, more = '', spec = '') =>
  object('gateway.networking.k8s.io/v1', 'Gateway', 'edge', `{gatewayClassName: agentgateway, listeners: [${listeners}]${spec}}`, more);
export const http = '{name: http, port: 80, protocol: HTTP}';
export const route = (spec: string, more = '', kind = 'HTTPRoute') =>
  object(
    'gateway.networking.k8s.io/v1',
    kind,
    'web',
    `{parentRefs: [{name: edge}], rules: [{backendRefs: [{name: web, port: 80}]}]${spec}}`,
    more,
  );
export const policy = (target: string, spec: string, more = '') =>
  object('agentgateway.dev/v1alpha1', 'AgentgatewayPolicy', 'p', `{targetRefs: [${target}], ${spec}}`, more);
export const backend = (spec: string) => object('agentgateway.dev/v1alpha1', 'AgentgatewayBackend', 'tools', `{${spec}}`);
export const onGateway = '{group: gateway.networking.k8s.io, kind: Gateway, name: edge}';
export const onRoute = '{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}';
export const network = (spec: string) => object('networking.k8s.io/v1', 'NetworkPolicy', 'np', `{${spec}}`);
export const budget = (spec: string) => object('policy/v1', 'PodDisruptionBudget', 'b', `{selector: {matchLabels: {app: web}}, ${spec}}`);
export const scaler = (spec: string, name = 'h') =>
  object(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    name,
    `{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 3${spec}}`,
  );
export const cpu = ', metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]';
