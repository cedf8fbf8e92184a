/** The commands of docs/hands-on, in one shell as a reader types them; what they print is what the chapter shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const chapters = join(root, 'docs/hands-on');

interface Step {
  readonly command: string;
  readonly expected: readonly string[];
}

/** The steps of a chapter: in ```console blocks, `$ command` and the lines that it prints. */
function stepsOf(text: string): Step[] {
  const blocks = [...text.matchAll(/^```console\n(.*?)^```$/gms)].map(([, body = '']) => body);
  return blocks.flatMap(block =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map(part => {
        const [command = '', ...expected] = part.trimEnd().split('\n');
        return { command, expected };
      }),
  );
}

/** What differs from run to run, and what npm says of its own configuration. */
const neutral = (lines: readonly string[]): string[] =>
  lines.filter(line => line !== '' && !line.startsWith('npm warn')).map(line => line.replaceAll(/result_[0-9a-f]{8}/g, 'result_ffffffff'));

class Shell {
  readonly #bash: ChildProcess;
  readonly #cwd: string;
  #output = '';
  #heard: () => void = () => {};
  readonly ended: Promise<void>;

  constructor(cwd: string) {
    this.#cwd = cwd;
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR };
    this.#bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.#bash.stdout!.on('data', chunk => {
      this.#output += chunk;
      this.#heard();
    });
    this.ended = new Promise(resolve => this.#bash.once('close', () => resolve()));
    this.#bash.stdin!.write('exec 2>&1\n');
  }

  /** Runs a command; one that stays in the background is awaited until it has printed as many lines as expected. */
  async run({ command, expected }: Step): Promise<string[]> {
    this.#output = '';
    const background = command.endsWith('&');
    const end = '@@end@@';
    this.#bash.stdin!.write(background ? `${command}\n` : `${command}\nprintf "\\n${end}\\n"\n`);
    const lines = () => neutral(this.#output.replaceAll(`${this.#cwd}/`, '').split('\n'));
    const done = () => (background ? lines().length >= expected.length : this.#output.includes(end));
    while (!done()) await Promise.race([new Promise<void>(resolve => (this.#heard = resolve)), this.ended.then(() => this.#died())]);
    return lines().filter(line => line !== end);
  }

  #died(): never {
    throw new Error(`the shell ended:\n${this.#output}`);
  }

  /** Ends the shell and what it started: they are a process group of their own. */
  async end(): Promise<void> {
    process.kill(-this.#bash.pid!, 'SIGTERM');
    await this.ended;
  }
}

/** Two free ports, one after the other, as the chapters take them for two instances. */
async function freePorts(): Promise<readonly [number, number]> {
  for (let tries = 0; tries < 50; tries++) {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const second = createServer();
    const isFree = await new Promise<boolean>(resolve =>
      second.once('error', () => resolve(false)).listen(port + 1, '127.0.0.1', () => resolve(true)),
    );
    await Promise.all([first, ...(isFree ? [second] : [])].map(server => new Promise(resolve => server.close(resolve))));
    if (isFree) return [port, port + 1];
  }
  throw new Error('there are no two free ports in a row');
}

/** The repository as a reader has it, with other ports in the template's configuration. */
function checkoutWith(ports: readonly [number, number]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgw-hands-on-')));
  for (const name of readdirSync(root)) if (name !== 'examples') symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const config = join(folder, 'examples/template/config.yaml');
  writeFileSync(config, withPorts(readFileSync(config, 'utf8'), ports));
  return folder;
}

/** `text` with the ports of the chapters, 8000 and 8001, replaced. */
function withPorts(text: string, [normal, isolated]: readonly [number, number]): string {
  return text.replaceAll(/\b800[01]\b/g, port => String(port === '8000' ? normal : isolated));
}

test.each(readdirSync(chapters))('%s', async name => {
  const ports = await freePorts();
  const steps = stepsOf(withPorts(readFileSync(join(chapters, name), 'utf8'), ports));
  expect(steps.length).toBeGreaterThan(10);
  const checkout = checkoutWith(ports);
  const shell = new Shell(checkout);
  try {
    for (const step of steps)
      expect({ command: step.command, lines: await shell.run(step) }).toEqual({ command: step.command, lines: neutral(step.expected) });
  } finally {
    await shell.end();
    rmSync(checkout, { recursive: true });
  }
});
