/** The two-instances example as pods: what each may reach, and what a caller is told of what it may not. */
import { join } from 'node:path';
import { createSessionToken } from '@mcpgw/kit';
import { endServer, type Server } from '../../../helpers/kube.js';
import { objectsIn } from '../../../helpers/kube-objects.js';
import { root } from '../../../helpers/mcpgw.js';
import { helm, helms } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { programOf } from '../needs.js';
import { get } from '../pods.js';
import { outsideAddress } from '../sandbox.js';
import { call, runProgram, runRedis } from '../workbench.js';
import { type Ground, prepare, ready } from './ground.js';

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

const connecting = `
const [host, port] = process.argv.slice(1);
const socket = require('net').connect({ host, port });
const end = text => { console.log(text); process.exit(); };
socket.on('connect', () => end('connected')).on('error', error => end(error.code)).setTimeout(4000, () => end('timeout'));`;

/** Asks the proxy of HTTPS_PROXY for a tunnel, and prints the status of the answer. */
const tunneling = `
const { hostname: host, port } = new URL(process.env.HTTPS_PROXY);
const path = process.argv[1];
require('http').request({ host, port, method: 'CONNECT', path, timeout: 9000 })
  .on('connect', ({ statusCode }) => { console.log(statusCode); process.exit(); })
  .on('error', error => console.log(error.code)).end();`;

export function isolation(ground: Ground): void {
  describe('two instances', () => {
    let outside: Server;
    const pods = new Map<string, string>();
    const addresses = new Map<string, string>();

    /** What a pod of a Deployment gets who opens a connection: to a Deployment's pod, or to an address. */
    const reach = async (from: string, to: string, port: number): Promise<string> => {
      const { status, stdout, stderr } = await ground.node.exec(
        pods.get(from) ?? from,
        ['node', '-e', connecting, addresses.get(to) ?? to, String(port)],
        { namespace },
      );
      return status === 0 ? stdout.trim() : stderr;
    };
    const ask = async (route: string, tool: string, args = {}) => {
      const token = await createSessionToken({ secret, issuer: 'template', audience: 'template' }, { userId: 'alice', sessionId: route });
      return call(ground.node, 'agent', namespace, `http://demo-mcp-gateway:4000/mcp/${route}`, tool, { token, args });
    };

    beforeAll(async () => {
      const { node } = ground;
      outside = node.sandbox.start(...node.sandbox.outside(programOf('busybox'), ['httpd', '-f', '-p', '8080', '-h', node.folder]));
      await prepare(ground, namespace, values);
      await runRedis(node, 'state-redis', namespace, 6379);
      await Promise.all(['agent', 'stranger'].map(name => runProgram(node, name, { namespace })));
      helm(helms.at(-1)!, node, ['install', 'demo', ground.chart, '-n', namespace, ...values]);
      await ready(node, namespace);
      for (const { kind, metadata, status } of await objectsIn(node, namespace)) {
        if (kind !== 'Pod') continue;
        const name = /^demo-mcp-gateway-?(.*?)-?[a-z0-9]+-[a-z0-9]{5}$/.exec(metadata.name)?.[1] ?? metadata.name;
        pods.set(name === '' ? 'proxy' : name, metadata.name);
        addresses.set(name === '' ? 'proxy' : name, status.podIP);
      }
    });
    afterAll(async () => {
      if (outside) await endServer(outside);
      helm(helms.at(-1)!, ground.node, ['uninstall', 'demo', '-n', namespace]);
    });

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

    test.each<[from: string, to: string, port: number]>([
      ['mcp-sql', outsideAddress, 8080],
      ['mcp-records', outsideAddress, 8080],
      ['mcp-sql-isolated', 'forward-proxy', 3128],
      ['mcp-records-isolated', 'state-redis', 6379],
      ['agent', 'proxy', 4000],
    ])('%s reaches %s', async (...path) => untilPasses(async () => expect(await reach(...path)).toBe('connected')));

    test.each<[from: string, to: string, port: number]>([
      ['mcp-sql-isolated', outsideAddress, 8080],
      ['mcp-sql-isolated', 'mcp-sql', 8000],
      ['mcp-sql-isolated', '10.96.0.10', 53],
      ['mcp-records-isolated', outsideAddress, 8080],
      ['mcp-records-isolated', 'forward-proxy', 3128],
      ['mcp-records-isolated', 'mcp-sql-isolated', 8000],
      ['mcp-records-isolated', '10.96.0.10', 53],
      ['mcp-sql', 'forward-proxy', 3128],
      ['stranger', 'mcp-sql', 8000],
      ['stranger', 'mcp-sql-isolated', 8000],
      ['stranger', 'mcp-records-isolated', 8000],
      ['stranger', 'forward-proxy', 3128],
      ['stranger', 'proxy', 15000],
    ])('%s does not reach %s', async (...path) => untilPasses(async () => expect(await reach(...path)).toBe('ECONNREFUSED')));

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
  });
}
