/** The two-instances example as pods: what each may reach, and what a caller is told of what it may not. */
import { join } from 'node:path';
import { createSessionToken } from '@mcpgw/kit';
import { objectsIn } from '../../../helpers/kube-objects.js';
import { root } from '../../../helpers/mcpgw.js';
import { helm, helms } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { get } from '../pods.js';
import { call, runProgram, runRedis } from '../workbench.js';
import { type Ground, prepare, ready } from './ground.js';
import { pathsOf } from './paths.js';

const namespace = 'isolation';
const secret = 'a-secret-of-thirty-two-characters';
const outsideUrl = 'http://outside.example:8080/';

const variables = (server: number, first: number): string[] =>
  Object.entries({ JWT_SECRET: secret, STATUS_URL: outsideUrl }).flatMap(([name, value], index) => {
    const at = `mcpServers[${server}].env[${first + index}]`;
    return ['--set', `${at}.name=${name},${at}.value=${value}`];
  });

const values = [
  ...['-f', join(root, 'examples/two-instances/values.yaml'), '--set', 'mcpServers[0].allowedHosts[0]=outside.example:8080'],
  // The network plugin of the node is kube-router 1, which has no IPv6.
  ...['--set', 'forwardProxy.ipv6=false', ...variables(0, 0), ...variables(1, 1)],
];

/** Asks the proxy of HTTPS_PROXY for a tunnel, and prints the status of the answer. */
const tunneling = `
const { hostname: host, port } = new URL(process.env.HTTPS_PROXY);
const path = process.argv[1];
require('http').request({ host, port, method: 'CONNECT', path, timeout: 9000 })
  .on('connect', ({ statusCode }) => { console.log(statusCode); process.exit(); })
  .on('error', error => console.log(error.code)).end();`;

export function isolation(ground: Ground): void {
  describe('two instances', () => {
    const pods = new Map<string, string>();

    const ask = async (route: string, tool: string, args = {}) => {
      const token = await createSessionToken({ secret, issuer: 'template', audience: 'template' }, { userId: 'alice', sessionId: route });
      return call(ground.node, 'agent', namespace, `http://demo-mcp-gateway:4000/mcp/${route}`, tool, { token, args });
    };

    beforeAll(async () => {
      const { node } = ground;
      await prepare(ground, namespace, values);
      await runRedis(node, 'state-redis', namespace, 6379);
      await Promise.all(['agent', 'stranger'].map(name => runProgram(node, name, { namespace })));
      helm(helms.at(-1)!, node, ['install', 'demo', ground.chart, '-n', namespace, ...values]);
      await ready(node, namespace);
      for (const { kind, metadata } of await objectsIn(node, namespace)) {
        if (kind !== 'Pod') continue;
        const name = /^demo-mcp-gateway-?(.*?)-?[a-z0-9]+-[a-z0-9]{5}$/.exec(metadata.name)?.[1] ?? metadata.name;
        pods.set(name === '' ? 'proxy' : name, metadata.name);
      }
    });
    afterAll(() => void helm(helms.at(-1)!, ground.node, ['uninstall', 'demo', '-n', namespace]));

    test('the pods are those of the example', () => {
      expect([...pods.keys()].sort()).toEqual([
        'agent',
        'forward-proxy',
        'mcp-records',
        'mcp-records-isolated',
        'mcp-sql',
        'mcp-sql-isolated',
        'proxy',
        'state-redis',
        'stranger',
      ]);
    });

    test('of all paths, those connect that the policies allow', async () => {
      let connected: readonly string[] = [];
      await untilPasses(async () => {
        const paths = await pathsOf(ground.node, namespace);
        expect(paths.connected).toEqual(paths.allowed);
        ({ connected } = paths);
      });
      const short = connected.map(path => path.replaceAll(/isolation\/(?:demo-mcp-gateway-)?/g, ''));
      expect(short.filter(path => /isolated|forward-proxy/.test(path))).toEqual([
        'demo-mcp-gateway -> Service mcp-records-isolated:8000',
        'demo-mcp-gateway -> Service mcp-sql-isolated:8000',
        'demo-mcp-gateway -> mcp-records-isolated:8000',
        'demo-mcp-gateway -> mcp-sql-isolated:8000',
        'forward-proxy -> kube-system/coredns:53',
        'forward-proxy -> kube-system/coredns:53/udp',
        'forward-proxy -> outside:443',
        'forward-proxy -> outside:53',
        'forward-proxy -> outside:80',
        'forward-proxy -> outside:8080',
        'mcp-records-isolated -> Service state-redis:6379',
        'mcp-records-isolated -> state-redis:6379',
        'mcp-sql-isolated -> Service forward-proxy:3128',
        'mcp-sql-isolated -> forward-proxy:3128',
      ]);
    });

    test('the isolated instance resolves no name', async () => {
      const asked = await get(ground.node, pods.get('mcp-records-isolated')!, outsideUrl, { namespace, timeout: 10_000 });
      expect(asked).toMatch(/^(EAI_AGAIN|ENOTFOUND)$/);
    });

    test.each([
      ['outside.example:8080', '200'],
      ['outside.example:8081', '403'],
      ['203.0.113.10:8080', '403'],
    ])('through the forward proxy, a tunnel to %s is answered %s', async (authority, status) => {
      const from = pods.get('mcp-sql-isolated')!;
      const ask = () => ground.node.exec(from, ['node', '-e', tunneling, authority], { namespace });
      await untilPasses(async () => expect((await ask()).stdout.trim()).toBe(status));
    });

    test('a caller of the normal instance reaches the service', async () => {
      await untilPasses(async () => expect((await ask('records', 'check_status')).text).toBe('The service answered 404'));
    });

    test('a caller of the isolated instance is told that the call failed, and, once private data is there, why', async () => {
      await untilPasses(async () => expect((await ask('records-isolated', 'check_status')).isError).toBe(true));
      expect((await ask('records-isolated', 'check_status')).text).toMatch(/^Tool 'check_status' failed unexpectedly \(reference \S+\)$/);
      expect(await ask('records-isolated', 'load_sensitive_dataset', { name: 'customers' })).toMatchObject({
        isError: false,
        text: expect.stringContaining('The session holds confidential data now'),
      });
      expect(await ask('records-isolated', 'check_status')).toMatchObject({
        isError: true,
        text: "Tool 'check_status' blocked: session contains private data",
      });
    });

    test('without the policies, all paths connect', async () => {
      const { node } = ground;
      const path = `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`;
      for (const { metadata } of (await node.ask(path)).items) await node.ask(`${path}/${metadata.name}`, { method: 'DELETE' });
      await untilPasses(async () => {
        const { all, connected } = await pathsOf(node, namespace);
        expect(all.filter(each => !connected.includes(each))).toEqual([]);
      });
    });
  });
}
