/** Requests of MCP by method: what each answers. Failures are thrown as GatewayFailure and worded by `failures/wire.ts`. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import { runCall } from '../context/run-call.js';
import { calledTool, callToolName } from '../failures/called-tool.js';
import { ContractViolation, GatewayFailure, InternalFailure } from '../failures/gateway-failure.js';
import { toWire, toWireError, type WireSettings } from '../failures/wire.js';
import type { Exchange } from './exchange.js';
import { errorText, type Result, resultText } from './json-rpc.js';

export type Handler = (exchange: Exchange) => Promise<Result> | Result;

export interface DispatchDeps {
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly callTool: (exchange: Exchange, tool: string, args: Readonly<Record<string, unknown>>) => Promise<CallToolResult>;
  readonly wire: () => WireSettings;
  /** While the gateway starts: settles when its servers have answered once, or are too late. Then undefined. */
  readonly started: () => Promise<void> | undefined;
  /** Whether a tool can be called at once, also while other servers are being connected. */
  readonly isCallable: (exchange: Exchange, tool: string) => boolean;
  /** Told of each answered call and request, for the log and the metrics. */
  readonly onAnswer: (exchange: Exchange, failure: GatewayFailure | undefined, milliseconds: number) => void;
}

/** The text of an answer, and whether it is a refusal of the method itself, which revision 2026-07-28 answers with 404. */
export interface Answer {
  readonly text: string;
  readonly status: number;
}

function unknownMethod(method: string): ContractViolation {
  return new ContractViolation('method', { mode: 'unknown_method', message: `Unknown method: ${method.slice(0, 100)}` });
}

/** Results of revision 2026-07-28 name their type; the rest of what it asks for stands in the results themselves. */
function inEra(exchange: Exchange, result: CallToolResult): Result {
  return exchange.era === 'modern' ? { resultType: 'complete', ...result } : (result as Result);
}

/** Methods that the other era has. */
const missing: Readonly<Record<Exchange['era'], ReadonlySet<string>>> = {
  legacy: new Set(['server/discover', 'subscriptions/listen']),
  modern: new Set(['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']),
};

/** A server's refusal for a capability that the client did not declare; revision 2026-07-28 answers it with HTTP 400. */
const missingCapability = -32021;

/** Methods that need no server. */
const atOnce: ReadonlySet<string> = new Set(['ping', 'server/discover', 'subscriptions/listen', 'logging/setLevel']);

async function answerCall(exchange: Exchange, deps: DispatchDeps): Promise<Answer> {
  const start = performance.now();
  const asked = String(exchange.params.name);
  const tool = calledTool(exchange.params) ?? asked;
  const args = (exchange.params.arguments ?? {}) as Readonly<Record<string, unknown>>;
  const request = { requestId: exchange.id, method: exchange.method, tool, arguments: args };
  const call = async () => {
    const starting = deps.started();
    if (starting && !deps.isCallable(exchange, tool)) await starting;
    return deps.callTool(exchange, asked, args);
  };
  const context = await runCall(request, call);
  const { failure } = context;
  deps.onAnswer(exchange, failure, performance.now() - start);
  if (failure === undefined) return { text: resultText(exchange.id, inEra(exchange, context.results[0]!)), status: 200 };
  // What is wrong with the arguments of call_tool itself is its own failure.
  const subject = asked === callToolName && failure.tool === callToolName ? asked : tool;
  const wire = toWire(failure, deps.wire(), subject);
  if ('result' in wire) return { text: resultText(exchange.id, inEra(exchange, wire.result)), status: 200 };
  const status = exchange.era === 'modern' && wire.error.code === missingCapability ? 400 : 200;
  return { text: errorText(exchange.id, wire.error), status };
}

async function answerOther(exchange: Exchange, deps: DispatchDeps): Promise<Answer> {
  const start = performance.now();
  const handler = missing[exchange.era].has(exchange.method) ? undefined : deps.handlers.get(exchange.method);
  const status = handler === undefined && exchange.era === 'modern' ? 404 : 200;
  try {
    if (handler === undefined) throw unknownMethod(exchange.method);
    if (!atOnce.has(exchange.method)) await deps.started();
    const result = await handler(exchange);
    deps.onAnswer(exchange, undefined, performance.now() - start);
    return { text: resultText(exchange.id, result), status };
  } catch (thrown) {
    const failure = thrown instanceof GatewayFailure ? thrown : new InternalFailure(thrown);
    deps.onAnswer(exchange, failure, performance.now() - start);
    return { text: errorText(exchange.id, toWireError(failure)), status };
  }
}

/** Answers a request, whatever happens: the outermost boundary of the gateway. */
export async function answer(exchange: Exchange, deps: DispatchDeps): Promise<Answer> {
  const start = performance.now();
  try {
    return await (exchange.method === 'tools/call' ? answerCall(exchange, deps) : answerOther(exchange, deps));
  } catch (thrown) {
    const failure = thrown instanceof GatewayFailure ? thrown : new InternalFailure(thrown);
    deps.onAnswer(exchange, failure, performance.now() - start);
    return { text: errorText(exchange.id, toWireError(failure)), status: 200 };
  }
}
