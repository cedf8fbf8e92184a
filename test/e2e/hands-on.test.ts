/** The commands of docs/hands-on, in one shell as a reader types them; what they print is what the chapter shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
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
  lines
    .filter(line => line !== '' && !line.startsWith('npm warn'))
    .map(line => line.replaceAll(/result_[0-9a-f]{8}/g, 'result_ffffffff').replaceAll(`${root}/`, ''));

class Shell {
  readonly #bash: ChildProcess;
  #output = '';
  #heard: () => void = () => {};
  readonly ended: Promise<void>;

  constructor() {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR };
    this.#bash = spawn('bash', ['--noprofile', '--norc'], { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
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
    const lines = () => neutral(this.#output.split('\n'));
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

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

test.each(readdirSync(chapters))('%s', async name => {
  const steps = stepsOf(readFileSync(join(chapters, name), 'utf8'));
  expect(steps.length).toBeGreaterThan(10);
  const taken = await Promise.all([8000, 8001].map(async port => ((await isFree(port)) ? [] : [port])));
  if (taken.flat().length > 0) return console.warn(`skipped: port ${taken.flat().join(' and ')} is in use here`);
  const shell = new Shell();
  try {
    for (const step of steps)
      expect({ command: step.command, lines: await shell.run(step) }).toEqual({ command: step.command, lines: neutral(step.expected) });
  } finally {
    await shell.end();
  }
});
