import type { Connection, ServeConfig } from '@mcpgw/config';
import { connectionOf } from '../connections-of.js';
import type { ConfiguredServer } from '../upstreams/types.js';

const seconds = (milliseconds: number): number => milliseconds / 1000;

function configuredServer(server: Connection, config: ServeConfig): ConfiguredServer {
  const { name, quarantined, trustMode, enabledTools, disabledTools, maxConcurrentRequests, healthCheckInterval, toolDiscoveryInterval } =
    server;
  return {
    name,
    connection: connectionOf(server),
    enabled: !server.disabled,
    quarantined,
    trustMode,
    callTimeoutSeconds: seconds(server.timeouts.request ?? config.timeouts.call),
    ...(enabledTools && { enabledTools }),
    ...(disabledTools && { disabledTools }),
    ...(maxConcurrentRequests !== undefined && { maxConcurrentRequests }),
    ...(healthCheckInterval !== undefined && { healthCheckSeconds: seconds(healthCheckInterval) }),
    ...(toolDiscoveryInterval !== undefined && { discoverySeconds: seconds(toolDiscoveryInterval) }),
  };
}

/** The servers of the configuration as the upstreams take them. */
export function configuredServers(config: ServeConfig): ConfiguredServer[] {
  return config.servers.map(server => configuredServer(server, config));
}
