/** Formats, schemas and rules of configuration: text → parseYaml → checkShape → rules → Finding[]. */
export { goldenCase } from './formats/golden-case.js';
export { detectKind } from './kind.js';
export { mayHoldPolicies } from './manifest/check-manifests.js';
export { definitionsIn, objectsLookedAt } from './manifest/check-stream.js';
export { type ObjectIdentity, objectIdentity } from './manifest/object-identity.js';
export { allRules, type ListedRule } from './rules/catalogue.js';
export { publishedFiles, publishedSchema, type SchemaVersions, schemaNames, schemaVersions } from './schema/index.js';
export { printJson } from './schema/print.js';
export { applySettings, readSettings, type Settings } from './settings.js';
export { type Validated, validateText } from './validate.js';
export type { EmbeddedServe, ValidateOptions } from './validate-options.js';
