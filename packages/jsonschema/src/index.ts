import type { Value } from '@mcpgw/gotemplate';
import type { Draft, Json } from './drafts.js';
import { formatFailures, SchemaError } from './failure.js';
import { metaschema } from './metaschema.js';
import { type CompilePattern, Compiler, type Schema } from './schema.js';
import { isPlainSchema } from './shape.js';
import { validate } from './validate.js';

export { SchemaError } from './failure.js';
export type { CompilePattern, Pattern } from './schema.js';

/** A schema ready to validate values. */
export interface CompiledSchema {
  /** The reasons as Helm prints them, one or more lines `- at '/path': reason`; undefined where the values fit. */
  validate(values: Value): string | undefined;
}

/** The URL under which Helm compiles a chart's schema; relative references start there. */
const schemaUrl = 'file:///values.schema.json';

/**
 * Compiles the text of a `values.schema.json`: drafts 4, 6, 7, 2019-09 and 2020-12, as santhosh-tekuri/jsonschema v6.0.2 in Helm
 * 4.2. Nothing outside the text is read: a reference to a file or an address is refused, where Helm would load it.
 * Throws SchemaError for text that is no JSON, a schema its draft forbids, a bad pattern or an unresolvable reference.
 */
export function compileSchema(text: string, compilePattern: CompilePattern): CompiledSchema {
  const checkSchema = (json: Json, draft: Draft, url: string): void => {
    if (isPlainSchema(json, draft, compilePattern)) return;
    const failures = validate(compileMetaschema(draft, compilePattern), json, { compilePattern });
    if (failures.length === 0) return;
    throw new SchemaError(
      `"${url}" is not valid against metaschema: jsonschema validation failed with '${draft.url}#'\n${formatFailures(failures)}`,
    );
  };
  const compiler = new Compiler(compilePattern, metaschema, checkSchema);
  const schema = compiler.compile(schemaUrl, parseJson(text));
  return {
    validate: values => {
      const failures = validate(schema, values, { compilePattern });
      return failures.length === 0 ? undefined : formatFailures(failures);
    },
  };
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
