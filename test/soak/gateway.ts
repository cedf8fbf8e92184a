/** `mcpgw serve` as a process of its own, and what can be seen of it from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listeningPort } from '../helpers/listening-port.js';
import { send } from './callers.js';
import { until } from './wait.js';

const here = fileURLToPath(new URL('.', import.meta.url));
export const executable = process.env.MCPGW_EXECUTABLE ?? join(here, '../../cli/dist/mcpgw.js');

export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  /** The longest time that its event loop did nothing else, since the last question. */
  readonly longestStallMs: number;
}

export interface GatewayOptions {
  /** A folder of its own: configuration, state and log are in it. */
  readonly folder: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly nodeFlags?: readonly string[];
}

/** What of a log only a bug writes. */
const bugs = /\n {4}at |node:internal|internal failure|internal error|FATAL|Unhandled/;

const running = new Set<Gateway>();

/** Ends every gateway that was started. */
export async function endGateways(): Promise<void> {
  await Promise.all([...running].map(gateway => gateway.stop('SIGKILL')));
}

export class Gateway {
  readonly file: string;
  readonly ended: Promise<number | string | null>;
  readonly #child: ChildProcess;
  readonly #logFile: string;
  #port = 0;

  private constructor({ folder, nodeFlags = [] }: GatewayOptions, file: string) {
    this.file = file;
    this.#logFile = join(folder, `gateway-${Date.now()}-${running.size}.log`);
    const log = openSync(this.#logFile, 'w');
    const probe = pathToFileURL(join(here, 'memory-probe.mjs')).href;
    this.#child = spawn(process.execPath, ['--expose-gc', '--import', probe, ...nodeFlags, executable, 'serve', file, '--no-watch'], {
      env: { PATH: process.env.PATH ?? '', HOME: folder },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.ended = new Promise(resolve => this.#child.once('exit', (code, signal) => resolve(code ?? signal)));
    void this.ended.then(() => running.delete(this));
    running.add(this);
  }

  /** Writes the configuration, starts, and waits until it is ready. @throws Error with the log if it ends before */
  static async start(options: GatewayOptions): Promise<Gateway> {
    const file = join(options.folder, 'gateway.yaml');
    const gateway = new Gateway(options, file);
    gateway.configure({ store: { type: 'file', folder: join(options.folder, 'state') }, ...options.config });
    await gateway.#untilReady();
    return gateway;
  }

  async #untilReady(): Promise<void> {
    const port = await until('the gateway listens', () => this.#alive() && listeningPort(this.log()));
    this.#port = port;
    await until('the gateway is ready', async () => this.#alive() && (await this.get('/readyz')).status === 200);
  }

  #alive(): true {
    if (this.#child.exitCode === null && this.#child.signalCode === null) return true;
    throw new Error(`mcpgw serve ended with ${this.#child.exitCode ?? this.#child.signalCode}:\n${this.log().slice(-2000)}`);
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  /** The first lines of the log that only a bug writes; undefined where there are none. */
  bug(): string | undefined {
    const log = this.log();
    const found = bugs.exec(log);
    return found ? log.slice(Math.max(0, found.index - 200), found.index + 300) : undefined;
  }

  /** Writes the configuration; a signal or a start reads it. */
  configure(config: Readonly<Record<string, unknown>> | string): void {
    writeFileSync(this.file, typeof config === 'string' ? config : JSON.stringify({ listen: '127.0.0.1:0', ...config }));
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> {
    this.#child.kill(signal);
    return this.ended;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}) {
    return send(this.port, { method: 'GET', path, headers });
  }

  /** Memory after garbage was collected. @throws Error if it does not answer */
  async memory(): Promise<Memory> {
    let memory: Memory | undefined;
    this.#child.once('message', told => (memory = told as Memory));
    this.#child.send('memory');
    return until('the gateway tells its memory', () => this.#alive() && memory);
  }

  /** A metric, summed over all its lines whose labels hold `labels`; 0 where it has none. */
  async metric(name: string, labels = ''): Promise<number> {
    const { text } = await this.get('/metrics');
    return text
      .split('\n')
      .filter(line => line.startsWith(`${name} `) || (line.startsWith(`${name}{`) && line.includes(labels)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  /** Waits until every one of so many servers is connected. @throws Error if that does not come */
  async untilAllReady(servers: number, ms?: number): Promise<void> {
    await until(
      `all ${servers} servers are connected again`,
      async () => (await this.metric('mcpgw_upstream_state', 'state="ready"')) === servers,
      ms,
    );
  }
}
