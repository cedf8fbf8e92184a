/** Clients on raw sockets that do not read what they are sent: what waits for them is counted, bounded, and has a deadline. */
import { connect as connectTcp, type Socket } from 'node:net';
import { until } from '../../../../test/helpers/until.js';
import { closeServers, httpServer, initializeResult, rpcListener } from '../../../loader/test/servers.js';
import { ask } from '../ask.js';
import { configOf, endAll, type Running, serversOf, startGateway } from './harness.js';

jest.setTimeout(120_000);

const mega = 1024 * 1024;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await endAll();
  await closeServers();
});

/** A gateway whose one tool gives a text of so many bytes. */
async function started(size: number, limits: { unreadBytes?: number; write?: number }): Promise<Running> {
  const text = 'x'.repeat(size);
  const { url } = await httpServer(
    rpcListener(method => {
      if (method === 'initialize') return initializeResult();
      return method === 'tools/list'
        ? { tools: [{ name: 'large', inputSchema: { type: 'object' } }] }
        : { content: [{ type: 'text', text }] };
    }),
  );
  const base = configOf(serversOf({ s: url }));
  return startGateway({
    ...base,
    limits: { ...base.limits, unreadBytes: limits.unreadBytes ?? base.limits.unreadBytes },
    timeouts: { ...base.timeouts, write: limits.write ?? base.timeouts.write },
  });
}

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 's:large', arguments: {} } });

interface Client {
  readonly socket: Socket;
  readonly closed: () => boolean;
}

/** Calls the tool and reads nothing. */
function silent({ port }: Running, accept: string): Client {
  const socket = connectTcp(port, '127.0.0.1');
  sockets.push(socket);
  let closed = false;
  socket.on('error', () => {}).on('close', () => (closed = true));
  socket.pause();
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: ${accept}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return { socket, closed: () => closed };
}

/** A metric's value, summed over its labels that match. */
async function metric({ port }: Running, name: string): Promise<number> {
  const { text } = await ask(port, '/metrics');
  const line = text.split('\n').find(candidate => candidate.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length));
}

const cutBy = (reason: string) => `mcpgw_clients_cut_total{reason="${reason}"}`;
const call = ({ port }: Running, accept: string) =>
  ask(port, '/mcp', { method: 'POST', headers: { 'content-type': 'application/json', accept }, body });

const both = 'application/json, text/event-stream';

describe.each([
  ['plain answers', 'application/json'],
  ['event streams', both],
])('%s', (_name, accept) => {
  it('of all clients together wait up to the limit; above it the slowest are cut off, and readers are served', async () => {
    const running = await started(8 * mega, { unreadBytes: 40 * mega });
    const clients: Client[] = [];
    for (let count = 1; count <= 12; count++) {
      clients.push(silent(running, accept));
      // Each has what the kernel takes before the next comes, so the first is the slowest.
      await until(async () => {
        const [unread, cut] = [await metric(running, 'mcpgw_unread_bytes'), await metric(running, cutBy('unread_bytes'))];
        expect(unread).toBeLessThanOrEqual(40 * mega);
        return unread + 1 >= 8 * mega * (count - cut);
      });
    }
    await until(async () => (await metric(running, cutBy('unread_bytes'))) >= 8);
    expect(await metric(running, 'mcpgw_unread_bytes')).toBeLessThanOrEqual(40 * mega);
    expect((await call(running, accept)).text.length).toBeGreaterThan(8 * mega);
    expect(running.log.filter(line => line.startsWith('client cut off')).length).toBeGreaterThanOrEqual(8);
    expect(running.log.find(line => line.startsWith('client cut off'))).toMatch(
      /^client cut off: it does not read its answers \{"reason":"unread_bytes","unread_bytes":8\d{6},.*"client":"127\.0\.0\.1:\d+","limits\.unread_bytes":41943040\}$/,
    );
  });

  it('that nobody takes end at the deadline, and nothing waits any more', async () => {
    const running = await started(16 * mega, { write: 300 });
    const client = silent(running, accept);
    await until(async () => (await metric(running, cutBy('write_timeout'))) === 1);
    expect(await metric(running, 'mcpgw_unread_bytes')).toBe(0);
    client.socket.resume();
    await until(client.closed);
    expect(running.log.filter(line => line.startsWith('client cut off'))).toEqual([expect.stringContaining('"timeouts.write_ms":300')]);
  });

  it('that a client takes slowly are sent to their end, however long it takes', async () => {
    const running = await started(16 * mega, { write: 3000 });
    const { socket, closed } = silent(running, accept);
    let read = 0;
    while (read < 16 * mega && !closed()) {
      await new Promise(resolve => setTimeout(resolve, 250));
      // A part of what the kernel holds, so that the gateway can never send the rest at once.
      for (let part = 0; part < 20; part++) {
        const chunk = (socket.read() as Buffer | null) ?? undefined;
        read += chunk?.length ?? 0;
        await new Promise(resolve => setImmediate(resolve));
      }
    }
    expect(read).toBeGreaterThanOrEqual(16 * mega);
    expect(await metric(running, cutBy('write_timeout'))).toBe(0);
  });
});
