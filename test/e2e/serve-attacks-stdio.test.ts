/** Commands that are hostile MCP servers on standard input and output, and upstreams that flood: other servers' tools still work. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../packages/gateway/test/ask.js';
import { closeServers, httpServer, initializeResult, readBody } from '../../packages/loader/test/servers.js';
import { endAll, gatewayFile, openSession, type Served, serve, temporaryFolder } from './serve-helpers.js';
import { upstream } from './serve-upstreams.js';

jest.setTimeout(120_000);

let gateway: Served;

afterEach(async () => {
  expect(gateway.log()).not.toMatch(/\n {4}at /);
  await endAll();
  await closeServers();
});

/** A server on standard input and output; `answer` is the body of a function of `method`, `id` and `say` that answers a request. */
function commandServer(answer: string): { command: string; args: string[]; trust_mode: string } {
  const file = join(temporaryFolder(), 'server.cjs');
  const script = `
    const say = text => process.stdout.write(text + '\\n');
    const result = (id, result) => say(JSON.stringify({ jsonrpc: '2.0', id, result }));
    const usual = (method, id) => {
      if (method === 'initialize') result(id, ${JSON.stringify(initializeResult())});
      else if (method === 'tools/list') result(id, { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] });
      else if (id !== undefined) result(id, {});
    };
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      const { method, id } = JSON.parse(line);
      (() => { ${answer} })();
    });`;
  writeFileSync(file, script);
  return { command: process.execPath, args: [file], trust_mode: 'auto' };
}

async function start(evil: Readonly<Record<string, unknown>>) {
  const good = await upstream();
  const servers = { evil, good: { url: good.url, trust_mode: 'auto' } };
  gateway = await serve(gatewayFile({ servers, timeouts: { call: '20s', drain: '1s' } }));
  const session = await openSession(gateway.port);
  const stateOfEvil = async () =>
    (JSON.parse((await ask(gateway.port, '/ui/api/state')).text).servers as { name: string; health: string; reason: string }[]).find(
      ({ name }) => name === 'evil',
    )!;
  const isServing = async () => expect(await session.call('good:echo', { still: 'served' })).toBe('{"still":"served"}');
  const settled = async () => {
    for (;;) {
      const state = await stateOfEvil();
      if (state.health !== 'starting') return state;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  return { session, settled, isServing };
}

describe('a command', () => {
  it('whose answer is nested without end', async () => {
    const deep =
      'say(\'{"jsonrpc":"2.0","id":\' + id + \',"result":{"content":[],"_meta":\' + \'{"a":\'.repeat(50000) + \'1\' + \'}\'.repeat(50000) + \'}}\')';
    const { session, settled, isServing } = await start(commandServer(`method === 'tools/call' ? ${deep} : usual(method, id)`));
    expect((await settled()).health).toBe('ok');
    expect(await session.call('evil:echo')).toEqual({
      isError: "Server 'evil' sent no valid answer: the reply is nested more than 2000 levels deep",
    });
    await isServing();
  });

  it.each<[string, string]>([
    ['that prints one line forever', "setInterval(() => process.stdout.write('x'.repeat(1 << 20)), 5)"],
    ['that prints lines forever', "setInterval(() => process.stdout.write('garbage\\n'.repeat(1 << 16)), 5)"],
    ['that complains forever', "setInterval(() => process.stderr.write('error '.repeat(1 << 16)), 5); usual(method, id)"],
    [
      'that says its list has changed forever',
      `usual(method, id); setInterval(() => say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'), 1)`,
    ],
    [
      'that asks for samples forever',
      `usual(method, id); let n = 0; setInterval(() => say('{"jsonrpc":"2.0","id":"s' + n++ + '","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}'), 1)`,
    ],
    ['that ends at once', 'process.exit(3)'],
    ['that takes no signal', "process.on('SIGTERM', () => {}); usual(method, id)"],
  ])('%s', async (_what, answer) => {
    const { isServing } = await start(commandServer(answer));
    for (let round = 0; round < 5; round++) {
      await isServing();
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    expect(await gateway.stop('SIGTERM')).toBe(0);
  });

  it('that answers under the ids of others', async () => {
    const wrong = `for (let n = 0; n < 200; n++) if (n !== id) result(n, { content: [{ type: 'text', text: 'for somebody else' }] }); usual(method, id)`;
    const { session, isServing } = await start(commandServer(`method === 'tools/call' ? (() => { ${wrong} })() : usual(method, id)`));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => session.call('good:echo', { index })));
    expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => `{"index":${index}}`));
    await session.call('evil:echo');
    await isServing();
  });
});

describe('the log', () => {
  it('holds no line that an upstream wrote', async () => {
    const forged = '2026-01-01T00:00:00.000Z info  forged';
    const { url } = await httpServer(async (request, response) => {
      const { id } = JSON.parse((await readBody(request)) || '{}');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: `no\n${forged}\r\n${forged}\u2028${forged}\u001b[2K` } }),
      );
    });
    const { settled, isServing } = await start({ url });
    const { reason } = await settled();
    expect(reason).not.toMatch(/[\n\r\u2028\u001b]/);
    await isServing();
    expect(
      gateway
        .log()
        .split('\n')
        .filter(line => line.startsWith(forged.slice(0, 10))),
    ).toEqual([]);
    expect(gateway.log()).not.toMatch(/[\u001b\u2028]/);
  });
});
