import { readFileSync } from 'node:fs';
import { adviceFor, type Connections, connectionsOf, getToolsWithResilience, promptWarnings } from '@mcpgw/loader';
import { readServers } from '@mcpgw/mcp-config';

/** The servers of a file in any format of MCP clients. */
export function serversOf(file: string): Connections {
  return connectionsOf(readServers(readFileSync(file, 'utf8'), { file, env: process.env }));
}

/** Every tool that loaded, then what the model and the person in charge are told of the servers that failed. */
export async function loadTools(connections: Connections): Promise<string[]> {
  const { allTools, status } = await getToolsWithResilience(connections, { maxAttempts: 2, attemptTimeoutMs: 20_000 });
  const tools = allTools.map(({ serverId, tool }) => `${serverId}: ${tool.name}`);
  const advice = [...status.values()].flatMap(outcome => {
    const line = adviceFor(outcome);
    return line === undefined ? [] : [`${outcome.serverId}: ${line}`];
  });
  return [...tools, ...promptWarnings(status.values()), ...advice];
}
