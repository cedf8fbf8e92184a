import type { UpstreamState, Upstreams } from '@mcpgw/upstreams';
import type { BuiltinTool } from '../discovery/builtin.js';
import { builtinTools } from '../discovery/builtin-tools.js';
import type { Catalogue } from '../discovery/catalogue.js';
import type { ToolUsage } from '../discovery/usage.js';
import type { ActivityEvents } from './activity-events.js';
import type { ConfigSnapshot, LiveConfig } from './live-config.js';
import type { UnreviewedServers } from './unreviewed-servers.js';

export interface BuiltinsDeps {
  readonly config: LiveConfig;
  readonly catalogue: Catalogue;
  readonly usage: ToolUsage;
  readonly upstreams: Upstreams;
  readonly unreviewed: UnreviewedServers;
  readonly activity: ActivityEvents;
}

/** The state of an unreviewed server for clients: its last error may contain the server's own words. */
function withoutReason(state: UpstreamState): UpstreamState {
  const { connection } = state;
  return connection.error === null ? state : { ...state, connection: { ...connection, error: 'its reason is on the page and in /status' } };
}

/** The gateway's own tools. The configuration decides whether one of them may act on servers. */
export class Builtins {
  readonly #deps: BuiltinsDeps;
  #madeFor: ConfigSnapshot | undefined;
  #tools: ReadonlyMap<string, BuiltinTool> = new Map();

  constructor(deps: BuiltinsDeps) {
    this.#deps = deps;
  }

  /** By name, for the configuration in effect. */
  get tools(): ReadonlyMap<string, BuiltinTool> {
    const { current } = this.#deps.config;
    if (this.#madeFor !== current) {
      this.#madeFor = current;
      this.#tools = this.#make(current);
    }
    return this.#tools;
  }

  #make({ settings, hasManager }: ConfigSnapshot): ReadonlyMap<string, BuiltinTool> {
    const { catalogue, usage, upstreams, unreviewed, activity } = this.#deps;
    const restart = async (server: string, by: string) => {
      upstreams.restart(server);
      activity.restarted(server, by);
    };
    return builtinTools({
      catalogue,
      usage,
      toolsLimit: () => settings.toolsLimit,
      addressOf: name => catalogue.addressOf(name),
      states: () => upstreams.states().map(state => (unreviewed.has(state.name) ? withoutReason(state) : state)),
      ...(!settings.readOnly && hasManager && { actions: { restart } }),
    });
  }
}
