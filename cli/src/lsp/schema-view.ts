/** What a published JSON Schema says about a place of a document: descriptions, fields, words. It decides about nothing; the rules do. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, type Node, text } from '@mcpgw/structure';

export interface FieldSchema {
  readonly [keyword: string]: unknown;
}

const isSchema = (value: unknown): value is FieldSchema => typeof value === 'object' && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): FieldSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** Schemas that are looked at for one place, so that a schema that refers to itself ends. */
const maxSchemas = 2_000;

/** A field that a mapping may have. */
export interface SchemaField {
  readonly name: string;
  readonly schemas: readonly FieldSchema[];
  readonly isRequired: boolean;
}

/** The schemas that apply to one place, with every choice that the document does not rule out. */
export class SchemaView {
  readonly #root: FieldSchema;
  readonly #document: Node | undefined;

  /** `document` is what was read of the document; it decides conditions of the schema, such as those by the kind of an object. */
  constructor(root: FieldSchema, document: Node | undefined) {
    this.#root = root;
    this.#document = document;
  }

  /** The schemas of the value at a path. */
  at(path: Path): FieldSchema[] {
    let found = [this.#root];
    for (const [index, step] of path.entries()) {
      const here = at(this.#document, ...path.slice(0, index));
      found = this.#whole(found, here).flatMap(schema => childrenOf(schema, step));
      if (found.length === 0) break;
    }
    return this.#whole(found, at(this.#document, ...path));
  }

  /** The fields that the mapping at a path may have. */
  fields(path: Path): SchemaField[] {
    const byName = new Map<string, { schemas: FieldSchema[]; isRequired: boolean }>();
    for (const schema of this.at(path)) {
      const required = Array.isArray(schema.required) ? schema.required : [];
      for (const [name, value] of isSchema(schema.properties) ? Object.entries(schema.properties) : []) {
        if (!isSchema(value)) continue;
        const known = byName.get(name) ?? { schemas: [], isRequired: false };
        known.schemas.push(value);
        known.isRequired ||= required.includes(name);
        byName.set(name, known);
      }
    }
    return Array.from(byName, ([name, { schemas, isRequired }]) => ({ name, schemas: this.#whole(schemas, undefined), isRequired }));
  }

  /** Schemas with all that they refer to and combine. A schema comes before what it refers to, so its description counts first. */
  #whole(schemas: readonly FieldSchema[], node: Node | undefined): FieldSchema[] {
    const seen = new Set<FieldSchema>();
    const open = [...schemas];
    for (let schema = open.shift(); schema !== undefined && seen.size < maxSchemas; schema = open.shift()) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      const target = typeof schema.$ref === 'string' ? this.#target(schema.$ref) : undefined;
      if (target !== undefined) open.push(target);
      open.push(...schemasIn(schema.allOf), ...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf));
      if (!isSchema(schema.if)) continue;
      const branch = holds(schema.if, node) ? schema.then : schema.else;
      if (isSchema(branch)) open.push(branch);
    }
    return [...seen];
  }

  #target(reference: string): FieldSchema | undefined {
    if (!reference.startsWith('#')) return undefined;
    let found: unknown = this.#root;
    for (const step of reference.slice(1).split('/').slice(1)) {
      const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      found = isSchema(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    return isSchema(found) ? found : undefined;
  }
}

/** The schemas of a field or an item. Those of named fields come without those of all others. */
function childrenOf(schema: FieldSchema, step: string | number): FieldSchema[] {
  if (typeof step === 'number') return isSchema(schema.items) ? [schema.items] : [];
  const { properties, patternProperties, additionalProperties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, step)) return isSchema(properties[step]) ? [properties[step]] : [];
  if (isSchema(patternProperties)) return schemasIn(Object.values(patternProperties));
  return isSchema(additionalProperties) ? [additionalProperties] : [];
}

/** Whether a condition holds: the words that fields have. What it says otherwise counts as true, so that more is shown rather than less. */
function holds(condition: FieldSchema, node: Node | undefined): boolean {
  const required = Array.isArray(condition.required) ? condition.required : [];
  if (required.some(name => get(node, String(name)) === undefined)) return false;
  const fields = isSchema(condition.properties) ? Object.entries(condition.properties) : [];
  return fields.every(([name, schema]) => isSchema(schema) && fitsWord(schema, text(get(node, name))));
}

function fitsWord(schema: FieldSchema, value: string | undefined): boolean {
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  // The patterns of conditions in the published schemas: the beginning of a group of an API.
  const prefix =
    typeof schema.pattern === 'string' ? /^\^([\w\\.-]+)\(\?:\/\|\$\)$/.exec(schema.pattern)?.[1]?.replaceAll('\\', '') : undefined;
  return prefix === undefined || value === prefix || value?.startsWith(`${prefix}/`) === true;
}

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];

/** The description that stands closest to the place. */
export const descriptionOf = (schemas: readonly FieldSchema[]): string | undefined =>
  schemas.map(({ description }) => description).find(value => typeof value === 'string');

/** The types that a value may have, as JSON Schema names them. */
export const typesOf = (schemas: readonly FieldSchema[]): string[] => [...new Set(schemas.flatMap(({ type }) => texts(type)))];

/** The words that a value may be, without null and the empty text. */
export const wordsOf = (schemas: readonly FieldSchema[]): (string | number | boolean)[] => [
  ...new Set(
    schemas
      .flatMap(schema => [...(Array.isArray(schema.enum) ? schema.enum : []), ...(schema.const === undefined ? [] : [schema.const])])
      .filter(value => (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'),
  ),
];

/** The first of a keyword such as `default` or the first of `examples`. */
export const firstOf = (schemas: readonly FieldSchema[], keyword: 'default' | 'examples'): unknown => {
  const found = schemas.find(schema => schema[keyword] !== undefined)?.[keyword];
  return keyword === 'examples' && Array.isArray(found) ? found[0] : found;
};
