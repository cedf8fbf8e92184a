/** Requests of MCP by method: what each answers. Failures are thrown as GatewayFailure and worded by `failures/wire.ts`. */
import { ContractViolation, GatewayFailure, InternalFailure, toWireError } from '@mcpgw/failures';
import { calledTool } from '@mcpgw/failures/internal';
import { answerCall, type CallParts } from './call.js';
import type { Answered, CallSubject } from './call-record.js';
import type { Exchange, RpcAnswer } from './exchange.js';
import { errorText, type Result, resultText } from './json-rpc.js';

export type Handler = (exchange: Exchange) => Promise<Result> | Result;

export interface DispatchParts extends CallParts {
  /** For every method besides `tools/call` and `initialize`. */
  readonly handlers: ReadonlyMap<string, Handler>;
}

function unknownMethod(method: string): ContractViolation {
  return new ContractViolation('method', { mode: 'unknown_method', message: `Unknown method: ${method.slice(0, 100)}` });
}

/** Methods that only the other era has. */
const missing: Readonly<Record<Exchange['era'], ReadonlySet<string>>> = {
  legacy: new Set(['server/discover', 'subscriptions/listen']),
  modern: new Set(['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']),
};

/** Methods that are answered without a server, also while the gateway starts. */
const serverless: ReadonlySet<string> = new Set(['ping', 'server/discover', 'subscriptions/listen', 'logging/setLevel']);

/** Answers a request, whatever happens: the outermost boundary of the gateway. */
export async function answer(exchange: Exchange, parts: DispatchParts): Promise<RpcAnswer> {
  const start = performance.now();
  try {
    return await (exchange.method === 'tools/call' ? answerCall(exchange, parts) : answerOther(exchange, parts));
  } catch (thrown) {
    return failed(exchange, thrown instanceof GatewayFailure ? thrown : new InternalFailure(thrown), start, 200, parts);
  }
}

async function answerOther(exchange: Exchange, parts: DispatchParts): Promise<RpcAnswer> {
  const start = performance.now();
  const handler = missing[exchange.era].has(exchange.method) ? undefined : parts.handlers.get(exchange.method);
  const status = handler === undefined && exchange.era === 'modern' ? 404 : 200;
  try {
    if (handler === undefined) throw unknownMethod(exchange.method);
    if (!serverless.has(exchange.method)) await parts.lifecycle.firstAnswers;
    const result = await handler(exchange);
    const milliseconds = performance.now() - start;
    parts.requestLog.answered(exchange, undefined, milliseconds);
    const text = resultText(exchange.id, result);
    recordOther(exchange, { result, text, milliseconds }, parts);
    return { text, status };
  } catch (thrown) {
    return failed(exchange, thrown instanceof GatewayFailure ? thrown : new InternalFailure(thrown), start, status, parts);
  }
}

function failed(exchange: Exchange, failure: GatewayFailure, start: number, status: number, parts: DispatchParts): RpcAnswer {
  const milliseconds = performance.now() - start;
  parts.requestLog.answered(exchange, failure, milliseconds);
  const error = toWireError(failure);
  const text = errorText(exchange.id, error);
  recordOther(exchange, { failure, text, milliseconds, code: error.code }, parts);
  return { text, status };
}

/** Records a request that was not answered as the call of a tool. */
export function recordOther(exchange: Exchange, answered: Answered, parts: DispatchParts): void {
  parts.callRecords.answered(exchange, () => subjectOf(exchange, parts), answered);
}

type Params = Readonly<Record<string, unknown>>;

/** What a request is about, by its parameters: a tool or a prompt with its server, or the URI of a resource. */
function subjectOf({ method, params, reached }: Exchange, { catalogue, config }: DispatchParts): CallSubject {
  const about = method === 'completion/complete' ? ((params.ref ?? {}) as Params) : params;
  const args = method === 'completion/complete' ? params.argument : params.arguments;
  if (typeof about.uri === 'string') return { server: reached.server, tool: about.uri, args };
  const name = method === 'tools/call' ? (calledTool(params) ?? String(about.name)) : String(about.name);
  const address = method === 'tools/call' ? catalogue.addressOf(name) : config.current.promptNames.parse(name);
  return { server: reached.server ?? address?.server, tool: reached.prompt ?? address?.tool ?? name, args };
}
