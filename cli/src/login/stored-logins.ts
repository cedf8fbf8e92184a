/** The stored logins of a configuration, for commands that connect to its servers themselves. They are opened when a server first needs one. */
import { type Authorizer, LoadError, lazyAuthorizer } from '@mcpgw/loader/internal';
import type { Logins } from '@mcpgw/login';
import { type Connection, loginConnection, type ServeConfig } from '@mcpgw/mcp-config';
import { type StateStore, StoreError } from '@mcpgw/store';
import type { Env } from '@mcpgw/structure';
import { CliError } from '../errors.js';
import { loginKeyFile } from '../store.js';

/** Where logins are: the configuration with the store that is used, and that store. */
export interface LoginPlace {
  readonly config: Pick<ServeConfig, 'store' | 'login'>;
  readonly store: StateStore;
  readonly env: Env;
}

/** The logins in a store, with the keys and the public address of the configuration. `ca` holds certificates (PEM) to trust in addition. */
export async function loginsIn({ config, store, env }: LoginPlace, ca?: string): Promise<Logins> {
  const { Logins } = await import('@mcpgw/login');
  const { url, keys } = config.login;
  const ownMetadataUrl = url?.startsWith('https://') ? `${url}/oauth/client.json` : undefined;
  const source = { keys, file: loginKeyFile(config.store, env), inMemory: config.store.type === 'memory' };
  return new Logins({ store, keys: source, ownMetadataUrl, ...(ca !== undefined && { ca }) });
}

/** A server that asks for a login although the logins cannot be read: what the person has to know is why. */
const unreadable = (why: string): LoadError =>
  new LoadError({
    layer: 'http',
    code: 'login-failed',
    class: 'denied',
    text: `the server needs a login, and stored logins cannot be used: ${why}`,
  });

/** Requests without a token: a server that asks for one is reported with the reason why there is none. */
const without = (why: string, isConfigured: boolean): Authorizer => ({
  token: async () => {
    if (isConfigured) throw unreadable(why);
    return undefined;
  },
  refused: async ({ challenge }) => {
    if (challenge?.includes('resource_metadata=')) throw unreadable(why);
    return false;
  },
});

/** A server that nothing says needs a login is asked without one where the store does not answer. */
function tolerant(inner: Authorizer): Authorizer {
  let why: string | undefined;
  return {
    token: async () => {
      try {
        return await inner.token();
      } catch (error) {
        if (!(error instanceof LoadError && error.cause instanceof StoreError)) throw error;
        why = error.cause.message;
        return undefined;
      }
    },
    refused: request => (why === undefined ? inner : without(why, false)).refused(request),
  };
}

/** Gives servers the tokens of stored logins, as the gateway does for itself. */
export class StoredLogins {
  readonly #open: () => Promise<LoginPlace>;
  readonly #ca: string | undefined;
  #logins: Promise<Logins> | undefined;

  /** @param open gives the place of the logins; a CliError says why it cannot */
  constructor(open: () => Promise<LoginPlace>, ca?: string) {
    this.#open = open;
    this.#ca = ca;
  }

  /** The credentials of a server by its name; undefined for one that nobody logs in to. */
  authorize(server: string, given: Connection): Authorizer | undefined {
    const connection = loginConnection(given);
    if (connection === undefined) return undefined;
    return lazyAuthorizer(async () => {
      try {
        this.#logins ??= this.#open().then(place => loginsIn(place, this.#ca));
        const [logins, { authorizerFor }] = await Promise.all([this.#logins, import('@mcpgw/login')]);
        const authorizer = authorizerFor(logins, { server, connection }, { id: '' });
        return connection.login === undefined ? tolerant(authorizer) : authorizer;
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        return without(error.message, connection.login !== undefined);
      }
    });
  }

  /** Ends what watches the store; the store itself is left open. */
  async close(): Promise<void> {
    (await this.#logins?.catch(() => undefined))?.close();
  }
}
