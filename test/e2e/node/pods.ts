/** Pods of tests on a real node, and what they can reach. */

import type { KubeObject } from '../../helpers/kube-objects.js';
import { until } from '../../helpers/until.js';
import type { Node } from './node.js';

export interface PodOptions {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** What the shell runs; it sleeps unless given. */
  readonly script?: string;
  readonly ports?: readonly object[];
}

/** What Pod Security asks for at the level `restricted`. */
export const restricted = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** A pod with a shell. A server answers connections to a port with a text: `serve(8080, 'hello')` as its script. */
export function shellPod(image: string, name: string, { namespace = 'default', labels, script, ports = [] }: PodOptions = {}): KubeObject {
  const command = ['/bin/sh', '-c', script ?? 'trap "exit 0" TERM; while :; do sleep 3600 & wait $!; done'];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app: name, ...labels } },
    spec: {
      terminationGracePeriodSeconds: 1,
      containers: [
        {
          name: 'shell',
          image,
          imagePullPolicy: 'Never',
          command,
          ports,
          securityContext: restricted,
          volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
        },
      ],
      volumes: [{ name: 'tmp', emptyDir: {} }],
    },
  };
}

/** A script that answers HTTP requests to a port with a text. */
export const serve = (port: number, text: string): string => `echo -n '${text}' >/tmp/index.html; exec httpd -f -p ${port} -h /tmp`;

const pathOf = (namespace: string, name: string): string => `/api/v1/namespaces/${namespace}/pods/${name}`;

/** What the kubelet and others wrote about a pod, one event a line. */
async function eventsOf(node: Node, name: string, namespace: string): Promise<string> {
  const events = (await node.ask(`/api/v1/namespaces/${namespace}/events?fieldSelector=involvedObject.name%3D${name}`)) as KubeObject;
  return (events.items ?? []).map((event: KubeObject) => `${event.lastTimestamp} ${event.reason}: ${event.message}`).join('\n');
}

/** Waits until a pod is ready, and returns it. @throws an Error with its status and events if it is not in time */
export async function readyPod(node: Node, name: string, namespace = 'default'): Promise<KubeObject> {
  let last: KubeObject | undefined;
  try {
    return await until(async () => {
      last = (await node.ask(pathOf(namespace, name))) as KubeObject;
      return last.status.conditions?.some((entry: KubeObject) => entry.type === 'Ready' && entry.status === 'True') && last;
    }, `pod ${name} is ready`);
  } catch (error) {
    throw new Error(`${error}: ${JSON.stringify(last?.status)}\n${await eventsOf(node, name, namespace)}`);
  }
}

/** Makes a pod and waits until it is ready. */
export async function runPod(node: Node, name: string, options: PodOptions = {}): Promise<KubeObject> {
  const { namespace = 'default' } = options;
  await node.create(shellPod(node.shell, name, options), namespace);
  return readyPod(node, name, namespace);
}

const fetching = `
const [url, timeout] = process.argv.slice(1);
fetch(url, { signal: AbortSignal.timeout(Number(timeout)) })
  .then(answer => answer.text())
  .then(text => console.log(text), error => console.log(error.cause?.code ?? error.name));`;

/** What a pod gets from a URL, or the code of its failure: `TimeoutError`, `ENOTFOUND`; `timeout` in milliseconds. */
export async function get(node: Node, from: string, url: string, { namespace = 'default', timeout = 5000 } = {}): Promise<string> {
  const { status, stdout, stderr } = await node.exec(from, ['node', '-e', fetching, url, String(timeout)], { namespace });
  if (status !== 0) throw new Error(`get ${url} in ${from}: ${stderr}`);
  return stdout.trimEnd();
}
