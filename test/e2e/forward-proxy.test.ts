/** The chart's forward proxy as a real Envoy (from PyPI, a virtual environment of its own) runs it; skipped with the reason where that fails. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { envoy, envoyMissing, envoyVersion } from '../helpers/envoy.js';
import { describeUnless } from '../helpers/needs.js';

jest.setTimeout(300_000);

const root = join(__dirname, '../..');
/** Envoy's configuration out of the rendered chart, listening on this machine only. */
function bootstrapOf(folder: string, values: object): string {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const args = [join(root, 'cli/dist/mcpgw.js'), 'render', 'demo', '-f', file, '-s', 'templates/forward-proxy.yaml'];
  const documents = parseAllDocuments(execFileSync(process.execPath, args, { encoding: 'utf8' })).map(document => document.toJS());
  const config = documents.find(({ kind }) => kind === 'ConfigMap').data['envoy.yaml'] as string;
  expect(config.match(/address: 0\.0\.0\.0/g)).toHaveLength(3);
  return config.replaceAll('address: 0.0.0.0', 'address: 127.0.0.1');
}

/** Three ports in a row that nothing listens on. */
async function freeBase(): Promise<number> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all([0, 1, 2].map(index => isFree(base + index)));
    if (free.every(Boolean)) return base;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode ?? 0, body };
}

/** A plain request through the proxy, as clients make it that know HTTP_PROXY. */
const plain = (port: number, url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: url, headers: { host: new URL(url).host, ...headers }, agent: false }, response => {
      answerOf(response).then(resolve, reject);
    })
      .once('error', reject)
      .end();
  });

/** A tunnel through the proxy, as clients make it that know HTTPS_PROXY, and a request in it. */
const tunnel = (port: number, authority: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, agent: false })
      .once('connect', (response: IncomingMessage, socket: Socket) => {
        if (response.statusCode !== 200) {
          socket.destroy();
          return resolve({ status: response.statusCode ?? 0, body: '' });
        }
        request({ createConnection: () => socket, path: '/', headers: { host: authority } }, inner => {
          answerOf(inner).then(answer => {
            socket.destroy();
            resolve(answer);
          }, reject);
        })
          .once('error', reject)
          .end();
      })
      .once('error', reject)
      .end();
  });

const reason = envoyMissing();

describeUnless(reason, `Envoy ${envoyVersion}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-envoy-'));
  const image = { repository: 'registry.example.com/mcp', tag: 'v1' };
  let target: Server;
  let port = 0;
  let sql = 0;
  let records = 0;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    target = createServer((incoming, response) => response.end(`reached ${incoming.headers.host}`));
    await new Promise<void>(resolve => target.listen(0, '127.0.0.1', resolve));
    port = (target.address() as AddressInfo).port;
    const base = await freeBase();
    [sql, records] = [base + 1, base + 2];
    const server = (id: string, ...allowedHosts: string[]) => ({ id, image, allowedHosts, isolation: { sensitivity: 'CONFIDENTIAL' } });
    const mcpServers = [server('sql', `localhost:${port}`, '*.example.com'), server('records', 'records.example.com')];
    const config = join(folder, 'envoy.yaml');
    writeFileSync(config, bootstrapOf(folder, { forwardProxy: { port: sql }, mcpServers }));
    const flags = ['-c', config, '--disable-hot-restart', '--concurrency', '1', '--log-level', 'error'];
    child = spawn(envoy, flags, { stdio: 'ignore', detached: true });
    while (
      !(await plain(base, `http://127.0.0.1:${base}/ready`).then(
        ({ status }) => status === 200,
        () => false,
      ))
    )
      await sleep(100);
  });
  afterAll(() => {
    if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    target.close();
    target.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['static-v1.4.1-mcp-servers', 'example-two-instances'])('accepts the configuration of the golden %s', name => {
    const documents = parseAllDocuments(readFileSync(join(root, 'test/golden', name, 'expected.yaml'), 'utf8'));
    const texts = documents.flatMap(document => document.toJS()?.data?.['envoy.yaml'] ?? []);
    expect(texts).toHaveLength(1);
    const config = join(folder, `${name}.yaml`);
    writeFileSync(config, texts[0]);
    const { status, stderr } = spawnSync(envoy, ['--mode', 'validate', '-c', config, '--log-level', 'warning'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('lets through what is allowed, by CONNECT and as plain HTTP', async () => {
    expect(await tunnel(sql, `localhost:${port}`)).toEqual({ status: 200, body: `reached localhost:${port}` });
    expect(await plain(sql, `http://localhost:${port}/`)).toEqual({ status: 200, body: `reached localhost:${port}` });
    expect(await tunnel(sql, `LOCALHOST:${port}`)).toMatchObject({ status: 200 });
  });

  it.each([
    ['another host', () => `127.0.0.1:${port}`],
    ['another port of the host', () => `localhost:${port + 1}`],
    ['the host without a port', () => 'localhost'],
    ['a host that ends like it', () => `evil-localhost:${port}`],
    ['a host that begins like it', () => `localhost.evil.test:${port}`],
    ['the domain of a wildcard itself', () => 'example.com:443'],
    ['a domain that ends like it', () => 'badexample.com:443'],
    ['another port below the wildcard', () => 'api.example.com:8443'],
    ['the metadata service', () => '169.254.169.254:80'],
    ['a user before the host', () => `localhost:${port}@127.0.0.1:${port}`],
    ['a dot after the host', () => `localhost.:${port}`],
  ])('refuses %s', async (_what, authority) => {
    // 400 where Envoy takes it for no authority at all.
    expect([400, 403]).toContain((await tunnel(sql, authority())).status);
    expect([400, 403]).toContain((await plain(sql, `http://${authority()}/`)).status);
  });

  it('goes by the address that is asked for, not by what a Host header says', async () => {
    const answer = await plain(sql, `http://127.0.0.1:${port}/`, { host: `localhost:${port}` });
    expect(answer).toEqual({ status: 403, body: 'not in allowedHosts\n' });
  });

  it('keeps the servers apart: what one may reach, another may not', async () => {
    expect((await tunnel(records, `localhost:${port}`)).status).toBe(403);
    expect(await plain(records, `http://localhost:${port}/`)).toEqual({ status: 403, body: 'not in allowedHosts\n' });
  });
});
