import { type LoadMcpServersOptions, loadMcpServers, McpConfigError } from './load-mcp-servers.js';
import type { McpClient } from './mcp-client.js';
import { McpClientPrivateData, type PrivateDataState } from './mcp-client-private-data.js';
import { McpClientStrict, type McpClientStrictOptions } from './mcp-client-strict.js';

export interface GetMcpClientOptions extends LoadMcpServersOptions, Pick<McpClientStrictOptions, 'bearerToken' | 'onLog' | 'clientInfo'> {
  /** The configuration; `config.yaml` in the working folder by default. */
  readonly configPath?: string;
  /** Where the session's private data is recorded. Needed where the entry has `url_isolated`. */
  readonly privateData?: PrivateDataState;
}

/**
 * The client of a configured server, not opened yet: of two instances where the entry has `url_isolated`, of one otherwise.
 *
 * @throws McpConfigError where the configuration cannot be used, or names an isolated instance and nothing says when to move there
 */
export function getMcpClient(name: string, { configPath = 'config.yaml', privateData, env, ...rest }: GetMcpClientOptions = {}): McpClient {
  const { url, urlIsolated, readTimeout } = loadMcpServers(configPath, env === undefined ? {} : { env }).client(name);
  const options = { name, url, readTimeout, ...rest };
  if (urlIsolated === undefined) return new McpClientStrict(options);
  if (privateData === undefined)
    throw new McpConfigError(`MCP config '${name}' has url_isolated: getMcpClient needs privateData, which says when to use it`);
  return new McpClientPrivateData({ ...options, urlIsolated, privateData });
}
