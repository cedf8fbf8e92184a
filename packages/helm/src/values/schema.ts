/** values.schema.json of a chart and its dependencies. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/util/jsonschema.go. */

import { goTypeName } from '@mcpgw/go/reflect';
import { compile } from '@mcpgw/go/regexp';
import { decodeBytes, type GoMap } from '@mcpgw/go/values';
import {
  type CompiledSchema,
  type CompilePattern,
  compileSchema,
  formatFailures,
  SchemaError,
  type SchemaFailure,
} from '@mcpgw/jsonschema';
import { compilePlainSchema, plainSchema } from '@mcpgw/jsonschema/internal';
import type { Chart } from '../chart/chart.js';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { isTable } from '../common/path.js';
import type { Warn } from '../common/warnings.js';
import { outsideSchemas, parseSchema, type ReadRemote } from './schema-source.js';

/** The number of pattern steps that count as one unit of a validation's work. */
const stepsPerUnit = 100;

const compilePattern: CompilePattern = source => {
  const regexp = compile(source);
  return { source, work: length => regexp.steps(length) / stepsPerUnit, test: text => regexp.matchString(text) };
};

/**
 * Returns the plain form of a schema that needs no compiling; see `plainSchema`.
 *
 * @throws SchemaError if the text is not JSON
 */
export const plainValuesSchema = (text: string): string | undefined => plainSchema(text, compilePattern);

/** Returns `plainValuesSchema` for known schemas, by their bytes. */
export type KnownSchema = (schema: Uint8Array) => string | undefined;

/** A problem in the values of one chart. */
export interface ChartProblem {
  readonly chart: string;
  /** The path of the chart's values in the values of the root chart: the names of the dependencies that lead to it. */
  readonly path: readonly string[];
  /** The reasons why the values break the schema; empty if the schema is invalid, or if the chart's values are not a table. */
  readonly failures: readonly SchemaFailure[];
  /** The chart's values are not a table, so no schema was used. */
  readonly isNotTable?: true;
  /** The message in Helm's words. */
  readonly text: string;
}

/** The values break the schema of a chart or of a dependency. */
export class ValuesSchemaError extends HelmError {
  override name = 'ValuesSchemaError';
  readonly problems: readonly ChartProblem[];

  constructor(problems: readonly ChartProblem[]) {
    const reasons = problems.map(({ chart, text }) => `${chart}:\n${text}`).join('');
    super(`values don't meet the specifications of the schema(s) in the following chart(s):\n${reasons}`);
    this.problems = problems;
  }
}

/** Whether the values that the user does not set are the same in every render. Dependencies may import values, so they vary. */
const hasFixedDefaults = ({ dependencies, metadata }: Chart): boolean => dependencies.length === 0 && metadata.dependencies === undefined;

function logSchema(debug: Warn, name: string, schema: Uint8Array): void {
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

export interface SchemaOptions {
  readonly dialect: Pick<Dialect, 'locatesPropertyNames'>;
  readonly known?: KnownSchema | undefined;
  readonly warn: Warn;
  /** Receives the lines that Helm logs with `--debug`. */
  readonly debug?: Warn | undefined;
}

/** Validates values. It caches compiled schemas by their bytes. */
export class SchemaValidator {
  readonly #compiled = new WeakMap<Uint8Array, CompiledSchema>();
  readonly #options: SchemaOptions;
  #readRemote: ReadRemote | undefined;

  constructor(options: SchemaOptions) {
    this.#options = options;
  }

  /**
   * Validates the values of a chart and its dependencies. `own` holds the user's values, which the chart's values were merged below.
   * `readRemote` reads schemas at URLs, which are refused without it.
   *
   * @throws ValuesSchemaError that names every chart whose values break its schema, with the reasons
   */
  validate(chart: Chart, values: GoMap, own: GoMap, readRemote?: ReadRemote): void {
    this.#readRemote = readRemote;
    const problems = this.#problems(chart, values, [], hasFixedDefaults(chart) ? own : undefined);
    if (problems.length > 0) throw new ValuesSchemaError(problems);
  }

  #problems(chart: Chart, values: GoMap, path: readonly string[], own?: GoMap): ChartProblem[] {
    const { debug } = this.#options;
    if (debug && chart.schema) logSchema(debug, chart.name, chart.schema);
    const problems = chart.schema ? this.#problemsOfSchema(chart, chart.schema, values, path, own) : [];
    debug?.({
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
      const below = [...path, sub.name];
      if (isTable(table)) problems.push(...this.#problems(sub, table, below));
      else {
        const text = `invalid type for values: expected object (map), got ${goTypeName(table)}\n`;
        problems.push({ chart: sub.name, path: below, failures: [], isNotTable: true, text });
      }
    }
    return problems;
  }

  #compile(schema: Uint8Array): CompiledSchema {
    const before = this.#compiled.get(schema);
    if (before) return before;
    const { known, warn, dialect } = this.#options;
    const plain = known?.(schema);
    const text = (): string => decodeBytes(schema);
    const { locatesPropertyNames } = dialect;
    const surroundings = { parse: parseSchema, load: outsideSchemas(this.#readRemote, warn), locatesPropertyNames };
    const compiled =
      plain === undefined
        ? compileSchema(text(), compilePattern, surroundings)
        : compilePlainSchema(plain, text, compilePattern, surroundings);
    this.#compiled.set(schema, compiled);
    return compiled;
  }

  #problemsOfSchema({ name }: Chart, schema: Uint8Array, values: GoMap, path: readonly string[], own: GoMap | undefined): ChartProblem[] {
    try {
      const failures = this.#compile(schema).check(values, own);
      return failures.length === 0 ? [] : [{ chart: name, path, failures, text: `${formatFailures(failures)}\n` }];
    } catch (error) {
      if (error instanceof SchemaError) return [{ chart: name, path, failures: [], text: error.message }];
      throw error;
    }
  }
}
