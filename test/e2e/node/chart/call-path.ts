/** A tool call through the pods of one release: agent, Service, gateway, Service, server. Then an upgrade, and the end of the release. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionToken } from '@mcpgw/kit';
import { helm, helms } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { get } from '../pods.js';
import { call, runProgram, runTools, templateImage } from '../workbench.js';
import { everythingIn, type Ground } from './ground.js';

const gateway = 'demo-mcp-gateway-gateway';
const secret = 'a-secret-of-thirty-two-characters';

const values = (greeting: string): object => ({
  gateway: {
    enabled: true,
    config: {
      servers: {
        tools: { url: 'http://tools:8000/mcp', headers: { 'x-greeting': greeting }, trust_mode: 'auto' },
        kit: {
          url: 'http://demo-mcp-gateway-mcp-kit:8000/mcp',
          headers: { Authorization: `Bearer \${env:KIT_TOKEN}` },
          trust_mode: 'auto',
        },
      },
    },
    extraEnv: [{ name: 'KIT_TOKEN', valueFrom: { secretKeyRef: { name: 'kit', key: 'token' } } }],
    networkPolicy: { ingressFrom: [{ podSelector: { matchLabels: { app: 'agent' } } }] },
  },
  mcpServers: [
    {
      id: 'kit',
      image: { repository: templateImage.split(':')[0], tag: templateImage.split(':')[1] },
      env: [{ name: 'JWT_SECRET', valueFrom: { secretKeyRef: { name: 'kit', key: 'secret' } } }],
      ingressFrom: [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'mcpgw' } } }],
    },
  ],
  global: { agentgateway: { routingMode: 'gateway-api' } },
});

export function callPath(ground: Ground): void {
  describe.each(helms)('$version: a call through the pods', which => {
    const namespace = `call-${which.version.slice(0, 2)}`;
    const install = (action: string, greeting: string) => {
      const file = join(ground.node.folder, 'values.json');
      writeFileSync(file, JSON.stringify(values(greeting)));
      return helm(which, ground.node, [
        ...[action, 'demo', ground.chart, '-n', namespace, '-f', file, '--wait', '--timeout', '220s'],
        ...(action === 'upgrade' ? ['--history-max', '0'] : []),
      ]);
    };
    const ask = (tool: string, args: object = {}) => call(ground.node, 'agent', namespace, `http://${gateway}:8080/mcp`, tool, { args });

    beforeAll(async () => {
      const { node } = ground;
      await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
      const token = await createSessionToken({ secret, issuer: 'template', audience: 'template' }, { userId: 'alice', sessionId: 'node' });
      await node.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kit', namespace }, stringData: { secret, token } });
      await Promise.all([
        runTools(node, 'tools', namespace),
        runProgram(node, 'agent', { namespace }),
        runProgram(node, 'stranger', { namespace }),
      ]);
    });

    test('all pods are ready, and none was started twice', async () => {
      install('install', 'first');
      const { items } = await ground.node.ask(`/api/v1/namespaces/${namespace}/pods`);
      const states = items.flatMap(({ status }: { status: { containerStatuses: { ready: boolean; restartCount: number }[] } }) =>
        status.containerStatuses.map(({ ready, restartCount }) => [ready, restartCount]),
      );
      expect(states).toEqual(Array(5).fill([true, 0]));
    });

    test('an agent calls a tool of each server', async () => {
      await untilPasses(async () => expect(await ask('greet')).toMatchObject({ isError: false, text: 'first: hello' }));
      // The server's policy may come into force after the gateway has asked for the first time.
      await untilPasses(async () =>
        expect(await ask('write_file', { path: '/workspace/a.txt', content: 'remember' })).toMatchObject({
          isError: false,
          text: 'Written 8 bytes to /workspace/a.txt',
        }),
      );
      expect((await ask('read_file', { path: '/workspace/a.txt' })).text).toContain('remember');
    });

    test('the policies refuse everybody else', async () => {
      const asked = (url: string, from: string) => get(ground.node, from, url, { namespace });
      const url = `http://${gateway}:8080/readyz`;
      // A policy comes into force for a new pod a moment after the pod starts.
      await untilPasses(async () => expect(await asked(url, 'agent')).toContain('ready'));
      await untilPasses(async () => expect(await asked(url, 'stranger')).toBe('ECONNREFUSED'));
      await untilPasses(async () => expect(await asked('http://demo-mcp-gateway-mcp-kit:8000/mcp', 'agent')).toBe('ECONNREFUSED'));
    });

    test('an upgrade is a new pod with the new configuration, a rollback one with the old', async () => {
      install('upgrade', 'second');
      await untilPasses(async () => expect((await ask('greet')).text).toBe('second: hello'));
      helm(which, ground.node, ['rollback', 'demo', '1', '-n', namespace, '--wait', '--timeout', '220s']);
      await untilPasses(async () => expect((await ask('greet')).text).toBe('first: hello'));
    });

    test('uninstalled, nothing is left', async () => {
      helm(which, ground.node, ['uninstall', 'demo', '-n', namespace, '--wait']);
      await untilPasses(async () => {
        const left = await everythingIn(ground.node, namespace);
        expect(left.filter(name => name.includes('demo'))).toEqual([]);
      });
    });
  });
}
