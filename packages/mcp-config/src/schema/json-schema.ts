/** The published schemas as data, for messages and annotations. */
import type { Path } from '@mcpgw/diagnostics';
import type { FieldPlace, FieldSearch, Node, Unsupported } from '@mcpgw/structure';
import type { TextBounds, TextKindName } from '../formats/text-kinds.js';

/** The keyword `x-mcpgw`: what mcpgw checks or reports beyond the schema. */
export interface Annotation extends TextBounds {
  /** The kind of a text. */
  readonly text?: TextKindName;
  /** The field is deprecated: what to do instead. */
  readonly deprecated?: string;
  /** The field is documented, but mcpgw does not honor it. */
  readonly unsupported?: Unsupported;
}

/** A JSON Schema (2020-12), with the keywords that the published schemas use. */
export interface SchemaKeywords {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaKeywords>>;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: SchemaKeywords;
  readonly properties?: Readonly<Record<string, SchemaKeywords>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaKeywords;
  readonly propertyNames?: SchemaKeywords;
  readonly anyOf?: readonly SchemaKeywords[];
  readonly oneOf?: readonly SchemaKeywords[];
  readonly if?: SchemaKeywords;
  readonly then?: SchemaKeywords;
  readonly else?: SchemaKeywords;
  readonly 'x-mcpgw'?: Annotation;
}

/** An error of ajv (with `verbose`). */
export interface AjvError {
  /** A JSON pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The path of the keyword, relative to the nearest definition. */
  readonly schemaPath: string;
  /** The schema with the keyword; the same object as in the given schema. */
  readonly parentSchema: SchemaKeywords;
  /** The wrong key, if the error is about a key. */
  readonly propertyName?: string;
}

/** Checks plain data. Stores its errors in `errors`, with holes if there were too many. */
export interface Validator {
  (data: unknown): boolean;
  readonly errors: readonly (AjvError | undefined)[] | null;
}

const definition = '#/$defs/';

/** The schema that a reference points to, or the schema itself if it is not a reference. */
export function resolved(schema: SchemaKeywords, root: SchemaKeywords): SchemaKeywords {
  let found = schema;
  while (found.$ref?.startsWith(definition)) found = root.$defs![found.$ref.slice(definition.length)]!;
  return found;
}

/** The search for a field in a schema: its fields, and those of the items of lists and of the values of mappings. */
export const searchSchema = (name: string, root: SchemaKeywords): FieldSearch<SchemaKeywords> => ({
  has: ({ properties = {} }) => Object.hasOwn(properties, name),
  below: ({ shape: { properties = {} }, path }) =>
    Object.entries(properties).flatMap(([key, field]) => mappingsOf(field, [...path, key], root)),
});

/** The mappings that a value of a schema may be, or that its items or values may be. */
function mappingsOf(schema: SchemaKeywords, path: Path, root: SchemaKeywords): FieldPlace<SchemaKeywords>[] {
  const target = resolved(schema, root);
  const { properties, items, additionalProperties, anyOf = [] } = target;
  return [
    ...(properties === undefined ? [] : [{ shape: target, path }]),
    ...(items === undefined ? [] : mappingsOf(items, [...path, 0], root)),
    ...(typeof additionalProperties === 'object' ? mappingsOf(additionalProperties, [...path, 'NAME'], root) : []),
    ...anyOf.flatMap(branch => mappingsOf(branch, path, root)),
  ];
}

/** The names of the types that a schema accepts besides null; empty if it accepts any type. */
export const typesOf = ({ type }: SchemaKeywords): readonly string[] => [type ?? []].flat().filter(name => name !== 'null');

/** The words of the enumeration of a schema; undefined if it has none. */
export const wordsOf = (schema: SchemaKeywords): readonly string[] | undefined =>
  schema.enum?.filter((word): word is string => typeof word === 'string');

/** Whether a branch of a union is for values of this type. */
export function isFor(schema: SchemaKeywords, node: Node): boolean {
  const types = [schema.type ?? []].flat();
  const name = node.kind === 'scalar' ? (node.value === null ? 'null' : typeof node.value) : node.kind === 'list' ? 'array' : 'object';
  if (types.length === 0) return schema.enum === undefined || schema.enum.some(word => (word === null ? 'null' : typeof word) === name);
  return types.includes(name) || ((name === 'number' || name === 'bigint') && types.some(type => type === 'integer' || type === 'number'));
}

/** An example value of a field, as it would be written; undefined if no example is known. */
export function exampleOf(field: SchemaKeywords): string | undefined {
  const [example] = field.examples ?? [];
  if (example !== undefined) return JSON.stringify(example);
  if (typesOf(field).join() === 'boolean') return 'true';
  const word = wordsOf(field)?.find(value => value !== '');
  return word === undefined ? undefined : JSON.stringify(word);
}
