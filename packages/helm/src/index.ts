/** Charts as Helm 4.2.4, or Helm 3.20.0, loads and renders them: load → coalesce → parse → execute → manifests → output. */
export {
  decodeBytes,
  type EncodedTree,
  encodeString,
  GoMap,
  NumError,
  parseFloat64,
  parseInt64,
  Strings,
  type Value,
} from '@mcpgw/gotemplate';
export type { Failure } from '@mcpgw/jsonschema';
export { type Capabilities, makeCapabilities } from './capabilities.js';
export { Chart, type ChartFile, crdObjects, type Dependency, type Metadata } from './chart.js';
export { isCompatibleRange } from './compatible.js';
export { type Dialect, dialectOf, helm3, helm4 } from './dialect.js';
export { type EncodedTemplate, encodeTemplates } from './encode-templates.js';
export type { OnParsed, ParsedTemplates } from './engine.js';
export { HelmError, LimitError, ManifestError, MissingDependenciesError, RenderError, type TemplateLocation } from './errors.js';
export type { FuncDeps } from './funcs/index.js';
export { JsonError, marshalJson } from './json.js';
export { defaultLimits, type Limits } from './limits.js';
export { reasonOf as fsReason } from './load/fs-error.js';
export { type LoadOptions, loadChart, loadChartFiles, readChartArchive } from './load/index.js';
export { type Hook, type Manifest, splitManifests } from './manifests.js';
export { formatOutput, type OutputDirectory, type OutputOptions, showOnly, writeOutput } from './output.js';
export { templateName } from './release-name.js';
export { type Prepared, type Rendered, Renderer, type RendererOptions, type RenderOptions } from './template.js';
export { parseDuration } from './time/duration.js';
export { coalesceValues } from './values/coalesce.js';
export { mergeUserValues, type ReadUserFile, type ValueOptions } from './values/options.js';
export { type ChartProblem, plainValuesSchema, ValuesSchemaError } from './values/schema.js';
export type { ReadRemote } from './values/schema-source.js';
export {
  type SetAssignment,
  type SetForm,
  type SetSpan,
  type SetStep,
  type SetText,
  type SetValue,
  setAssignments,
} from './values/strvals.js';
export { formatWarning, type Warn, type Warning } from './warnings.js';
export { unmarshalYaml, YamlError } from './yaml/index.js';
