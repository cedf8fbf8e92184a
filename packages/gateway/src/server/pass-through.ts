/** Prompts, resources and their templates of all servers as one: merged lists, and each request to the server that it is for. */
import { ContractViolation, type GatewayFailure } from '../failures/gateway-failure.js';
import type { UpstreamState } from '../upstreams/types.js';
import type { UpstreamCallOptions as CallOptions } from '../upstreams/upstream.js';
import type { Upstreams } from '../upstreams/upstreams.js';
import type { Params } from './json-rpc.js';
import { addressOf, type Naming, publicName } from './naming.js';
import { matchesTemplate } from './uri-template.js';

export type Item = Readonly<Record<string, unknown>>;

export interface PassThroughDeps {
  readonly upstreams: Upstreams;
  readonly naming: () => Naming;
  /** The servers that a client sees, in the order of the configuration. */
  readonly servers: (profile: string | undefined) => readonly UpstreamState[];
  /** A server whose list could not be had; the others are listed all the same. */
  readonly onMissing: (server: string, method: string, failure: GatewayFailure) => void;
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

export class PassThrough {
  readonly #deps: PassThroughDeps;

  constructor(deps: PassThroughDeps) {
    this.#deps = deps;
  }

  #offering(profile: string | undefined, method: ListMethod): readonly string[] {
    const live = this.#deps
      .servers(profile)
      .filter(({ connection, capabilities }) => connection.state === 'ready' && capabilities?.[keys[method]]);
    return live.map(({ name }) => name);
  }

  /** The list of each server that has one now, with its name. */
  async #lists(
    profile: string | undefined,
    method: ListMethod,
    signal: AbortSignal,
  ): Promise<{ server: string; items: readonly Item[] }[]> {
    const servers = this.#offering(profile, method);
    return Promise.all(
      servers.map(async server => {
        try {
          return { server, items: await this.#deps.upstreams.list(server, method, signal) };
        } catch (failure) {
          this.#deps.onMissing(server, method, failure as GatewayFailure);
          return { server, items: [] };
        }
      }),
    );
  }

  async prompts(profile: string | undefined, signal: AbortSignal): Promise<Item[]> {
    const lists = await this.#lists(profile, 'prompts/list', signal);
    const naming = this.#deps.naming();
    const servers = this.#offering(profile, 'prompts/list');
    return lists.flatMap(({ server, items }) =>
      items.flatMap(item => {
        const prompt = String(item.name);
        const name = publicName({ server, tool: prompt }, naming);
        const address = addressOf(name, servers, naming);
        // A name that leads to another prompt, or to none, is nobody's.
        return address?.server === server && address.tool === prompt ? [{ ...item, name }] : [];
      }),
    );
  }

  /** Resources or templates; of two servers that have the same one, the first counts. */
  async resources(
    profile: string | undefined,
    method: 'resources/list' | 'resources/templates/list',
    signal: AbortSignal,
  ): Promise<Item[]> {
    const seen = new Map<string, Item>();
    const field = method === 'resources/list' ? 'uri' : 'uriTemplate';
    for (const { items } of await this.#lists(profile, method, signal))
      for (const item of items) if (!seen.has(String(item[field]))) seen.set(String(item[field]), item);
    return [...seen.values()];
  }

  async #ownerOf(uri: string, profile: string | undefined, signal: AbortSignal): Promise<string> {
    const offering = this.#offering(profile, 'resources/list');
    if (offering.length === 1) return offering[0]!;
    const lists = await this.#lists(profile, 'resources/list', signal);
    const owner = lists.find(({ items }) => items.some(item => item.uri === uri));
    if (owner) return owner.server;
    const templates = await this.#lists(profile, 'resources/templates/list', signal);
    const fits = (item: Item) => item.uriTemplate === uri || matchesTemplate(String(item.uriTemplate), uri);
    const likely = templates.find(({ items }) => items.some(fits));
    if (likely) return likely.server;
    throw unknown('resource', uri);
  }

  #promptOf(name: string, profile: string | undefined): { server: string; prompt: string } {
    const address = addressOf(name, this.#offering(profile, 'prompts/list'), this.#deps.naming());
    if (address === undefined) throw unknown('prompt', name);
    return { server: address.server, prompt: address.tool };
  }

  getPrompt(params: Params, profile: string | undefined, options: CallOptions): Promise<Item> {
    const { server, prompt } = this.#promptOf(String(params.name), profile);
    return this.#deps.upstreams.request(server, 'prompts/get', { ...params, name: prompt }, options);
  }

  async readResource(params: Params, profile: string | undefined, options: CallOptions): Promise<Item> {
    const server = await this.#ownerOf(String(params.uri), profile, options.signal);
    return this.#deps.upstreams.request(server, 'resources/read', params, options);
  }

  async complete(params: Params, profile: string | undefined, options: CallOptions): Promise<Item> {
    const ref = params.ref as Readonly<Record<string, unknown>>;
    if (ref.type === 'ref/prompt') {
      const { server, prompt } = this.#promptOf(String(ref.name), profile);
      return this.#deps.upstreams.request(server, 'completion/complete', { ...params, ref: { ...ref, name: prompt } }, options);
    }
    const server = await this.#ownerOf(String(ref.uri), profile, options.signal);
    return this.#deps.upstreams.request(server, 'completion/complete', params, options);
  }

  /** Subscribes, or ends that; updates reach the session that `options` names. */
  async subscribe(method: 'subscribe' | 'unsubscribe', uri: string, profile: string | undefined, options: CallOptions): Promise<void> {
    const { session } = options;
    if (session === undefined)
      throw new ContractViolation('request', {
        mode: 'no_session',
        message: 'Invalid request: subscriptions need a session; initialize first',
      });
    const server = await this.#ownerOf(uri, profile, options.signal);
    await this.#deps.upstreams[method](server, uri, session, options);
  }
}
