/** Formats, schemas and rules of configuration: text → parseYaml → checkShape → rules → Finding[]. */
export { checkStatic, type StaticOptions, type StaticResult } from './agentgateway/check-static.js';
export { type CustomResourceOptions, checkCustomResource, isKnownCustomResource } from './custom-resources/check-custom-resource.js';
export { type Definitions, definitionsOf } from './definitions/definitions.js';
export type { Connection, Timeouts, Transport } from './formats/connection.js';
export { detectMcpFormat, type McpFormat } from './formats/detect.js';
export { parseEnvFile } from './formats/env-file.js';
export { goldenCase } from './formats/golden-case.js';
export { addressProblem, headerNameProblem, headerValueProblem } from './formats/http.js';
export { dialects, expand, literalText, type Resolve, variablesOf } from './formats/placeholders.js';
export { type Connections, connectionsOf, type ReadOptions, readConnections } from './formats/read-connections.js';
export { type McpServerEntry, type McpServers, readMcpServers } from './formats/read-mcp-servers.js';
export { type ReadServeOptions, readServeConfig, type ServeFile, type ServeRead } from './formats/read-serve.js';
export { checkServeApi } from './formats/serve-api.js';
export {
  defaultServeConfig,
  type LogLevel,
  type ServeConfig,
  type ServeLimits,
  type ServeProfile,
  type ServeStore,
  type ServeTimeouts,
} from './formats/serve-config.js';
export { detectKind } from './kind.js';
export { parseQuantity } from './kubernetes/formats/quantity.js';
export { newestMinor, oldestMinor } from './kubernetes/kinds.js';
export { objectRuleIds } from './kubernetes/rules/ids.js';
export { mayHoldPolicies } from './manifest/check-manifests.js';
export { definitionsIn, objectsLookedAt } from './manifest/check-stream.js';
export { type ObjectIdentity, objectIdentity } from './manifest/object-identity.js';
export { behaviourNotes } from './migrate/behaviours.js';
export { type Migrated, type MigrateOptions, migrateStatic, versionsThatTake } from './migrate/migrate-static.js';
export { migrateValues, versionOfValues } from './migrate/migrate-values.js';
export type { MigrationNote } from './migrate/migration.js';
export { allRules, type ListedRule, rules } from './rules/catalogue.js';
export type { Env } from './rules/env.js';
export { docsOf, type Kind, type ReadFile, type Rule } from './rules/rule.js';
export { printJson, publishedFiles, publishedSchema, type SchemaVersions, schemaNames, schemaVersions } from './schema/index.js';
export { isKnownToken, isPlaceholder, isSecretName } from './secret-text.js';
export { applySettings, type RuleSetting, readSettings, type Settings } from './settings.js';
export { applyComments } from './suppress.js';
export { type Validated, validateText } from './validate.js';
export type { EmbeddedServe, ValidateOptions } from './validate-options.js';
export { defaultVersion, describeRange, inRange, knownVersions, parseVersion } from './versions.js';
export { type Decoded, decodeFile, maxFileBytes, maxStreamBytes } from './yaml/decode.js';
export { duplicateKeys } from './yaml/duplicate-keys.js';
export { at, type Entry, entries, entry, get, items, type Node, plainJson, text, toPlain } from './yaml/node.js';
export { type Parsed, type ParseOptions, parseYaml } from './yaml/parse.js';
export type { Dialect } from './yaml/scalar.js';
