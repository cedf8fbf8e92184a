/** `compiled.js`: the published schemas, compiled by tools/compile-schemas.mjs. */
import type { McpFormat } from '../formats/detect.js';
import type { SchemaKeywords, Validator } from './json-schema.js';

/** By format: the text of the schema, and the function that creates its validators from the parsed text. `api` is one entry of `apis`. */
export declare const compiled: Readonly<
  Record<McpFormat, readonly [string, (schema: SchemaKeywords) => { readonly whole: Validator; readonly api?: Validator }]>
>;
