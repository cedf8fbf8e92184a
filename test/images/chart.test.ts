/** The pods of the chart fit the images: the program exists there, and the user, the ports and the folders agree. */
import { parse } from 'yaml';
import { mcpgwRuns, templateRuns } from '../../tools/image/apps.js';
import { nodePath } from '../../tools/image/base.js';
import { type Manifest, renderChart } from '../chart/render.js';

const target = { id: 'a', host: 'a.example', port: 80 };
const template = { id: 'tools', image: { repository: 'localhost/mcp-server-template', tag: '0.1.0' }, isolation: {} };
const values = {
  global: { agentgateway: { extraMcpTargets: [target] } },
  gateway: { enabled: true },
  probe: { cronJob: { enabled: true } },
  mcpServers: [template],
};

const podOf = ({ kind, spec }: Manifest) => {
  if (kind === 'Pod') return spec;
  return (kind === 'CronJob' ? spec.jobTemplate.spec : spec)?.template?.spec;
};

/** The pods with an image of the given repository, by the name of the object; their containers are one each. */
async function podsWith(repository: string) {
  const pods = (await renderChart({ values })).map(manifest => ({ manifest, pod: podOf(manifest) }));
  return pods.flatMap(({ manifest, pod }) =>
    pod?.containers?.[0].image.startsWith(`${repository}:`) ? [{ manifest, pod, container: pod.containers[0] }] : [],
  );
}

const mcpgwPods = () => podsWith('localhost/mcpgw');
const templatePods = () => podsWith('localhost/mcp-server-template');

/** Where a container mounts what it may write to. */
const writable = ({ pod, container }: Awaited<ReturnType<typeof podsWith>>[number]): string[] => {
  const volumes: Record<string, unknown>[] = pod.volumes ?? [];
  const ofPod = new Set(volumes.filter(volume => 'emptyDir' in volume || 'persistentVolumeClaim' in volume).map(({ name }) => name));
  const mounts: { name: string; mountPath: string; readOnly?: boolean }[] = container.volumeMounts ?? [];
  return mounts.filter(mount => ofPod.has(mount.name) && !mount.readOnly).map(({ mountPath }) => mountPath);
};

test('the default image is the one that is built, with the version of the chart', async () => {
  const images = (await mcpgwPods()).map(({ manifest, container }) => `${manifest.kind} ${container.image}`);
  expect(images.sort()).toEqual(['CronJob localhost/mcpgw:0.1.0', 'Deployment localhost/mcpgw:0.1.0', 'Pod localhost/mcpgw:0.1.0']);
});

test('every pod is of the user of the image, who owns nothing on a root file system that is read only', async () => {
  const [uid, gid] = mcpgwRuns.user.split(':').map(Number);
  expect(templateRuns.user).toBe(mcpgwRuns.user);
  const pods = [...(await mcpgwPods()), ...(await templatePods())];
  expect(pods).toHaveLength(5);
  for (const { pod, container } of pods) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: uid, runAsGroup: gid, fsGroup: gid });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('commands are the program of the image, found by its PATH and without a shell', async () => {
  const [entrypoint] = mcpgwRuns.entrypoint;
  const commands = (await mcpgwPods()).map(({ container }) => container.command);
  expect(commands.sort()).toEqual([
    ['mcpgw', 'probe'],
    ['mcpgw', 'probe'],
    ['mcpgw', 'serve'],
  ]);
  for (const [program] of commands) expect(mcpgwRuns.env.PATH.split(':').map(folder => `${folder}/${program}`)).toContain(entrypoint);
  for (const { container } of await templatePods()) expect(container).not.toHaveProperty('command');
  expect(templateRuns.entrypoint[0]).toBe(nodePath);
});

test('probes are HTTP or TCP on a port that the container opens, which is the port of the image', async () => {
  const gateway = (await mcpgwPods()).find(({ manifest }) => manifest.kind === 'Deployment')!;
  for (const [{ container }, runs] of [[gateway, mcpgwRuns] as const, ...(await templatePods()).map(pod => [pod, templateRuns] as const)]) {
    const [port] = container.ports;
    expect(container.ports).toHaveLength(1);
    expect(runs.ports).toEqual([port.containerPort]);
    for (const kind of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { httpGet, tcpSocket, exec } = container[kind];
      expect(exec).toBe(undefined);
      expect((httpGet ?? tcpSocket).port).toBe(port.name);
    }
  }
});

test('what is written goes to volumes', async () => {
  const gateway = (await mcpgwPods()).find(({ manifest }) => manifest.kind === 'Deployment')!;
  const config = (await renderChart({ values })).find(({ kind, data }) => kind === 'ConfigMap' && data?.['gateway.yaml'])!;
  expect(writable(gateway)).toEqual([parse(config.data['gateway.yaml']).store.folder]);
  for (const pod of await templatePods()) {
    expect(writable(pod)).toEqual(['/tmp']);
    expect(templateRuns.env.DATA_DIR).toMatch(/^\/tmp\//);
  }
});
