import type { BuiltinTool } from './builtin.js';
import { type CallToolDeps, callTool } from './call-tool.js';
import { type RetrieveToolsDeps, retrieveTools } from './retrieve-tools.js';
import { type UpstreamServersDeps, upstreamServers } from './upstream-servers.js';

export type BuiltinDeps = RetrieveToolsDeps & CallToolDeps & UpstreamServersDeps;

/** The names of the gateway's own tools. */
export const builtinNames: ReadonlySet<string> = new Set(['retrieve_tools', 'call_tool', 'upstream_servers']);

/** The gateway's own tools, by name. No tool of a server can have one of these names. */
export function builtinTools(deps: BuiltinDeps): ReadonlyMap<string, BuiltinTool> {
  const tools = [retrieveTools(deps), callTool(deps), upstreamServers(deps)];
  return new Map(tools.map(tool => [tool.definition.name, tool]));
}
