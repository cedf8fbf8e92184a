/**
 * The path of one `tools/call`: receive → admit → route → connect → send → reply. The transports (`http-transport.ts`,
 * `stdio-transport.ts`) hand a request to `McpEndpoint`, `dispatch.ts` brings it here. The steps pass one value on, the `Call`; each
 * step is a function in this file, except `connect`, which is `RequestRunner#connect` of the upstreams: where a server has lost its session,
 * both `connect` and `send` are repeated, so `RequestRunner#connectAndSend` runs them together.
 */

import { callerName } from '@mcpgw/access';
import { type CallRequest, type ExecutionContext, type GatewayFailure, runCall, toWire, UpstreamFailure } from '@mcpgw/failures';
import { calledTool, callToolName } from '@mcpgw/failures/internal';
import { plainNumbers } from '@mcpgw/loader/internal';
import type { DownstreamSession, UpstreamCallOptions, Upstreams } from '@mcpgw/upstreams';
import { askableOf, type Bridge } from '@mcpgw/upstreams/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { BuiltinTool, CallOutcome, ServerCall } from '../discovery/builtin.js';
import { lockedMetaKey, refusalNow, resolveCall } from '../discovery/call-tool.js';
import type { Catalogue } from '../discovery/catalogue.js';
import type { ToolUsage } from '../discovery/usage.js';
import type { Builtins } from './builtins.js';
import type { CallRecords, CallSubject } from './call-record.js';
import { capabilitiesKey } from './era.js';
import type { Exchange, RpcAnswer } from './exchange.js';
import { followOptions } from './follow-request.js';
import type { InputRoutes } from './input-routes.js';
import { errorText, type Params, type Result, resultText } from './json-rpc.js';
import type { Lifecycle } from './lifecycle.js';
import type { LiveConfig } from './live-config.js';
import type { LoginPrompts } from './login-prompts.js';
import type { RequestLog } from './request-log.js';
import { requestMeta } from './request-meta.js';
import type { ToolRegistry } from './tool-registry.js';

/** The parts of the gateway that a call passes through. */
export interface CallParts {
  readonly config: LiveConfig;
  readonly lifecycle: Lifecycle;
  readonly builtins: Builtins;
  readonly tools: ToolRegistry;
  readonly catalogue: Catalogue;
  readonly usage: ToolUsage;
  readonly upstreams: Upstreams;
  readonly requestLog: RequestLog;
  readonly callRecords: CallRecords;
  readonly loginPrompts: LoginPrompts;
  /** Calls of clients without sessions that wait for a login. */
  readonly logins: Bridge;
  readonly inputRoutes: InputRoutes;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A call as it came in. `tool` is the tool that it is about: of `call_tool`, the one that is to be called. */
export interface Call extends CallRequest {
  readonly exchange: Exchange;
  readonly arguments: Arguments;
  /** The name that the client used. */
  readonly name: string;
  /** The call of a server that was made of it, once it is known. */
  made: ServerCall | undefined;
  /** On the monotonic clock, in milliseconds. */
  readonly receivedAt: number;
}

/** Who answers a call: a tool of the gateway, the gateway itself with a refusal, or a tool of a server. */
type Admission = { readonly builtin: BuiltinTool } | CallOutcome;

/** A call on its way to a server: what the server is asked, and how. */
interface RoutedCall extends ServerCall {
  readonly options: UpstreamCallOptions;
}

/** Logins that the client of one call is asked for at most. */
const maxLogins = 2;

/** A server refused the call because the client lacks a capability. Revision 2026-07-28 answers that with HTTP 400. */
const missingCapability = -32021;

/** Answers a `tools/call`. Failures become answers; what cannot be written as an answer is thrown. */
export async function answerCall(exchange: Exchange, parts: CallParts): Promise<RpcAnswer> {
  const elsewhere = await parts.inputRoutes.answered(exchange);
  if (elsewhere) return elsewhere;
  const call = receive(exchange);
  const context = await runCall(call, () => run(call, parts));
  return reply(call, context, parts);
}

/** The steps between request and answer. @throws GatewayFailure */
async function run(call: Call, parts: CallParts): Promise<CallToolResult> {
  const firstAnswers = parts.lifecycle.firstAnswers;
  if (firstAnswers !== undefined && !parts.tools.isCallable(call.exchange, call.tool)) await firstAnswers;
  if (call.exchange.era === 'modern' && parts.logins.holds(call.exchange.params.requestState)) return resumed(call, parts);
  const attempt = await attempted(call, parts);
  const { exchange } = call;
  if (attempt.needsLogin === undefined || exchange.era !== 'modern') return loggedIn(call, attempt, exchange.session, parts);
  return parts.logins.call({
    ...bridged(call, {}),
    start: (client, signal) => loggedIn({ ...call, exchange: { ...exchange, signal } }, attempt, client, parts),
  });
}

/** What the bridge for clients without sessions is told of a call that waits for a login. */
function bridged({ exchange, tool }: Call, carried: Params) {
  const meta = exchange.params._meta as Readonly<Record<string, unknown>> | undefined;
  const { elicitation } = askableOf(meta?.[capabilitiesKey]) as { readonly elicitation?: unknown };
  const capabilities = elicitation === undefined ? {} : { elicitation };
  return { tool, owner: exchange.caller.id, capabilities, carried, signal: exchange.signal };
}

/** Goes on with a call of revision 2026-07-28 that waits for a login. @throws GatewayFailure */
async function resumed(call: Call, parts: CallParts): Promise<CallToolResult> {
  const { inputResponses, requestState } = call.exchange.params;
  const start = () => Promise.reject(new Error('a call that waits is not started'));
  const result = await parts.logins.call({ ...bridged(call, { inputResponses, requestState }), start });
  const target = parts.catalogue.addressOf(call.tool);
  if (target && result._meta?.[lockedMetaKey] === undefined) call.made = { target, args: call.arguments };
  return result;
}

/** Asks the client of a call to log in where that is needed, and tries again. @throws GatewayFailure */
async function loggedIn(call: Call, first: Attempt, client: DownstreamSession | undefined, parts: CallParts): Promise<CallToolResult> {
  let attempt = first;
  for (let logins = 0; ; logins++) {
    // One login may be the gateway's own, with which it lists tools, and one the caller's.
    const { needsLogin } = attempt;
    if (needsLogin === undefined || logins >= maxLogins || !(await parts.loginPrompts.done(call.exchange, needsLogin, client))) {
      if ('failure' in attempt) throw attempt.failure;
      return attempt.result;
    }
    attempt = await attempted(call, parts);
  }
}

/** How an attempt ended, and the server that needs a login for it to end otherwise. */
type Attempt = { readonly needsLogin?: string | undefined } & ({ readonly result: CallToolResult } | { readonly failure: unknown });

/** Tries a call. */
async function attempted(call: Call, parts: CallParts): Promise<Attempt> {
  try {
    const result = await once(call, parts);
    const isLocked = result._meta?.[lockedMetaKey] === 'login_required' && call.made === undefined;
    return { result, needsLogin: isLocked ? parts.catalogue.addressOf(call.tool)?.server : undefined };
  } catch (failure) {
    const isNeeded = failure instanceof UpstreamFailure && failure.mode === 'login_required';
    return { failure, needsLogin: isNeeded ? call.made?.target.server : undefined };
  }
}

/** @throws GatewayFailure */
async function once(call: Call, parts: CallParts): Promise<CallToolResult> {
  call.made = undefined;
  const admission = admit(call, parts);
  const outcome = 'builtin' in admission ? await useBuiltin(call, admission.builtin, parts) : admission;
  if ('result' in outcome) return outcome.result;
  const refusal = 'builtin' in admission ? refusedMeanwhile(call, outcome.call, parts) : undefined;
  if (refusal) return refusal;
  call.made = outcome.call;
  return send(route(call.exchange, outcome.call), parts);
}

/** A tool of the gateway decides about a call, and the call is sent later: what locked its tool in between counts. */
function refusedMeanwhile({ exchange, tool }: Call, { target, args }: ServerCall, { catalogue, config, upstreams }: CallParts) {
  const scope = config.current.view(exchange.profile, exchange.caller);
  const stateOf = (server: string) => upstreams.state(server);
  return refusalNow({ catalogue }, { name: tool, address: target, args, scope, stateOf });
}

/** Step 1: names the tool and its arguments. */
function receive(exchange: Exchange): Call {
  const { id, method, params } = exchange;
  const name = String(params.name);
  const args = (params.arguments ?? {}) as Arguments;
  const receivedAt = performance.now();
  return { exchange, requestId: id, method, name, tool: calledTool(params) ?? name, arguments: args, made: undefined, receivedAt };
}

/** Step 2: decides whether the tool may run, and who runs it. @throws ContractViolation for a tool that the client does not see */
function admit({ exchange, name, arguments: args }: Call, { config, builtins, catalogue, usage, upstreams }: CallParts): Admission {
  const builtin = builtins.tools.get(name);
  if (builtin) return { builtin };
  const { current } = config;
  const stateOf = (server: string) => upstreams.state(server);
  const request = { name, address: catalogue.addressOf(name), args, scope: current.view(exchange.profile, exchange.caller), stateOf };
  return resolveCall({ catalogue, usage }, request);
}

/** Runs a tool of the gateway. `call_tool` returns the call that it admitted, which takes the steps that follow here. @throws GatewayFailure */
function useBuiltin({ exchange, name, arguments: args }: Call, builtin: BuiltinTool, parts: CallParts): Promise<CallOutcome> {
  // Only the arguments that call_tool passes on keep the digits of their numbers.
  return builtin.handle(name === callToolName ? args : plainNumbers(args), {
    scope: parts.config.current.view(exchange.profile, exchange.caller),
    manages: exchange.caller.isAdmin,
    caller: callerName(exchange.caller),
  });
}

/** Step 3: addresses the call to its server, with what goes along: `_meta`, progress, the client that can be asked. */
function route(exchange: Exchange, { target, args }: ServerCall): RoutedCall {
  const { signal, client, era, caller, params } = exchange;
  const { meta, onProgress } = requestMeta(exchange);
  const { inputResponses, requestState } = params;
  const resumes = era === 'modern' && (inputResponses !== undefined || requestState !== undefined);
  const options: UpstreamCallOptions = {
    signal,
    caller: caller.id,
    ...(meta && { meta }),
    ...(onProgress && { onProgress }),
    ...followOptions(exchange),
    ...(client && { session: client }),
    ...(era === 'modern' && { allowInputRequired: true }),
    ...(resumes && {
      params: { ...(inputResponses !== undefined && { inputResponses }), ...(requestState !== undefined && { requestState }) },
    }),
  };
  return { target, args, options };
}

/** Steps 4 and 5: the server's upstream connects where it has to and sends the call. @throws GatewayFailure */
function send({ target, args, options }: RoutedCall, { upstreams }: CallParts): Promise<CallToolResult> {
  return upstreams.call(target.server, target.tool, args, options);
}

/** Step 6: words the result or the failure for the client, counts the call and records it. */
function reply(call: Call, { results, failure }: ExecutionContext, parts: CallParts): RpcAnswer {
  const { exchange, receivedAt } = call;
  const milliseconds = performance.now() - receivedAt;
  parts.requestLog.answered(exchange, failure, milliseconds);
  const answer = failure === undefined ? resultAnswer(exchange, results[0]!) : failureAnswer(call, failure, parts);
  const answered = { failure, result: results[0], text: answer.text, milliseconds, code: answer.code };
  parts.callRecords.answered(exchange, () => subjectOf(call, parts), answered);
  return answer;
}

/** The tool that a call was about, by its name at the server where that is known. */
function subjectOf({ name, tool, arguments: args, made }: Call, { catalogue, builtins }: CallParts): CallSubject {
  // Of a locked tool, its answer says that it exists.
  const exists = (made !== undefined || builtins.tools.has(tool)) && { exists: true };
  const address = made?.target ?? catalogue.addressOf(tool);
  return { server: address?.server, tool: address?.tool ?? tool, ...(tool !== name && { via: name }), args: made?.args ?? args, ...exists };
}

function resultAnswer(exchange: Exchange, result: CallToolResult): RpcAnswer {
  return { text: resultText(exchange.id, ofRevision(exchange, result)), status: 200 };
}

function failureAnswer({ exchange, name, tool }: Call, failure: GatewayFailure, { config }: CallParts): RpcAnswer {
  // A failure of the arguments of call_tool itself is not one of the tool that it calls.
  const subject = name === callToolName && failure.tool === callToolName ? name : tool;
  const wire = toWire(failure, config.current.settings, subject);
  if ('result' in wire) return resultAnswer(exchange, wire.result);
  const status = exchange.era === 'modern' && wire.error.code === missingCapability ? 400 : 200;
  return { text: errorText(exchange.id, wire.error), status, code: wire.error.code };
}

/** Results of revision 2026-07-28 name their type. */
function ofRevision({ era }: Exchange, result: CallToolResult): Result {
  return era === 'modern' ? { resultType: 'complete', ...result } : (result as Result);
}
