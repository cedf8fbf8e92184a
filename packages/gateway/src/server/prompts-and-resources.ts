/** Prompts, resources and resource templates of all servers: merges their lists, and takes each request to the server it is for. */
import type { CallerView } from '@mcpgw/access';
import { ContractViolation, type GatewayFailure } from '@mcpgw/failures';
import { type NamedTool, NameTable, type ToolAddress } from '@mcpgw/names';
import type { UpstreamCallOptions, UpstreamState, Upstreams } from '@mcpgw/upstreams';
import type { Params } from './json-rpc.js';
import type { LiveConfig } from './live-config.js';
import type { Logger } from './logger.js';
import type { UnreviewedServers } from './unreviewed-servers.js';
import { matchesTemplate } from './uri-template.js';

export type OfferedItem = Readonly<Record<string, unknown>>;

export interface PromptsAndResourcesDeps {
  readonly config: LiveConfig;
  readonly upstreams: Upstreams;
  readonly unreviewed: UnreviewedServers;
  readonly logger: Logger;
}

/** Options of a request, and who is told which server it goes to. */
interface CallOptions extends UpstreamCallOptions {
  readonly onServer?: (server: string, prompt?: string) => void;
}

type ListMethod = 'prompts/list' | 'resources/list' | 'resources/templates/list';

const keys: Readonly<Record<ListMethod, 'prompts' | 'resources'>> = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
};

function unknown(what: 'prompt' | 'resource', name: string): ContractViolation {
  const noun = what === 'prompt' ? 'Unknown prompt' : 'Resource not found';
  return new ContractViolation('params', {
    mode: `unknown_${what}`,
    message: `${noun}: ${name.slice(0, 500)}`,
    data: what === 'prompt' ? {} : { uri: name },
  });
}

export class PromptsAndResources {
  readonly #deps: PromptsAndResourcesDeps;

  constructor(deps: PromptsAndResourcesDeps) {
    this.#deps = deps;
  }

  /** The servers that offer a list to callers who see `view`, in the order of the configuration. */
  #offering(view: CallerView | undefined, method: ListMethod): readonly string[] {
    const { upstreams, unreviewed } = this.#deps;
    const offers = ({ name, connection, capabilities }: UpstreamState) =>
      connection.state === 'ready' && capabilities?.[keys[method]] && (view === undefined || view.isWhole(name)) && !unreviewed.has(name);
    return upstreams.states().flatMap(state => (offers(state) ? [state.name] : []));
  }

  /** The list of each server that offers it now. A server that fails to give its list is logged, and the others are listed. */
  async #lists(
    view: CallerView | undefined,
    method: ListMethod,
    signal: AbortSignal,
  ): Promise<{ server: string; items: readonly OfferedItem[] }[]> {
    const servers = this.#offering(view, method);
    return Promise.all(
      servers.map(async server => {
        try {
          return { server, items: await this.#deps.upstreams.list(server, method, signal) };
        } catch (failure) {
          this.#deps.logger.warn('list not available', { server, method, error: (failure as GatewayFailure).message });
          return { server, items: [] };
        }
      }),
    );
  }

  async prompts(view: CallerView | undefined, signal: AbortSignal): Promise<OfferedItem[]> {
    const named = await this.#namedPrompts(view, signal);
    const { shared } = new NameTable(named);
    // A prompt is left out where its name would lead to another prompt, or to none.
    return named.flatMap(({ item, name }) => (shared.has(name) ? [] : [{ ...item, name }]));
  }

  /** All prompts that have a name. Of several of one server with the same name, the first. */
  async #namedPrompts(view: CallerView | undefined, signal: AbortSignal): Promise<(NamedTool & { readonly item: OfferedItem })[]> {
    const names = this.#deps.config.current.promptNames;
    const lists = await this.#lists(view, 'prompts/list', signal);
    return lists.flatMap(({ server, items }) => {
      const byName = new Map<string, OfferedItem>();
      for (const item of items) if (!byName.has(String(item.name))) byName.set(String(item.name), item);
      return [...byName].flatMap(([tool, item]) => {
        const name = names.of(server, tool);
        return name === undefined ? [] : [{ server, tool, name, item }];
      });
    });
  }

  /** Resources or templates. Where two servers have the same one, it is the first server's. */
  async resources(
    view: CallerView | undefined,
    method: 'resources/list' | 'resources/templates/list',
    signal: AbortSignal,
  ): Promise<OfferedItem[]> {
    const seen = new Map<string, OfferedItem>();
    const field = method === 'resources/list' ? 'uri' : 'uriTemplate';
    for (const { items } of await this.#lists(view, method, signal))
      for (const item of items) if (!seen.has(String(item[field]))) seen.set(String(item[field]), item);
    return [...seen.values()];
  }

  async #ownerOf(uri: string, view: CallerView | undefined, signal: AbortSignal): Promise<string> {
    const offering = this.#offering(view, 'resources/list');
    if (offering.length === 1) return offering[0]!;
    const lists = await this.#lists(view, 'resources/list', signal);
    const owner = lists.find(({ items }) => items.some(item => item.uri === uri));
    if (owner) return owner.server;
    const templates = await this.#lists(view, 'resources/templates/list', signal);
    const fits = (item: OfferedItem) => item.uriTemplate === uri || matchesTemplate(String(item.uriTemplate), uri);
    const likely = templates.find(({ items }) => items.some(fits));
    if (likely) return likely.server;
    throw unknown('resource', uri);
  }

  /** A mapped name does not say what it stands for: the lists of the servers that it may belong to do. */
  async #promptOf(name: string, view: CallerView | undefined, options: CallOptions): Promise<ToolAddress> {
    const { promptNames } = this.#deps.config.current;
    const address = promptNames.isMapped(name)
      ? new NameTable(await this.#namedPrompts(view, options.signal)).get(name)
      : promptNames.parse(name);
    if (address === undefined || !this.#offering(view, 'prompts/list').includes(address.server)) throw unknown('prompt', name);
    options.onServer?.(address.server, address.tool);
    return address;
  }

  async getPrompt(params: Params, view: CallerView | undefined, options: CallOptions): Promise<OfferedItem> {
    const { server, tool: prompt } = await this.#promptOf(String(params.name), view, options);
    return this.#deps.upstreams.request(server, 'prompts/get', { ...params, name: prompt }, options);
  }

  async readResource(params: Params, view: CallerView | undefined, options: CallOptions): Promise<OfferedItem> {
    const server = await this.#ownerOf(String(params.uri), view, options.signal);
    options.onServer?.(server);
    return this.#deps.upstreams.request(server, 'resources/read', params, options);
  }

  async complete(params: Params, view: CallerView | undefined, options: CallOptions): Promise<OfferedItem> {
    const ref = params.ref as Readonly<Record<string, unknown>>;
    if (ref.type === 'ref/prompt') {
      const { server, tool: prompt } = await this.#promptOf(String(ref.name), view, options);
      return this.#deps.upstreams.request(server, 'completion/complete', { ...params, ref: { ...ref, name: prompt } }, options);
    }
    const server = await this.#ownerOf(String(ref.uri), view, options.signal);
    options.onServer?.(server);
    return this.#deps.upstreams.request(server, 'completion/complete', params, options);
  }

  /** Subscribes to a resource or unsubscribes. Updates go to the session of `options`. */
  async subscribe(method: 'subscribe' | 'unsubscribe', uri: string, view: CallerView | undefined, options: CallOptions): Promise<void> {
    const { session } = options;
    if (session === undefined)
      throw new ContractViolation('request', {
        mode: 'no_session',
        message: 'Invalid request: subscriptions need a session; initialize first',
      });
    const server = await this.#ownerOf(uri, view, options.signal);
    await this.#deps.upstreams[method](server, uri, session, options);
  }
}
