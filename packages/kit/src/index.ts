/** Building blocks of MCP servers and clients: token → session → permissions → tool → context → result. */
export { AgentRunAborted, RetryableToolError } from './client/errors.js';
export { type GetMcpClientOptions, getMcpClient } from './client/get-mcp-client.js';
export {
  type LoadMcpServersOptions,
  loadMcpServers,
  type McpClientConfig,
  McpConfigError,
  type McpServerConfig,
  McpServers,
} from './client/load-mcp-servers.js';
export type { McpClient, ServerLog } from './client/mcp-client.js';
export { McpClientPrivateData, type McpClientPrivateDataOptions, type PrivateDataState } from './client/mcp-client-private-data.js';
export { McpClientStrict, type McpClientStrictOptions } from './client/mcp-client-strict.js';
export { fatalPrefix, ToolError, ToolFatalError, ToolPermissionError, ToolRetryError } from './errors.js';
export { CONNECT, READ, type ToolPermission, toolPermission, WRITE } from './permissions.js';
export { type ContextPreset, type ContextSettings, type PresetName, presets } from './presets.js';
export { createMcpServer, type KitServer, type McpServerOptions } from './server.js';
export {
  getSession,
  getSessionId,
  getUserId,
  type Identity,
  runInSession,
  type Session,
  type SessionEnvironment,
  SessionError,
} from './session.js';
export { connectInMemory, type TestClient } from './testing.js';
export type { ToolDefinition, ToolHandler, ToolResult } from './tool.js';
