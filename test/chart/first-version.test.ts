/**
 * What an upgrade from the chart's first version must not change: names, and the fields that a server refuses to change.
 * first-version/ holds what chart 0.1.0 rendered when it first came out, for `helm template demo -n mcp` with the values named here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type Manifest, renderChart } from './render.js';

const values = 'test/golden/values';
const gatewayApi = 'global.agentgateway.routingMode=gateway-api';
const stories: readonly (readonly [name: string, files: readonly string[], set: readonly string[]])[] = [
  ['static', [`${values}/targets.yaml`, `${values}/github-secret.yaml`], []],
  ['workload', [`${values}/workload.yaml`], []],
  ['autoscaling', [`${values}/autoscaling.yaml`], []],
  ['gateway', [`${values}/gateway.yaml`], [gatewayApi]],
  ['ext-auth-gateway', [`${values}/ext-auth-grpc.yaml`], [gatewayApi]],
];

const first = (name: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(__dirname, 'first-version', `${name}.yaml`), 'utf8')).map(document => document.toJS() as Manifest);

const idOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.namespace}/${metadata.name}`;

/** What selects pods, or cannot change. */
function lasting({ kind, spec }: Manifest): object {
  if (kind === 'Deployment') return { selector: spec.selector };
  if (kind === 'Service') return { selector: spec.selector, clusterIP: spec.clusterIP };
  if (kind === 'NetworkPolicy') return { podSelector: spec.podSelector };
  if (kind === 'PodDisruptionBudget') return { selector: spec.selector };
  return {};
}

/** Objects without state or fixed fields, which an upgrade may replace by others. */
const replaceable = ['AgentgatewayBackend', 'AgentgatewayPolicy', 'HTTPRoute'];

test.each(stories)('%s', async (name, files, set) => {
  const now = new Map((await renderChart({ files, set })).map(object => [idOf(object), object]));
  const before = first(name);
  expect(before.length).toBeGreaterThan(3);
  for (const object of before.filter(({ kind }) => !replaceable.includes(kind))) {
    const id = idOf(object);
    const kept = now.get(id);
    expect({ id, ...(kept === undefined ? { missing: true } : lasting(kept)) }).toEqual({ id, ...lasting(object) });
  }
});
