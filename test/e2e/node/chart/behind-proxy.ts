/**
 * A real agentgateway as the chart's proxy: agent, proxy, authorization, gateway, a server of the kit, and back; the timeout of
 * authorization; and what `mcpgw probe` says in the cluster while one part after the other is broken.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionToken } from '@mcpgw/kit';
import { describeUnless } from '../../../helpers/needs.js';
import { helm, helms, runHelm } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import {
  agentgatewayMissing,
  type Called,
  call,
  proxyRepository,
  proxyVersion,
  runProgram,
  runTools,
  serviceOf,
  templateImage,
} from '../workbench.js';
import { type Ground, ready } from './ground.js';
import { inPod, proberAccount, proberLabels, type Row, rowsOf } from './prober.js';

interface Protocol {
  readonly protocol: string;
  /** Port of programs/authorizer.ts. */
  readonly port: number;
  /** What a client is told when authorization refuses, and when it gives no answer in time. */
  readonly refused: string;
  readonly late: string;
  /** What the probe says then, and when nobody listens. */
  readonly refusedRow: Partial<Row>;
  readonly lateRow: Partial<Row>;
}

const noDecision: Partial<Row> = { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable' };

const protocols: readonly Protocol[] = [
  {
    protocol: 'http',
    port: 9100,
    refused: '',
    late: 'upstream call timeout',
    refusedRow: { status: 'denied', layer: 'http', code: null },
    lateRow: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-timeout' },
  },
  {
    protocol: 'grpc',
    port: 9101,
    refused: 'external authorization failed',
    late: 'Authorization service unavailable',
    refusedRow: { status: 'denied', layer: 'ext-authz', code: 'ext-authz-denied' },
    lateRow: noDecision,
  },
];

const secret = 'a-secret-of-thirty-two-characters';
const kitToken = { name: 'KIT_TOKEN', valueFrom: { secretKeyRef: { name: 'kit', key: 'token' } } };
const ofComponent = (component: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/component': component } } });
const ofProber = { podSelector: { matchLabels: proberLabels } };

const valuesOf = ({ protocol, port }: Protocol, timeout: string): object => ({
  image: { repository: proxyRepository, tag: proxyVersion },
  gateway: {
    enabled: true,
    config: {
      servers: {
        kit: {
          url: 'http://demo-mcp-gateway-mcp-kit:8000/mcp',
          headers: { Authorization: `Bearer \${env:KIT_TOKEN}` },
          trust_mode: 'auto',
        },
      },
    },
    extraEnv: [kitToken],
    networkPolicy: { ingressFrom: [ofComponent('proxy'), ofProber] },
  },
  mcpServers: [
    {
      id: 'kit',
      image: { repository: templateImage.split(':')[0], tag: templateImage.split(':')[1] },
      env: [{ name: 'JWT_SECRET', valueFrom: { secretKeyRef: { name: 'kit', key: 'secret' } } }],
      ingressFrom: [ofComponent('mcpgw'), ofComponent('proxy'), ofProber],
    },
  ],
  probe: { failOn: ['denied'] },
  global: {
    agentgateway: {
      extAuth: { enabled: true, serviceName: 'authz', port, protocol, timeout },
      extraMcpTargets: [{ id: 'login', host: 'login', port: 8000 }],
    },
  },
});

const proxy = 'http://demo-mcp-gateway:4000';
/** The proxy sends the name of a server without its port, so the server cannot tell its own address from the request. */
const loginEnv = { LOGIN: 'http://issuer.example', METADATA: 'http://login:8000', RESOURCE: `${proxy}/mcp/login` };

function suite(ground: Ground, each: Protocol): void {
  const { protocol } = each;
  const namespace = `proxied-${protocol}`;
  const valuesFile = (timeout: string): string[] => {
    const file = join(ground.node.folder, `${namespace}.json`);
    writeFileSync(file, JSON.stringify(valuesOf(each, timeout)));
    return ['-f', file];
  };
  const release = (action: string, timeout: string) =>
    helm(helms.at(-1)!, ground.node, [action, 'demo', ground.chart, '-n', namespace, ...valuesFile(timeout)]);
  const ask = (tool: string, args: object = {}): Promise<Called> =>
    call(ground.node, 'agent', namespace, `${proxy}/mcp/gateway`, tool, { args });
  const authorize = (answer: string) => ground.node.exec('authz', ['sh', '-c', `echo ${answer} >/tmp/answer`], { namespace });
  const scale = (name: string, replicas: number) =>
    ground.node.ask(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`, {
      method: 'PATCH',
      body: { spec: { replicas } },
      contentType: 'application/merge-patch+json',
    });

  beforeAll(async () => {
    const { node } = ground;
    await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
    const token = await createSessionToken({ secret, issuer: 'template', audience: 'template' }, { userId: 'alice', sessionId: 'node' });
    await node.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kit', namespace }, stringData: { secret, token } });
    for (const object of [...proberAccount(namespace), serviceOf('authz', namespace, [each.port])]) await node.create(object, namespace);
    await Promise.all([
      runProgram(node, 'authz', { namespace, script: 'exec node /programs/authorizer.mjs' }),
      runProgram(node, 'agent', { namespace }),
      runTools(node, 'login', namespace, { env: loginEnv }),
    ]);
    release('install', '2s');
    await ready(node, namespace);
  });
  afterAll(() => void helm(helms.at(-1)!, ground.node, ['uninstall', 'demo', '-n', namespace]));

  test('a call goes through to the server of the kit, and back', async () => {
    const file = { path: '/workspace/a.txt', content: 'remember' };
    await untilPasses(async () =>
      expect(await ask('write_file', file)).toMatchObject({ isError: false, text: 'Written 8 bytes to /workspace/a.txt' }),
    );
    expect((await ask('read_file', { path: file.path })).text).toContain('remember');
  });

  test('a refusal is one', async () => {
    await authorize('deny 0');
    expect((await ask('read_file')).error).toBe(`Error POSTing to endpoint: ${each.refused}`);
  });

  // The times are apart, so that each shows that it is the one that acts, on a busy machine too. The service takes 25 seconds.
  test.each([
    ['2s', 2000, 6000],
    ['7s', 7000, 20_000],
  ])('an authorization that takes long ends at the timeout of %s', async (timeout, atLeast, below) => {
    release('upgrade', timeout);
    await ready(ground.node, namespace);
    await authorize('allow 0');
    // Connections may reach the pod before the upgrade for a moment.
    await untilPasses(async () => expect(await ask('check_status')).toMatchObject({ isError: false }));
    await authorize('allow 25000');
    const { error, ms } = await ask('read_file');
    expect(error).toBe(`Error POSTing to endpoint: ${each.late}`);
    expect(ms).toBeGreaterThanOrEqual(atLeast);
    expect(ms).toBeLessThan(below);
  });

  test('it works again when the authorization does', async () => {
    await authorize('allow 0');
    await untilPasses(async () => expect(await ask('read_file', { path: '/workspace/a.txt' })).toMatchObject({ isError: false }));
  });

  describe('the probe in the cluster', () => {
    let attempts = 0;
    const probed = async (...args: string[]): Promise<Record<string, unknown>> => {
      const flags = ['-o', 'json', '--max-attempts', '1', '--timeout', '12s', '-q'];
      const output = await inPod(ground.node, namespace, `probe-${++attempts}`, ['probe', ...args, ...flags], [kitToken]);
      return Object.fromEntries(rowsOf(output).map(({ id, ...row }) => [id.split('/').at(-1), row]));
    };
    /** Repeats, as policies and the state of a Service come into force a moment after pods start or end. */
    const says = (expected: object, ...args: string[]) => untilPasses(async () => expect(await probed(...args)).toEqual(expected));
    const row = (expected: Partial<Row>) => expect.objectContaining(expected);
    const works = row({ status: 'available' });
    const through = `${proxy}/mcp/gateway`;

    test('nothing is broken, and one server wants a login whose authorization server does not answer', async () => {
      const login = row({
        status: 'denied',
        layer: 'auth-server',
        advice: expect.stringContaining('the authorization server does not answer'),
      });
      await says({ gateway: works, login }, through, `${proxy}/mcp/login`);
    });

    test('helm test names the authorization server', () => {
      const { status, stdout, stderr } = runHelm(helms.at(-1)!, ground.node, ['test', 'demo', '-n', namespace, '--timeout', '220s']);
      expect({ status, text: stdout + stderr }).toEqual({ status: 1, text: expect.stringMatching(/denied[\s\S]*auth-server/) });
    });

    test('authorization refuses', async () => {
      await authorize('deny 0');
      await says({ gateway: row(each.refusedRow) }, through);
    });

    test('authorization takes longer than its timeout', async () => {
      await authorize('allow 25000');
      await says({ gateway: row(each.lateRow) }, through);
      await authorize('allow 0');
    });

    test('the server of the kit is down', async () => {
      await scale('demo-mcp-gateway-mcp-kit', 0);
      const advice = `Service ${namespace}/demo-mcp-gateway-mcp-kit selects no pod: compare its selector with the labels of the pods`;
      await says(expect.objectContaining({ kit: row({ layer: 'tcp', advice }) }), '--from', 'cluster');
    });

    test('the gateway is down', async () => {
      await scale('demo-mcp-gateway-gateway', 0);
      // kube-proxy refuses what has no ready pod, unless kube-router has let the packet pass before: then it is lost.
      const code = expect.stringMatching(/^upstream-(?:refused|unanswered)$/);
      await says({ gateway: row({ layer: 'tcp', code }) }, through);
    });

    test('authorization is down', async () => {
      await ground.node.ask(`/api/v1/namespaces/${namespace}/pods/authz`, { method: 'DELETE' });
      await says({ gateway: row(noDecision) }, through);
    });

    test('the proxy is down', async () => {
      await scale('demo-mcp-gateway', 0);
      // Lost packets end with a timeout at the same layer.
      await says({ gateway: row({ layer: 'tcp', code: expect.stringMatching(/^(?:ECONNREFUSED|timeout)$/) }) }, through);
    });
  });
}

export function behindProxy(ground: Ground): void {
  describeUnless(agentgatewayMissing, 'behind a real agentgateway', () => {
    describe.each(protocols)('with authorization over $protocol', each => suite(ground, each));
  });
}
