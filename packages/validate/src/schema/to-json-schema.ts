import {
  type Choice,
  type EnumShape,
  type Field,
  inRange,
  knowsWord,
  type MapShape,
  type ScalarShape,
  type Shape,
  type StringShape,
  type StructShape,
  type VersionRange,
} from '@mcpgw/structure';
import { type Schema, SchemaDefinitions } from './definitions.js';
import { formatSchema, wordsTaken } from './format-schema.js';
import type { Words } from './words.js';

/** The metadata of a published schema. */
export interface SchemaHead {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly examples?: readonly unknown[];
}

/** Converts a shape to a JSON Schema (2020-12) for one version. Checks that JSON Schema cannot express (CEL, references) are omitted. */
export function toJsonSchema(shape: Shape, head: SchemaHead): Schema {
  const definitions = new SchemaDefinitions();
  const body = new ShapeWriter({ version: head.version, definitions }).write(shape);
  return {
    $schema: dialect,
    $id: head.id,
    title: head.title,
    description: head.description,
    ...(head.examples === undefined ? {} : { examples: head.examples }),
    ...body,
    ...definitions.all(),
  };
}

/** The dialect of every published schema. */
export const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The options of a `ShapeWriter`. */
export interface ShapeOptions {
  readonly version: string;
  readonly definitions: SchemaDefinitions;
  /** A field or map entry that is null counts as absent, as in `CheckOptions`. */
  readonly nullIsAbsent?: boolean;
  /** Values are decoded as Go does, as in `CheckOptions`: null is accepted wherever a value is not required. */
  readonly decodesGo?: boolean;
  /** Descriptions for fields without one, by the title of the structure. */
  readonly words?: Words;
  /** Examples of a structure, by its title. */
  readonly examples?: (title: string) => readonly unknown[];
}

/** How strictly values are checked: as the reader checks them, or only by type if the reader stores or drops them unchecked. */
type Strictness = 'checked' | 'types';
/** How an empty string is treated: it is accepted because it counts as absent, it is checked like any other, or it is refused. */
type Empty = 'accepted' | 'checked' | 'refused';

/** Converts shapes to JSON Schema for one version. Structures and formats become definitions. */
export class ShapeWriter {
  readonly #options: ShapeOptions;
  readonly #version: string;

  constructor(options: ShapeOptions) {
    this.#options = options;
    this.#version = options.version;
  }

  /** The schema of a shape. It refuses null unless the shape accepts it. */
  write(shape: Shape, strictness: Strictness = 'checked', empty: Empty = 'checked'): Schema {
    switch (shape.type) {
      case 'any':
        return shape.mapping === true ? { type: 'object' } : {};
      case 'null':
      case 'boolean':
        return { type: shape.type };
      case 'string':
        return this.#text(shape, strictness, empty);
      case 'scalar':
        return this.#formatted(shape, strictness);
      case 'integer':
      case 'number':
        return { type: shape.type, ...(strictness === 'checked' && limits(shape.min, shape.max, 'minimum', 'maximum')) };
      case 'enum':
        return this.#words(shape, strictness, empty);
      case 'list':
        return {
          type: 'array',
          items: this.#item(shape.of, strictness),
          ...limits(shape.min === 0 ? undefined : shape.min, shape.max, 'minItems', 'maxItems'),
          ...(empty === 'refused' && { minItems: 1 }),
        };
      case 'map':
        return this.#map(shape, strictness, empty);
      case 'struct':
        return { ...this.ref(shape, strictness), ...(this.#takesNull && { type: 'object' }) };
      case 'union':
        return this.#anyOf(shape.of, strictness);
      case 'select':
        return shape.second === undefined
          ? this.#anyOf(shape.of, strictness)
          : { if: shape.second, then: this.write(shape.of[1]!, strictness), else: this.write(shape.of[0]!, strictness) };
      case 'versioned':
        return this.write(shape.cases.find(candidate => inRange(this.#version, candidate))?.shape ?? { type: 'any' }, strictness, empty);
      case 'lazy':
        return this.write(shape.get(), strictness, empty);
      case 'refined':
        return { ...this.write(shape.of, strictness, empty), ...shape.schema };
      default:
        return this.write(shape.of, strictness, empty);
    }
  }

  /** A reference to the definition of a structure. The definition also accepts null if null counts as absent. */
  ref(shape: StructShape, strictness: Strictness = 'checked'): Schema {
    const [table] = shape.names ?? [];
    const name = table ?? shape.title.replace(/^(?:an?|the) /, '').replace(/[^A-Za-z0-9]+/g, '-');
    const known = strictness === 'checked' ? name : `${name}.types`;
    return this.#options.definitions.ref(table === undefined ? shape : known, known, () => this.#struct(shape, strictness));
  }

  get #takesNull(): boolean {
    return this.#options.nullIsAbsent === true || this.#options.decodesGo === true;
  }

  #text(shape: StringShape, strictness: Strictness, empty: Empty): Schema {
    if (shape.format === undefined) return { type: 'string', ...shape.schema };
    if (strictness === 'types') return { type: 'string' };
    const words = wordsTaken(shape, this.#version);
    if (words !== undefined) return { enum: [...words, ...(empty === 'accepted' ? [''] : [])] };
    const refusesEmpty = empty === 'refused' || (empty === 'checked' && shape.check?.('', this.#version) !== undefined);
    const some = refusesEmpty ? { minLength: 1 } : {};
    return shape.format === 'string' ? { type: 'string', ...some } : { ...this.#formatted(shape, strictness), ...some };
  }

  /** A reference to the definition of a format. The definition also accepts null. */
  #formatted(shape: StringShape | ScalarShape, strictness: Strictness): Schema {
    const types = shape.type === 'string' ? ['string'] : shape.types;
    const type = types.length === 1 ? types[0] : types;
    if (strictness === 'types' || shape.format === undefined) return { type };
    return { ...this.#options.definitions.ref(shape, `format.${shape.format}`, () => formatSchema(shape, this.#version)), type };
  }

  #words(shape: EnumShape, strictness: Strictness, empty: Empty): Schema {
    if (strictness === 'types') return { type: 'string' };
    const known = shape.values.filter(word => shape.since === undefined || knowsWord(shape, word, this.#version));
    return { enum: [...known, ...(empty === 'accepted' ? [''] : [])] };
  }

  #map({ of, keys }: MapShape, strictness: Strictness, empty: Empty): Schema {
    const names =
      keys?.schema ?? (keys?.format === undefined || strictness === 'types' ? undefined : this.#text(keys, strictness, 'refused'));
    return {
      type: 'object',
      ...(names === undefined ? {} : { propertyNames: names }),
      additionalProperties: this.#options.decodesGo === true ? this.#item(of, strictness) : this.#absentIsFine(this.write(of, strictness)),
      ...(empty === 'refused' && { minProperties: 1 }),
    };
  }

  #item(shape: Shape, strictness: Strictness): Schema {
    const item = this.write(shape, strictness);
    return this.#options.decodesGo === true ? withNull(item) : item;
  }

  #anyOf(shapes: readonly Shape[], strictness: Strictness): Schema {
    const texts = [...new Set(shapes.map(shape => JSON.stringify(this.write(shape, strictness))))];
    return texts.length === 1 ? JSON.parse(texts[0]!) : { anyOf: texts.map(text => JSON.parse(text)) };
  }

  #absentIsFine(schema: Schema): Schema {
    return this.#options.nullIsAbsent === true ? withNull(schema) : schema;
  }

  #struct(shape: StructShape, strictness: Strictness): Schema {
    const fields = Object.entries(shape.fields).filter(([, field]) => inRange(this.#version, field));
    const properties = Object.fromEntries(fields.map(([name, field]) => [name, this.#field(name, field, shape, strictness)]));
    const required = fields.filter(([, field]) => field.need === 'required' && strictness === 'checked').map(([name]) => name);
    const open = shape.open === true || (shape.open !== undefined && inRange(this.#version, shape.open as VersionRange));
    const choices = (shape.choices ?? [])
      .filter(choice => inRange(this.#version, choice))
      .flatMap(choice => choiceSchema(choice, Object.keys(properties)))
      .concat((shape.jsonSchema?.(this.#version) ?? []) as Schema[]);
    const about = this.#options.words?.ofType(...(shape.names ?? [shape.title]));
    const examples = this.#options.examples?.(shape.title) ?? [];
    const type = { type: this.#takesNull ? ['object', 'null'] : 'object' };
    return {
      ...(shape.names === undefined && type),
      title: shape.title,
      ...(about === undefined ? {} : { description: about }),
      ...(examples.length === 0 ? {} : { examples }),
      ...type,
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(open ? {} : { additionalProperties: false }),
      ...(choices.length === 0 ? {} : { allOf: choices }),
    };
  }

  #field(name: string, field: Field, shape: StructShape, outer: Strictness): Schema {
    const doc = this.#options.words?.ofField(shape.names ?? [shape.title], name) ?? field.doc;
    const written = this.#value(field, outer);
    const about = { ...(written['x-mcpgw'] as object | undefined), ...annotations(field) };
    return {
      ...(doc === '' ? {} : { description: doc }),
      ...written,
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(field.example === undefined ? {} : { examples: [field.example] }),
      ...(field.deprecated === undefined ? {} : { deprecated: true }),
      ...(Object.keys(about).length === 0 ? {} : { 'x-mcpgw': about }),
    };
  }

  /** The schema of the values of a field, including null. */
  #value(field: Field, outer: Strictness): Schema {
    const isUnchecked = field.unchecked === true || (field.dropped !== undefined && inRange(this.#version, field.dropped));
    const strictness = isUnchecked ? 'types' : outer;
    if (this.#options.decodesGo === true) {
      if (field.nonEmpty === true && strictness === 'checked') return this.write(field.shape, strictness, 'refused');
      return withNull(this.write(field.shape, strictness, field.emptyIsAbsent === true ? 'accepted' : 'checked'));
    }
    const inner = this.write(field.shape, strictness);
    if (field.need === 'required') return inner;
    return field.need === 'optional' && this.#options.nullIsAbsent !== true ? withNull(inner) : this.#absentIsFine(inner);
  }
}

/** Adds null to a schema. References already accept it: definitions accept null, and uses that refuse it add a type beside the reference. */
function withNull(schema: Schema): Schema {
  if (Object.keys(schema).length === 0) return schema;
  if (schema.$ref !== undefined && schema.type !== undefined && schema.minLength === undefined) {
    const { type: _, ...rest } = schema;
    return rest;
  }
  const words = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  if (schema.type !== undefined) return { ...schema, type: [schema.type, 'null'].flat(), ...words };
  if (Array.isArray(schema.enum)) return { ...schema, ...words };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** The keyword `x-mcpgw` with the annotations of a field. Other readers of the schema ignore it. */
function annotations({ deprecated, unsupported }: Field): Schema {
  return { ...(deprecated === undefined ? {} : { deprecated }), ...(unsupported === undefined ? {} : { unsupported }) };
}

function choiceSchema(choice: Choice, present: readonly string[]): Schema[] {
  const keys = choice.keys.filter(key => present.includes(key));
  const isSet = (key: string): Schema =>
    choice.nullIsAbsent === true ? { required: [key], properties: { [key]: { not: { type: 'null' } } } } : { required: [key] };
  const some = keys.map(isSet);
  if (choice.need === 'one') return [{ oneOf: some }];
  if (choice.need === 'together') return [{ oneOf: [{ allOf: some }, { not: { anyOf: some } }] }];
  return some.length < 2 ? [] : [{ oneOf: [...some, { not: { anyOf: some } }] }];
}

function limits(min: number | undefined, max: number | bigint | undefined, low: string, high: string): Schema {
  const bounded = (value: number | bigint | undefined): value is number =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return { ...(bounded(min) ? { [low]: min } : {}), ...(bounded(max) ? { [high]: max } : {}) };
}
