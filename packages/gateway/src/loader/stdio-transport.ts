/**
 * An MCP transport over a command's stdin and stdout. Beyond the SDK's own it knows how the command ended, keeps the end
 * of its stderr and of stray output, and ends the whole process group: stdin closed, then SIGTERM, then SIGKILL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { parseJSONRPCMessage, serializeMessage } from '@modelcontextprotocol/client';
import type { StdioConnection } from '../connection.js';
import { JsonDepth, maxReplyDepth } from './json-depth.js';
import { LoadError } from './load-error.js';
import type { AttemptTrace } from './trace.js';

const inherited = ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'];
const maxTail = 2048;
const maxMessage = 64 * 1024 * 1024;

/** Milliseconds that a command gets to end after its stdin was closed, and after SIGTERM. */
const stdioGrace = { afterStdinMs: 300, afterSigtermMs: 700 };

const ownGroups = process.platform !== 'win32';
const running = new Set<ChildProcess>();

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (ownGroups && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The group is gone.
  }
}

function killAllRunning(): void {
  for (const child of running) killGroup(child, 'SIGKILL');
}

function track(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', killAllRunning);
  running.add(child);
}

function untrack(child: ChildProcess): void {
  if (running.delete(child) && running.size === 0) process.off('exit', killAllRunning);
}

function environment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const base = inherited.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(base), ...own };
}

/** Node says ENOENT of the command also where the working directory is missing. */
function spawnError(error: Error, cwd: string | undefined): Error {
  if (cwd === undefined || existsSync(cwd)) return error;
  return new LoadError({ layer: 'process', code: 'cwd', text: 'the working directory does not exist', detail: cwd });
}

function within(ms: number, done: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, ms, false);
  });
  return Promise.race([done.then(() => true), late]).finally(() => clearTimeout(timer));
}

/** Lines in a row that are no messages, after which the command is ended. */
const maxStrayLines = 10_000;

/** What stands in place of a message that nobody can read without recursion. */
function tooDeep({ id }: { id?: unknown }): unknown {
  return { jsonrpc: '2.0', id, error: { code: -32603, message: `the message is nested more than ${maxReplyDepth} levels deep` } };
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #connection: StdioConnection;
  readonly #trace: AttemptTrace;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Lines since the last message. */
  #strayLines = 0;
  #ending: Promise<void> | undefined;

  constructor(connection: StdioConnection, trace: AttemptTrace) {
    this.#connection = connection;
    this.#trace = trace;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the command; rejects with the system's error where that fails (ENOENT, EACCES). */
  async start(): Promise<void> {
    const { command, args = [], env, cwd } = this.#connection;
    const child = spawn(command, [...args], { env: environment(env), cwd, stdio: 'pipe', detached: ownGroups, windowsHide: true });
    this.#child = child;
    this.#exited = new Promise(resolve => child.once('exit', () => resolve()));
    child.once('exit', (code, signal) => {
      this.#trace.exit = { code, signal };
    });
    child.once('close', () => this.onclose?.());
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#trace.stderr = (this.#trace.stderr + chunk.toString('utf8')).slice(-maxTail);
    });
    if (child.pid !== undefined) track(child);
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', error => reject(spawnError(error, cwd))));
    this.#trace.reached('handshake');
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable)
      return Promise.reject(
        new LoadError({ layer: 'process', code: 'stdin-closed', text: 'connection closed: the command reads no more input' }),
      );
    return new Promise(resolve => {
      if (stdin.write(serializeMessage(message))) resolve();
      else stdin.once('drain', resolve).once('close', resolve);
    });
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#line(Buffer.concat([...this.#pending, rest.subarray(0, end)]));
      this.#pending = [];
      this.#pendingBytes = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) this.#keep(rest);
  }

  #keep(rest: Buffer): void {
    this.#pending.push(rest);
    this.#pendingBytes += rest.length;
    if (this.#pendingBytes <= maxMessage) return;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.onerror?.(new LoadError({ layer: 'handshake', code: 'too-large', text: 'the command printed a line of more than 64 MiB' }));
  }

  #line(bytes: Buffer): void {
    if (this.#strayLines > maxStrayLines) return;
    const line = bytes.toString('utf8');
    if (line.trim() === '') return;
    try {
      const message = JSON.parse(line);
      this.onmessage?.(parseJSONRPCMessage(new JsonDepth().exceeds(bytes) ? tooDeep(message) : message));
      this.#strayLines = 0;
    } catch {
      this.#stray(line);
    }
  }

  /** A command may log to its standard output; one that does nothing else is ended, lest it takes all the time there is. */
  #stray(line: string): void {
    if (this.#trace.strayOutput === '') this.#trace.strayOutput = line.slice(0, maxTail);
    if (++this.#strayLines <= maxStrayLines) return;
    this.onerror?.(
      new LoadError({
        layer: 'handshake',
        code: 'not-mcp-output',
        text: `the command printed ${maxStrayLines} lines that are no messages`,
      }),
    );
    this.#child?.stdout?.destroy();
    void this.end(false);
  }

  /** Ends the command and all it started. `patiently` gives it time to end by itself once its stdin is closed. */
  end(patiently: boolean): Promise<void> {
    this.#ending ??= this.#end(patiently);
    return this.#ending;
  }

  async #end(patiently: boolean): Promise<void> {
    const child = this.#child;
    if (child === undefined || !running.has(child)) return;
    child.stdin?.end();
    if (!patiently || !(await within(stdioGrace.afterStdinMs, this.#exited))) {
      killGroup(child, 'SIGTERM');
      await within(stdioGrace.afterSigtermMs, this.#exited);
    }
    killGroup(child, 'SIGKILL');
    await this.#exited;
    untrack(child);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  }

  close(): Promise<void> {
    return this.end(true);
  }
}
