/** The stored logins of the files that are probed: each file has those of the gateway that runs with it. */
import { type Connection, safeText } from '@mcpgw/loader';
import type { Authorizer } from '@mcpgw/loader/internal';
import type { StateStore } from '@mcpgw/store';
import { CliError } from '../errors.js';
import { type LoginPlace, StoredLogins } from '../login/stored-logins.js';
import { loadConfig } from '../serve/load.js';
import { openStore } from '../store.js';
import type { ServerPlace } from './targets.js';

export interface LoginsOfFilesOptions {
  /** Certificates (PEM) to trust in addition to the public ones. */
  readonly ca: string | undefined;
  /** Files of variables for the configurations. */
  readonly envFile: readonly string[];
}

export class LoginsOfFiles {
  readonly #places: ReadonlyMap<string, ServerPlace>;
  readonly #options: LoginsOfFilesOptions;
  readonly #byFile = new Map<string, StoredLogins>();
  readonly #stores = new Set<StateStore>();

  constructor(places: ReadonlyMap<string, ServerPlace>, options: LoginsOfFilesOptions) {
    this.#places = places;
    this.#options = options;
  }

  /** The credentials of a server by its id; undefined for one that stands in no file, or that nobody logs in to. */
  authorize(id: string, connection: Connection): Authorizer | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const { file, server } = place;
    const logins = this.#byFile.get(file) ?? new StoredLogins(() => this.#open(file), this.#options.ca);
    this.#byFile.set(file, logins);
    return logins.authorize(server, connection);
  }

  /** @throws CliError where no gateway can run with the file, or its store cannot be opened */
  async #open(file: string): Promise<LoginPlace> {
    const { config, env } = await loadConfig(file, { envFile: this.#options.envFile, page: true, watch: true });
    if (config === undefined) {
      const shown = safeText(file);
      throw new CliError(`mcpgw serve refuses ${shown}; mcpgw serve --check ${shown} shows why`);
    }
    const store = await openStore(config.store, env, { writes: false });
    this.#stores.add(store);
    return { config, store, env };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byFile.values()].map(logins => logins.close()));
    await Promise.all([...this.#stores].map(store => store.close()));
  }
}
