import type { Choice, Field, Shape, StructShape, VersionRange } from '../shape/shape.js';
import { inRange } from '../versions.js';

type Schema = Record<string, unknown>;

/** What a published schema says of itself. */
export interface SchemaHead {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
}

/** Writes a shape as a JSON Schema (2020-12) for one version. What a schema cannot say (CEL, references) is left out. */
export function toJsonSchema(shape: Shape, head: SchemaHead): Schema {
  const writer = new Writer(head.version);
  const body = writer.write(shape);
  const defs = writer.definitions();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: head.id,
    title: head.title,
    description: head.description,
    ...body,
    ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
  };
}

class Writer {
  private readonly version: string;
  private readonly names = new Map<StructShape, string>();
  private readonly written = new Map<string, Schema>();

  constructor(version: string) {
    this.version = version;
  }

  definitions(): Schema {
    return Object.fromEntries([...this.written].sort(([a], [b]) => (a < b ? -1 : 1)));
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
        return { type: 'object', additionalProperties: this.write(shape.of) };
      case 'struct':
        return { $ref: `#/$defs/${this.name(shape)}` };
      case 'union':
        return this.anyOf(shape.of);
      case 'select':
        return this.anyOf(shape.of);
      case 'versioned':
        return this.write(shape.cases.find(candidate => inRange(this.version, candidate))?.shape ?? { type: 'any' });
      case 'lazy':
        return this.write(shape.get());
      default:
        return this.write(shape.of);
    }
  }

  private anyOf(shapes: readonly Shape[]): Schema {
    const texts = [...new Set(shapes.map(shape => JSON.stringify(this.write(shape))))];
    return texts.length === 1 ? JSON.parse(texts[0]!) : { anyOf: texts.map(text => JSON.parse(text)) };
  }

  private name(shape: StructShape): string {
    const known = this.names.get(shape);
    if (known !== undefined) return known;
    const base = shape.title.replace(/^(?:an?|the) /, '').replace(/[^A-Za-z0-9]+/g, '-');
    let name = base;
    for (let count = 2; this.written.has(name); count++) name = `${base}-${count}`;
    this.names.set(shape, name);
    this.written.set(name, {});
    this.written.set(name, this.struct(shape));
    return name;
  }

  private struct(shape: StructShape): Schema {
    const fields = Object.entries(shape.fields).filter(([, field]) => inRange(this.version, field));
    const properties = Object.fromEntries(fields.map(([name, field]) => [name, this.field(field)]));
    const required = fields.filter(([, field]) => field.need === 'required').map(([name]) => name);
    const open = shape.open === true || (shape.open !== undefined && inRange(this.version, shape.open as VersionRange));
    const choices = (shape.choices ?? [])
      .filter(choice => inRange(this.version, choice))
      .flatMap(choice => choiceSchema(choice, Object.keys(properties)));
    return {
      type: 'object',
      title: shape.title,
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(open ? {} : { additionalProperties: false }),
      ...(choices.length === 0 ? {} : { allOf: choices }),
    };
  }

  private field(field: Field): Schema {
    const inner = this.write(field.shape);
    const nullable = field.need === 'optional' && JSON.stringify(inner) !== '{}';
    return {
      description: field.doc,
      ...(nullable ? withNull(inner) : inner),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(field.example === undefined ? {} : { examples: [field.example] }),
      ...(field.deprecated === undefined ? {} : { deprecated: true }),
    };
  }
}

function withNull(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  if (Array.isArray(schema.anyOf)) return { anyOf: [...schema.anyOf, { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

function choiceSchema(choice: Choice, present: readonly string[]): Schema[] {
  const keys = choice.keys.filter(key => present.includes(key));
  const some = keys.map(key => ({ required: [key] }));
  if (choice.need === 'one') return [{ oneOf: some }];
  return some.length < 2 ? [] : [{ oneOf: [...some, { not: { anyOf: some } }] }];
}

function limits(min: number | undefined, max: number | undefined, low: string, high: string): Schema {
  const bounded = (value: number | undefined): value is number =>
    value !== undefined && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return { ...(bounded(min) ? { [low]: min } : {}), ...(bounded(max) ? { [high]: max } : {}) };
}
