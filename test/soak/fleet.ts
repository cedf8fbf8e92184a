/** Servers behind a gateway: processes of the official SDKs, over stdio and HTTP, and a REST API. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Seeded } from './seeded.js';

const program = fileURLToPath(new URL('upstream.mjs', import.meta.url));

const running = new Set<HttpUpstream>();
const services = new Set<Server>();

/** Ends every server that was started. Those over stdio end with their gateway. */
export async function endFleet(): Promise<void> {
  await Promise.all([...running].map(upstream => upstream.kill()));
  for (const service of services) service.close().closeAllConnections();
  services.clear();
}

/** A server over HTTP, which can be killed and started again at the same port. */
export class HttpUpstream {
  readonly name: string;
  readonly #line: 'v1' | 'v2';
  #child: ChildProcess | undefined;
  #port = 0;

  constructor(name: string, line: 'v1' | 'v2') {
    this.name = name;
    this.#line = line;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [program, this.name, `--${this.#line}`, String(this.#port)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child = child;
    running.add(this);
    for await (const line of createInterface({ input: child.stdout! })) {
      this.#port = Number(line);
      return;
    }
    throw new Error(`the server ${this.name} did not start at port ${this.#port}`);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  /** SIGSTOP freezes it with its connections open, SIGCONT lets it go on. */
  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    running.delete(this);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** The entry of a server over stdio; `trust_mode` is `auto`. */
export function stdioEntry(name: string): Record<string, unknown> {
  return { command: process.execPath, args: [program, name], trust_mode: 'auto' };
}

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly expected: string;
}

export interface FleetSizes {
  readonly stdio?: number;
  readonly v1?: number;
  readonly v2?: number;
  /** Calls of an `echo` take at most so many milliseconds. */
  readonly echoMs?: number;
  readonly rest?: boolean;
}

export class Fleet {
  /** For a configuration: `servers` and `apis`. */
  readonly servers: Record<string, Record<string, unknown>> = {};
  readonly apis: Record<string, unknown>[] = [];
  readonly http: HttpUpstream[] = [];
  #echoMs = 0;
  #nonces = 0;

  static async start({ stdio = 0, v1 = 0, v2 = 0, echoMs = 0, rest = false }: FleetSizes): Promise<Fleet> {
    const fleet = new Fleet();
    fleet.#echoMs = echoMs;
    for (let index = 0; index < stdio; index++) fleet.servers[`stdio${index}`] = stdioEntry(`stdio${index}`);
    const lines = [...Array.from({ length: v1 }, () => 'v1' as const), ...Array.from({ length: v2 }, () => 'v2' as const)];
    for (const [index, line] of lines.entries()) {
      const upstream = new HttpUpstream(`${line}http${index}`, line);
      await upstream.start();
      fleet.http.push(upstream);
      fleet.servers[upstream.name] = { url: upstream.url, protocol: 'streamable-http', trust_mode: 'auto' };
    }
    if (rest) fleet.apis.push(await restApi());
    return fleet;
  }

  get names(): string[] {
    return Object.keys(this.servers);
  }

  get config(): Record<string, unknown> {
    return { servers: this.servers, ...(this.apis.length > 0 && { apis: this.apis }) };
  }

  /** A text that no other call carries. */
  nonce(): string {
    return `nonce-${++this.#nonces}`;
  }

  /** A call of any server, and its right answer. */
  echo(random: Seeded, server = random.pick([...this.names, ...(this.apis.length > 0 ? ['rest'] : [])])): Call {
    const nonce = this.nonce();
    const args = { nonce, ...(this.#echoMs > 0 && server !== 'rest' && { ms: random.between(0, this.#echoMs) }) };
    return { tool: `${server}__echo`, args, expected: `${server} ${nonce}` };
  }
}

/** A REST API whose one endpoint gives back its argument; its entry of `apis`. */
async function restApi(): Promise<Record<string, unknown>> {
  const service = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`rest ${request.url!.slice('/echo/'.length)}`);
  });
  services.add(service);
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const echo = {
    name: 'echo',
    description: 'Gives back its nonce.',
    method: 'GET',
    path: '/echo/{nonce}',
    parameters: { nonce: { in: 'path', type: 'string' } },
    response: 'text',
  };
  return { name: 'rest', base_url: `http://127.0.0.1:${port}`, endpoints: [echo] };
}
