/** Charts as Helm 4.2.4 or Helm 3.20.0 loads and renders them: load → coalesce → parse → execute → manifests → output. */

export { JsonError, marshalJson } from '@mcpgw/go/json';
export { deepEqual } from '@mcpgw/go/reflect';
export { NumError, parseFloat64, parseInt64 } from '@mcpgw/go/strconv';
export { parseDuration } from '@mcpgw/go/time';
export { decodeBytes, encodeString, GoMap, type Value } from '@mcpgw/go/values';
export { unmarshalYaml, YamlError } from '@mcpgw/go/yaml';
export { IdentifierNode, ParseError, parseText, StringNode, type Tree, walk } from '@mcpgw/gotemplate';
export type { SchemaFailure } from '@mcpgw/jsonschema';
export { nodeDeps } from './action/node-deps.js';
export { formatOutput, type OutputDirectory, type OutputOptions, showOnly, writeOutput } from './action/output.js';
export { templateName } from './action/release-name.js';
export { type RenderChartOptions, renderChart } from './action/render-chart.js';
export { type Prepared, type Rendered, Renderer, type RendererOptions, type RenderOptions } from './action/template.js';
export { Chart, type ChartFile, crdObjects, type Dependency, type Metadata } from './chart/chart.js';
export { isCompatibleRange } from './chart/compatible.js';
export { type Capabilities, makeCapabilities } from './common/capabilities.js';
export { type Dialect, dialectOf, helm3, helm4, helm43 } from './common/dialect.js';
export { HelmError, LimitError, ManifestError, MissingDependenciesError, RenderError, type TemplateLocation } from './common/errors.js';
export { reasonOf as fsReason } from './common/fs-error.js';
export { defaultLimits, type Limits } from './common/limits.js';
export { makeFolder } from './common/make-folder.js';
export { formatWarning, type Warn, type Warning } from './common/warnings.js';
export { type Reads, type TreeReads, templateReads } from './engine/reads.js';
export type { FuncDeps } from './funcs/index.js';
export { type ChartLoadOptions, loadChart, loadChartFiles, readChartFiles } from './loader/index.js';
export { type Hook, type Manifest, splitManifests } from './release/manifests.js';
export { coalesceValues } from './values/coalesce.js';
export { mergeUserValues, type ReadUserFile, type ValueOptions } from './values/options.js';
export { type ChartProblem, ValuesSchemaError } from './values/schema.js';
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
