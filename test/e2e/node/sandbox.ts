/**
 * Where a node lives: namespaces of processes, mounts, network and control groups of its own, inside of which a real kubelet may do as it
 * likes. They end with the test, however it ends: sandbox.sh and its first process read a pipe that closes then.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endServer, type KubePlace, type Server as Program, startServer } from '../../helpers/kube.js';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Address of the node, and one that is outside of the cluster: see sandbox-init.sh. */
export const nodeAddress = '172.31.255.2';
export const outsideAddress = '203.0.113.10';
/** Where clouds answer who asks for credentials; outside here, see chart/paths.ts. */
export const metadataAddress = '169.254.169.254';

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sandbox extends KubePlace {
  /** A folder for files of the node, removed by `end`. */
  readonly folder: string;
  /** Starts a program inside; it ends with the sandbox, or by `endServer`. */
  start(program: string, flags: readonly string[]): Program;
  /** Runs a program inside to its end, 60 seconds at most. */
  run(program: string, flags: readonly string[], input?: string): Ran;
  /** The command that runs a program in the network outside of the node. */
  outside(program: string, flags: readonly string[]): readonly [string, readonly string[]];
  /** Opens a port of this machine's loopback that leads to an address inside. @throws an Error if the relay ended */
  forward(port: number, host?: string): Promise<number>;
  /** Ends all programs and removes what they left. */
  end(): Promise<void>;
}

/** Waits for a line. @throws an Error with the output if the program ends before it */
function lineOf(stream: NodeJS.ReadableStream, pattern: RegExp, complaint: () => string): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(stream);
    lines.on('line', line => {
      const match = pattern.exec(line);
      if (match) resolve(match);
    });
    lines.on('close', () => reject(new Error(`the sandbox ended while it started: ${complaint()}`)));
  });
}

/** Makes the namespaces. @throws an Error with what the scripts said if they cannot be made */
export async function startSandbox(): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-node-'));
  const name = `mcpgw-node-${process.pid}`;
  const keeper = spawn('sh', [join(here, 'sandbox.sh'), name, folder], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let complaints = '';
  keeper.stderr.on('data', chunk => (complaints = (complaints + chunk).slice(-4000)));
  const ended = new Promise<void>(resolve => keeper.once('close', () => resolve()));
  const found = lineOf(keeper.stdout, /^init (\d+)$/, () => complaints);
  const ready = lineOf(keeper.stdout, /^ready$/, () => complaints);
  const [[, init]] = await Promise.all([found, ready]);
  const outsidePid = readFileSync(join(folder, 'outside.pid'), 'utf8').trim();

  const command = (program: string, flags: readonly string[]) => ['sh', [join(here, 'enter.sh'), name, init!, program, ...flags]] as const;
  const programs: Program[] = [];
  const start = (program: string, flags: readonly string[]) => {
    const started = startServer(...command(program, flags));
    programs.push(started);
    return started;
  };
  const run = (program: string, flags: readonly string[], input?: string): Ran => {
    const [shell, inside] = command(program, flags);
    return spawnSync(shell, inside, { encoding: 'utf8', timeout: 240_000, maxBuffer: 1 << 26, ...(input === undefined ? {} : { input }) });
  };
  const outside = (program: string, flags: readonly string[]) =>
    ['nsenter', ['--target', outsidePid, '--net', '--', program, ...flags]] as const;

  const socket = join(folder, 'relay.sock');
  const relay = start(process.execPath, [join(here, 'relay.mjs'), socket]);
  const end = async (): Promise<void> => {
    keeper.stdin.end();
    await ended;
    await Promise.all(programs.map(endServer));
  };
  try {
    await lineOf(relay.child.stdout!, /^ready$/, relay.log);
  } catch (error) {
    await end();
    throw error;
  }
  const forward = async (port: number, host = '127.0.0.1'): Promise<number> => {
    const forwarder = startServer(process.execPath, [join(here, 'forward.mjs'), socket, host, String(port)]);
    programs.push(forwarder);
    const [, found] = await lineOf(forwarder.child.stdout!, /^port (\d+)$/, forwarder.log);
    return Number(found);
  };
  return { folder, command, start, run, outside, forward, end };
}
