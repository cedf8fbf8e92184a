/** Schemas of an OpenAPI document as JSON Schema 2020-12 that stands alone. */
import { isPlainObject } from '@mcpgw/loader/internal';

export type OpenApiObject = Readonly<Record<string, unknown>>;

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** What a reference within `document` leads to; undefined where it leads nowhere. References along the way are followed, boundedly. */
export function resolveReference(document: OpenApiObject, value: unknown): unknown {
  let current = value;
  for (let hops = 0; hops < 20 && isPlainObject(current) && typeof current.$ref === 'string'; hops++) {
    let found: unknown = document;
    for (const token of decodeURIComponent(current.$ref).split('/').slice(1).map(unescapeToken)) {
      found = typeof found === 'object' && found !== null && Object.hasOwn(found, token) ? (found as OpenApiObject)[token] : undefined;
    }
    current = found;
  }
  return current;
}

/** OpenAPI 3.0's own words for what JSON Schema says otherwise. */
function fromOpenApi30(schema: Record<string, unknown>): Record<string, unknown> {
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  if (typeof exclusiveMinimum === 'boolean') {
    if (exclusiveMinimum) [rest.exclusiveMinimum, rest.minimum] = [rest.minimum, undefined];
  } else if (exclusiveMinimum !== undefined) rest.exclusiveMinimum = exclusiveMinimum;
  if (typeof exclusiveMaximum === 'boolean') {
    if (exclusiveMaximum) [rest.exclusiveMaximum, rest.maximum] = [rest.maximum, undefined];
  } else if (exclusiveMaximum !== undefined) rest.exclusiveMaximum = exclusiveMaximum;
  if (nullable === true && typeof rest.type === 'string') {
    rest.type = [rest.type, 'null'];
    if (Array.isArray(rest.enum) && !rest.enum.includes(null)) rest.enum = [...rest.enum, null];
  }
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

/** Keywords whose value is data, not schemas. */
const dataKeywords = new Set(['enum', 'const', 'default', 'example', 'examples', 'required']);
const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Words that help people and generators, but no validator and no model. */
const dropped = new Set(['xml', 'externalDocs', 'discriminator', 'example', 'examples']);

/** Collects what a schema refers to under `$defs`, so that it needs no document; recursive schemas stay finite. */
class Standalone {
  readonly #document: OpenApiObject;
  readonly #is30: boolean;
  readonly #names = new Map<string, string>();
  readonly defs: Record<string, unknown> = {};

  constructor(document: OpenApiObject, is30: boolean) {
    this.#document = document;
    this.#is30 = is30;
  }

  convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(item => this.convert(item));
    if (!isPlainObject(value)) return value;
    if (typeof value.$ref === 'string') return this.#reference(value, value.$ref);
    const converted = Object.entries(value)
      .filter(([key]) => !dropped.has(key) && !key.startsWith('x-'))
      .map(([key, item]) => [key, this.#member(key, item)] as const);
    const schema = Object.fromEntries(converted);
    return this.#is30 ? fromOpenApi30(schema) : schema;
  }

  #member(key: string, item: unknown): unknown {
    if (dataKeywords.has(key)) return item;
    if (mapKeywords.has(key) && isPlainObject(item))
      return Object.fromEntries(Object.entries(item).map(([name, schema]) => [name, this.convert(schema)]));
    return this.convert(item);
  }

  #reference(value: OpenApiObject, pointer: string): unknown {
    const siblings = this.#is30 ? {} : Object.fromEntries(Object.entries(value).filter(([key]) => key === 'description'));
    return { $ref: `#/$defs/${this.#define(pointer)}`, ...siblings };
  }

  #define(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const wanted = (pointer.split('/').at(-1) ?? '').replace(/[^\w.-]/g, '_') || 'schema';
    let name = wanted;
    for (let count = 2; Object.hasOwn(this.defs, name); count++) name = `${wanted}_${count}`;
    this.#names.set(pointer, name);
    this.defs[name] = {};
    this.defs[name] = this.convert(resolveReference(this.#document, { $ref: pointer }) ?? false);
    return name;
  }
}

/** `schema` of `document`, with all that it refers to. */
export function standaloneSchema(document: OpenApiObject, schema: unknown): OpenApiObject {
  const standalone = new Standalone(document, String(document.openapi).startsWith('3.0'));
  const converted = standalone.convert(schema);
  const root = isPlainObject(converted) ? converted : {};
  if (Object.keys(standalone.defs).length === 0) return root;
  return inlined({ ...root, $defs: standalone.defs });
}

/** A root that is nothing but a reference takes the form of what it refers to: MCP wants to see `type: object` there. */
function inlined(root: Record<string, unknown>): OpenApiObject {
  const { $ref, $defs, ...rest } = root;
  const target = typeof $ref === 'string' ? resolveReference(root, { $ref }) : undefined;
  return isPlainObject(target) ? { ...target, ...rest, $defs } : root;
}
