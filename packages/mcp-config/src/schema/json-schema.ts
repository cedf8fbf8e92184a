/** The published schemas as data: what messages and annotations are taken from. */
import type { Node, Unsupported } from '@mcpgw/structure';
import type { TextBounds, TextKindName } from '../formats/text-kinds.js';

/** What mcpgw says of a value beyond whether the schema takes it. */
export interface Annotation extends TextBounds {
  /** The kind of a text. */
  readonly text?: TextKindName;
  /** The field is out of date: what to do instead. */
  readonly deprecated?: string;
  /** The field is documented, and mcpgw does not honor it. */
  readonly unsupported?: Unsupported;
}

/** A JSON Schema (2020-12), as far as ours go. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
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
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly 'x-mcpgw'?: Annotation;
}

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

const definition = '#/$defs/';

/** The schema that a reference leads to, else the schema itself. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let found = schema;
  while (found.$ref?.startsWith(definition)) found = root.$defs![found.$ref.slice(definition.length)]!;
  return found;
}

/** The names of the types that a schema takes besides null; none where it takes any. */
export const typesOf = ({ type }: JsonSchema): readonly string[] => [type ?? []].flat().filter(name => name !== 'null');

/** The words that a schema takes; undefined where it lists none. */
export const wordsOf = (schema: JsonSchema): readonly string[] | undefined =>
  schema.enum?.filter((word): word is string => typeof word === 'string');

/** Whether a branch of a union is for values of this type. */
export function isFor(schema: JsonSchema, node: Node): boolean {
  const types = [schema.type ?? []].flat();
  const name = node.kind === 'scalar' ? (node.value === null ? 'null' : typeof node.value) : node.kind === 'list' ? 'array' : 'object';
  if (types.length === 0) return schema.enum === undefined || schema.enum.some(word => (word === null ? 'null' : typeof word) === name);
  return types.includes(name) || ((name === 'number' || name === 'bigint') && types.some(type => type === 'integer' || type === 'number'));
}

/** A value of a field as it would be written; undefined where nothing is known. */
export function exampleOf(field: JsonSchema): string | undefined {
  const [example] = field.examples ?? [];
  if (example !== undefined) return JSON.stringify(example);
  if (typesOf(field).join() === 'boolean') return 'true';
  const word = wordsOf(field)?.find(value => value !== '');
  return word === undefined ? undefined : JSON.stringify(word);
}
