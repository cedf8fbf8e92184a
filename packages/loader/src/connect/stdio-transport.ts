/**
 * An MCP transport over a command's stdin and stdout. Unlike the SDK's, it knows how the command ended, keeps the last lines
 * of its stderr and of stray output, and ends the whole process group: it closes stdin, then sends SIGTERM, then SIGKILL.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { StdioConnection } from '@mcpgw/mcp-config';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { serializeMessage } from '@modelcontextprotocol/client';
import { LoadError } from '../failures/load-error.js';
import type { AttemptTrace } from '../failures/trace.js';
import { type StartedCommand, startOf } from '../isolate/contain.js';
import { type AnswerGate, failedAnswer, idIn, invalidReply, maxReplyDepth, type Taken } from '../wire/answer-gate.js';
import { unmarked } from '../wire/exact-number.js';
import { keptOfLong, LineReader } from '../wire/line-reader.js';
import { JsonFault, readJson, readText } from '../wire/read-json.js';
import { hasGroups, inheritedVariables, signalAll, startProgram } from './platform.js';

const maxTail = 2048;
/** Characters that are kept of the end of stderr: an error with its stack. */
const maxStderr = 8192;
/** Maximum number of bytes that wait for a command that does not read its input. Nothing more is sent while they wait. */
const maxBacklog = 16 << 20;

/** Milliseconds that a command has to end after its stdin was closed, and again after SIGTERM. */
const stdioGrace = { afterStdinMs: 300, afterSigtermMs: 700 };

const running = new Map<ChildProcess, StartedCommand>();

function killAllRunning(): void {
  for (const [child, { removeLater }] of running) {
    signalAll(child, 'SIGKILL');
    removeLater?.();
  }
}

function track(child: ChildProcess, started: StartedCommand): void {
  if (running.size === 0) process.on('exit', killAllRunning);
  running.set(child, started);
}

function untrack(child: ChildProcess): void {
  if (running.delete(child) && running.size === 0) process.off('exit', killAllRunning);
}

/** Node reports ENOENT for the command also if the working directory is missing. */
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

/** Number of consecutive lines that are not messages after which the command is ended. */
const maxStrayLines = 10_000;

/** Whether a line without `jsonrpc` is an answer anyway, and not a log entry that happens to be JSON. */
function isNamelessAnswer(line: string, gate: AnswerGate): boolean {
  if (!/^\s*\{/.test(line)) return false;
  try {
    const value = readJson(line, { maxDepth: maxReplyDepth }) as Record<string, unknown>;
    return (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')) && gate.waitsFor(value.id as number);
  } catch (error) {
    if (error instanceof JsonFault) return false;
    throw error;
  }
}

/** Reads the output of the command, with the maximum length of a line. */
export interface StdioOptions {
  readonly gate: AnswerGate;
  /** Maximum length of a line, in bytes. */
  readonly maxBytes: number;
  /** Called with what the command writes to stderr. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

/** A command that speaks MCP over its standard input and output, with all processes that it started. */
export class CommandTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #connection: StdioConnection;
  readonly #trace: AttemptTrace;
  readonly #options: StdioOptions;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  readonly #lines = new LineReader({
    maxBytes: () => this.#options.maxBytes,
    onLine: line => this.#line(line),
    onLong: (start, end) => this.#longLine(start, end),
  });
  /** Lines since the last message. */
  #strayLines = 0;
  #ending: Promise<void> | undefined;
  /** Resolves when the command has read what waits for it, or has ended. */
  #drained: Promise<void> | undefined;

  constructor(connection: StdioConnection, trace: AttemptTrace, options: StdioOptions) {
    this.#connection = connection;
    this.#trace = trace;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the command, isolated if configured. @throws the system's error if that fails (ENOENT, EACCES); LoadError if it cannot be isolated */
  async start(): Promise<void> {
    const started = startOf(this.#connection, inheritedVariables(process.env));
    const { command, args, env, cwd } = started;
    const child = startProgram(command, args, { env, cwd, stdio: 'pipe', detached: hasGroups(), windowsHide: true });
    this.#child = child;
    this.#exited = new Promise(resolve => child.once('exit', () => resolve()));
    child.once('exit', (code, signal) => {
      this.#trace.exit = { code, signal };
    });
    child.once('close', () => this.onclose?.());
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      this.#lines.read(chunk);
      this.#rest(child.stdout);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#trace.stderr = (this.#trace.stderr + text).slice(-maxStderr);
      this.#options.onStderr?.(text);
    });
    if (child.pid !== undefined) track(child, started);
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', error => reject(spawnError(error, cwd))));
    this.#trace.reached('handshake');
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable)
      return Promise.reject(
        new LoadError({ layer: 'process', code: 'stdin-closed', text: 'connection closed: the command reads no more input' }),
      );
    if (stdin.writableLength > maxBacklog) {
      const text = `the command does not read its input: ${stdin.writableLength} bytes wait for it`;
      return Promise.reject(new LoadError({ layer: 'process', code: 'stdin-full', text }));
    }
    this.#options.gate.sent(message);
    if (stdin.write(unmarked(serializeMessage(message)))) return Promise.resolve();
    this.#drained ??= new Promise(resolve => {
      const drained = () => {
        stdin.off('drain', drained).off('close', drained);
        this.#drained = undefined;
        resolve();
      };
      stdin.once('drain', drained).once('close', drained);
    });
    return this.#drained;
  }

  /** Pauses the reading of a command that prints too much besides answers. */
  #rest(stdout: Readable): void {
    const { pause } = this.#options.gate;
    if (pause === 0) return;
    stdout.pause();
    setTimeout(() => stdout.resume(), pause).unref();
  }

  /** A line that is too long fails the request that it answers. The next line is read normally. */
  #longLine(start: string, end: string): void {
    const { gate, maxBytes } = this.#options;
    const text = `the command printed a line of more than ${maxBytes} bytes`;
    const error = new LoadError({ layer: 'handshake', code: 'too-large', text });
    this.#handOn(gate.blame(error, idIn(start, end), start.includes('"jsonrpc"') || end.includes('"jsonrpc"')), text);
  }

  #line(bytes: Buffer): void {
    if (this.#strayLines > maxStrayLines) return;
    const { gate } = this.#options;
    const line = bytes.toString('utf8');
    if (line.trim() === '') return;
    if (!line.includes('"jsonrpc"') && !isNamelessAnswer(line, gate)) {
      gate.noise();
      gate.lastStray = invalidReply('stdout has text that is not JSON-RPC', line.trim().slice(0, 200));
      this.#stray(line);
      return;
    }
    for (const taken of this.#validate(bytes)) this.#handOn(taken, line);
  }

  #validate(bytes: Buffer): readonly Taken[] {
    const { gate } = this.#options;
    try {
      return gate.take(readText(bytes));
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      const [start, end] = [bytes.subarray(0, keptOfLong), bytes.subarray(-keptOfLong)].map(part => part.toString('latin1'));
      return [gate.blame(invalidReply(`the reply ${error.message}`), idIn(start!.replace(/^\xef\xbb\xbf/, ''), end!))];
    }
  }

  #handOn(taken: Taken, line: string): void {
    if (taken.kind === 'stray') {
      this.#stray(line);
      if (!this.#trace.handshakeDone) this.onerror?.(taken.error);
      return;
    }
    this.#strayLines = 0;
    this.onmessage?.(taken.kind === 'message' ? taken.message : failedAnswer(taken.id, taken.error));
  }

  /** A command may log to its standard output. One that does nothing else is ended, so that it does not use all CPU time. */
  #stray(line: string): void {
    if (this.#trace.strayOutput === '') this.#trace.strayOutput = line.slice(0, maxTail);
    if (++this.#strayLines <= maxStrayLines) return;
    this.onerror?.(
      new LoadError({
        layer: 'handshake',
        code: 'not-mcp-output',
        text: `the command printed ${maxStrayLines} lines that are not messages`,
      }),
    );
    this.#child?.stdout?.destroy();
    void this.end(false);
  }

  /** Ends the command and all processes that it started. `patiently` gives it time to end by itself after its stdin was closed. */
  end(patiently: boolean): Promise<void> {
    this.#ending ??= this.#end(patiently);
    return this.#ending;
  }

  async #end(patiently: boolean): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const started = running.get(child);
    if (started === undefined) return;
    child.stdin?.end();
    if (!patiently || !(await within(stdioGrace.afterStdinMs, this.#exited))) {
      signalAll(child, 'SIGTERM');
      await within(stdioGrace.afterSigtermMs, this.#exited);
    }
    signalAll(child, 'SIGKILL');
    await this.#exited;
    await started.remove?.();
    untrack(child);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  }

  close(): Promise<void> {
    return this.end(true);
  }
}
