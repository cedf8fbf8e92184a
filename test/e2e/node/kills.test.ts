/**
 * What is killed while sessions call: gateways, servers, Redis, parts of the node. Calls that this costs have a name, and no state is lost:
 * sessions go on, approved tools stay approved and others locked, private data stays private.
 */
import { createHmac } from 'node:crypto';
import { createSessionToken } from '@mcpgw/kit';
import { crdsMissing } from '../../helpers/kube-objects.js';
import { describeUnless } from '../../helpers/needs.js';
import { helmsMissing } from '../../helpers/real-helm.js';
import { until, untilPasses } from '../../helpers/until.js';
import { Exchange, isAnswer, type Message, ResumingClient } from '../resuming-client.js';
import { mcpHeaders } from '../serve-helpers.js';
import {
  configMapPath,
  deployPrivate,
  fleetValues,
  gatewayName,
  gateways,
  type Kill,
  killContainer,
  Load,
  namespace,
  nothingFailed,
  podPath,
  podsOf,
  redisProgramMissing,
  release,
  restartsOf,
  rolledOut,
  secretPath,
  servicePort,
  startNodeOfFleet,
} from './load.js';
import { loadRepeats, nodeMissing } from './needs.js';
import type { Node } from './node.js';

const sessions = 10;
const auth = { secret: 'a secret of this test, long enough for HS256', issuer: 'https://issuer.example', audience: 'private' };
const mergePatch = (body: object) => ({ method: 'PATCH', body: JSON.stringify(body), contentType: 'application/merge-patch+json' });

describeUnless(nodeMissing ?? crdsMissing ?? helmsMissing ?? redisProgramMissing, 'kills', () => {
  let node: Node;
  let port: number;
  let load: Load;
  /** A session that was opened before all kills. */
  let old: ResumingClient;
  let config: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    node = await startNodeOfFleet();
    await deployPrivate(node, 'private', auth.secret);
    await rolledOut(node, 'private', 1);
    const token = await createSessionToken(auth, { userId: 'ada', sessionId: 's1' });
    const url = 'http://up:8000/mcp';
    config = {
      servers: {
        up: { url, trust_mode: 'auto' },
        approved: { url, trust_mode: 'manual' },
        waiting: { url, trust_mode: 'manual' },
        private: { url: 'http://private:8000/mcp', trust_mode: 'auto', headers: { Authorization: `Bearer ${token}` } },
      },
    };
    await release(node, 'install', fleetValues(config));
    const [pod] = await gateways(node);
    const approve = ['mcpgw', 'tools', 'approve', '--all', '--yes', '--server', 'approved', '-c', '/etc/mcpgw/gateway.yaml'];
    expect(await node.exec(pod!.metadata.name, approve, { namespace })).toMatchObject({ status: 0 });
    port = await servicePort(node);
    old = await ResumingClient.open(port);
    expect(await said('private__load')).toBe('loaded');
    load = await Load.start(node, sessions, { pauseMs: 300, repeats: loadRepeats });
  });
  afterAll(async () => {
    await load?.end();
    await node?.stop();
  });

  const answerOf = async (tool: string, args: object = {}): Promise<Message> => {
    const call = await inTime(old.call(port, tool, args));
    return call.messages.find(isAnswer) ?? { error: { code: 0, message: `HTTP ${call.status}: ${call.text}` } };
  };
  /** The text of an answer; a refused call says why. */
  const said = async (tool: string, args?: object): Promise<string> => {
    const { result, error } = await answerOf(tool, args);
    const [content] = (result?.content ?? []) as { text: string }[];
    return error?.message ?? content?.text ?? JSON.stringify(result);
  };

  /** The state that no kill may change, as the session that is older than all of them sees it. */
  const stateHolds = async () => {
    await untilPasses(async () => expect(await said('approved__echo', { nonce: 'x' })).toBe('up x'));
    expect(await said('waiting__echo', { nonce: 'x' })).toMatch(/^TOOL_BLOCKED[\s\S]*pending_approval/);
    await untilPasses(async () => expect(await said('private__level')).toBe('secret'));
    expect(await said('private__send')).toContain('private');
  };

  /** Failures, where each has a name: of a mode, or of a gateway that was killed. */
  const named = ({ named: modes, samples: _, ...others }: ReturnType<Load['failures']>) => ({ modes: Object.keys(modes), ...others });
  const none = { unnamed: 0, wrong: 0, hung: 0 };
  /** Failures besides those that say that Redis is away. */
  const others = (failures: ReturnType<Load['failures']>) => {
    const { modes, ...counts } = named(failures);
    return { modes: modes.filter(mode => mode !== 'session_store_unavailable'), ...counts };
  };
  /** Waits until calls no longer fail. */
  const calm = () =>
    untilPasses(async () => {
      load.failures();
      await load.goesOn(1);
      expect(load.failures()).toEqual(nothingFailed);
    });

  test('before: everything holds', async () => {
    await stateHolds();
    await load.goesOn();
    expect(load.failures()).toEqual(nothingFailed);
  });

  test('a gateway: its stream ends with a named failure at the other one, and only calls in flight are lost', async () => {
    const stream = old.call(port, 'up__progress', { nonce: 'x', count: 100, ms: 200 });
    await stream.message(({ method }) => method === 'notifications/progress');
    const pods = await gateways(node);
    const before = restartsOf(pods);
    const kills: Kill[] = [];
    for (const pod of pods) {
      if (stream.isEnded) continue;
      kills.push(killContainer(node, pod));
      await until(
        async () => stream.isEnded || restartsOf(await gateways(node)) > before,
        'the stream breaks, or it was the other gateway',
      );
      await rolledOut(node, gatewayName, 2);
    }
    await stream.ended();
    expect(stream.messages.filter(isAnswer)).toEqual([]);
    // A Service leads to a pod for a moment after its container was killed.
    const answer = await until(async () => {
      const resumed = old.get(port, stream.lastId);
      await resumed.ended();
      return resumed.messages.find(isAnswer);
    }, 'the stream is resumed');
    expect(answer).toMatchObject({
      id: stream.id,
      error: { data: { failure_category: 'transport_failure', failure_mode: 'replica_lost' } },
    });
    await load.goesOn();
    // What was not in flight was refused: a Service leads to the container for a moment after it was killed. Or it was sent on the connection
    // that its session had to the container, before the client read that it is closed: once for each session and kill.
    const later = load.lostOutside(kills).filter(({ answered }) => !answered.lost!.includes('ECONNREFUSED'));
    expect(later.filter(({ answered }) => !/ECONNRESET|other side closed/.test(answered.lost!))).toEqual([]);
    const resets = Array.from({ length: sessions }, (_, session) => later.filter(call => call.session === session).length);
    expect(Math.max(...resets)).toBeLessThanOrEqual(kills.length);
    expect(named(load.failures())).toMatchObject({ ...none, modes: [] });
    await calm();
    await stateHolds();
  });

  test('a server: its calls fail by name until it is back', async () => {
    const [pod] = await podsOf(node, 'app=up');
    killContainer(node, pod!);
    await until(async () => restartsOf(await podsOf(node, 'app=up')) === 1, 'it is started again');
    await rolledOut(node, 'up', 1);
    await load.goesOn();
    await load.goesOn();
    const found = named(load.failures());
    expect(found).toMatchObject({ ...none, lost: 0 });
    expect(['connection_lost', 'session_lost', 'unavailable', 'http_error']).toEqual(expect.arrayContaining(found.modes));
    await calm();
    await stateHolds();
  });

  test('the server with private data: what was recorded is read again', async () => {
    const [pod] = await podsOf(node, 'app=private');
    killContainer(node, pod!);
    await until(async () => restartsOf(await podsOf(node, 'app=private')) === 1, 'it is started again');
    await rolledOut(node, 'private', 1);
    await stateHolds();
  });

  test('Redis: what cannot be answered says so, and all state is there when it is back', async () => {
    const [pod] = await podsOf(node, 'app=redis');
    killContainer(node, pod!);
    await until(async () => restartsOf(await podsOf(node, 'app=redis')) === 1, 'it is started again');
    await rolledOut(node, 'redis', 1);
    await load.goesOn();
    expect(others(load.failures())).toEqual({ modes: [], ...none, lost: 0 });
    await stateHolds();
    const fresh = await ResumingClient.open(port);
    expect(fresh.headers['mcp-session-id']).not.toBe('undefined');
    await calm();
  });

  test('kube-proxy and kubelet: nobody notices', async () => {
    await node.restart('kube-proxy');
    await load.goesOn(1);
    await node.restart('kubelet');
    await load.goesOn();
    expect(load.failures()).toEqual(nothingFailed);
    await stateHolds();
  });

  test('an edited ConfigMap is in effect without a new pod', async () => {
    const before = (await gateways(node)).map(({ metadata }) => metadata.name).sort();
    const path = configMapPath(gatewayName);
    const { data } = await node.ask(path);
    const text = data['gateway.yaml'].replace(/^servers:\n/m, 'servers:\n  later:\n    trust_mode: auto\n    url: http://up:8000/mcp\n');
    await node.ask(path, mergePatch({ data: { 'gateway.yaml': text } }));
    let edits = 0;
    await untilPasses(async () => {
      // kubelet looks at the volumes of a pod once a minute or so, and when the pod changes.
      const annotations = { edited: `${++edits}` };
      for (const pod of await gateways(node)) await node.ask(podPath(pod), mergePatch({ metadata: { annotations } }));
      await new Promise(resolve => setTimeout(resolve, 2000));
      for (let asked = 0; asked < 6; asked++) expect(await said('later__echo', { nonce: 'x' })).toBe('up x');
    });
    expect((await gateways(node)).map(({ metadata }) => metadata.name).sort()).toEqual(before);
    await load.goesOn(1);
    expect(load.failures()).toEqual(nothingFailed);
    await stateHolds();
  });

  test('a token that is good from later on, or has ended, is taken within five seconds, and refused beyond', async () => {
    const { status } = (await podsOf(node, 'app=private'))[0]!;
    const direct = await node.sandbox.forward(8000, status.podIP);
    const asked = async (claims: object) => {
      const headers = {
        authorization: `Bearer ${tokenOf(claims)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      return (await fetch(`http://127.0.0.1:${direct}/mcp`, { method: 'POST', headers, body })).status;
    };
    const now = Math.floor(Date.now() / 1000);
    expect([await asked({ nbf: now + 3 }), await asked({ nbf: now + 600 })]).toEqual([200, 401]);
    expect([await asked({ exp: now - 1 }), await asked({ exp: now - 600 })]).toEqual([200, 401]);
  });

  describe('of one gateway with its state on a volume', () => {
    const name = 'solo-mcp-gateway-gateway';
    let folder: string;
    let at: number;
    let key = 'first-key';

    beforeAll(async () => {
      folder = `${node.sandbox.folder}/state`;
      inside(`mkdir ${folder} && mount -t tmpfs -o size=2m,mode=0770,uid=65532,gid=65532 tmpfs ${folder}`);
      const storage = { accessModes: ['ReadWriteOnce'], storageClassName: '' };
      const volume = { ...storage, capacity: { storage: '2Mi' }, hostPath: { path: folder }, claimRef: { namespace, name: 'state' } };
      await node.create({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'state' }, spec: volume });
      const claim = { ...storage, volumeName: 'state', resources: { requests: { storage: '2Mi' } } };
      await node.create({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'state' }, spec: claim }, namespace);
      await node.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, stringData: { 'api-key': key } }, namespace);
      const values = {
        global: { agentgateway: { routingMode: 'gateway-api' } },
        gateway: {
          enabled: true,
          persistence: { enabled: true, existingClaim: 'state' },
          apiKeySecret: { name: 'key' },
          resources: { limits: { memory: '200Mi' } },
          config: { servers: config.servers, trusted_hosts: ['127.0.0.1'] },
        },
      };
      await release(node, 'install', values, 'solo');
      expect(await approve('approved')).toMatchObject({ status: 0 });
      at = await servicePort(node, name);
      // The gateway reads what another process approved a moment later.
      const first = await open();
      await untilPasses(async () => expect(await asks(first, 'approved__echo')).toBe('up x'));
    });

    const inside = (script: string) => {
      const { status, stderr } = node.sandbox.run('sh', ['-c', script]);
      if (status !== 0) throw new Error(`${script}: ${stderr}`);
    };
    const approve = async (server: string) => {
      const [pod] = await gateways(node, 'solo');
      const command = ['mcpgw', 'tools', 'approve', '--all', '--yes', '--server', server, '-c', '/etc/mcpgw/gateway.yaml'];
      return node.exec(pod!.metadata.name, command, { namespace });
    };
    const open = () => ResumingClient.open(at, {}, { authorization: `Bearer ${key}` });
    const asks = async (client: ResumingClient, tool: string, args: object = { nonce: 'x' }): Promise<string> => {
      const call = await inTime(client.call(at, tool, args));
      const { result, error } = call.messages.find(isAnswer) ?? {};
      return error?.message ?? (result?.content as { text: string }[] | undefined)?.[0]?.text ?? `HTTP ${call.status}: ${call.text}`;
    };
    /** Does something, and waits until it has made the kubelet start the gateway again. */
    const restartedBy = async (cause: () => void) => {
      const before = restartsOf(await gateways(node, 'solo'));
      cause();
      await until(async () => restartsOf(await gateways(node, 'solo')) > before, 'it is started again');
      await rolledOut(node, name, 1);
    };

    test('a full disk: calls go on, nothing new is kept, and what was there is there after a kill', async () => {
      const client = await open();
      inside(`dd if=/dev/zero of=${folder}/filler bs=4k 2>/dev/null || true`);
      expect(await asks(client, 'approved__echo')).toBe('up x');
      const refused = await approve('waiting');
      expect([refused.status, refused.stdout + refused.stderr]).toEqual([2, expect.stringMatching(/no space|ENOSPC|disk is full/i)]);
      const late = await open();
      expect(await asks(late, 'approved__echo')).toBe('up x');
      expect(await asks(late, 'waiting__echo')).toContain('pending_approval');

      const [pod] = await gateways(node, 'solo');
      await restartedBy(() => killContainer(node, pod!));
      await untilPasses(async () => expect(await asks(client, 'approved__echo')).toBe('up x'));
      inside(`rm ${folder}/filler`);
      await untilPasses(async () => expect(await approve('waiting')).toMatchObject({ status: 0 }));
      await untilPasses(async () => expect(await asks(client, 'waiting__echo')).toBe('up x'));
    });

    test('too little memory: it is OOMKilled, and sessions and approvals are there after the start', async () => {
      const client = await open();
      const clients = await Promise.all(Array.from({ length: 12 }, open));
      let large: Exchange[] = [];
      await restartedBy(() => {
        large = clients.map(each => each.call(at, 'up__large', { nonce: 'x', size: 12_000_000 }));
      });
      await Promise.all(large.map(call => call.ended()));
      const [pod] = await gateways(node, 'solo');
      expect(pod!.status.containerStatuses[0].lastState.terminated).toMatchObject({ reason: 'OOMKilled', exitCode: 137 });
      await untilPasses(async () => expect(await asks(client, 'approved__echo')).toBe('up x'));
      expect(await asks(client, 'waiting__echo')).toBe('up x');
    });

    test('a Secret that changed is read at the next start', async () => {
      await node.ask(secretPath('key'), mergePatch({ stringData: { 'api-key': 'second-key' } }));
      const statusOf = async (shown: string) => {
        const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
        return (await inTime(new Exchange(at, 'POST', { ...mcpHeaders, authorization: `Bearer ${shown}` }, ping))).status;
      };
      expect([await statusOf('first-key'), await statusOf('second-key')]).toEqual([200, 401]);
      await node.ask(podPath((await gateways(node, 'solo'))[0]!), { method: 'DELETE' });
      await untilPasses(async () => expect([await statusOf('first-key'), await statusOf('second-key')]).toEqual([401, 200]));
      key = 'second-key';
      expect(await asks(await open(), 'approved__echo')).toBe('up x');
    });
  });
});

/** An exchange that has ended. While a Service has no pod, the first packet of a connection may be lost for minutes: it is then given up. */
async function inTime(call: Exchange): Promise<Exchange> {
  const late = setTimeout(() => call.break(), 15_000);
  await call.ended();
  clearTimeout(late);
  return call;
}

/** A token of the server with private data, whose times are given. */
function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const { issuer: iss, audience: aud, secret } = auth;
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss, aud, sub: 'ada', session_id: 's2', exp, ...claims })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
