/** `mcpgw serve` as a process of its own, and MCP spoken to it by hand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Answer, ask } from '../../packages/gateway/test/ask.js';
import { listeningPort } from '../helpers/listening-port.js';
import { executable } from '../helpers/mcpgw.js';

export interface Served {
  readonly port: number;
  readonly pid: number;
  /** What it has logged so far. */
  log(): string;
  /** Ends it; gives the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | string | null>;
  readonly ended: Promise<number | string | null>;
}

const started = new Set<Served>();
const folders: string[] = [];

/** A folder that is removed with `endAll`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-serve-'));
  folders.push(folder);
  return folder;
}

/** Writes a gateway.yaml and gives its path. Listens on a free port of loopback and keeps its state beside the file, unless it says else. */
export function gatewayFile(config: Readonly<Record<string, unknown>>, folder = temporaryFolder()): string {
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, stringify({ listen: '127.0.0.1:0', store: { type: 'file', folder: join(folder, 'state') }, ...config }));
  return file;
}

/** Node and the built command. */
const built = (): readonly [string, ...string[]] => [process.execPath, process.env.MCPGW_EXECUTABLE ?? executable];

/** Starts `mcpgw serve FILE`, by `command`, and waits until it is ready. Rejects with its output where it ends before. */
export async function serve(file: string, env: Readonly<Record<string, string>> = {}, command = built()): Promise<Served> {
  const served = await listening(file, env, command);
  while ((await ask(served.port, '/readyz')).status !== 200) await new Promise(resolve => setTimeout(resolve, 20));
  return served;
}

/** Starts `mcpgw serve FILE` and waits until it listens. */
function listening(
  file: string,
  env: Readonly<Record<string, string>>,
  [program, ...args]: readonly [string, ...string[]],
): Promise<Served> {
  const child: ChildProcess = spawn(program, [...args, 'serve', file], {
    env: { PATH: process.env.PATH ?? '', HOME: join(file, '..'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const ended = new Promise<number | string | null>(resolve => child.once('exit', (code, signal) => resolve(code ?? signal)));
  return new Promise((resolve, reject) => {
    let served: Served | undefined;
    const read = (chunk: Buffer) => {
      log += chunk;
      const port = served ? undefined : listeningPort(log);
      if (port === undefined) return;
      const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        const code = await ended;
        started.delete(served!);
        return code;
      };
      served = { port, pid: child.pid!, log: () => log, stop, ended };
      started.add(served);
      resolve(served);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('error', reject);
    void ended.then(code => reject(new Error(`mcpgw serve ended with ${code}:\n${log}`)));
  });
}

/** Ends every gateway that the test started, and removes its folders. */
export async function endAll(): Promise<void> {
  await Promise.all([...started].map(served => served.stop('SIGKILL')));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The JSON-RPC message in an answer, whether it came as JSON or as an event. */
export function messageOf({ text }: Answer): { id?: unknown; result?: never; error?: { code: number; message: string; data?: unknown } } {
  const data = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .filter(line => line.startsWith('data: '))
        .at(-1)!
        .slice(6);
  return JSON.parse(data);
}

export interface McpSession {
  readonly id: string;
  /** Headers of its requests. */
  readonly headers: Readonly<Record<string, string>>;
  request(method: string, params?: unknown): Promise<ReturnType<typeof messageOf>>;
  /** The tools that it is listed. */
  tools(): Promise<{ name: string; description?: string; inputSchema: unknown }[]>;
  /** The text of a tool's result, or the error. */
  call(name: string, args?: unknown): Promise<unknown>;
}

let lastId = 0;

/** Opens a session with 2025-11-25. */
export async function openSession(port: number, more: Readonly<Record<string, string>> = {}, path = '/mcp'): Promise<McpSession> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opened = await ask(port, path, {
    method: 'POST',
    headers: { ...mcpHeaders, ...more },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'initialize', params }),
  });
  const id = String(opened.headers['mcp-session-id']);
  const headers = { ...mcpHeaders, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25', ...more };
  const send = (body: object) => ask(port, path, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }) });
  await send({ method: 'notifications/initialized' });
  const request = async (method: string, sent?: unknown) =>
    messageOf(await send({ id: ++lastId, method, ...(sent !== undefined && { params: sent }) }));
  const call = async (name: string, args: unknown = {}) => {
    const { result, error } = await request('tools/call', { name, arguments: args });
    if (error) return error;
    const { content, isError } = result as unknown as { content: { text?: string }[]; isError?: boolean };
    const text = content.map(part => part.text ?? '').join('');
    return isError ? { isError: text } : text;
  };
  const tools = async () => ((await request('tools/list')).result as unknown as { tools: never[] }).tools;
  return { id, headers, request, tools, call };
}
