/** Clients without sessions (2026-07-28) that a server asks, behind two replicas: the answer may arrive at either. */
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { closeServers, httpServer, readBody, toolNamed } from '../../../loader/test/servers.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { endAll, type Running, serversOf, startGateway } from './harness.js';

afterEach(async () => {
  await endAll();
  await closeServers();
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 's__ask',
};

interface Answered {
  readonly result?: {
    readonly resultType: string;
    readonly requestState?: string;
    readonly inputRequests?: object;
    readonly content?: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

async function call({ port }: Pick<Running, 'port'>, carried: object = {}): Promise<Answered> {
  const params = { name: 's__ask', arguments: { text: 'who?' }, _meta: meta, ...carried };
  const { text } = await ask(port, '/mcp', {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return JSON.parse(text.replace(/^event: message\ndata: /, '')) as Answered;
}

const answersOf = ({ result }: Answered) => ({
  ...(result!.requestState !== undefined && { requestState: result!.requestState }),
  inputResponses: Object.fromEntries(Object.keys(result!.inputRequests!).map(key => [key, { action: 'accept', content: { from: 'me' } }])),
});

async function replicas(url: string): Promise<readonly [Running, Running]> {
  const first = await startGateway(serversOf({ s: url }));
  return [first, await startGateway(serversOf({ s: url }), { store: first.store })];
}

it('of a server with sessions: the other replica refuses the answer by name and runs nothing; the one that asked goes on', async () => {
  const fixture = await startFixture();
  const [first, second] = await replicas(fixture.url);
  const asked = await call(first);
  expect(asked.result).toMatchObject({ resultType: 'input_required', inputRequests: { 'ask-1': { method: 'elicitation/create' } } });
  const refused = await call(second, answersOf(asked));
  expect(refused.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('requestState is of a call at another replica'),
    data: { failure_category: 'contract_violation', failure_mode: 'input_refused' },
  });
  expect(fixture.seen.calls).toHaveLength(1);
  expect((await call(first, answersOf(asked))).result).toMatchObject({ content: [{ type: 'text', text: '{"from":"me"}' }] });
  expect(fixture.seen.calls).toHaveLength(1);
});

it('of a server of 2026-07-28: either replica takes the answer', async () => {
  const question = {
    method: 'elicitation/create',
    params: { mode: 'form', message: 'who?', requestedSchema: { type: 'object', properties: {} } },
  };
  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: 'modern', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools: [toolNamed('ask')] }));
      server.setRequestHandler('tools/call', (_request, { mcpReq }) => {
        const answer = mcpReq.inputResponses?.who as { content?: unknown } | undefined;
        if (answer === undefined) return { resultType: 'input_required', inputRequests: { who: question } } as never;
        return { content: [{ type: 'text', text: JSON.stringify(answer.content) }] };
      });
      return server;
    },
    { legacy: 'reject' },
  );
  const { url } = await httpServer(async (request, response) => {
    const sent = new Request(`http://127.0.0.1${request.url}`, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: await readBody(request),
    });
    const answer = await handler.fetch(sent);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  const [first, second] = await replicas(url);
  const asked = await call(first);
  expect(asked.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create' } } });
  expect((await call(second, answersOf(asked))).result).toMatchObject({ content: [{ type: 'text', text: '{"from":"me"}' }] });
});
