import { type Draft, isObject, type Json, type JsonObject, own } from './drafts.js';
import type { CompilePattern } from './schema.js';

/** The form of a keyword's value, in all drafts that have it; `unsure` leaves the judgement to the metaschema. */
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
 * Whether a schema is certainly one that its draft allows: it uses only common keywords, each with a value of the right form.
 * What it refers to stands in the schema.
 * Holds for nearly all real schemas at a fraction of the cost of the metaschema, which judges the others and words the reasons.
 */
export function isPlainSchema(json: Json, draft: Draft, compilePattern: CompilePattern): boolean {
  const judge = (schema: Json): boolean => {
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
        return (keyword === 'additionalProperties' && typeof value === 'boolean') || judge(value);
      case 'schemas':
        return Array.isArray(value) && value.length > 0 && value.every(judge);
      case 'schema map':
        return (
          isObject(value) &&
          Object.keys(value).every(name => (keyword !== 'patternProperties' || validPattern(name)) && judge(value[name]!))
        );
      default:
        return keyword === 'enum'
          ? isPlainEnum(value)
          : keyword === '$ref' && draft.version >= 6 && typeof value === 'string' && isPlainReference(json, value);
    }
  };
  return judge(json);
}

/** A reference to a place of the schema where schemas stand. */
const isPlainReference = (root: Json, reference: string): boolean =>
  /^#(\/(definitions|\$defs|properties)\/[\w.-]+)*$/.test(reference) && targetOf(root, reference) !== undefined;

/** What a plain reference names; undefined where nothing stands there. */
export function targetOf(root: Json, reference: string): Json | undefined {
  let at: Json | undefined = root;
  for (const token of reference.split('/').slice(1)) at = isObject(at) ? own(at, token) : undefined;
  return at;
}

const isPlainEnum = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(item => typeof item !== 'object' || item === null) && unique(value);

/** What says nothing of which values fit. */
const words = new Set(['title', 'description', '$comment', 'default', 'deprecated', 'readOnly', 'writeOnly']);

/** A plain schema that the same values fit, without its words. */
export function withoutWords(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !words.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, below(shapes.get(keyword), value)]));
}

function below(shape: Shape | undefined, value: Json): Json {
  if (shape === 'schema') return withoutWords(value);
  if (shape === 'schemas') return (value as Json[]).map(withoutWords);
  if (shape !== 'schema map') return value;
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, schema]) => [name, withoutWords(schema)]));
}
