/**
 * What is killed while sessions call: gateways, servers, Redis, parts of the node. Calls that this costs have a name, and no state is lost:
 * sessions go on, approved tools stay approved and others locked, private data stays private.
 */
import { createSessionToken } from '@mcpgw/kit';
import { crdsMissing, installCrds } from '../../helpers/kube-objects.js';
import { describeUnless } from '../../helpers/needs.js';
import { helmsMissing } from '../../helpers/real-helm.js';
import { until, untilPasses } from '../../helpers/until.js';
import { isAnswer, type Message, ResumingClient } from '../resuming-client.js';
import {
  configMapPath,
  deployPrivate,
  deployRedis,
  deployUpstream,
  fleetValues,
  gatewayName,
  gateways,
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
  servicePort,
} from './load.js';
import { mcpgwArchive } from './mcpgw-image.js';
import { nodeMissing } from './needs.js';
import { type Node, startNode } from './node.js';

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
    node = await startNode();
    await installCrds(node, 'v1.4.1');
    node.importImage(mcpgwArchive(node.sandbox.folder));
    await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
    await deployRedis(node);
    await deployUpstream(node, 'up');
    await deployPrivate(node, 'private', auth.secret);
    for (const name of ['redis', 'up', 'private']) await rolledOut(node, name, 1);
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
    load = await Load.start(port, sessions, { pauseMs: 300 });
  });
  afterAll(async () => {
    await load?.end();
    await node?.stop();
  });

  const answerOf = async (tool: string, args: object = {}): Promise<Message> => {
    const call = old.call(port, tool, args);
    await call.ended();
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

  /** Failures, where every call that was lost lost its connection, and all others have a name. */
  const named = ({ named: modes, lost, samples, ...others }: ReturnType<Load['failures']>) => ({
    modes: Object.keys(modes).sort(),
    lost,
    unlike: samples.filter(sample => !/^lost: (fetch failed|terminated|socket|Streamable HTTP error.*"failure_mode")/.test(sample)),
    ...others,
  });
  const none = { unlike: [], unnamed: 0, wrong: 0, hung: 0 };

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
    for (const pod of pods) {
      if (stream.isEnded) continue;
      killContainer(node, pod);
      await until(
        async () => stream.isEnded || restartsOf(await gateways(node)) > before,
        'the stream breaks, or it was the other gateway',
      );
      await rolledOut(node, gatewayName, 2);
    }
    await stream.ended();
    expect(stream.messages.filter(isAnswer)).toEqual([]);
    const resumed = old.get(port, stream.lastId);
    await resumed.ended();
    expect(resumed.messages.at(-1)).toMatchObject({
      id: stream.id,
      error: { data: { failure_category: 'transport_failure', failure_mode: 'replica_lost' } },
    });
    await load.goesOn();
    const found = load.failures();
    expect(named(found)).toMatchObject({ ...none, modes: [] });
    // One call of each session can be in flight, at each of the two kills.
    expect(found.lost).toBeLessThanOrEqual(2 * sessions);
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
    await stateHolds();
  });

  test('the server with private data: what was recorded is read again', async () => {
    const [pod] = await podsOf(node, 'app=private');
    killContainer(node, pod!);
    await until(async () => restartsOf(await podsOf(node, 'app=private')) === 1, 'it is started again');
    await rolledOut(node, 'private', 1);
    await stateHolds();
  });

  test('Redis: sessions that the gateways know go on, and all state is there when it is back', async () => {
    const [pod] = await podsOf(node, 'app=redis');
    killContainer(node, pod!);
    await until(async () => restartsOf(await podsOf(node, 'app=redis')) === 1, 'it is started again');
    await rolledOut(node, 'redis', 1);
    await load.goesOn();
    expect(named(load.failures())).toMatchObject({ ...none, modes: [] });
    await stateHolds();
    const fresh = await ResumingClient.open(port);
    expect(fresh.headers['mcp-session-id']).not.toBe('undefined');
  });

  test('kube-proxy and kubelet: nobody notices', async () => {
    load.failures();
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
    // kubelet looks at the volumes of a pod once a minute, and when the pod changes.
    for (const pod of await gateways(node)) await node.ask(podPath(pod), mergePatch({ metadata: { annotations: { edited: 'yes' } } }));
    await untilPasses(async () => {
      for (let asked = 0; asked < 6; asked++) expect(await said('later__echo', { nonce: 'x' })).toBe('up x');
    });
    expect((await gateways(node)).map(({ metadata }) => metadata.name).sort()).toEqual(before);
    await load.goesOn(1);
    expect(load.failures()).toEqual(nothingFailed);
    await stateHolds();
  });

  test('a token that was issued by a clock ahead of ours is good within five seconds, and refused beyond', async () => {
    const { status } = (await podsOf(node, 'app=private'))[0]!;
    const direct = await node.sandbox.forward(8000, status.podIP);
    const ahead = (seconds: number) => ({ ...auth, clock: () => new Date(Date.now() + seconds * 1000) });
    const asked = async (seconds: number) => {
      const token = await createSessionToken(ahead(seconds), { userId: 'ada', sessionId: 's2' });
      const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      };
      return (await fetch(`http://127.0.0.1:${direct}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    expect([await asked(0), await asked(2), await asked(600)]).toEqual([200, 200, 401]);
  });
});
