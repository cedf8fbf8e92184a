/** Calls of tools by name. A call of a tool that does not exist or is locked is refused with the reason. */

import { blockedText, type Locked } from '@mcpgw/approvals';
import { invalidArguments, unknownTool } from '@mcpgw/failures';
import { callToolName, isBlank } from '@mcpgw/failures/internal';
import { isPlainObject, JsonFault, readJson } from '@mcpgw/loader/internal';
import type { ToolAddress } from '@mcpgw/names';
import type { UpstreamState } from '@mcpgw/upstreams';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { type ArgumentsSchema, asInputSchema, checkArguments } from './arguments.js';
import type { BuiltinTool, CallOutcome } from './builtin.js';
import { type Catalogue, type RankedTool, type Scope, seesTool } from './catalogue.js';
import type { ToolUsage } from './usage.js';

/** The keys of a refusal's `_meta` for the status, and for whether the tool is new or has changed. */
export const lockedMetaKey = 'mcpgw/locked';
const approvalMetaKey = 'mcpgw/approval';

/** The answer to a call of a locked tool. */
export function blockedResult(name: string, locked: Locked): CallToolResult {
  const _meta = { [lockedMetaKey]: locked.status, ...(locked.approval && { [approvalMetaKey]: locked.approval }) };
  return { content: [{ type: 'text', text: blockedText(name, locked) }], isError: true, _meta };
}

type Values = Readonly<Record<string, unknown>>;

type Admission = { readonly admitted: RankedTool } | { readonly refusal: CallToolResult };

/** Reasons that lock every tool of a server, whose tools may not be known. */
const unlisted: ReadonlySet<string | undefined> = new Set(['server_disabled', 'server_quarantined', 'login_required']);

/**
 * Decides whether a client that sees `scope` may call a tool. Every tool of a server that is switched off, or that needs a login, is refused
 * as locked, because the tools of that server are not known.
 * @throws ContractViolation, the same for a tool that does not exist and for one that the client does not see
 */
function admit(catalogue: Catalogue, name: string, address: ToolAddress | undefined, scope: Scope): Admission {
  if (address === undefined || !seesTool(scope, address.server, address.tool)) throw unknownTool(name);
  const found = catalogue.find(address.server, address.tool, scope);
  const status = catalogue.statusOf(address.server, address.tool);
  if (found === undefined && !unlisted.has(status)) throw unknownTool(name);
  if (status === undefined) return { admitted: found! };
  const { approval, fault } = found ?? {};
  const locked = { status, ...(approval && { approval }), ...(fault !== undefined && { fault }) };
  return { refusal: blockedResult(found?.name ?? name, locked) };
}

interface CallRequest {
  /** The name that the client used. */
  readonly name: string;
  readonly address: ToolAddress | undefined;
  readonly args: Values;
  readonly scope: Scope;
  /** The state of a server; undefined for one that is not configured. */
  readonly stateOf: (server: string) => UpstreamState | undefined;
}

/** The catalogue that decides about calls, and the counter of the calls that are made. */
export interface ResolveCallDeps {
  readonly catalogue: Catalogue;
  readonly usage: ToolUsage;
}

/**
 * Decides whether a tool may run: the one decision for calls by name and for `call_tool`. A server that has not listed any tools yet may
 * still have this one: the call goes to it, and its state is the answer. Counts the calls of known tools, by their names in the catalogue.
 * @throws ContractViolation as `admit` does
 */
export function resolveCall({ catalogue, usage }: ResolveCallDeps, { name, address, args, scope, stateOf }: CallRequest): CallOutcome {
  if (address !== undefined && isAway(catalogue, address, scope, stateOf)) return { call: { target: address, args } };
  const admission = admit(catalogue, name, address, scope);
  if ('refusal' in admission) return { result: admission.refusal };
  const { admitted } = admission;
  usage.called(admitted.name);
  return { call: { target: { server: admitted.server, tool: admitted.tool.name }, args } };
}

/**
 * The refusal of a call that was admitted a while ago, if it may not run now: since then its server may have listed the tool, which nobody
 * approved, or a person may have locked it. @throws ContractViolation as `admit` does
 */
export function refusalNow(
  { catalogue }: Pick<ResolveCallDeps, 'catalogue'>,
  { name, address, scope, stateOf }: CallRequest,
): CallToolResult | undefined {
  if (address !== undefined && isAway(catalogue, address, scope, stateOf)) return undefined;
  const admission = admit(catalogue, name, address, scope);
  return 'refusal' in admission ? admission.refusal : undefined;
}

function isAway(catalogue: Catalogue, { server, tool }: ToolAddress, scope: Scope, stateOf: CallRequest['stateOf']): boolean {
  if (!seesTool(scope, server, tool)) return false;
  if (catalogue.find(server, tool, scope) !== undefined) return false;
  const state = stateOf(server);
  return (
    state !== undefined &&
    state.tools.length === 0 &&
    state.connection.state !== 'ready' &&
    state.connection.state !== 'disabled' &&
    !state.connection.needsLogin
  );
}

export interface CallToolDeps extends ResolveCallDeps {
  /** The tool for which a client's name stands. */
  readonly addressOf: (name: string) => ToolAddress | undefined;
  readonly states: () => readonly UpstreamState[];
}

const inputSchema: ArgumentsSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The name of the tool, as retrieve_tools returns it.', maxLength: 1_000 },
    args: { type: 'object', description: 'The arguments of the tool, as its input schema says.' },
    args_json: { type: 'string', description: 'The same as a text of JSON, for clients that cannot send objects.' },
  },
  required: ['name'],
  additionalProperties: false,
};

/** Maximum number of levels of arrays and objects in `args_json`. */
const maxDepth = 200;

function parseArguments(text: string): Values {
  let why = '';
  try {
    const value = readJson(text, { maxDepth, exact: 'everywhere' });
    if (isPlainObject(value)) return value as Values;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    if (error.kind !== 'syntax') why = `; it ${error.message}`;
  }
  throw invalidArguments(callToolName, [`'args_json' must be an object as JSON${why}`]);
}

function argumentsOf({ args, args_json: text }: Values): Values {
  if (args !== undefined && text !== undefined) throw invalidArguments(callToolName, ["'args' and 'args_json' exclude each other"]);
  return text === undefined ? ((args ?? {}) as Values) : parseArguments(text as string);
}

/** `call_tool`: checks its arguments and returns the call that they describe, or the refusal of that call. */
export function callTool(deps: CallToolDeps): BuiltinTool {
  const { addressOf, states } = deps;
  const name = callToolName;
  const description = 'Calls a tool that retrieve_tools found, on its server. The answer is that of the tool.';
  return {
    definition: { name, description, inputSchema: asInputSchema(inputSchema), annotations: { title: 'Call a tool' } },
    handle: async (args, { scope }) => {
      checkArguments(name, inputSchema, args);
      const asked = String(args.name);
      if (isBlank(asked)) throw invalidArguments(name, ["'name' must be a string that is not empty"]);
      const stateOf = (server: string) => states().find(state => state.name === server);
      return resolveCall(deps, { name: asked, address: addressOf(asked), args: argumentsOf(args), scope, stateOf });
    },
  };
}
