/** Formats, schemas and rules of configuration: text → parseYaml → checkShape → rules → Finding[]. */
export { checkStatic, type StaticOptions, type StaticResult } from './agentgateway/check-static.js';
export type { Connection, Timeouts, Transport } from './formats/connection.js';
export { detectMcpFormat, type McpFormat } from './formats/detect.js';
export { type Env, parseEnvFile } from './formats/placeholders.js';
export { type Connections, connectionsOf, type ReadOptions, readConnections } from './formats/read-connections.js';
export { checkJsonSchema, type SchemaProblem } from './json-schema.js';
export { detectKind } from './kind.js';
export { rules } from './rules/index.js';
export { docsOf, type Kind, type ReadFile, type Rule } from './rules/rule.js';
export { type RuleSummary, structuralRules } from './rules/structural.js';
export { applySettings, type RuleSetting, readSettings, type Settings } from './settings.js';
export { applyComments } from './suppress.js';
export { type Validated, type ValidateOptions, validateText } from './validate.js';
export { defaultVersion, describeRange, inRange, knownVersions, parseVersion } from './versions.js';
export { type Decoded, decodeFile, maxFileBytes } from './yaml/decode.js';
export { at, entries, get, items, type Node, text, toPlain } from './yaml/node.js';
export { type Parsed, type ParseOptions, parseYaml } from './yaml/parse.js';
export type { Dialect } from './yaml/scalar.js';
