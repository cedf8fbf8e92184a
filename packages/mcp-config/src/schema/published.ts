/** The published schemas of lists of MCP servers and of gateway.yaml, with their compiled validators. */
import type { McpFormat } from '../formats/detect.js';
import { compiled } from './compiled.js';
import { resolved, type SchemaKeywords, type Validator } from './json-schema.js';

export interface PublishedFormat {
  readonly schema: SchemaKeywords;
  readonly validate: Validator;
  /** The validator of one entry of `apis` of `gateway.yaml`. */
  readonly validateApi?: Validator | undefined;
}

const loaded = new Map<McpFormat, PublishedFormat>();

/** The published schema of a format, with its validator. */
export function publishedFormat(format: McpFormat): PublishedFormat {
  const known = loaded.get(format);
  if (known !== undefined) return known;
  const [text, build] = compiled[format];
  const schema = JSON.parse(text) as SchemaKeywords;
  const { whole, api } = build(schema);
  const published = { schema, validate: whole, validateApi: api };
  loaded.set(format, published);
  return published;
}

/** The fields of a format, or of one of its definitions, by name. */
export function publishedFields(format: McpFormat, definition?: string): Readonly<Record<string, SchemaKeywords>> {
  const { schema } = publishedFormat(format);
  return resolved(definition === undefined ? schema : schema.$defs![definition]!, schema).properties ?? {};
}
