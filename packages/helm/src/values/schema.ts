/** values.schema.json of a chart and its dependencies. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/util/jsonschema.go. */
import { decodeBytes, type GoMap, goTypeName } from '@mcpgw/gotemplate';
import { type CompiledSchema, type CompilePattern, compilePlainSchema, compileSchema, plainSchema, SchemaError } from '@mcpgw/jsonschema';
import type { Chart } from '../chart.js';
import { HelmError } from '../errors.js';
import { compile } from '../regexp/regexp.js';
import type { Warn } from '../warnings.js';
import { isTable } from './coalesce.js';

const compilePattern: CompilePattern = source => {
  const regexp = compile(source);
  return { source, test: text => regexp.matchString(text) };
};

/** What a schema demands, where it is of the sort that needs no compiling; see `plainSchema`. Throws SchemaError for no JSON. */
export const plainValuesSchema = (text: string): string | undefined => plainSchema(text, compilePattern);

/** Of schemas that are known, by their bytes, what `plainValuesSchema` gives. */
export type KnownSchema = (schema: Uint8Array) => string | undefined;

/** Whether the values that the user does not set are the same at every render: dependencies import some. */
const hasFixedDefaults = ({ dependencies, metadata }: Chart): boolean => dependencies.length === 0 && metadata.dependencies === undefined;

function sayOfSchema(debug: Warn, name: string, schema: Uint8Array): void {
  debug({ level: 'DEBUG', message: 'chart name', attributes: [['chart-name', name]] });
  if (isJson(decodeBytes(schema))) debug({ level: 'DEBUG', message: 'unmarshalled JSON schema', attributes: [['schema', schema]] });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Validates values, and keeps the schemas that it compiled by their bytes. */
export class SchemaValidator {
  private readonly compiled = new WeakMap<Uint8Array, CompiledSchema>();
  private readonly known: KnownSchema;
  private readonly debug: Warn | undefined;

  /** `debug` takes the lines that Helm logs with `--debug`. */
  constructor(known: KnownSchema = () => undefined, debug?: Warn) {
    this.known = known;
    this.debug = debug;
  }

  /**
   * Throws HelmError that names every chart whose values break its schema, with the reasons. `own`: the user's values, which those of
   * the chart were put under.
   */
  validate(chart: Chart, values: GoMap, own: GoMap): void {
    const reasons = this.reasons(chart, values, hasFixedDefaults(chart) ? own : undefined);
    if (reasons !== '') throw new HelmError(`values don't meet the specifications of the schema(s) in the following chart(s):\n${reasons}`);
  }

  private reasons(chart: Chart, values: GoMap, own?: GoMap): string {
    let text = '';
    if (chart.schema) {
      if (this.debug) sayOfSchema(this.debug, chart.name, chart.schema);
      const reasons = this.reasonsOfSchema(chart.schema, values, own);
      if (reasons !== undefined) text += `${chart.name}:\n${reasons}`;
    }
    this.debug?.({
      level: 'DEBUG',
      message: 'number of dependencies in the chart',
      attributes: [
        ['chart', chart.name],
        ['dependencies', String(chart.dependencies.length)],
      ],
    });
    for (const sub of chart.dependencies) {
      const table = values.get(sub.name) ?? null;
      if (table === null) continue;
      if (isTable(table)) text += this.reasons(sub, table);
      else text += `${sub.name}:\ninvalid type for values: expected object (map), got ${goTypeName(table)}\n`;
    }
    return text;
  }

  private compile(schema: Uint8Array): CompiledSchema {
    const before = this.compiled.get(schema);
    if (before) return before;
    const plain = this.known(schema);
    const text = (): string => decodeBytes(schema);
    const compiled = plain === undefined ? compileSchema(text(), compilePattern) : compilePlainSchema(plain, text, compilePattern);
    this.compiled.set(schema, compiled);
    return compiled;
  }

  private reasonsOfSchema(schema: Uint8Array, values: GoMap, own: GoMap | undefined): string | undefined {
    try {
      const reasons = this.compile(schema).validate(values, own);
      return reasons === undefined ? undefined : `${reasons}\n`;
    } catch (error) {
      if (error instanceof SchemaError) return error.message;
      throw error;
    }
  }
}
