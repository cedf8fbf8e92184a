import type { GoMap, Value } from '@mcpgw/gotemplate';
import { type Draft, draftFromUrl, draftLatest, isObject, type Json, own } from './drafts.js';
import { type Failure, formatFailures, SchemaError } from './failure.js';
import { Judge } from './fits.js';
import { metaschema } from './metaschema.js';
import { type CompilePattern, Compiler, type Schema } from './schema.js';
import { isPlainSchema, withoutWords } from './shape.js';
import { validate } from './validate.js';

export type { Json } from './drafts.js';
export { type Failure, SchemaError } from './failure.js';
export type { CompilePattern, Pattern } from './schema.js';

/** A schema ready to validate values. */
export interface CompiledSchema {
  /**
   * The reasons as Helm prints them, one or more lines `- at '/path': reason`; undefined where the values fit. `own`: what the values
   * have besides defaults, where those are the same at every call; it saves time and changes nothing.
   */
  validate(values: Value, own?: GoMap): string | undefined;
}

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
 * 4.2. Nothing outside the text is read: a reference to a file or an address is refused, where Helm would load it.
 * Throws SchemaError for text that is no JSON, a schema its draft forbids, a bad pattern or an unresolvable reference.
 */
export function compileSchema(text: string, compilePattern: CompilePattern): CompiledSchema {
  const json = parseJson(text);
  const draft = quickDraft(json);
  const compiled = (): CompiledSchema => compiledWhole(json, compilePattern);
  if (!draft || !isPlainSchema(json, draft, compilePattern)) return compiled();
  return quickSchema(json, draft, compilePattern, compiled);
}

/**
 * What a schema of the common sort demands, which can be judged as it stands: the schema without its words. Undefined for other
 * schemas. Throws SchemaError for no JSON.
 */
export function plainSchema(text: string, compilePattern: CompilePattern): string | undefined {
  const json = parseJson(text);
  const draft = quickDraft(json);
  return draft !== undefined && isPlainSchema(json, draft, compilePattern) ? JSON.stringify(withoutWords(json)) : undefined;
}

/** As `compileSchema`, of a schema whose `plainSchema` is known; the text is asked for where values may break it. */
export function compilePlainSchema(plain: string, text: () => string, compilePattern: CompilePattern): CompiledSchema {
  const json = parseJson(plain);
  return quickSchema(json, quickDraft(json)!, compilePattern, () => compiledWhole(parseJson(text()), compilePattern));
}

/** The draft of a schema, where `Judge` knows it. */
function quickDraft(json: Json): Draft | undefined {
  const name = isObject(json) ? own(json, '$schema') : undefined;
  const draft = typeof name === 'string' ? draftFromUrl(name) : draftLatest;
  return draft && draft.version >= 7 ? draft : undefined;
}

function compiledWhole(json: Json, compilePattern: CompilePattern): CompiledSchema {
  const schema = compile(valuesSchemaUrl, json, compilePattern);
  return {
    validate: values => {
      const failures = validate(schema, values, { compilePattern });
      return failures.length === 0 ? undefined : formatFailures(failures);
    },
  };
}

/** Asks for the compiled schema only where values may break it. */
function quickSchema(json: Json, draft: Draft, compilePattern: CompilePattern, compiled: () => CompiledSchema): CompiledSchema {
  const judge = new Judge(json, draft, compilePattern);
  let whole: CompiledSchema | undefined;
  return {
    validate: (values, own) => {
      if (judge.certainlyFits(values, own)) return undefined;
      whole ??= compiled();
      return whole.validate(values);
    },
  };
}

/**
 * Compiles a schema that someone else declared for JSON data. The caller bounds its size and depth before.
 * Throws SchemaError as `compileSchema` does.
 */
export function compileJsonSchema(json: Json, compilePattern: CompilePattern): JsonSchema {
  const schema = compile(jsonSchemaUrl, json, compilePattern);
  return { check: (value, maxSteps) => validate(schema, value as Json, { compilePattern, work: { left: maxSteps } }) };
}

function compile(rootUrl: string, json: Json, compilePattern: CompilePattern): Schema {
  const checkSchema = (json: Json, draft: Draft, url: string): void => {
    if (isPlainSchema(json, draft, compilePattern)) return;
    const failures = validate(compileMetaschema(draft, compilePattern), json, { compilePattern });
    if (failures.length === 0) return;
    throw new SchemaError(
      `"${url}" is not valid against metaschema: jsonschema validation failed with '${draft.url}#'\n${formatFailures(failures)}`,
      failures,
    );
  };
  return new Compiler(compilePattern, metaschema, checkSchema).compile(rootUrl, json);
}

const metaschemas = new Map<number, Schema>();

function compileMetaschema(draft: Draft, compilePattern: CompilePattern): Schema {
  const known = metaschemas.get(draft.version);
  if (known) return known;
  const schema = new Compiler(compilePattern, metaschema, () => {}).compile(draft.url, metaschema(draft));
  metaschemas.set(draft.version, schema);
  return schema;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new SchemaError(`values.schema.json is not valid JSON: ${(error as Error).message}`);
  }
}
