/** Values against the schema of every chart of a tree; follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/util/jsonschema.go. */
import { decodeBytes, GoMap, goTypeName, type Value } from '@mcpgw/gotemplate';
import type { Chart } from '../chart.js';
import { type CompiledSchema, type CompilePattern, compileSchema, SchemaError } from '../jsonschema/index.js';

/** A chart renders many times; its schema compiles once. */
const compiled = new WeakMap<Uint8Array, CompiledSchema>();

/**
 * What Helm reports of values that break a `values.schema.json`: a line with the chart's name, then the reasons, for the chart and
 * each of its dependencies; the empty text where all fit. `compilePattern` compiles regular expressions as Go does.
 */
export function validateAgainstSchema(chart: Chart, values: GoMap, compilePattern: CompilePattern): string {
  let report = '';
  if (chart.schema) {
    const reasons = validateAgainstSingleSchema(chart.schema, values, compilePattern);
    if (reasons !== undefined) report += `${chart.name}:\n${reasons}`;
  }
  for (const subchart of chart.dependencies) {
    const own = values.get(subchart.name);
    if (own === undefined || own === null) continue;
    if (own instanceof GoMap) report += validateAgainstSchema(subchart, own, compilePattern);
    else report += `${subchart.name}:\ninvalid type for values: expected object (map), got ${goTypeName(own)}\n`;
  }
  return report;
}

function validateAgainstSingleSchema(schema: Uint8Array, values: Value, compilePattern: CompilePattern): string | undefined {
  try {
    const validator = compiled.get(schema) ?? compileSchema(decodeBytes(schema), compilePattern);
    compiled.set(schema, validator);
    const reasons = validator.validate(values);
    return reasons === undefined ? undefined : `${reasons}\n`;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}
