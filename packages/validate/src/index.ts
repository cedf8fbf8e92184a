/** Detects the kind of a text and validates it: streams of manifests, settings, the catalogue of rules, and published schemas. */
export { type Area, allRules, areas, type ListedRule } from './catalogue/catalogue.js';
export { censuses, type FormatCensus } from './catalogue/censuses.js';
export { explainedRule, rulePage } from './catalogue/pages.js';
export { goldenCase } from './kinds/golden-case.js';
export { detectKind, mayBeForBundledChart } from './kinds/kind.js';
export { applySettings, pageAddress, readSettings, type Settings } from './kinds/settings.js';
export { checkFilesTogether, type FileText, type TogetherOptions } from './manifest/check-files.js';
export { definitionsIn } from './manifest/check-stream.js';
export { newKept } from './manifest/kept-documents.js';
export { type ObjectIdentity, objectIdentity } from './manifest/object-identity.js';
export type { EmbeddedServe, KeptFindings, ValidateOptions } from './manifest/validate-options.js';
export { publishedFiles, publishedSchema, type SchemaVersions, schemaNames, schemaVersions } from './schema/index.js';
export { printJson } from './schema/print.js';
export { type Validated, validateText } from './validate.js';
export { valuesFindings } from './values/index.js';
export { type ValuesSwitch, valuesSwitches } from './values/switches.js';
