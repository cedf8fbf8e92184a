/** Formats, schemas and rules of configuration: text → parseYaml → checkShape → rules → Finding[]. */

export { checkStatic, type StaticOptions, type StaticResult } from './agentgateway/check-static.js';
export type { Connection, Timeouts, Transport } from './formats/connection.js';
export { detectMcpFormat, type McpFormat } from './formats/detect.js';
export { type Env, parseEnvFile } from './formats/placeholders.js';
export { type Connections, connectionsOf, type ReadOptions, readConnections } from './formats/read-connections.js';
export { type Decoded, decodeFile, maxFileBytes } from './yaml/decode.js';
