/** The built-in tool that lists the servers and, if the gateway allows it, acts on them. */
import { ContractViolation, invalidArguments } from '@mcpgw/failures';
import type { UpstreamState } from '@mcpgw/upstreams';
import { type ArgumentsSchema, asInputSchema, checkArguments } from './arguments.js';
import { type BuiltinContext, type BuiltinTool, jsonResult } from './builtin.js';
import type { Catalogue, Scope } from './catalogue.js';

export type ServerAction = 'enable' | 'disable' | 'restart' | 'refresh';

export interface UpstreamServersDeps {
  readonly catalogue: Catalogue;
  readonly states: () => readonly UpstreamState[];
  /** The operations on servers, by name; empty if the gateway is read-only or no caller may act. */
  readonly actions?: Partial<Readonly<Record<ServerAction, (server: string, by: string) => Promise<void>>>>;
}

interface Health {
  readonly level: 'healthy' | 'degraded' | 'unhealthy';
  readonly summary: string;
}

const connections: Readonly<Record<UpstreamState['connection']['state'], Health>> = {
  ready: { level: 'healthy', summary: 'connected' },
  connecting: { level: 'degraded', summary: 'connecting' },
  waiting: { level: 'degraded', summary: 'not reached; it is tried again' },
  failed: { level: 'unhealthy', summary: 'cannot be reached; see connection_status.last_error' },
  disabled: { level: 'healthy', summary: 'switched off' },
};

function healthOf({ enabled, quarantined, connection }: UpstreamState): Health {
  if (!enabled) return connections.disabled;
  if (quarantined) return { level: 'degraded', summary: 'in quarantine until somebody has reviewed it' };
  if (connection.needsLogin) return { level: 'unhealthy', summary: `a person has to log in: mcpgw login SERVER, or the page` };
  return connections[connection.state];
}

function serverEntry(state: UpstreamState, catalogue: Catalogue): Record<string, unknown> {
  const { name, protocol, enabled, quarantined, trustMode, connection } = state;
  const counts = catalogue.counts(name);
  const changed = catalogue.changedCount(name);
  const isAway = connection.state === 'waiting' || connection.state === 'failed' || connection.error !== null;
  return {
    name,
    protocol,
    enabled,
    quarantined,
    trust_mode: trustMode,
    connection_status: {
      state: connection.state,
      last_error: connection.error,
      retry_count: connection.attempts,
      ...(connection.needsLogin && { needs_login: true }),
      ...(isAway && { since: new Date(connection.since).toISOString() }),
    },
    ...(counts && { tools: counts }),
    ...(changed > 0 && { tools_changed: changed }),
    health: healthOf(state),
  };
}

function schemaFor(actions: readonly ServerAction[]): ArgumentsSchema {
  const named = actions.length > 0 && {
    name: { type: 'string' as const, description: 'The server, for all operations but list.', maxLength: 1_000 },
  };
  return {
    type: 'object',
    properties: {
      operation: { type: 'string', description: 'What to do.', enum: ['list', ...actions] },
      ...named,
    },
    required: ['operation'],
    additionalProperties: false,
  };
}

function notAllowed(tool: string, action: ServerAction): ContractViolation {
  const message = `Tool '${tool}': ${action} needs one of the keys of auth.admin_keys; this client may list servers`;
  return new ContractViolation('params', { mode: 'not_allowed', tool, message });
}

const order: readonly ServerAction[] = ['enable', 'disable', 'restart', 'refresh'];

/** `upstream_servers`. */
export function upstreamServers({ catalogue, states, actions = {} }: UpstreamServersDeps): BuiltinTool {
  const tool = 'upstream_servers';
  const allowed = order.filter(action => actions[action] !== undefined);
  const inputSchema = schemaFor(allowed);
  const description = `Lists the servers behind this gateway with their state${allowed.length > 0 ? `; ${allowed.join(', ')} one of them` : ''}.`;
  const inScope = (scope: Scope) => states().filter(({ name }) => scope === undefined || scope.has(name));
  const act = async (action: ServerAction, name: unknown, { scope, caller }: BuiltinContext) => {
    if (typeof name !== 'string') throw invalidArguments(tool, ["'name' is required"]);
    if (!inScope(scope).some(state => state.name === name)) throw invalidArguments(tool, [`there is no server '${name.slice(0, 100)}'`]);
    await actions[action]!(name, caller);
    return { result: jsonResult({ operation: action, name, done: true }) };
  };
  return {
    definition: {
      name: tool,
      description,
      inputSchema: asInputSchema(inputSchema),
      annotations: { title: 'Servers', readOnlyHint: allowed.length === 0, destructiveHint: false },
    },
    handle: async (args, context) => {
      const { scope, manages } = context;
      checkArguments(tool, inputSchema, args);
      const { operation, name } = args;
      if (operation !== 'list' && !manages) throw notAllowed(tool, operation as ServerAction);
      if (operation !== 'list') return act(operation as ServerAction, name, context);
      const servers = inScope(scope).map(state => serverEntry(state, catalogue));
      return { result: jsonResult({ servers, total: servers.length }) };
    },
  };
}
