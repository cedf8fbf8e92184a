/** What a text is and what is wrong with it: kinds, streams of manifests, settings, the catalogue of rules, published schemas. */
export { allRules, type ListedRule } from './catalogue/catalogue.js';
export { goldenCase } from './kinds/golden-case.js';
export { detectKind } from './kinds/kind.js';
export { applySettings, readSettings, type Settings } from './kinds/settings.js';
export { mayHoldPolicies } from './manifest/check-manifests.js';
export { definitionsIn, objectsLookedAt } from './manifest/check-stream.js';
export { type ObjectIdentity, objectIdentity } from './manifest/object-identity.js';
export type { EmbeddedServe, ValidateOptions } from './manifest/validate-options.js';
export { publishedFiles, publishedSchema, type SchemaVersions, schemaNames, schemaVersions } from './schema/index.js';
export { printJson } from './schema/print.js';
export { type Validated, validateText } from './validate.js';
