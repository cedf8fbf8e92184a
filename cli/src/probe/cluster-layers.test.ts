import type { JsonData } from '../json.js';
import { serviceFault, serviceOf } from './cluster-layers.js';

test.each([
  ['http://tools:8000/mcp', { name: 'tools', namespace: 'mcp', port: 8000 }],
  ['http://tools.other/mcp', { name: 'tools', namespace: 'other', port: 80 }],
  ['https://tools.other.svc/mcp', { name: 'tools', namespace: 'other', port: 443 }],
  ['http://tools.other.svc.cluster.local:1/mcp', { name: 'tools', namespace: 'other', port: 1 }],
])('%s is a Service', (url, expected) => expect(serviceOf(url, 'mcp')).toEqual(expected));

test.each(['https://mcp.vendor.example/mcp', 'http://10.0.0.1:8000/mcp', 'http://[::1]/mcp', 'http://a.b.c.svc/mcp', 'no URL'])(
  '%s is none',
  url => expect(serviceOf(url, 'mcp')).toBeUndefined(),
);

const service = { spec: { selector: { app: 'tools' }, ports: [{ port: 8000 }, { port: 9000 }] } };
const pod = (status: JsonData) => ({ metadata: { name: 'tools-1', labels: { app: 'tools' } }, status });
const readyPod = pod({ phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });
const wall = { metadata: { name: 'wall' }, spec: { policyTypes: ['Ingress'], podSelector: { matchLabels: { app: 'tools' } } } };

const fault = (objects: Readonly<Record<string, JsonData>>, port = 8000, isUnresolved = false) => {
  const get = async (path: string) => objects[path.split('/').at(-1)!.split('?')[0]!];
  return serviceFault({ get } as unknown as Parameters<typeof serviceFault>[0], { name: 'tools', namespace: 'mcp', port }, isUnresolved);
};

test.each<[string, Parameters<typeof fault>, string | undefined]>([
  ['no Service', [{}], 'there is no Service tools in namespace mcp'],
  ['another port', [{ tools: service }, 80], 'Service mcp/tools has no port 80; it has 8000, 9000'],
  [
    'no pod',
    [{ tools: service, pods: { items: [] } }],
    'Service mcp/tools selects no pod: compare its selector with the labels of the pods',
  ],
  [
    'no image',
    [{ tools: service, pods: { items: [pod({ containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] })] } }],
    'Service mcp/tools has no ready endpoint: pod tools-1 is ImagePullBackOff',
  ],
  [
    'not ready',
    [{ tools: service, pods: { items: [pod({ phase: 'Running' })] } }],
    'Service mcp/tools has no ready endpoint: pod tools-1 is Running, not ready',
  ],
  [
    'a policy',
    [{ tools: service, pods: { items: [readyPod] }, networkpolicies: { items: [wall] } }],
    'the pods of Service mcp/tools are ready: NetworkPolicy wall of mcp, or one that restricts egress here, may drop the connection',
  ],
  [
    'a policy of other pods',
    [
      {
        tools: service,
        pods: { items: [readyPod] },
        networkpolicies: { items: [{ ...wall, spec: { ...wall.spec, podSelector: { matchLabels: { app: 'x' } } } }] },
      },
    ],
    'the pods of Service mcp/tools are ready: check that its targetPort is one that they listen on',
  ],
  [
    'outside of the cluster',
    [{ tools: service, pods: { items: [readyPod] } }, 8000, true],
    'names of Services resolve only inside the cluster: run the probe in a pod, or reach the servers through --via',
  ],
  ['another name', [{ tools: { spec: { type: 'ExternalName' } } }], undefined],
  ['endpoints by hand', [{ tools: { spec: { ports: [{ port: 8000 }] } } }], undefined],
])('%s', async (_, args, expected) => expect(await fault(...args)).toBe(expected));
