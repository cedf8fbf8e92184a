/**
 * Real agentgateway binaries, from `MCPGW_AGENTGATEWAY`: paths of binaries or of folders that hold them, separated as in
 * PATH. The version is read from the file's name (`agentgateway-v1.4.1`), else from `--version`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';

export interface ProxyBinary {
  readonly path: string;
  readonly version: string;
}

const versionText = /v?(\d+\.\d+\.\d+)/;

function versionOf(path: string): string {
  const named = versionText.exec(basename(path))?.[1];
  if (named !== undefined) return `v${named}`;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  const said = versionText.exec(stdout)?.[1];
  if (said === undefined) throw new Error(`${path} does not say its version: name the file agentgateway-vX.Y.Z`);
  return `v${said}`;
}

function binariesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter(name => name.startsWith('agentgateway') && (statSync(join(path, name)).mode & 0o111) !== 0)
    .map(name => join(path, name));
}

/** The binaries to test with; none where `MCPGW_AGENTGATEWAY` is not set. */
export function proxyBinaries(): readonly ProxyBinary[] {
  const places = (process.env.MCPGW_AGENTGATEWAY ?? '').split(delimiter).filter(place => place !== '');
  return places.flatMap(binariesAt).map(path => ({ path, version: versionOf(path) }));
}

/** A port of loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export interface RunningProxy {
  readonly port: number;
  /** The end of what it has logged. */
  output(): string;
  /** Ends the process, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Seconds that a proxy gets to open its port; a debug build on a busy machine is slow. */
const startSeconds = 120;

/** Starts `binary` with the static configuration that `config` gives for a port (a value, or its text). @throws Error with its last output */
export async function startProxy(binary: ProxyBinary, config: (port: number, ports: readonly number[]) => unknown): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-agentgateway-'));
  const port = await freePort();
  const others = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'config.json');
  const given = config(port, others);
  writeFileSync(file, typeof given === 'string' ? given : JSON.stringify(given));
  const child: ChildProcess = spawn(binary.path, ['-f', file], { stdio: 'pipe', env: { PATH: process.env.PATH ?? '' } });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output = `${output}${chunk}`.slice(-4000)));
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startSeconds * 1000;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`agentgateway ${binary.version} does not serve: ${output}`);
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return { port, output: () => output, stop };
}
