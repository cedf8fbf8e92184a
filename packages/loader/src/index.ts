/** Resilient loading of tools from many MCP servers: connections → attempts → outcomes → tools, failures, warnings. */
export { type ClassifyOptions, classifyLoadError } from './failures/classify.js';
export type { Layer, LoadFailureStatus } from './failures/load-error.js';
export { maxSafeText, safeText } from './failures/safe-text.js';
export { type AdviceOptions, adviceFor } from './load/advice.js';
export { getToolsWithResilience, type LoadResult } from './load/load.js';
export type { LoadOptions } from './load/options.js';
export type { LoadedTool, LoadProgress, LoadStatus, ServerLoadOutcome } from './load/outcome.js';
export { promptWarnings, streamWarning, streamWarnings } from './load/warnings.js';
export type { Connection, Connections, HttpConnection, MalformedConnection, StdioConnection } from './servers/connection.js';
export { connectionOf, connectionsOf } from './servers/connections-of.js';
export { proxyTargets } from './servers/proxy-targets.js';
