/** The inventory of a running gateway: its servers with what they listed, and the approvals that it has on record. */
import { Approvals } from '@mcpgw/approvals';
import { Catalogue } from '@mcpgw/gateway';
import type { GatewayStateReport } from '@mcpgw/local-gateway';
import { memoryStore } from '@mcpgw/store';
import { namesOfGateway } from '../gateway/names.js';
import { statusOfGateway } from '../gateway/server-status.js';
import { noSuchServer } from '../no-server.js';
import type { Inventory, InventoryServer } from './inventory-server.js';

type State = GatewayStateReport['servers'][number];

/** A server as its gateway sees it now. */
export function serverOfGateway(state: State): InventoryServer {
  const { name, enabled, quarantined, trustMode, tools, omittedTools, enabledTools, disabledTools, connection } = state;
  const isOn = enabled && !quarantined;
  const none = { layer: null, code: null, httpStatus: null, transport: null } as const;
  return {
    name,
    enabled,
    quarantined,
    trustMode,
    tools,
    connection,
    ...(omittedTools.length > 0 && { unusable: omittedTools.length }),
    ...(enabledTools && { enabledTools }),
    ...(disabledTools && { disabledTools }),
    ...(isOn && { outcome: { ...statusOfGateway(connection), ...none } }),
    ...(isOn && connection.remedy !== undefined && { advice: connection.remedy }),
  };
}

/** The servers that are asked for, all by default. @throws CliError for a name that no server has */
export function chosenServers(servers: readonly InventoryServer[], only: readonly string[]): readonly InventoryServer[] {
  const unknown = only.find(name => !servers.some(server => server.name === name));
  if (unknown !== undefined) {
    const names = servers.map(({ name }) => name);
    throw noSuchServer(unknown, names);
  }
  return only.length === 0 ? servers : servers.filter(({ name }) => only.includes(name));
}

/** What a gateway knows, for commands that only read. @throws CliError */
export async function inventoryOfGateway(state: GatewayStateReport, only: readonly string[]): Promise<Inventory> {
  const servers = chosenServers(state.servers.map(serverOfGateway), only);
  const store = memoryStore();
  for (const [key, text] of state.approvals) await store.update(key, () => text);
  const approvals = new Approvals(store);
  const catalogue = new Catalogue(approvals, { servers: () => servers });
  for (const { name, tools, trustMode, outcome } of servers)
    await (outcome?.status === 'available' ? approvals.observe(name, tools, trustMode) : approvals.load(name));
  const close = async () => {
    approvals.close();
    await store.close();
  };
  return { servers, approvals, catalogue, clientNames: namesOfGateway(state), close };
}
