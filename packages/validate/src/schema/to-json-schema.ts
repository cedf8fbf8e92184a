import { type Choice, type Field, inRange, type Shape, type StructShape, type VersionRange } from '@mcpgw/structure';
import { Definitions, type Schema } from './definitions.js';
import type { Words } from './words.js';

/** What a published schema says of itself. */
export interface SchemaHead {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly examples?: readonly unknown[];
}

/** Writes a shape as a JSON Schema (2020-12) for one version. What a schema cannot say (CEL, references) is left out. */
export function toJsonSchema(shape: Shape, head: SchemaHead): Schema {
  const definitions = new Definitions();
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

/** How shapes are written. */
export interface ShapeOptions {
  readonly version: string;
  readonly definitions: Definitions;
  /** A field or map entry that is null counts as absent, as in `CheckOptions`. */
  readonly nullIsAbsent?: boolean;
  /** Descriptions of fields that have none of their own, by the title of the structure. */
  readonly words?: Words;
}

/** Writes shapes for one version; structures go to the definitions. */
export class ShapeWriter {
  private readonly options: ShapeOptions;
  private readonly version: string;

  constructor(options: ShapeOptions) {
    this.options = options;
    this.version = options.version;
  }

  write(shape: Shape): Schema {
    switch (shape.type) {
      case 'any':
        return {};
      case 'null':
      case 'boolean':
        return { type: shape.type };
      case 'string':
        return { type: 'string', ...shape.schema };
      case 'integer':
      case 'number':
        return { type: shape.type, ...limits(shape.min, shape.max, 'minimum', 'maximum') };
      case 'enum':
        return { enum: [...shape.values] };
      case 'list':
        return {
          type: 'array',
          items: this.write(shape.of),
          ...limits(shape.min === 0 ? undefined : shape.min, shape.max, 'minItems', 'maxItems'),
        };
      case 'map':
        return {
          type: 'object',
          ...(shape.keySchema === undefined ? {} : { propertyNames: shape.keySchema }),
          additionalProperties: this.absentIsFine(this.write(shape.of)),
        };
      case 'struct':
        return this.ref(shape);
      case 'union':
        return this.anyOf(shape.of);
      case 'select':
        return shape.second === undefined
          ? this.anyOf(shape.of)
          : { if: shape.second, then: this.write(shape.of[1]!), else: this.write(shape.of[0]!) };
      case 'versioned':
        return this.write(shape.cases.find(candidate => inRange(this.version, candidate))?.shape ?? { type: 'any' });
      case 'lazy':
        return this.write(shape.get());
      case 'refined':
        return { ...this.write(shape.of), ...shape.schema };
      default:
        return this.write(shape.of);
    }
  }

  private anyOf(shapes: readonly Shape[]): Schema {
    const texts = [...new Set(shapes.map(shape => JSON.stringify(this.write(shape))))];
    return texts.length === 1 ? JSON.parse(texts[0]!) : { anyOf: texts.map(text => JSON.parse(text)) };
  }

  private ref(shape: StructShape): Schema {
    const base = shape.title.replace(/^(?:an?|the) /, '').replace(/[^A-Za-z0-9]+/g, '-');
    const ref = this.options.definitions.ref(shape, base, () => this.struct(shape));
    return this.options.nullIsAbsent === true ? { ...ref, type: 'object' } : ref;
  }

  private absentIsFine(schema: Schema): Schema {
    return this.options.nullIsAbsent === true ? withNull(schema) : schema;
  }

  private struct(shape: StructShape): Schema {
    const fields = Object.entries(shape.fields).filter(([, field]) => inRange(this.version, field));
    const properties = Object.fromEntries(fields.map(([name, field]) => [name, this.field(name, field, shape)]));
    const required = fields.filter(([, field]) => field.need === 'required').map(([name]) => name);
    const open = shape.open === true || (shape.open !== undefined && inRange(this.version, shape.open as VersionRange));
    const choices = (shape.choices ?? [])
      .filter(choice => inRange(this.version, choice))
      .flatMap(choice => choiceSchema(choice, Object.keys(properties)))
      .concat((shape.says?.(this.version) ?? []) as Schema[]);
    const about = this.options.words?.ofType(shape.title);
    return {
      type: this.options.nullIsAbsent === true ? ['object', 'null'] : 'object',
      title: shape.title,
      ...(about === undefined ? {} : { description: about }),
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(open ? {} : { additionalProperties: false }),
      ...(choices.length === 0 ? {} : { allOf: choices }),
    };
  }

  private field(name: string, field: Field, { title }: StructShape): Schema {
    const inner = this.write(field.shape);
    const nullable = field.need === 'optional' && this.options.nullIsAbsent !== true;
    const written = field.need === 'required' ? inner : nullable ? withNull(inner) : this.absentIsFine(inner);
    const doc = this.options.words?.ofField([title], name) ?? field.doc;
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
}

/** The same and null. The definition of a structure takes null where `nullIsAbsent` holds: its uses refuse it or leave it. */
function withNull(schema: Schema): Schema {
  if (Object.keys(schema).length === 0) return schema;
  if (schema.$ref !== undefined && schema.type === 'object') {
    const { type: _, ...rest } = schema;
    return rest;
  }
  const words = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'], ...words };
  if (Array.isArray(schema.enum)) return { ...schema, ...words };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** What mcpgw says of a field beyond whether it is right: the keyword `x-mcpgw`, which other readers of a schema pass over. */
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
