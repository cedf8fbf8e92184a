/** Runs the command in a pod of its own image, as an operator runs it in a cluster: its service account may read what `--from cluster` reads. */
import type { KubeObject } from '../../../helpers/kube-objects.js';
import { until } from '../../../helpers/until.js';
import type { Node } from '../node.js';
import { shellPod } from '../pods.js';
import { mcpgwImage } from '../workbench.js';

/** The label of the pods, for policies that let them in. */
export const proberLabels = { role: 'prober' };

const rules = [
  { apiGroups: [''], resources: ['configmaps', 'services', 'pods'], verbs: ['get', 'list'] },
  { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['list'] },
  { apiGroups: ['agentgateway.dev'], resources: ['agentgatewaybackends'], verbs: ['list'] },
];

/** The service account of the pods of a namespace, with its rights. */
export function proberAccount(namespace: string): KubeObject[] {
  const named = { name: 'prober', namespace };
  const group = 'rbac.authorization.k8s.io';
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: named },
    { apiVersion: `${group}/v1`, kind: 'Role', metadata: named, rules },
    {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata: named,
      roleRef: { apiGroup: group, kind: 'Role', name: 'prober' },
      subjects: [{ kind: 'ServiceAccount', ...named }],
    },
  ];
}

/** What mcpgw prints in a pod `name` of the namespace. */
export async function inPod(
  node: Node,
  namespace: string,
  name: string,
  args: readonly string[],
  env: readonly object[] = [],
): Promise<string> {
  const pod = shellPod(mcpgwImage, name, { namespace, labels: proberLabels });
  const [{ command: _, ...container }] = pod.spec.containers;
  const containers = [{ ...container, args, env }];
  await node.create({ ...pod, spec: { ...pod.spec, containers, serviceAccountName: 'prober', restartPolicy: 'Never' } }, namespace);
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  // The command takes a while for all that it tries, and longer on a busy machine.
  await until(async () => /Succeeded|Failed/.test((await node.ask(path)).status.phase), `${name} ends`, 200_000);
  return node.ask(`${path}/log`);
}

/** A server in the output of `probe -o json`. */
export interface Row {
  readonly id: string;
  readonly layer: string | null;
  readonly status: string;
  readonly code?: string | null;
  readonly advice: string | null;
}

/** The servers of what `probe -o json` printed. */
export function rowsOf(output: string): readonly Row[] {
  return (JSON.parse(output.slice(output.indexOf('{'))) as { servers: readonly Row[] }).servers;
}
