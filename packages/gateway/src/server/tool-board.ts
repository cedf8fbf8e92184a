/** The tools as clients see them: listed from a cache, called by name. */
import { plainNumbers } from '@mcpgw/loader/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { BuiltinTool } from '../discovery/builtin.js';
import { resolveCall } from '../discovery/call-tool.js';
import type { Catalogue, Scope } from '../discovery/catalogue.js';
import type { ToolUsage } from '../discovery/usage.js';
import { callToolName } from '../failures/called-tool.js';
import type { Upstreams } from '../upstreams/upstreams.js';
import type { Exchange } from './exchange.js';
import { RawResult } from './json-rpc.js';
import type { Names, ToolAddress } from './naming.js';
import { listedText } from './prepare-tool.js';
import { requestMeta } from './request-meta.js';

export interface ToolBoardDeps {
  readonly upstreams: Upstreams;
  readonly catalogue: Catalogue;
  readonly usage: ToolUsage;
  readonly builtins: () => ReadonlyMap<string, BuiltinTool>;
  readonly names: () => Names;
  /** Another object where settings that lists depend on are others. */
  readonly settings: () => object;
  readonly routingMode: () => 'direct' | 'retrieve_tools';
  readonly scope: (profile: string | undefined) => Scope;
}

type Arguments = Readonly<Record<string, unknown>>;
type Era = Exchange['era'];

const eras: readonly Era[] = ['legacy', 'modern'];

const listKey = (profile: string | undefined, era: Era): string => `${era} ${profile ?? ''}`;

/** A list, and what it was made from. */
interface Made {
  readonly result: RawResult;
  readonly revision: number;
  readonly settings: object;
}

export class ToolBoard {
  readonly #deps: ToolBoardDeps;
  readonly #lists = new Map<string, Made>();
  /** What clients were listed before the changes that they have not been told of yet. */
  readonly #before = new Map<string, RawResult>();

  constructor(deps: ToolBoardDeps) {
    this.#deps = deps;
  }

  /** `tools/list`: the same text for all clients of a profile, the gateway's own tools first, then all others in the order of their names. */
  list(profile: string | undefined, era: Era): RawResult {
    const key = listKey(profile, era);
    const known = this.#lists.get(key);
    const { revision } = this.#deps.catalogue;
    const settings = this.#deps.settings();
    if (known?.revision === revision && known.settings === settings) return known.result;
    const made = new RawResult(this.#listText(profile, era));
    const isSame = known?.result.json === made.json;
    const result = isSame ? known!.result : made;
    this.#lists.set(key, { result, revision, settings });
    if (known && !isSame && !this.#before.has(key)) this.#before.set(key, known.result);
    return result;
  }

  /** Whether any client was listed tools. */
  get wasListed(): boolean {
    return this.#lists.size > 0;
  }

  /** Whether the tools of a profile are others than its clients were listed, or were never listed; asked once for all changes so far. */
  isAnother(profile: string | undefined): boolean {
    const listed = eras.flatMap(era => {
      const key = listKey(profile, era);
      if (!this.#lists.has(key)) return [];
      const now = this.list(profile, era);
      const before = this.#before.get(key);
      this.#before.delete(key);
      return before !== undefined && before.json !== now.json;
    });
    return listed.length === 0 || listed.includes(true);
  }

  #listText(profile: string | undefined, era: Era): string {
    const { catalogue, routingMode, scope } = this.#deps;
    const builtins = this.#deps.builtins();
    const callable = routingMode() === 'direct' ? catalogue.callable(scope(profile)) : [];
    const own = [...builtins.values()].map(({ definition }) => JSON.stringify(definition));
    const others = callable.filter(({ name }) => !builtins.has(name)).map(({ name, tool }) => listedText(tool, name));
    const tools = `"tools":[${[...own, ...others].join(',')}]`;
    return era === 'modern' ? `{"resultType":"complete",${tools},"ttlMs":0,"cacheScope":"private"}` : `{${tools}}`;
  }

  /** Where a name that a client uses leads; the tool need not be there. */
  addressOf(name: string): ToolAddress | undefined {
    return this.#deps.names().addressOf(name);
  }

  /** Whether a name leads to a tool that is there now. */
  isCallable({ profile }: Exchange, name: string): boolean {
    if (this.#deps.builtins().has(name)) return false;
    const address = this.addressOf(name);
    return address !== undefined && this.#deps.catalogue.find(address.server, address.tool, this.#deps.scope(profile)) !== undefined;
  }

  /** Calls a tool by the name that clients use. @throws GatewayFailure */
  async call(exchange: Exchange, name: string, args: Arguments): Promise<CallToolResult> {
    const { catalogue, scope, usage } = this.#deps;
    const visible = scope(exchange.profile);
    const callAt = (server: string, tool: string, given: Arguments) => this.#callAt(exchange, server, tool, given);
    const builtin = this.#deps.builtins().get(name);
    // Only what call_tool hands on keeps the digits of its numbers.
    if (builtin) {
      const { manages } = exchange;
      return builtin.handle(name === callToolName ? args : plainNumbers(args), { scope: visible, manages, call: callAt });
    }
    const address = this.addressOf(name);
    const stateOf = (server: string) => this.#deps.upstreams.state(server);
    const resolved = resolveCall(catalogue, { name, address, scope: visible, stateOf });
    if ('refusal' in resolved) return resolved.refusal;
    if ('away' in resolved) return callAt(resolved.away.server, resolved.away.tool, args);
    usage.called(name);
    const { server, tool } = resolved.admitted;
    return callAt(server, tool.name, args);
  }

  #callAt(exchange: Exchange, server: string, tool: string, args: Arguments): Promise<CallToolResult> {
    const { signal, client, era, params } = exchange;
    const { meta, onProgress } = requestMeta(exchange);
    const { inputResponses, requestState } = params;
    const resumes = era === 'modern' && (inputResponses !== undefined || requestState !== undefined);
    return this.#deps.upstreams.call(server, tool, args, {
      signal,
      ...(meta && { meta }),
      ...(onProgress && { onProgress }),
      ...(client && { session: client }),
      ...(era === 'modern' && { allowInputRequired: true }),
      ...(resumes && {
        params: { ...(inputResponses !== undefined && { inputResponses }), ...(requestState !== undefined && { requestState }) },
      }),
    });
  }
}
