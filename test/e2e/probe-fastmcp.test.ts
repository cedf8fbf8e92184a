/** Servers of fastmcp (Python), from PyPI into a virtual environment of their own; skipped with the reason where that fails. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from '../../packages/loader/test/servers.js';
import { describeUnless } from '../helpers/needs.js';
import { buildProbe, type Probe } from './probe-helpers.js';

jest.setTimeout(180_000);

const fastmcpVersion = '4.1.2';
const venv = process.env.MCPGW_E2E_VENV ?? join(tmpdir(), `mcpgw-e2e-fastmcp-${fastmcpVersion}`);
const python = join(venv, 'bin/python');
const script = join(__dirname, 'probe-fastmcp.py');

/** Why fastmcp cannot run here; undefined when it can. */
function missing(): string | undefined {
  const check = () => spawnSync(python, ['-c', 'import fastmcp'], { encoding: 'utf8' }).status === 0;
  if (existsSync(python) && check()) return undefined;
  const made = spawnSync('python3', ['-m', 'venv', venv], { encoding: 'utf8' });
  if (made.status !== 0) return `python3 -m venv failed: ${made.error?.message ?? made.stderr.trim().split('\n').at(-1)}`;
  const installed = spawnSync(python, ['-m', 'pip', 'install', '-q', `fastmcp==${fastmcpVersion}`], { encoding: 'utf8', timeout: 300_000 });
  if (installed.status !== 0) return `pip install fastmcp failed: ${installed.stderr.trim().split('\n').at(-1)}`;
  return check() ? undefined : 'fastmcp is installed and cannot be imported';
}

const reason = missing();

describeUnless(reason, `fastmcp ${fastmcpVersion}`, () => {
  const children: ChildProcess[] = [];
  let probe: Probe;
  const ports: Record<'http' | 'sse' | 'auth', number> = { http: 0, sse: 0, auth: 0 };

  function accepts(port: number): Promise<boolean> {
    return new Promise(resolve => {
      const socket = connect(port, '127.0.0.1')
        .once('connect', () => resolve(true))
        .once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }

  async function serve(transport: string, ...more: string[]): Promise<number> {
    const port = await closedPort();
    children.push(spawn(python, [script, transport, String(port), ...more], { stdio: 'ignore' }));
    while (!(await accepts(port))) await new Promise(resolve => setTimeout(resolve, 100));
    return port;
  }

  beforeAll(async () => {
    [probe, ports.http, ports.sse, ports.auth] = await Promise.all([buildProbe(), serve('http'), serve('sse'), serve('http', 'auth')]);
  });

  afterAll(() => {
    for (const child of children) child.kill();
    probe.remove();
  });

  it('is available over each transport, and asks for a token where it wants one', async () => {
    const mcpServers = {
      stdio: { command: python, args: [script, 'stdio'] },
      http: { url: `http://127.0.0.1:${ports.http}/mcp` },
      sse: { url: `http://127.0.0.1:${ports.sse}/sse` },
      locked: { url: `http://127.0.0.1:${ports.auth}/mcp` },
      token: { url: `http://127.0.0.1:${ports.auth}/mcp`, headers: { Authorization: 'Bearer ${FASTMCP_TOKEN}' } },
      elsewhere: { url: `http://127.0.0.1:${ports.http}/nope` },
    };
    const file = join(probe.folder, 'fastmcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers }));
    const { status, stdout } = await probe.run([file, '-o', 'json', '--timeout', '60'], { FASTMCP_TOKEN: 'good-token-123' });
    const report = JSON.parse(stdout) as {
      servers: { id: string; status: string; transport: string; tools: string[]; reason: string | null }[];
    };
    expect(status).toBe(1);
    expect(report.servers.map(({ id, status, transport, tools, reason }) => [id, status, transport, tools, reason])).toEqual([
      ['stdio', 'available', 'stdio', ['add'], null],
      ['http', 'available', 'streamable-http', ['add'], null],
      ['sse', 'available', 'sse', ['add'], null],
      ['locked', 'denied', 'http', [], 'HTTP 401 Unauthorized'],
      ['token', 'available', 'streamable-http', ['add'], null],
      ['elsewhere', 'permanent', 'http', [], 'HTTP 404 Not Found: Not Found'],
    ]);
  });
});
