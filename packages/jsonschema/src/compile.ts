/** From the text of a schema to what judges values: a fast judge where the schema is of the common sort, the compiled schema elsewhere. */
import type { GoMap, Value } from '@mcpgw/go/values';
import { type Draft, draftFromUrl, draftLatest, isObject, type Json, own } from './drafts.js';
import { type Failure, formatFailures, SchemaError } from './failure.js';
import { Judge } from './fits.js';
import { metaschema } from './metaschema.js';
import { type CompilePattern, Compiler, type LoadSchema, type Schema } from './schema.js';
import { isPlainSchema, withoutWords } from './shape.js';
import { validate } from './validate.js';

/** A schema ready to validate values. */
export interface CompiledSchema {
  /**
   * Why the values break the schema; empty where they fit. `own`: what the values have besides defaults, where those are the same at
   * every call; it saves time and changes nothing. Throws SchemaError where the check takes more than `maxValuesSteps`.
   */
  check(values: Value, own?: GoMap): readonly Failure[];
}

/** What a schema needs besides its text. */
export interface Surroundings {
  /** Throws an Error that says why a text is no JSON. */
  readonly parse: (text: string) => Json;
  /** Reads the schema at an absolute URL. Throws SchemaError. */
  readonly load?: LoadSchema;
}

const alone: Surroundings = { parse: text => JSON.parse(text) as Json };

/** Schemas against values that one check of a chart's values may take: some seconds at most. Real ones take some thousands. */
export const maxValuesSteps = 2_000_000;

/** What each reason for which values fail counts beside the step that found it. */
const stepsPerFailure = 5;

/** A schema for JSON data, ready to judge it within bounds. */
export interface JsonSchema {
  /** Why `value` breaks the schema; empty where it does not. Throws SchemaError where that takes more than `maxSteps`. */
  check(value: unknown, maxSteps: number): readonly Failure[];
}

/** The URL under which Helm compiles a chart's schema; relative references start there. */
const valuesSchemaUrl = 'file:///values.schema.json';
const jsonSchemaUrl = 'file:///schema.json';

/**
 * Compiles the text of a `values.schema.json`: drafts 4, 6, 7, 2019-09 and 2020-12, as santhosh-tekuri/jsonschema v6.0.2 in Helm
 * 4.2. Throws SchemaError for text that is no JSON, a schema its draft forbids, a bad pattern or an unresolvable reference.
 */
export function compileSchema(text: string, compilePattern: CompilePattern, surroundings: Surroundings = alone): CompiledSchema {
  const json = parseJson(text, surroundings);
  const draft = quickDraft(json);
  const compiled = (): CompiledSchema => compiledWhole(json, compilePattern, surroundings);
  if (!draft || !isPlainSchema(json, draft, compilePattern)) return compiled();
  return quickSchema(json, draft, compilePattern, compiled);
}

/**
 * What a schema of the common sort demands, which can be judged as it stands: the schema without its words. Undefined for other
 * schemas. Throws SchemaError for no JSON.
 */
export function plainSchema(text: string, compilePattern: CompilePattern): string | undefined {
  const json = parseJson(text, alone);
  const draft = quickDraft(json);
  return draft !== undefined && isPlainSchema(json, draft, compilePattern) ? JSON.stringify(withoutWords(json)) : undefined;
}

/** As `compileSchema`, of a schema whose `plainSchema` is known; the text is asked for where values may break it. */
export function compilePlainSchema(
  plain: string,
  text: () => string,
  compilePattern: CompilePattern,
  surroundings: Surroundings = alone,
): CompiledSchema {
  const json = parseJson(plain, surroundings);
  const whole = (): CompiledSchema => compiledWhole(parseJson(text(), surroundings), compilePattern, surroundings);
  return quickSchema(json, quickDraft(json)!, compilePattern, whole);
}

/** The draft of a schema, where `Judge` knows it. */
function quickDraft(json: Json): Draft | undefined {
  const name = isObject(json) ? own(json, '$schema') : undefined;
  const draft = typeof name === 'string' ? draftFromUrl(name) : draftLatest;
  return draft && draft.version >= 7 ? draft : undefined;
}

function compiledWhole(json: Json, compilePattern: CompilePattern, { load }: Surroundings): CompiledSchema {
  const { schema, remember } = compile(valuesSchemaUrl, json, compilePattern, load);
  return {
    check: values => validate(schema, values, { compilePattern, remember, work: { left: maxValuesSteps, perFailure: stepsPerFailure } }),
  };
}

/** Asks for the compiled schema only where values may break it. */
function quickSchema(json: Json, draft: Draft, compilePattern: CompilePattern, compiled: () => CompiledSchema): CompiledSchema {
  const judge = new Judge(json, draft, compilePattern);
  let whole: CompiledSchema | undefined;
  return {
    check: (values, own) => {
      if (judge.certainlyFits(values, own)) return [];
      whole ??= compiled();
      return whole.check(values);
    },
  };
}

/**
 * Compiles a schema that someone else declared for JSON data. The caller bounds its size and depth before.
 * Throws SchemaError as `compileSchema` does.
 */
export function compileJsonSchema(json: Json, compilePattern: CompilePattern): JsonSchema {
  const { schema, remember } = compile(jsonSchemaUrl, json, compilePattern);
  return { check: (value, maxSteps) => validate(schema, value as Json, { compilePattern, remember, work: { left: maxSteps } }) };
}

function compile(rootUrl: string, json: Json, compilePattern: CompilePattern, load?: LoadSchema): { schema: Schema; remember: boolean } {
  const checkSchema = (json: Json, draft: Draft, url: string): void => {
    if (isPlainSchema(json, draft, compilePattern)) return;
    const failures = validate(compileMetaschema(draft, compilePattern), json, { compilePattern, remember: true });
    if (failures.length === 0) return;
    throw new SchemaError(
      `"${url}" is not valid against metaschema: jsonschema validation failed with '${draft.url}#'\n${formatFailures(failures)}`,
      failures,
    );
  };
  const compiler = new Compiler(compilePattern, metaschema, checkSchema, load);
  const schema = compiler.compile(rootUrl, json);
  return { schema, remember: !compiler.asksForScope };
}

const metaschemas = new Map<number, Schema>();

function compileMetaschema(draft: Draft, compilePattern: CompilePattern): Schema {
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
