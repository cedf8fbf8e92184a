/** What the chart writes for the gateway is what `mcpgw serve` reads, and the manifests around it are in order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServeConfig } from '@mcpgw/mcp-config';
import { validateText } from '@mcpgw/validate';
import { parseAllDocuments } from 'yaml';

const goldens = join(__dirname, '..', 'golden');
const names = readdirSync(goldens).filter(
  name => /-gateway-(files|redis|default|existing-gateway)$/.test(name) && !/^gateway-api-v[^-]+-existing/.test(name),
);

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: never;
}

const manifest = (name: string) => readFileSync(join(goldens, name, 'expected.yaml'), 'utf8');
const objects = (name: string) =>
  parseAllDocuments(manifest(name))
    .map(document => document.toJS() as KubernetesObject | null)
    .filter(object => object !== null);
const own = (name: string, kind: string) =>
  objects(name).find(object => object.kind === kind && object.metadata.labels['app.kubernetes.io/component'] === 'mcpgw');

interface Container {
  readonly env?: readonly { readonly name: string }[];
  readonly args: readonly string[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

function container(name: string): Container {
  const deployment = own(name, 'Deployment') as unknown as { spec: { template: { spec: { containers: Container[] } } } };
  return deployment.spec.template.spec.containers[0]!;
}

function configuration(name: string) {
  const text = own(name, 'ConfigMap')!.data!['gateway.yaml']!;
  const variables = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, variable]) => variable!);
  const env = Object.fromEntries(
    variables.map(variable => [variable, variable === 'MCPGW_REDIS_URL' ? 'redis://redis:6379' : 'http://x.example']),
  );
  return { variables, ...readServeConfig(text, { file: 'gateway.yaml', env, readFile: () => undefined }) };
}

test('the cases are found', () => expect(names).toHaveLength(13));

describe.each(names)('%s', name => {
  it('is a configuration that mcpgw serve takes, with every variable from the pod', () => {
    const { findings, config, variables } = configuration(name);
    // Who reaches the port is the NetworkPolicy's matter.
    expect(findings.filter(({ rule }) => rule !== 'serve-open-without-key')).toEqual([]);
    expect(config).toMatchObject({ listen: { host: '0.0.0.0' }, page: { enabled: name.endsWith('redis') } });
    const { env = [], args, volumeMounts } = container(name);
    const given = env.map(({ name }) => name);
    expect(variables.filter(variable => !given.includes(variable) && variable !== 'CHOSEN_URL')).toEqual([]);
    // A pod that is replaced serves until its Service leads to others; one with a volume is replaced by none.
    expect(config!.timeouts.handover).toBe(name.endsWith('files') ? 0 : 5000);
    expect(args).toEqual(['/etc/mcpgw/gateway.yaml']);
    const folder = config!.store.type === 'file' ? config!.store.folder : undefined;
    expect(volumeMounts.some(({ mountPath }) => mountPath === folder)).toBe(folder !== undefined);
  });

  it('is reached by the names that it trusts, on the port that it listens on', () => {
    const { config } = configuration(name);
    const service = own(name, 'Service') as unknown as {
      metadata: { name: string; namespace: string };
      spec: { ports: { port: number }[] };
    };
    const { name: host, namespace } = service.metadata;
    const names = [host, `${host}.${namespace}`, `${host}.${namespace}.svc`, `${host}.${namespace}.svc.cluster.local`];
    expect(config!.trustedHosts).toEqual(expect.arrayContaining(names));
    expect(service.spec.ports[0]!.port).toBe(config!.listen.port);
    expect(manifest(name)).toContain(`${host}.${namespace}.svc.cluster.local`);
  });

  it('passes mcpgw validate', () => {
    const { findings } = validateText(manifest(name), { file: 'out.yaml', env: {} });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
