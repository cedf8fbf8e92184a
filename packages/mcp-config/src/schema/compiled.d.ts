/** `compiled.js`: the published schemas, compiled by tools/compile-schemas.mjs. */
import type { McpFormat } from '../formats/detect.js';
import type { JsonSchema } from './json-schema.js';

/** Something that a schema does not take, as ajv says it (`verbose`). */
export interface SchemaError {
  /** A JSON pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where the keyword stands, from the nearest definition on. */
  readonly schemaPath: string;
  /** The schema that holds the keyword: an object of the schema that was given. */
  readonly parentSchema: JsonSchema;
  /** The key that is wrong, where it is a key. */
  readonly propertyName?: string;
}

/** Checks plain data; what it found wrong stands at `errors`, with holes where there was too much. */
export interface Validator {
  (data: unknown): boolean;
  readonly errors: readonly (SchemaError | undefined)[] | null;
}

/** By format: the text of the schema, and what makes its validators from the parsed text. `api` is one entry of `apis`. */
export declare const compiled: Readonly<
  Record<McpFormat, readonly [string, (schema: JsonSchema) => { readonly whole: Validator; readonly api?: Validator }]>
>;
