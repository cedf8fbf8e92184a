/** The tool that a name on the command line stands for. */
import { nearest } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import type { GatewayStateReport, GatewayTool } from '@mcpgw/local-gateway';
import type { Names } from '@mcpgw/names';
import { CliError } from '../errors.js';
import { namesOfGateway } from '../gateway/names.js';

const identity = ({ server, tool }: GatewayTool): string => `${server}:${tool}`;

/** Names that may have been meant: tools of that name at any server, then the nearest name. */
function meantBy(name: string, tools: readonly GatewayTool[]): readonly string[] {
  const same = tools.filter(({ tool }) => tool === name).map(({ name: full }) => full);
  if (same.length > 0) return same.slice(0, 5);
  const near = nearest(
    name,
    tools.flatMap(tool => [tool.name, identity(tool)]),
  );
  return near === undefined ? [] : [near];
}

/** Servers that a name may belong to, with the error of each that has one. */
export interface NamedServers {
  readonly names: Pick<Names, 'serversOf'>;
  readonly errorOf: (server: string) => string | null | undefined;
}

/** The error for a name that no tool has. */
export function noSuchTool(name: string, tools: readonly GatewayTool[], servers?: NamedServers): CliError {
  const failed = servers?.names.serversOf(name).find(server => typeof servers.errorOf(server) === 'string');
  const down = failed === undefined ? '' : `; ${safeText(failed)} is not connected: ${safeText(servers!.errorOf(failed)!)}`;
  const meant = meantBy(name, tools).map(each => safeText(each));
  const hint = meant.length === 0 ? '; mcpgw tools lists all tools' : `; did you mean ${meant.join(' or ')}?`;
  return new CliError(`there is no tool "${safeText(name)}"${down === '' ? hint : down}`);
}

const named = (name: string, { tools }: GatewayStateReport): GatewayTool | undefined =>
  tools.find(tool => tool.name === name) ?? tools.find(tool => identity(tool) === name);

/** Whether the tool may still come: no tool has the name yet, and a server is being connected. */
export const mayCome = (name: string, state: GatewayStateReport): boolean =>
  named(name, state) === undefined && state.servers.some(({ connection }) => connection.state === 'connecting');

/** The tool by its name for clients, or as SERVER:TOOL. @throws CliError with names that may have been meant */
export function findTool(name: string, state: GatewayStateReport): GatewayTool {
  const { tools, servers } = state;
  const found = named(name, state);
  if (found === undefined) {
    const errorOf = (server: string) => servers.find(each => each.name === server)?.connection.error;
    throw noSuchTool(name, tools, { names: namesOfGateway(state), errorOf });
  }
  return found;
}
