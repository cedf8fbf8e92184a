/** The NetworkPolicies that the API server stores, read as a network plugin reads them: who may reach whom. */
import { join } from 'node:path';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { type KubeObject, objectsIn } from '../../helpers/kube-objects.js';
import { root } from '../../helpers/mcpgw.js';
import { skipTests } from '../../helpers/needs.js';
import { type End, mayConnect } from '../../helpers/network-policies.js';
import { copyOfChart, helm, helms, helmsMissing } from '../../helpers/real-helm.js';

const missing = kubeMissing ?? helmsMissing;
const values = (name: string): string[] => ['-f', join(root, 'test/golden/values', name)];

const inNamespace = (namespace: string, labels: Record<string, string> = { app: 'x' }, ip = '10.9.9.9'): End => ({
  namespace,
  labels,
  ip,
  namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
});
const outside = (ip: string): End => ({ ip });

/** A pod as a Deployment makes it. */
function podOf(objects: readonly KubeObject[], name: string): End {
  const found = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (found === undefined) throw new Error(`no Deployment ${name}`);
  const { metadata, spec } = found.spec.template;
  const ports = spec.containers.flatMap((container: KubeObject) => container.ports ?? []);
  return {
    ...inNamespace(found.metadata.namespace!, metadata.labels),
    ports: Object.fromEntries(ports.map((port: KubeObject) => [port.name, port.containerPort])),
  };
}

if (missing !== undefined) {
  skipTests(missing);
} else {
  let kube: Kube;
  let chart: string;

  beforeAll(async () => {
    kube = await startKube();
    chart = copyOfChart(kube);
  });
  afterAll(() => kube?.stop());

  /** Installs the chart in a namespace of its own. */
  async function install(namespace: string, flags: readonly string[]): Promise<{ objects: KubeObject[]; policies: KubeObject[] }> {
    await kube.createNamespace(namespace);
    helm(helms[1]!, kube, ['install', 'demo', chart, '-n', namespace, ...flags]);
    const objects = await objectsIn(kube, namespace);
    return { objects, policies: objects.filter(({ kind }) => kind === 'NetworkPolicy') };
  }

  test('by default: the listener and readiness for all; out to DNS and to what the configuration names', async () => {
    const { objects, policies } = await install('plain', values('jwt.yaml'));
    const proxy = podOf(objects, 'demo-mcp-gateway');
    const [neighbour, stranger] = [inNamespace('plain'), inNamespace('elsewhere')];
    const into = (from: End, port: number) => mayConnect(policies, from, proxy, port);
    const out = (port: number, protocol = 'TCP') => mayConnect(policies, proxy, stranger, port, protocol);
    expect({ listener: into(neighbour, 4000), stranger: into(stranger, 4000), readiness: into(stranger, 15021) }).toEqual({
      listener: true,
      stranger: true,
      readiness: true,
    });
    expect({ admin: into(neighbour, 15000), stats: into(neighbour, 15020), other: into(neighbour, 22) }).toEqual({
      admin: false,
      stats: false,
      other: false,
    });
    expect({ dns: out(53, 'UDP'), dnsTcp: out(53), target: out(8000), jwks: out(8443) }).toEqual({
      dns: true,
      dnsTcp: true,
      target: true,
      jwks: true,
    });
    expect({ redis: out(6379), metadata: mayConnect(policies, proxy, outside('169.254.169.254'), 80), dnsOverTls: out(853) }).toEqual({
      redis: false,
      metadata: false,
      dnsOverTls: false,
    });
  });

  test('with peers: only those, the test pod, and those who scrape', async () => {
    await kube.createNamespace('gateways');
    const { objects } = await install('peers', [...values('workload.yaml'), '--set', 'namespaceOverride=']);
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    const proxy = podOf(objects, 'demo-mcp');
    const selector = objects.find(({ kind }) => kind === 'Deployment')!.spec.selector.matchLabels;
    const tester = inNamespace('peers', { ...selector, 'app.kubernetes.io/component': 'test' });
    const into = (from: End, port: string) => mayConnect(policies, from, proxy, proxy.ports![port]!);
    expect(Object.fromEntries(['agents', 'monitoring', 'elsewhere'].map(name => [name, into(inNamespace(name), 'http')]))).toEqual({
      agents: true,
      monitoring: false,
      elsewhere: false,
    });
    expect({ tester: into(tester, 'http'), testerElsewhere: into({ ...tester, namespace: 'elsewhere' }, 'http') }).toEqual({
      tester: true,
      testerElsewhere: false,
    });
    expect({ scrape: into(inNamespace('monitoring'), 'stats'), agents: into(inNamespace('agents'), 'stats') }).toEqual({
      scrape: true,
      agents: false,
    });
    const out = (to: End, port: number) => mayConnect(policies, proxy, to, port);
    expect({ dns: out(inNamespace('kube-system'), 53), otherDns: out(inNamespace('agents'), 53) }).toEqual({ dns: true, otherDns: false });
    expect({ net: out(outside('10.2.3.4'), 9999), beside: out(outside('10.3.3.4'), 9999) }).toEqual({ net: true, beside: false });
  });

  test('without policies, everything', async () => {
    const { policies } = await install('open', [...values('jwt.yaml'), '--set', 'networkPolicy.enabled=false']);
    expect(policies).toEqual([]);
  });

  test('isolated instances of MCP servers reach the forward proxy and nothing else', async () => {
    const { objects, policies } = await install('servers', values('mcp-servers.yaml'));
    const pod = (name: string) => podOf(objects, `demo-mcp-gateway${name}`);
    const [gateway, forward, isolated, secret] = [pod(''), pod('-forward-proxy'), pod('-mcp-sql-isolated'), pod('-mcp-vault')];
    const reach = (from: End, to: End, port: number) => mayConnect(policies, from, to, port);
    expect({
      gateway: reach(gateway, isolated, isolated.ports!.mcp!),
      neighbour: reach(inNamespace('servers'), isolated, isolated.ports!.mcp!),
    }).toEqual({
      gateway: true,
      neighbour: false,
    });
    expect({
      forward: reach(isolated, forward, 3200),
      internet: reach(isolated, outside('93.184.216.34'), 443),
      secret: reach(secret, forward, 3200),
    }).toEqual({
      forward: true,
      internet: false,
      secret: false,
    });
    expect({ internet: reach(forward, outside('93.184.216.34'), 443), inside: reach(forward, outside('10.1.2.3'), 443) }).toEqual({
      internet: true,
      inside: false,
    });
    expect({ normal: reach(pod('-mcp-sql'), outside('93.184.216.34'), 443), others: reach(pod('-mcp-time'), forward, 3200) }).toEqual({
      normal: true,
      others: false,
    });
  });
}
