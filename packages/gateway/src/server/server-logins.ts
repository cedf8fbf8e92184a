/** Logins to servers: the credentials of their connections, and the logins that the page begins. The OAuth client is loaded when it is first needed. */
import type { Authorizer } from '@mcpgw/loader/internal';
import type { Logins, LoginTarget } from '@mcpgw/login';
import type { ServerConfig } from '@mcpgw/mcp-config';
import type { StateStore } from '@mcpgw/store';
import type { ConfigSnapshot, Live } from './live-config.js';

export interface ServerLoginsDeps {
  readonly config: Live<Pick<ConfigSnapshot, 'settings'>>;
  readonly store: StateStore;
  /** The file with the key of stored logins, where the configuration names none and one machine has the store. */
  readonly keyFile?: string | undefined;
  readonly ca?: string | undefined;
}

/** The path that authorization servers send browsers to. */
export const callbackPath = '/oauth/callback';
/** The path of the client's metadata document. */
export const clientPath = '/oauth/client.json';

const hasHeader = (headers: Readonly<Record<string, string>> = {}): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'authorization');

/** A server that can be logged in to: over HTTP, and without a fixed header of its own. */
function targetOf({ name, connection }: ServerConfig): LoginTarget | undefined {
  if (connection.transport === 'stdio' || connection.transport === 'malformed') return undefined;
  return connection.login === undefined && hasHeader(connection.headers) ? undefined : { server: name, connection };
}

export class ServerLogins {
  readonly #deps: ServerLoginsDeps;
  #logins: Promise<Logins> | undefined;
  #listener: (server: string | undefined, subject: string | undefined) => void = () => {};

  constructor(deps: ServerLoginsDeps) {
    this.#deps = deps;
  }

  /** Calls `listener` when a login may have changed: with the server and whose login it is, where that is known. */
  onChange(listener: (server: string | undefined, subject: string | undefined) => void): void {
    this.#listener = listener;
  }

  /** The address of the client's metadata document, where browsers and servers reach it by https. */
  get clientUrl(): string | undefined {
    const { url } = this.#deps.config.current.settings.login;
    return url?.startsWith('https://') ? `${url}${clientPath}` : undefined;
  }

  /** The OAuth client. */
  get(): Promise<Logins> {
    this.#logins ??= this.#load();
    return this.#logins;
  }

  async #load(): Promise<Logins> {
    const { Logins } = await import('@mcpgw/login');
    const { config, store, keyFile, ca } = this.#deps;
    const { login, store: where } = config.current.settings;
    const keys = { keys: login.keys, file: keyFile, inMemory: where.type === 'memory' };
    const logins = new Logins({ store, keys, ownMetadataUrl: this.clientUrl, ...(ca !== undefined && { ca }) });
    logins.tokens.onChange((server, subject) => this.#listener(server, subject));
    return logins;
  }

  /** The server of this name as something to log in to; undefined where there is none. */
  target(server: string): LoginTarget | undefined {
    const config = this.#deps.config.current.settings.servers.find(({ name }) => name === server);
    return config && targetOf(config);
  }

  /** The credentials of a connection on behalf of a caller. A server without `oauth` gets a token where somebody logged in to it. */
  readonly authorize = (server: ServerConfig, caller: string): Authorizer | undefined => {
    const target = targetOf(server);
    if (target === undefined) return undefined;
    let made: Promise<Authorizer> | undefined;
    const authorizer = () => {
      made ??= Promise.all([this.get(), import('@mcpgw/login')]).then(([logins, { authorizerFor }]) =>
        authorizerFor(logins, target, { id: caller }),
      );
      return made;
    };
    return { token: async () => (await authorizer()).token(), refused: async request => (await authorizer()).refused(request) };
  };

  async close(): Promise<void> {
    (await this.#logins?.catch(() => undefined))?.close();
  }
}
