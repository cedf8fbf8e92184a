import type { RankedTool } from '@mcpgw/gateway';
import { type NamedTool, NameTable } from '@mcpgw/names';
import type { Inventory } from './inventory-server.js';

/** Tools by the names that clients use, and by `server:tool`. */
export function toolsByName(all: readonly RankedTool[], { clientNames }: Inventory): ReadonlyMap<string, RankedTool> {
  const given = all.flatMap((ranked): (NamedTool & { ranked: RankedTool })[] => {
    const { server, tool } = ranked;
    const name = clientNames.of(server, tool.name);
    return name === undefined ? [] : [{ server, tool: tool.name, name, ranked }];
  });
  const { shared } = new NameTable(given);
  const distinct = given.filter(({ name }) => !shared.has(name));
  return new Map([...distinct.map(({ name, ranked }) => [name, ranked] as const), ...all.map(tool => [tool.name, tool] as const)]);
}
