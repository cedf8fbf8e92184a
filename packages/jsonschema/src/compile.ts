/** Compiles the text of a schema to a validator. Simple schemas are checked by the fast path, all others by the compiled schema. */
import type { GoMap, Value } from '@mcpgw/go/values';
import { type Draft, draftFromUrl, draftLatest, isObject, type Json, own } from './drafts.js';
import { formatFailures, SchemaError, type SchemaFailure } from './failure.js';
import { FastValidator } from './fits.js';
import { metaschema } from './metaschema.js';
import { type CompilePattern, Compiler, type LoadSchema, type SchemaNode } from './schema.js';
import { isPlainSchema, withoutAnnotations } from './shape.js';
import { validate } from './validate.js';

/** A schema ready to validate values. */
export interface CompiledSchema {
  /**
   * Returns the reasons why the values break the schema; the list is empty if they fit. `own` holds the values other than defaults, if the
   * defaults are the same in every call; it saves time and never changes the result.
   *
   * @throws SchemaError if the check takes more than `maxValuesSteps`
   */
  check(values: Value, own?: GoMap): readonly SchemaFailure[];
}

/** What a schema needs in addition to its text. */
export interface Surroundings {
  /**
   * Parses JSON text.
   *
   * @throws Error that says why the text is not JSON
   */
  readonly parse: (text: string) => Json;
  /**
   * Reads the schema at an absolute URL.
   *
   * @throws SchemaError if it cannot be read
   */
  readonly load?: LoadSchema;
  /** Whether a failure of a property name is at its object, as since santhosh-tekuri/jsonschema v6.0.3, instead of at the root. */
  readonly locatesPropertyNames?: boolean;
}

const alone: Surroundings = { parse: text => JSON.parse(text) as Json };

/**
 * The limit for one check of a chart's values, counted as schemas applied to values: a few seconds at most. Real checks take a few
 * thousand.
 */
export const maxValuesSteps = 2_000_000;

/** The cost of each reason for a failure, added to the step that found it. */
const stepsPerFailure = 5;

/** A compiled schema for JSON data that validates within bounds. */
export interface JsonSchema {
  /**
   * Returns the reasons why `value` breaks the schema; the list is empty if it fits.
   *
   * @throws SchemaError if the check takes more than `maxSteps`
   */
  check(value: unknown, maxSteps: number): readonly SchemaFailure[];
}

/** The URL under which Helm compiles a chart's schema. Relative references are resolved against it. */
const valuesSchemaUrl = 'file:///values.schema.json';
const jsonSchemaUrl = 'file:///schema.json';

/**
 * Compiles the text of a `values.schema.json` of draft 4, 6, 7, 2019-09 or 2020-12, as santhosh-tekuri/jsonschema v6.0.2 does in Helm 4.2.
 *
 * @throws SchemaError if the text is not JSON, if the draft forbids the schema, or if it has a bad pattern or an unresolvable reference
 */
export function compileSchema(text: string, compilePattern: CompilePattern, surroundings: Surroundings = alone): CompiledSchema {
  const json = parseJson(text, surroundings);
  const draft = fastDraft(json);
  const compiled = (): CompiledSchema => compileCompletely(json, compilePattern, surroundings);
  if (!draft || !isPlainSchema(json, draft, compilePattern)) return compiled();
  return fastSchema(json, draft, compilePattern, compiled);
}

/**
 * Returns the schema without its annotations if the fast path can check it, and undefined for other schemas.
 *
 * @throws SchemaError if the text is not JSON
 */
export function plainSchema(text: string, compilePattern: CompilePattern): string | undefined {
  const json = parseJson(text, alone);
  const draft = fastDraft(json);
  return draft !== undefined && isPlainSchema(json, draft, compilePattern) ? JSON.stringify(withoutAnnotations(json)) : undefined;
}

/** Like `compileSchema`, for a schema whose `plainSchema` is known. The text is read only if values may break the schema. */
export function compilePlainSchema(
  plain: string,
  text: () => string,
  compilePattern: CompilePattern,
  surroundings: Surroundings = alone,
): CompiledSchema {
  const json = parseJson(plain, surroundings);
  const complete = (): CompiledSchema => compileCompletely(parseJson(text(), surroundings), compilePattern, surroundings);
  return fastSchema(json, fastDraft(json)!, compilePattern, complete);
}

/** The draft of a schema, if the fast path supports it. */
function fastDraft(json: Json): Draft | undefined {
  const name = isObject(json) ? own(json, '$schema') : undefined;
  const draft = typeof name === 'string' ? draftFromUrl(name) : draftLatest;
  return draft && draft.version >= 7 ? draft : undefined;
}

function compileCompletely(
  json: Json,
  compilePattern: CompilePattern,
  { load, locatesPropertyNames = false }: Surroundings,
): CompiledSchema {
  const { schema, memoize } = compile(valuesSchemaUrl, json, compilePattern, load);
  return {
    check: values =>
      validate(schema, values, {
        compilePattern,
        memoize,
        locatesPropertyNames,
        work: { left: maxValuesSteps, perFailure: stepsPerFailure },
      }),
  };
}

/** Compiles the schema only if values may break it. */
function fastSchema(json: Json, draft: Draft, compilePattern: CompilePattern, compiled: () => CompiledSchema): CompiledSchema {
  const fast = new FastValidator(json, draft, compilePattern);
  let complete: CompiledSchema | undefined;
  return {
    check: (values, own) => {
      if (fast.certainlyFits(values, own)) return [];
      complete ??= compiled();
      return complete.check(values);
    },
  };
}

/**
 * Compiles a JSON Schema for JSON data. The caller bounds the size and the depth of the schema.
 *
 * @throws SchemaError as `compileSchema` does
 */
export function compileJsonSchema(json: Json, compilePattern: CompilePattern): JsonSchema {
  const { schema, memoize } = compile(jsonSchemaUrl, json, compilePattern);
  return { check: (value, maxSteps) => validate(schema, value as Json, { compilePattern, memoize, work: { left: maxSteps } }) };
}

function compile(rootUrl: string, json: Json, compilePattern: CompilePattern, load?: LoadSchema): { schema: SchemaNode; memoize: boolean } {
  const checkSchema = (json: Json, draft: Draft, url: string): void => {
    if (isPlainSchema(json, draft, compilePattern)) return;
    const failures = validate(compileMetaschema(draft, compilePattern), json, { compilePattern, memoize: true });
    if (failures.length === 0) return;
    throw new SchemaError(
      `"${url}" is not valid against metaschema: jsonschema validation failed with '${draft.url}#'\n${formatFailures(failures)}`,
      failures,
    );
  };
  const compiler = new Compiler(compilePattern, metaschema, checkSchema, load);
  const schema = compiler.compile(rootUrl, json);
  return { schema, memoize: !compiler.dependsOnScope };
}

const metaschemas = new Map<number, SchemaNode>();

function compileMetaschema(draft: Draft, compilePattern: CompilePattern): SchemaNode {
  const known = metaschemas.get(draft.version);
  if (known) return known;
  const schema = new Compiler(compilePattern, metaschema, () => {}).compile(draft.url, metaschema(draft));
  metaschemas.set(draft.version, schema);
  return schema;
}

function parseJson(text: string, { parse }: Surroundings): Json {
  try {
    return parse(text);
  } catch (error) {
    throw new SchemaError((error as Error).message);
  }
}
