/** Resilient loading of tools from many MCP servers: connections → attempts → outcomes → tools, failures, warnings. */

export type { Connection, HttpConnection, MalformedConnection, StdioConnection } from '@mcpgw/mcp-config';
export { type ClassifyOptions, classifyLoadError } from './failures/classify.js';
export type { Layer, LoadFailureStatus } from './failures/load-error.js';
export { maxSafeText, safeText } from './failures/safe-text.js';
export { isolationProgram } from './isolate/contain.js';
export { type AdviceOptions, adviceFor } from './load/advice.js';
export { getToolsWithResilience, type LoadResult } from './load/load.js';
export type { LoadOptions } from './load/options.js';
export type { LoadedTool, LoadProgress, LoadStatus, ServerLoadOutcome } from './load/outcome.js';
export { promptWarnings, streamWarning, streamWarnings } from './load/warnings.js';
export type { Connections } from './servers/connection.js';
export { connectionsOf } from './servers/connections-of.js';
export { proxyTargets } from './servers/proxy-targets.js';
