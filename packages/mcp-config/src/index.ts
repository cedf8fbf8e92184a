/** Lists of MCP servers in every format, and the configuration of `mcpgw serve`: shapes, placeholders, connections and rules. */

export { serverCensus } from './census/index.js';
export { type ClientEntry, type ClientTarget, clientEntries } from './formats/client-entries.js';
export { detectMcpFormat, type McpFormat, mcpFormatOfName } from './formats/detect.js';
export { detectServe, isServeName } from './formats/detect-serve.js';
export { parseEnvFile } from './formats/env-file.js';
export { parseGoDuration } from './formats/go-duration.js';
export { addressProblem, headerNameProblem, headerValueProblem } from './formats/http.js';
export { loginParameters } from './formats/login-parameters.js';
export { dialects, expand, literalText, variablesOf } from './formats/placeholders.js';
export { tokenAlgorithms } from './formats/serve-auth.js';
export { ConfigurationError, type ConfigurationFault } from './read/configuration-error.js';
export type { ContainerIsolation, Isolation, SandboxIsolation } from './read/isolation.js';
export { brokenFindings, notOne } from './read/read-document.js';
export { type McpServerEntry, readMcpServers } from './read/read-mcp-servers.js';
export { readServeConfig, type ServeFile, serveFindings } from './read/read-serve.js';
export { readServers, type ServerList, serversOf } from './read/read-servers.js';
export {
  defaultServeConfig,
  type LogLevel,
  type ServeActivity,
  type ServeAuth,
  type ServeBinding,
  type ServeConfig,
  type ServeIssuer,
  type ServeKey,
  type ServeOauth,
  type ServeProfile,
  type ServeStore,
  type ServeTelemetry,
} from './read/serve-config.js';
export {
  type Connection,
  type HttpConnection,
  isPerCaller,
  type LoginMode,
  loginConnection,
  type MalformedConnection,
  type ServerConfig,
  type ServerEntry,
  type ServerLogin,
  type ServerPolicy,
  type StdioConnection,
  type TrustMode,
} from './read/server-config.js';
export { serverRules } from './rules/index.js';
export { checkServeApi } from './schema/check.js';
