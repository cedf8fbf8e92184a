import { privateData as privateDataOfSession } from '../private-data.js';
import { SessionError } from '../session.js';
import { type LoadMcpServersOptions, loadMcpServers, McpConfigError } from './load-mcp-servers.js';
import type { McpClient } from './mcp-client.js';
import { McpClientPrivateData, type PrivateDataState } from './mcp-client-private-data.js';
import { McpClientStrict, type McpClientStrictOptions } from './mcp-client-strict.js';

export interface GetMcpClientOptions extends LoadMcpServersOptions, Pick<McpClientStrictOptions, 'bearerToken' | 'onLog' | 'clientInfo'> {
  /** The configuration; `config.yaml` in the working folder by default. */
  readonly configPath?: string;
  /** The session's private data, if the entry has `url_isolated`. Default: that of the current session (`runInSession`). */
  readonly privateData?: PrivateDataState;
}

/**
 * Creates the client of a configured server, not opened yet: for two instances if the entry has `url_isolated`, else for one.
 *
 * @throws McpConfigError if the configuration cannot be used, or names an isolated instance without a state that decides when to move there
 */
export function getMcpClient(name: string, { configPath = 'config.yaml', privateData, env, ...rest }: GetMcpClientOptions = {}): McpClient {
  const { url, urlIsolated, readTimeout } = loadMcpServers(configPath, env === undefined ? {} : { env }).client(name);
  const options = { name, url, readTimeout, ...rest };
  if (urlIsolated === undefined) return new McpClientStrict(options);
  return new McpClientPrivateData({ ...options, urlIsolated, privateData: privateData ?? currentPrivateData(name) });
}

function currentPrivateData(name: string): PrivateDataState {
  try {
    return privateDataOfSession();
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    const message = `MCP config '${name}' has url_isolated, and nothing says when to use it: run in a session (runInSession), or give privateData`;
    throw new McpConfigError(message, [], error);
  }
}
