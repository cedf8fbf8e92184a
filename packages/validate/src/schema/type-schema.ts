/** The type tables of Kubernetes as JSON Schema, for one minor version. */
import { type FieldType, type Leaf, type ListType, type MapType, type StructField, type StructType, typeOf } from '@mcpgw/kubernetes';
import type { Definitions, Schema } from './definitions.js';
import { formatSchema, formatTypes, textNode, wordsTaken } from './leaf-schema.js';
import type { Words } from './words.js';

/** What a place takes besides values: null, and the empty text where the server reads it as no value. */
interface Nothing {
  readonly null: boolean;
  readonly empty: boolean;
}

/** How values are held: as the server judges them, or to their types only where it stores or drops them unseen. */
type Hold = 'judged' | 'types';

const anything: Nothing = { null: true, empty: true };
const judged: Nothing = { null: true, empty: false };
const wanted: Nothing = { null: false, empty: false };

/** Writes types for one minor version of Kubernetes 1; structures and formats go to the definitions. */
export class TypeWriter {
  private readonly minor: number;
  private readonly definitions: Definitions;
  private readonly words: Words;
  private readonly examples: (type: string) => readonly unknown[];

  constructor(minor: number, definitions: Definitions, words: Words, examples: (type: string) => readonly unknown[]) {
    this.minor = minor;
    this.definitions = definitions;
    this.words = words;
    this.examples = examples;
  }

  /** A reference to the definition of a type; it takes null too. */
  ref(name: string, hold: Hold = 'judged'): Schema {
    const known = hold === 'judged' ? name : `${name}.types`;
    return this.definitions.ref(known, known, () => this.struct(typeOf(name), hold));
  }

  private struct(type: StructType, hold: Hold): Schema {
    const fields = [...type.fields.values()].filter(({ since, until }) => this.minor >= since && this.minor < until);
    const required = fields.filter(field => field.required && hold === 'judged').map(({ name }) => name);
    const about = this.words.ofType(...type.names);
    const examples = this.examples(type.name);
    return {
      title: type.name,
      ...(about === undefined ? {} : { description: about }),
      ...(examples.length === 0 ? {} : { examples }),
      type: ['object', 'null'],
      properties: Object.fromEntries(fields.map(field => [field.name, this.field(field, type, hold)])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  private field(field: StructField, type: StructType, outer: Hold): Schema {
    const hold = field.unseen || field.gated > this.minor ? 'types' : outer;
    const nothing = hold === 'types' ? anything : field.required ? wanted : field.judgesEmpty ? judged : anything;
    const about = this.words.ofField(type.names, field.name);
    return { ...(about === undefined ? {} : { description: about }), ...this.value(field.type, nothing, hold) };
  }

  private value(type: FieldType, nothing: Nothing, hold: Hold): Schema {
    switch (type.kind) {
      case 'leaf':
        return hold === 'judged' ? this.leaf(type, nothing) : this.typeOf(type);
      case 'ref':
        return { ...this.ref(type.name, hold), ...(nothing.null ? {} : { type: 'object' }) };
      case 'list':
        return this.list(type, nothing, hold);
      case 'map':
        return this.map(type, nothing, hold);
      default:
        return type.mapping ? { type: orNull('object', nothing) } : {};
    }
  }

  private list({ of }: ListType, nothing: Nothing, hold: Hold): Schema {
    return { type: orNull('array', nothing), items: this.value(of, judged, hold), ...(nothing.null ? {} : { minItems: 1 }) };
  }

  private map({ key, of }: MapType, nothing: Nothing, hold: Hold): Schema {
    const names = key === undefined || hold === 'types' ? {} : { propertyNames: this.leaf(key, wanted) };
    const some = nothing.null ? {} : { minProperties: 1 };
    return { type: orNull('object', nothing), ...names, additionalProperties: this.value(of, judged, hold), ...some };
  }

  /** The type of a scalar, whatever its value. */
  private typeOf(leaf: Leaf): Schema {
    if (leaf.words !== undefined) return { type: ['string', 'null'] };
    if (leaf.range !== undefined) return { type: ['integer', 'null'] };
    if (leaf.name === 'bool' || leaf.name === 'float' || leaf.name === 'schema-or-bool') return this.leaf(leaf, anything);
    const types = formatTypes(leaf);
    return types === undefined ? {} : { type: orNull(types, anything) };
  }

  private leaf(leaf: Leaf, nothing: Nothing): Schema {
    const words = wordsTaken(leaf, this.minor);
    if (words !== undefined) return { enum: [...words, ...(nothing.empty ? [''] : []), ...(nothing.null ? [null] : [])] };
    if (leaf.range !== undefined) return { type: orNull('integer', nothing), ...bounds(leaf.range) };
    if (leaf.name === 'bool') return { type: orNull('boolean', nothing) };
    if (leaf.name === 'float') return { type: orNull('number', nothing) };
    if (leaf.name === 'schema-or-bool') return { anyOf: [{ type: orNull('boolean', nothing) }, this.ref('JSONSchemaProps')] };
    return this.text(leaf, nothing);
  }

  private text(leaf: Leaf, nothing: Nothing): Schema {
    const refusesEmpty = !nothing.empty && leaf.isText && (!nothing.null || leaf.check(textNode(''), this.minor) !== undefined);
    const some = refusesEmpty ? { minLength: 1 } : {};
    if (leaf.name === 'string') return { type: orNull('string', nothing), ...some };
    const ref = this.definitions.ref(leaf, `format.${leaf.name}`, () => formatSchema(leaf, this.minor));
    const types = formatTypes(leaf);
    if ((nothing.null && !refusesEmpty) || types === undefined) return ref;
    return { ...ref, type: orNull(types, nothing), ...some };
  }
}

function orNull(type: string | readonly string[], nothing: Nothing): string | readonly string[] {
  const types = typeof type === 'string' ? [type] : type;
  if (nothing.null) return [...types, 'null'];
  return types.length === 1 ? types[0]! : types;
}

function bounds([min, max]: readonly [number, number]): Schema {
  return { ...(Number.isFinite(min) ? { minimum: min } : {}), ...(Number.isFinite(max) ? { maximum: max } : {}) };
}
