import { type Draft, isObject, type Json, type JsonObject, own } from './drafts.js';
import type { CompilePattern } from './schema.js';

/** The form of a keyword's value in all drafts that have the keyword. The metaschema decides about `unsure`. */
type Shape = 'schema' | 'schemas' | 'schema map' | 'text' | 'flag' | 'number' | 'count' | 'names' | 'pattern' | 'type' | 'any';

const shapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    $schema: 'text',
    title: 'text',
    description: 'text',
    $comment: 'text',
    default: 'any',
    const: 'any',
    deprecated: 'flag',
    readOnly: 'flag',
    writeOnly: 'flag',
    format: 'text',
    properties: 'schema map',
    definitions: 'schema map',
    $defs: 'schema map',
    patternProperties: 'schema map',
    additionalProperties: 'schema',
    propertyNames: 'schema',
    not: 'schema',
    if: 'schema',
    then: 'schema',
    else: 'schema',
    items: 'schema',
    contains: 'schema',
    allOf: 'schemas',
    anyOf: 'schemas',
    oneOf: 'schemas',
    type: 'type',
    required: 'names',
    pattern: 'pattern',
    minimum: 'number',
    maximum: 'number',
    minLength: 'count',
    maxLength: 'count',
    minItems: 'count',
    maxItems: 'count',
    minProperties: 'count',
    maxProperties: 'count',
    uniqueItems: 'flag',
  } satisfies Record<string, Shape>),
);

const typeNames = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const unique = (items: readonly Json[]): boolean => new Set(items).size === items.length;

/**
 * Whether the draft certainly allows the schema: it uses only common keywords, each with a value of the right form, and its references stay
 * inside the schema.
 * Nearly all real schemas pass at a fraction of the cost of the metaschema, which checks the others and words the reasons.
 */
export function isPlainSchema(json: Json, draft: Draft, compilePattern: CompilePattern): boolean {
  const isAllowed = (schema: Json): boolean => {
    if (typeof schema === 'boolean') return draft.version >= 6;
    return isObject(schema) && Object.keys(schema).every(keyword => fits(keyword, schema[keyword]!));
  };
  const validPattern = (source: string): boolean => {
    try {
      compilePattern(source);
      return true;
    } catch {
      return false;
    }
  };
  const fits = (keyword: string, value: Json): boolean => {
    switch (shapes.get(keyword)) {
      case 'any':
        return true;
      case 'text':
        return typeof value === 'string' && keyword !== '$schema'
          ? true
          : typeof value === 'string' && /^https?:\/\/[\w./-]+#?$/.test(value);
      case 'flag':
        return typeof value === 'boolean';
      case 'number':
        return typeof value === 'number';
      case 'count':
        return typeof value === 'number' && Number.isInteger(value) && value >= 0;
      case 'pattern':
        return typeof value === 'string' && validPattern(value);
      case 'names':
        return Array.isArray(value) && value.length > 0 && value.every(name => typeof name === 'string') && unique(value);
      case 'type':
        return typeof value === 'string'
          ? typeNames.has(value)
          : Array.isArray(value) && value.length > 0 && value.every(name => typeNames.has(name as string)) && unique(value);
      case 'schema':
        return (keyword === 'additionalProperties' && typeof value === 'boolean') || isAllowed(value);
      case 'schemas':
        return Array.isArray(value) && value.length > 0 && value.every(isAllowed);
      case 'schema map':
        return (
          isObject(value) &&
          Object.keys(value).every(name => (keyword !== 'patternProperties' || validPattern(name)) && isAllowed(value[name]!))
        );
      default:
        return keyword === 'enum'
          ? isPlainEnum(value)
          : keyword === '$ref' && draft.version >= 6 && typeof value === 'string' && isPlainReference(json, value);
    }
  };
  return isAllowed(json);
}

/** Whether the reference leads to a position of a schema in the same document. */
const isPlainReference = (root: Json, reference: string): boolean =>
  /^#(\/(definitions|\$defs|properties)\/[\w.-]+)*$/.test(reference) && targetOf(root, reference) !== undefined;

/** The value that a plain reference names; undefined if there is none. */
export function targetOf(root: Json, reference: string): Json | undefined {
  let at: Json | undefined = root;
  for (const token of reference.split('/').slice(1)) at = isObject(at) ? own(at, token) : undefined;
  return at;
}

const isPlainEnum = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(item => typeof item !== 'object' || item === null) && unique(value);

/** Annotations: keywords that do not affect which values fit. */
const annotations = new Set(['title', 'description', '$comment', 'default', 'deprecated', 'readOnly', 'writeOnly']);

/** Returns an equivalent plain schema without annotations. */
export function withoutAnnotations(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, below(shapes.get(keyword), value)]));
}

function below(shape: Shape | undefined, value: Json): Json {
  if (shape === 'schema') return withoutAnnotations(value);
  if (shape === 'schemas') return (value as Json[]).map(withoutAnnotations);
  if (shape !== 'schema map') return value;
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, schema]) => [name, withoutAnnotations(schema)]));
}
