import type { ServeConfig } from '@mcpgw/mcp-config';
import { ConfigurationError } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { type ConfiguredServer, readRestApi, restSource, type ToolSource } from '@mcpgw/upstreams';

interface ServerDeps {
  /** Reads a file that an API names. */
  readonly readText: (file: string) => Promise<string>;
}

interface SourceParts {
  readonly env: Env;
  readonly callTimeoutMs: number;
  /** The sources of this configuration, by what they are made from. */
  readonly sources: Map<string, ToolSource>;
}

/** The variables of the environment that an API uses. Where one of them changes, the API gets a new source. */
function referred(api: string, env: Env): (string | undefined)[] {
  return [...api.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => (Object.hasOwn(env, name!) ? env[name!] : undefined));
}

/** Makes the servers of each configuration in turn. A REST API that has not changed keeps its source. */
export class ConfiguredServers {
  readonly #deps: ServerDeps;
  #sources = new Map<string, ToolSource>();

  constructor(deps: ServerDeps) {
    this.#deps = deps;
  }

  async #source(value: unknown, index: number, { env, callTimeoutMs, sources }: SourceParts): Promise<ConfiguredServer> {
    try {
      const api = await readRestApi(value, { readText: this.#deps.readText });
      const text = JSON.stringify(api);
      const key = JSON.stringify([text, referred(text, env)]);
      const source = this.#sources.get(key) ?? restSource(api, { env, readText: this.#deps.readText });
      sources.set(key, source);
      return { name: api.name, source, enabled: true, quarantined: false, trustMode: 'auto', callTimeoutMs };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new ConfigurationError(error.findings.map(fault => ({ ...fault, path: ['apis', index, ...fault.path] })));
    }
  }

  /** @throws ConfigurationError with the faults of all REST APIs, and then nothing has changed */
  async of(config: ServeConfig, env: Env): Promise<ConfiguredServer[]> {
    const sources = new Map<string, ToolSource>();
    const parts = { env, callTimeoutMs: config.timeouts.call, sources };
    const made = await Promise.allSettled(config.apis.map((api, index) => this.#source(api, index, parts)));
    const errors = made.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
    const faults = errors.flatMap(error => {
      if (error instanceof ConfigurationError) return error.findings;
      throw error;
    });
    if (faults.length > 0) throw new ConfigurationError(faults);
    this.#sources = sources;
    const apis = made.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
    return [...config.servers.map(server => ({ callTimeoutMs: config.timeouts.call, ...server })), ...apis];
  }
}
