import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, isGiven, isNull, items, type Node, type Rule, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { parametersOf, specOf } from '../objects/parameters.js';

interface Replaced {
  readonly node: Node;
  readonly path: Path;
  readonly by: string;
}

/** The container of the proxy in the overlay of the workload. */
function containersIn(spec: Node | undefined): readonly { readonly node: Node; readonly path: Path }[] {
  return ['deployment', 'daemonSet'].flatMap(kind => {
    const path = [kind, 'spec', 'template', 'spec', 'containers'];
    return items(at(spec, ...path)).flatMap((node, index) =>
      textOr(node, 'name', '') === 'agentgateway' ? [{ node, path: ['spec', ...path, index] }] : [],
    );
  });
}

/** Fields of AgentgatewayParameters that a variable in the overlay replaces. */
const variables: readonly (readonly [variable: string, ...field: string[]])[] = [
  ['RUST_LOG', 'logging', 'level'],
  ['CONNECTION_MIN_TERMINATION_DEADLINE', 'shutdown', 'min'],
  ['TERMINATION_GRACE_PERIOD_SECONDS', 'shutdown', 'max'],
  ['MODEL_CATALOG_PATHS', 'modelCatalog', 'sources'],
  ['CA_ADDRESS', 'istio', 'caAddress'],
  ['TRUST_DOMAIN', 'istio', 'trustDomain'],
  ['ADDITIONAL_TRUST_DOMAINS', 'istio', 'additionalTrustDomains'],
  ['CLUSTER_ID', 'istio', 'clusterId'],
  ['NETWORK', 'istio', 'network'],
];

function replacedIn(spec: Node | undefined): Replaced[] {
  const found: Replaced[] = [];
  const add = (by: string, ...field: (string | number)[]): void => {
    const node = at(spec, ...field);
    if (node !== undefined && !isNull(node)) found.push({ node, path: ['spec', ...field], by });
  };
  for (const { node: container } of containersIn(spec)) {
    if (isGiven(container, 'image')) for (const key of ['registry', 'repository', 'tag', 'digest']) add('its image', 'image', key);
    if (isGiven(container, 'imagePullPolicy')) add('its imagePullPolicy', 'image', 'pullPolicy');
    for (const part of ['requests', 'limits'])
      for (const { key } of entries(at(container, 'resources', part))) add(`resources.${part}.${key}`, 'resources', part, key);
    const names = new Set(items(get(container, 'env')).map(each => text(get(each, 'name')) ?? ''));
    items(get(spec, 'env')).forEach((variable, index) => {
      const name = textOr(variable, 'name', '');
      if (names.has(name)) add(`the variable ${name}`, 'env', index);
    });
    for (const [name, ...field] of variables) if (names.has(name)) add(`the variable ${name}`, ...field);
  }
  return found;
}

export const parametersOverlayReplaces: Rule = {
  id: 'parameters-overlay-replaces',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Overlays are applied last, so a field that says the same thing has no effect.',
  docs: {
    checks:
      'Fields of AgentgatewayParameters (image, resources, env, logging, shutdown, istio, modelCatalog) that the overlay of the Deployment or DaemonSet sets a second time in the container "agentgateway".',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: overlays are applied last. It was not run for this rule.',
    fix: 'Keep one of the two: the field where AgentgatewayParameters has one, the overlay for everything else.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec:
  resources: {limits: {memory: 1Gi}}
  deployment:
    spec: {template: {spec: {containers: [{name: agentgateway, resources: {limits: {memory: 512Mi}}}]}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec:
  resources: {limits: {memory: 1Gi}}
  deployment:
    spec: {template: {spec: {nodeSelector: {pool: edge}}}}
`,
  },
  check({ root, report }) {
    for (const parameters of parametersOf(root))
      for (const { node, path, by } of replacedIn(specOf(parameters)))
        report({ at: node, path, message: `the overlay of the container replaces this: ${by}`, suggestion: 'keep one of the two' });
  },
};
