/** Building blocks of MCP servers and clients: token → session → permissions → tool → context → result. */
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
