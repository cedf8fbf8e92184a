/** `mcpgw call`: gateway → tool → arguments → call → result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { failureMetaKey } from '@mcpgw/failures';
import { safeText } from '@mcpgw/loader';
import { type CallToolResult, Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { canAsk } from '../ask.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { GatewayFlags } from '../flags.js';
import { stateOf } from '../gateway/running.js';
import { type UsedGateway, useGateway } from '../gateway/use.js';
import { abortOnSignals } from '../interrupt.js';
import { isMap, type JsonData, type JsonMap } from '../json.js';
import { maxNamedBytes, readBytes } from '../read-file.js';
import { clearProgress, print, printJson, say, showProgress } from '../terminal.js';
import { version } from '../version.js';
import { argumentsOf, checkNumbers, pairsOf } from './arguments.js';
import { onTerminal } from './elicit.js';
import { findTool, mayCome, noSuchTool } from './find-tool.js';
import { shownResult } from './output.js';

export interface CallFlags extends GatewayFlags {
  readonly arg: readonly string[];
  readonly argsJson?: string;
  readonly output: 'text' | 'json';
  readonly save?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

const defaultMs = 300_000;

/** The object of `--args-json`; `-` stands for standard input. @throws CliError */
function givenArguments(text: string | undefined): JsonMap {
  if (text === undefined) return {};
  const source = text === '-' ? new TextDecoder().decode(readBytes(0, 'standard input', maxNamedBytes)) : text;
  let value: JsonData;
  try {
    value = JSON.parse(source) as JsonData;
  } catch (error) {
    if (error instanceof SyntaxError) throw new CliError(`--args-json is not JSON: ${safeText(error.message)}`);
    throw error;
  }
  if (!isMap(value)) throw new CliError('--args-json must be an object, such as {"owner": "me"}');
  checkNumbers(value);
  return value;
}

/** Milliseconds that a gateway which has just started gets to hear from its servers. */
const startMs = 30_000;

/** How long a call may take in milliseconds, and what ends it. */
interface CallLimits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The state of the gateway, once a server that may have the tool has answered. @throws what the signal gives if it aborts */
async function settledState(name: string, gateway: UsedGateway, { timeout, signal }: CallLimits): ReturnType<typeof stateOf> {
  const end = performance.now() + Math.min(startMs, timeout);
  for (;;) {
    const state = await stateOf(gateway);
    if (state === undefined || !mayCome(name, state) || performance.now() > end) return state;
    await sleep(100, undefined, { signal });
  }
}

interface Chosen {
  /** As the gateway calls it. */
  readonly name: string;
  readonly schema: JsonData;
}

/** The tool with its schema, from the state of the gateway, or from its list for clients without more rights. @throws CliError */
async function choose(name: string, gateway: UsedGateway, client: Client, limits: CallLimits): Promise<Chosen> {
  const state = await settledState(name, gateway, limits);
  if (state !== undefined) {
    const found = findTool(name, state);
    const listed = state.servers.find(({ name: server }) => server === found.server)?.tools.find(tool => tool.name === found.tool);
    return { name: found.name, schema: (listed?.inputSchema ?? {}) as JsonData };
  }
  const { tools } = await client.listTools(undefined, limits);
  const found = tools.find(tool => tool.name === name);
  if (found === undefined)
    throw noSuchTool(
      name,
      tools.map(tool => ({ name: tool.name, server: '', tool: tool.name, status: null })),
    );
  return { name, schema: found.inputSchema as JsonData };
}

function tellProgress({ progress, total, message }: Progress): void {
  const share = total === undefined || total <= 0 ? String(progress) : `${Math.min(100, Math.floor((100 * progress) / total))}%`;
  const text = `${share}${message === undefined ? '' : ` ${safeText(message)}`}`;
  if (process.stderr.isTTY) showProgress(text);
  else say(`${text}\n`);
}

/** Whether a failed result is the tool's own. A lock, or a failure on the way to the server, is not. */
function isOfTool({ _meta = {} }: CallToolResult): boolean {
  if ('mcpgw/locked' in _meta) return false;
  const failure = _meta[failureMetaKey] as { failure_category?: unknown } | undefined;
  return failure === undefined || failure.failure_category === 'upstream_failure';
}

function shown(result: CallToolResult, { output, save }: CallFlags): ExitCode {
  const code = result.isError !== true ? exitCodes.clean : isOfTool(result) ? exitCodes.findings : exitCodes.cannotRun;
  const { text, notes } = shownResult(result, save);
  if (output === 'json') printJson(`${JSON.stringify(result, null, 2)}\n`);
  else if (code === exitCodes.clean) print(text);
  else say(`Error: ${text === '' ? 'the tool failed and does not say why\n' : text}`);
  if (output === 'text' || save !== undefined) for (const note of notes) say(`${note}\n`);
  return code;
}

/** A client that answers questions where a person can be asked. */
function clientFor(signal: AbortSignal): Client {
  const mayAsk = canAsk();
  const client = new Client({ name: 'mcpgw-call', version }, { capabilities: mayAsk ? { elicitation: { form: {}, url: {} } } : {} });
  if (mayAsk)
    client.setRequestHandler('elicitation/create', request => {
      clearProgress();
      return onTerminal(request, signal);
    });
  return client;
}

async function callOn(gateway: UsedGateway, name: string, flags: CallFlags, given: JsonMap, signal: AbortSignal): Promise<ExitCode> {
  const client = clientFor(signal);
  const headers = gateway.key === undefined ? {} : { authorization: `Bearer ${gateway.key}` };
  const timeout = flags.timeout ?? defaultMs;
  const options = { signal, timeout, resetTimeoutOnProgress: true, ...(!flags.quiet && { onprogress: tellProgress }) };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(gateway.endpoint), { requestInit: { headers } }) as never, {
      signal,
      timeout,
    });
    const { name: called, schema } = await choose(name, gateway, client, { timeout, signal });
    const result = await client.callTool(
      { name: called, arguments: argumentsOf(flags.arg, given, schema) as Record<string, unknown> },
      options,
    );
    clearProgress();
    return shown(result as CallToolResult, flags);
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (signal.aborted) throw signal.reason;
    throw new CliError(`${safeText(name)} could not be called: ${safeText((error as Error).message)}`);
  } finally {
    await client.close().catch(() => {});
  }
}

/** Runs `mcpgw call` and gives its exit code. @throws CliError when it cannot run */
export async function runCallCommand(name: string, flags: CallFlags): Promise<ExitCode> {
  const given = givenArguments(flags.argsJson);
  pairsOf(flags.arg);
  const { signal, dispose } = abortOnSignals();
  try {
    const gateway = await useGateway(flags, { tool: name, signal });
    try {
      return await callOn(gateway, name, flags, given, signal);
    } finally {
      await gateway.close();
    }
  } finally {
    dispose();
  }
}
