/** Building blocks of MCP servers and clients: token → session → permissions → tool → context → result. */
export { AuthError, type AuthProblem, clockToleranceSeconds, maxIdLength, maxTokenLength } from '@mcpgw/access';
export { fileStore, redisStore, type StateStore } from '@mcpgw/store';
export type { AuthOptions, KeySetAuth, SecretAuth, TokenAlgorithm } from './auth.js';
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
export { Connector } from './connector.js';
export { type ContextOptions, contextResult } from './context.js';
export { type StorageOptions, sessionEnvironment } from './environment.js';
export { fatalPrefix, ToolError, ToolFatalError, ToolPermissionError, ToolRetryError } from './errors.js';
export type { HttpServing } from './node-http.js';
export { CONNECT, READ, type ToolPermission, toolPermission, WRITE } from './permissions.js';
export { type ContextPreset, type ContextSettings, type PresetName, presets } from './presets.js';
export { PrivateData, privateData } from './private-data.js';
export type { PrivateDataRecord } from './private-data-record.js';
export { KubernetesSandboxManager, type KubernetesSandboxOptions } from './sandbox/kubernetes-sandbox-manager.js';
export { type NetworkMode, networkModeOf } from './sandbox/network-mode.js';
export { type Sandbox, SandboxError, type SandboxManager } from './sandbox/sandbox-manager.js';
export { DataSensitivity, maxSensitivity } from './sensitivity.js';
export type { HttpOptions } from './serve-http.js';
export { type Credentials, createMcpServer, type KitServer, type McpServerOptions } from './server.js';
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
export { connectInMemory, type TemporaryData, type TestClient, temporaryData } from './testing.js';
export { createSessionToken } from './tokens.js';
export type { InputSchema, ToolDefinition, ToolHandler, ToolResult } from './tool.js';
export type { UnexpectedError } from './tool-errors.js';
export { hostToWorkspacePath, workspaceToHostPath } from './workspace.js';
export {
  deleteWorkspaceFile,
  listWorkspaceFolder,
  type ReadFileOptions,
  readWorkspaceBytes,
  readWorkspaceFile,
  type WorkspaceEntry,
  type WriteFileOptions,
  writeWorkspaceFile,
} from './workspace-files.js';
export { WorkspaceError, workspaceRoot } from './workspace-path.js';
