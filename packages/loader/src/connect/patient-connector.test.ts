/** Sockets whose first packet is lost: a listener that accepts nobody, whose queue is full, drops it as a network does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildConnector } from 'undici';
import { until } from '../../../../test/helpers/until.js';
import { type Connect, patiently } from './patient-connector.js';

const listens =
  "const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port));";

let hole: ChildProcess;
let lost: number;
const fillers: Socket[] = [];
const opened: Socket[] = [];
let server: Server;

/** Whether a connection to a port gets no answer for a while. */
async function isLost(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  fillers.push(socket);
  socket.on('error', () => {});
  return Promise.race([once(socket, 'connect').then(() => false), sleep(300).then(() => true)]);
}

beforeAll(async () => {
  hole = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] });
  lost = Number(String((await once(hole.stdout!, 'data'))[0]));
  hole.kill('SIGSTOP');
  await until(() => isLost(lost), 'the queue of the listener is full');
  server = createServer(socket => socket.on('error', () => {}));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});
afterAll(async () => {
  for (const socket of fillers) socket.destroy();
  hole.kill('SIGKILL');
  await new Promise(resolve => server.close(resolve));
});

const portOf = ({ port }: AddressInfo) => port;
const real = () => portOf(server.address() as AddressInfo);

/** Connects to one port after the other: what each further socket meets. The last one is for all that follow. */
function toPorts(ports: readonly number[], timeout = 0): Connect {
  const undici = buildConnector({ timeout }) as Connect;
  return (target, callback) => {
    const socket = undici({ ...target, port: String(ports[Math.min(opened.length, ports.length - 1)]) }, callback);
    opened.push(socket);
    return socket;
  };
}

const target = (hostname: string) => ({ hostname, protocol: 'http:', port: '1' });

function connected(connector: Connect, hostname = '127.0.0.1'): Promise<{ error: Error | null; socket: Socket | null }> {
  return new Promise(resolve => connector(target(hostname), (error, socket) => resolve({ error, socket })));
}

for (const host of ['127.0.0.1', 'localhost'])
  it(`a second socket gets through where the packets of the first are lost (${host})`, async () => {
    const { error, socket } = await connected(patiently(toPorts([lost, real()])), host);
    expect([error, socket?.remotePort]).toEqual([null, real()]);
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    expect(opened[1]).toBe(socket);
  });

it('the first socket decides where it is the one that gets through', async () => {
  const { socket } = await connected(patiently(toPorts([real(), lost])));
  await sleep(1500);
  expect([opened.length, socket === opened[0], socket?.destroyed]).toEqual([1, true, false]);
});

it('a refusal decides, also that of a later socket', async () => {
  const closed = createServer();
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
  const refused = portOf(closed.address() as AddressInfo);
  await new Promise(resolve => closed.close(resolve));
  const { error } = await connected(patiently(toPorts([lost, refused])));
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

it('the deadline of the first socket is the deadline of all', async () => {
  const { error } = await connected(patiently(toPorts([lost], 2500)));
  expect(error).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  expect(opened.length).toBeGreaterThan(1);
  expect(opened.every(({ destroyed }) => destroyed)).toBe(true);
});

it('nothing is tried any more once the sockets are released', async () => {
  const connector = patiently(toPorts([lost]));
  let isTold = false;
  connector(target('127.0.0.1'), () => (isTold = true));
  await until(() => opened.length === 3, 'three sockets try');
  for (const socket of opened) socket.destroy();
  await sleep(1500);
  expect([opened.length, isTold]).toEqual([3, false]);
});
