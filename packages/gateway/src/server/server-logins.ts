/** Logins to servers: the credentials of their connections, and the logins that the page begins. The OAuth client is loaded when it is first needed. */
import type { AddressInfo } from 'node:net';
import type { Measured } from '@mcpgw/attention';
import { type Authorizer, lazyAuthorizer } from '@mcpgw/loader/internal';
import type { Logins, LoginTarget } from '@mcpgw/login';
import { type HttpConnection, isPerCaller, loginConnection, type ServerConfig } from '@mcpgw/mcp-config';
import type { StateStore } from '@mcpgw/store';
import { isLoopbackName } from '@mcpgw/web/internal';
import { CallerTokens } from './caller-tokens.js';
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
/** The path of the links with which clients are asked to log in. */
export const linkPath = '/oauth/login';
/** The path of the client's metadata document. */
export const clientPath = '/oauth/client.json';

const hasLogin = ({ connection }: ServerConfig): boolean =>
  connection.transport !== 'stdio' && connection.transport !== 'malformed' && connection.login !== undefined;

function targetOf({ name, connection }: ServerConfig): LoginTarget | undefined {
  const reached = loginConnection(connection);
  return reached && { server: name, connection: reached };
}

export class ServerLogins {
  readonly #deps: ServerLoginsDeps;
  #logins: Promise<Logins> | undefined;
  /** The tokens of callers, where they are exchanged. */
  readonly callerTokens: CallerTokens;
  #localUrl: string | undefined;
  #listener: (server: string | undefined, subject: string | undefined) => void = () => {};

  constructor(deps: ServerLoginsDeps) {
    this.#deps = deps;
    this.callerTokens = new CallerTokens(deps.config);
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

  /** Notes where the gateway listens. */
  listensOn({ address, family, port }: AddressInfo): void {
    const host = family === 'IPv6' ? `[${address}]` : address;
    this.#localUrl = isLoopbackName(host) ? `http://${host}:${port}` : undefined;
  }

  /** The address of the gateway for the browsers of this machine; undefined where it does not listen on loopback. */
  get localUrl(): string | undefined {
    return this.#localUrl;
  }

  /** The address of the gateway for the browsers that log in to a server, without its path; undefined where it is not known. */
  browserUrl({ login }: HttpConnection): string | undefined {
    if (login?.redirectUri?.endsWith(callbackPath)) return login.redirectUri.slice(0, -callbackPath.length);
    return this.#deps.config.current.settings.login.url ?? this.#localUrl;
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

  /** Whether a server gets tokens that are exchanged for those of its callers. */
  exchangesTokensOfCallers(server: string): boolean {
    const connection = this.target(server)?.connection;
    return connection !== undefined && isPerCaller(connection) && connection.login?.mode === 'token_exchange';
  }

  /** The credentials of a connection on behalf of a caller. A server without `oauth` gets a token where somebody logged in to it. */
  readonly authorize = (server: ServerConfig, caller: string): Authorizer | undefined => {
    const target = targetOf(server);
    if (target === undefined) return undefined;
    return lazyAuthorizer(async () => {
      const [logins, { authorizerFor }] = await Promise.all([this.get(), import('@mcpgw/login')]);
      return authorizerFor(logins, target, { id: caller, token: () => this.callerTokens.of(caller) });
    });
  };

  /** The stored logins, where a server of the configuration may have one; else the reason why they cannot be read. */
  async list(): Promise<Pick<Measured, 'logins' | 'loginsFault'>> {
    const hasLogins = this.#logins !== undefined || this.#deps.config.current.settings.servers.some(server => hasLogin(server));
    if (!hasLogins) return {};
    try {
      return { logins: await (await this.get()).list() };
    } catch (error) {
      const { name, message } = error as Error;
      if (name !== 'LoginError' && name !== 'StoreError') throw error;
      return name === 'StoreError' ? {} : { loginsFault: message };
    }
  }

  async close(): Promise<void> {
    (await this.#logins?.catch(() => undefined))?.close();
  }
}
