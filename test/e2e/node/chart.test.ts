/** The chart's gateway as pods of a real node: installed, cut off by its policies, upgraded, uninstalled. Helm 3 and Helm 4. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crdsMissing, installCrds, objectsIn } from '../../helpers/kube-objects.js';
import { describeUnless } from '../../helpers/needs.js';
import { copyOfChart, helm, helms, helmsMissing } from '../../helpers/real-helm.js';
import { untilPasses } from '../../helpers/until.js';
import { mcpgwArchive } from './mcpgw-image.js';
import { nodeMissing } from './needs.js';
import { type Node, startNode } from './node.js';
import { get, runPod } from './pods.js';

const gateway = 'demo-mcp-gateway-gateway';

const values = (greeting: string): object => ({
  // No proxy is run: its image is not at hand, and the objects of this mode are for a controller.
  global: { agentgateway: { routingMode: 'gateway-api' } },
  gateway: {
    enabled: true,
    config: { servers: { tools: { url: 'http://tools:8000/mcp', headers: { 'x-greeting': greeting } } } },
    networkPolicy: { ingressFrom: [{ podSelector: { matchLabels: { app: 'agent' } } }] },
  },
});

describeUnless(nodeMissing ?? crdsMissing ?? helmsMissing, 'the chart on a node', () => {
  let node: Node;
  let chart: string;

  beforeAll(async () => {
    node = await startNode();
    await installCrds(node, 'v1.4.1');
    node.importImage(mcpgwArchive(node.sandbox.folder));
    chart = copyOfChart(node);
  });
  afterAll(() => node?.stop());

  describe.each(helms)('$version', which => {
    const namespace = `mcp-${which.version.slice(0, 2)}`;
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${gateway}`;
    const install = (action: readonly string[], greeting: string) => {
      const file = join(node.folder, 'values.json');
      writeFileSync(file, JSON.stringify(values(greeting)));
      return helm(which, node, [...action, 'demo', chart, '-n', namespace, '-f', file, '--wait', '--timeout', '110s']);
    };
    beforeAll(async () => {
      await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
      await node.create({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'tools', namespace },
        spec: { selector: { app: 'tools' }, ports: [{ port: 8000 }] },
      });
      await runPod(node, 'tools', { namespace, script: `exec node --input-type=module -e '${server}'`, ports: [{ containerPort: 8000 }] });
      await runPod(node, 'agent', { namespace });
      await runPod(node, 'stranger', { namespace });
    });

    test('is installed, and all of it is ready', async () => {
      install(['install'], 'first');
      const { status } = await node.ask(path);
      expect(status).toMatchObject({ readyReplicas: 1, updatedReplicas: 1 });
      const pods = (await node.ask(`/api/v1/namespaces/${namespace}/pods`)).items;
      const restarts = pods.flatMap(({ status }: { status: { containerStatuses: { restartCount: number }[] } }) =>
        status.containerStatuses.map(({ restartCount }) => restartCount),
      );
      expect(restarts).toEqual([0, 0, 0, 0]);
    });

    test('its policy refuses everybody else', async () => {
      const url = `http://${gateway}:8080/readyz`;
      // The policy comes into force for a new pod a moment after it starts.
      await untilPasses(async () => expect(await get(node, 'agent', url, { namespace })).toContain('ready'));
      await untilPasses(async () => expect(await get(node, 'stranger', url, { namespace })).toBe('ECONNREFUSED'));
    });

    test('an upgrade is a new pod with the new configuration', async () => {
      const before = await node.ask(path);
      install(['upgrade'], 'second');
      const after = await node.ask(path);
      expect(after.status).toMatchObject({
        observedGeneration: before.status.observedGeneration + 1,
        readyReplicas: 1,
        updatedReplicas: 1,
      });
    });

    test('uninstalled, nothing is left', async () => {
      helm(which, node, ['uninstall', 'demo', '-n', namespace, '--wait']);
      await untilPasses(async () => {
        const left = (await objectsIn(node, namespace)).filter(({ metadata }) => metadata.name.startsWith('demo'));
        expect(left.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
      });
    });
  });
});

/** An MCP server of one tool, which says what header it was called with. It must hold no single quote: a shell starts it. */
const server = `
import { createServer } from "node:http";
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tools", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "greet", inputSchema: { type: "object" } }] }),
  "tools/call": (_, headers) => ({ content: [{ type: "text", text: headers["x-greeting"] + ": hello" }] }),
  ping: () => ({}),
};
createServer(async (request, response) => {
  if (request.method !== "POST") return response.writeHead(405).end();
  let text = "";
  for await (const chunk of request) text += chunk;
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return response.writeHead(202).end();
  const answer = answers[method];
  const body = answer ? { result: answer(params, request.headers) } : { error: { code: -32601, message: "no such method" } };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
}).listen(8000);
process.on("SIGTERM", () => process.exit(0));
`;
