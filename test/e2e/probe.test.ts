import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answering, closedPort, closeServers, httpServer, sdkListener } from '../../packages/loader/test/servers.js';
import { buildProbe, finished, type Probe } from './probe-helpers.js';

jest.setTimeout(120_000);

const stdioServer = join(__dirname, '../../packages/loader/test/stdio-server.mjs');
let probe: Probe;

beforeAll(async () => {
  probe = await buildProbe();
});
afterEach(closeServers);
afterAll(() => probe.remove());

function config(mcpServers: Record<string, unknown>): string {
  const file = join(probe.folder, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers }));
  return file;
}

function statuses(stdout: string): Record<string, string> {
  const { servers } = JSON.parse(stdout) as { servers: { id: string; status: string }[] };
  return Object.fromEntries(servers.map(({ id, status }) => [id, status]));
}

it('0 and a table without colours when all are available', async () => {
  const { url } = await httpServer(sdkListener());
  const file = config({ web: { url }, local: { command: process.execPath, args: [stdioServer] } });
  const { status, stdout, stderr } = await probe.run([file]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.replace(/\d+(\.\d)? m?s/g, 'TIME').replace(/ +/g, ' ')).toBe(
    [
      'SERVER STATUS TRANSPORT PROTOCOL TOOLS ATTEMPTS TIME',
      'web available streamable-http 2025-11-25 2 1 TIME',
      'local available stdio 2025-11-25 1 1 TIME',
      '',
      '2 of 2 available in TIME',
      '',
    ].join('\n'),
  );
  expect((await probe.run([file], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[32mavailable');
});

it('1 when one fails, and the others are still listed', async () => {
  const good = await httpServer(sdkListener());
  const denied = await httpServer(answering(401));
  const port = await closedPort();
  const args = [
    config({ good: { url: good.url }, denied: { url: denied.url }, gone: { url: `http://127.0.0.1:${port}/mcp` } }),
    '-o',
    'json',
  ];
  const all = await probe.run(args);
  expect([all.status, statuses(all.stdout)]).toEqual([1, { good: 'available', denied: 'denied', gone: 'permanent' }]);
  expect((await probe.run([...args, '--fail-on', 'transient'])).status).toBe(0);
  expect((await probe.run([...args, '--fail-on', 'transient,denied'])).status).toBe(1);
  expect((await probe.run([...args, '--only', 'good'])).status).toBe(0);
});

it.each<[string, string[], RegExp]>([
  ['no target', [], /^Error: nothing to probe: name a configuration file or a URL\n$/],
  ['a missing file', ['/no/such.json'], /^Error: open \/no\/such\.json: no such file or directory\n$/],
  ['an unknown flag', ['--nope'], /^Error: unknown option '--nope'/],
  [
    'a nonsensical timeout',
    ['http://127.0.0.1/', '--timeout', '0'],
    /argument '0' is invalid\. It must be a duration such as 500ms, 30s or 2m, or a number of seconds: above 0, at most 24h\./,
  ],
  [
    'an unknown class',
    ['http://127.0.0.1/', '--fail-on', 'sometimes'],
    /argument 'sometimes' is invalid\. Allowed choices are transient, permanent, denied, none\./,
  ],
])('2 for %s, with nothing on stdout', async (_name, args, message) => {
  const { status, stdout, stderr } = await probe.run(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});

it('--timeout and --max-attempts bound a server that hangs; progress goes to stderr', async () => {
  const { url } = await httpServer(() => {});
  const { status, stdout, stderr } = await probe.run([url, '--timeout', '0.5', '--max-attempts', '2', '-o', 'json']);
  const [server] = (JSON.parse(stdout) as { servers: Record<string, unknown>[] }).servers;
  expect([status, server]).toMatchObject([
    1,
    { status: 'transient', attempts: 2, layer: 'http', code: 'timeout', reason: 'timed out after 0.5 s waiting for the HTTP response' },
  ]);
  expect(stderr).toMatch(
    /^127\.0\.0\.1:\d+\/mcp: attempt 1 failed \(timed out after 0\.5 s waiting for the HTTP response\), next in 0\.[2-5] s\n$/,
  );
  expect((await probe.run([url, '--timeout', '0.5', '--max-attempts', '2', '-q'])).stderr).toBe('');
});

it('--via goes through the gateway with its own headers alone', async () => {
  const seen: unknown[] = [];
  const mcp = sdkListener();
  const gateway = await httpServer((request, response) => {
    seen.push([request.url, request.headers.authorization]);
    mcp(request, response);
  });
  const file = config({ 'git hub': { url: 'http://backend.invalid/mcp', headers: { Authorization: 'Bearer backend-secret' } } });
  const via = `http://127.0.0.1:${gateway.port}/mcp/{id}`;
  const { status } = await probe.run([file, '--via', via, '--header', 'Authorization: Bearer ${PROBE_TOKEN}'], {
    PROBE_TOKEN: 'mine-12345',
  });
  expect([status, new Set(seen.map(String))]).toEqual([0, new Set(['/mcp/git%20hub,Bearer mine-12345'])]);
});

it('advice names the flags that have an effect, and the authorization service of the gateway', async () => {
  const denied = await httpServer(answering(401));
  const gateway = await httpServer(answering(403, 'Authorization service unavailable'));
  const file = config({ wiki: { url: denied.url } });
  const advices = async (args: string[]) => {
    const { stdout } = await probe.run([...args, '-o', 'json', '--max-attempts', '1']);
    const { servers } = JSON.parse(stdout) as { servers: { status: string; layer: string; advice: string }[] };
    return servers.map(({ status, layer, advice }) => [status, layer, advice]);
  };
  const credentials = 'the server is up and asks for credentials: add a token to its headers';
  expect(await advices([file])).toEqual([['denied', 'http', credentials]]);
  expect(await advices([denied.url])).toEqual([['denied', 'http', `${credentials} (or use --header)`]]);
  expect(await advices([file, '--via', `http://127.0.0.1:${gateway.port}/{id}`])).toEqual([
    [
      'transient',
      'ext-authz',
      "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
    ],
  ]);
});

it('secrets of the configuration are in no output', async () => {
  const { url } = await httpServer(
    (request, response) => void response.writeHead(500).end(`cannot serve ${request.headers.authorization} at ${request.url}`),
  );
  const leaky = { command: 'sh', args: ['-c', 'echo "refused: $API_KEY" >&2; exit 1'], env: { API_KEY: '${KEY}' } };
  const file = config({ web: { url: `${url}?key=qu3ry-s3cret`, headers: { Authorization: 'Bearer he4der-s3cret' } }, leaky });
  for (const output of ['table', 'json', 'junit']) {
    const { stdout, stderr } = await probe.run([file, '-o', output, '--max-attempts', '2'], { KEY: 'env-s3cret' });
    expect(stdout).toContain('cannot serve');
    expect(stdout).toContain('refused: ***');
    expect(stdout + stderr).not.toMatch(/s3cret/);
  }
});

it('--prometheus writes a whole file or none', async () => {
  const { url } = await httpServer(sdkListener());
  const file = join(probe.folder, 'mcp.prom');
  const id = new URL(url).host;
  expect((await probe.run([url, '--prometheus', file])).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain(`mcpgw_probe_up{server="${id}/mcp"} 1\n`);
  expect(readdirSync(probe.folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  const failed = await probe.run([url, '--prometheus', '/no/such/folder/mcp.prom']);
  expect([failed.status, failed.stderr]).toEqual([
    2,
    'Error: cannot write /no/such/folder/mcp.prom: no such file or directory in /no/such/folder, where the new file is made\n',
  ]);
});

it('--watch probes again and follows a change', async () => {
  let requests = 0;
  const mcp = sdkListener();
  const { url } = await httpServer((request, response) => (requests++ === 0 ? answering(404)(request, response) : mcp(request, response)));
  const { status, stdout } = await probe.run([url, '--transport', 'streamable-http', '--watch', '0.1', '--rounds', '2', '-o', 'json']);
  const rounds = stdout
    .trim()
    .split('\n')
    .map(line => Object.values(statuses(line)));
  expect([status, rounds]).toEqual([0, [['permanent'], ['available']]]);
});

it('--watch says when each round began, and what changed', async () => {
  let requests = 0;
  const mcp = sdkListener();
  const { url } = await httpServer((request, response) => (requests++ === 0 ? answering(404)(request, response) : mcp(request, response)));
  const { stdout } = await probe.run([url, '--transport', 'streamable-http', '--watch', '0.1', '--rounds', '2']);
  const shown = stdout.match(/^(?:\d{4}-.*Z|changed: .*)$/gm)?.map(line => line.replace(/^\d.*/, 'TIME').replace(/127\S+/, 'URL'));
  expect(shown).toEqual(['TIME', 'TIME', 'changed: URL is available, was permanent']);
  expect(await probe.run([url, '--rounds', '2'])).toMatchObject({ status: 2, stderr: 'Error: --rounds belongs to --watch\n' });
});

it('a signal ends it and the commands it started', async () => {
  const pidFile = join(probe.folder, 'pid');
  const child = probe.start([config({ slow: { command: 'sh', args: ['-c', `echo $$ > ${pidFile}; exec sleep 60`] } }), '--timeout', '60']);
  const end = finished(child);
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await new Promise(resolve => setTimeout(resolve, 20));
  const pid = Number(readFileSync(pidFile, 'utf8'));
  child.kill('SIGINT');
  expect(await end).toEqual({ status: 2, stdout: '', stderr: 'Error: interrupted\n' });
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('reads a configuration from stdin', async () => {
  const { url } = await httpServer(sdkListener());
  const child = probe.start(['-', '-o', 'json']);
  child.stdin!.end(JSON.stringify({ mcpServers: { piped: { url } } }));
  const { status, stdout } = await finished(child);
  expect([status, statuses(stdout)]).toEqual([0, { piped: 'available' }]);
});
