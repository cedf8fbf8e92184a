/**
 * The layout of the type tables. A block is a type: its name, then indented lines
 * `names: type [since 1.x] [until 1.x] [gated [1.x]]`. A gated field is dropped by a server whose feature gates are left as
 * they are, before the version that turns its gate on; without a version, none does.
 * After a name, `!` means that the server refuses the object without a value there (an empty text, list or mapping is no
 * value), `*` that an empty text is judged like any other (elsewhere it stands for no value), `~` that the server takes any
 * values of the right types below and a controller fails over them later. After the name of a type, `object` adds
 * apiVersion, kind and metadata, and `as Other` is the name that messages use; `+ Other` takes in the fields of another type.
 * Types are `[T]` a list, `{T}` a mapping from any key, `{K: T}` from keys of format K, `A|B` words (`A@1.33` since a
 * version, `A@gate` behind a feature gate), `name(1..5)` a number in a range, names of formats in lower case, and names of types.
 */
import { type Leaf, leafOf, wordsOf } from '../formats/leaf.js';
import type { ObjectRule } from './rule.js';

export interface StructField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly judgesEmpty: boolean;
  /** Minor versions of Kubernetes 1: from `since` on, before `until`. */
  readonly since: number;
  readonly until: number;
  /** The server stores what is below unseen: a controller fails over it. */
  readonly unseen: boolean;
  /** Before this minor version the server drops the field by default; 0 where it never does. */
  readonly gated: number;
  /** Its number among the fields of its type. */
  readonly ordinal: number;
}

export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  /** The own name and those of the types whose fields were taken in. */
  readonly names: readonly string[];
  readonly fields: ReadonlyMap<string, StructField>;
  readonly required: readonly StructField[];
  /** The rules that look at its values, once they are known. */
  rules: readonly ObjectRule[] | undefined;
}

export interface ListType {
  readonly kind: 'list';
  readonly of: FieldType;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Leaf | undefined;
  readonly of: FieldType;
}

/** A reference to a type of a table, resolved when a value is met: types refer to each other in circles. */
export interface RefType {
  readonly kind: 'ref';
  readonly name: string;
  target?: StructType;
}

export interface AnyType {
  readonly kind: 'any';
  readonly mapping: boolean;
}

export type FieldType = Leaf | ListType | MapType | RefType | AnyType;

/** Splits tables into their blocks, by the name of the type. */
export function indexBlocks(tables: readonly string[]): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const table of tables) {
    for (const block of table.split(/\n(?=[A-Z])/)) {
      const name = /^[A-Z]\w*/.exec(block.trim())?.[0];
      if (name !== undefined) blocks.set(name, block.trim());
    }
  }
  return blocks;
}

interface Building {
  readonly names: string[];
  readonly fields: Map<string, StructField>;
}

/** Compiles one block. `lookup` gives the types of `+` lines, `register` gets the type before its fields are read. */
export function compileBlock(block: string, lookup: (name: string) => StructType, register: (type: StructType) => void): StructType {
  const [head, ...lines] = block.split('\n');
  const [name, mark, label] = head!.trim().split(' ');
  const building: Building = { names: [name!], fields: new Map() };
  const required: StructField[] = [];
  const struct: StructType = {
    kind: 'struct',
    name: label ?? name!,
    names: building.names,
    fields: building.fields,
    required,
    rules: undefined,
  };
  register(struct);
  if (mark === 'object') for (const line of objectLines) addLine(building, line, lookup);
  for (const line of lines) addLine(building, line.trim(), lookup);
  for (const field of building.fields.values()) if (field.required) required.push(field);
  return struct;
}

const objectLines = ['apiVersion kind: string', 'metadata: ObjectMeta'];

function addLine(building: Building, line: string, lookup: (name: string) => StructType): void {
  if (line === '') return;
  if (line.startsWith('+ ')) {
    const other = lookup(line.slice(2));
    building.names.push(...other.names);
    for (const field of other.fields.values()) addField(building, field);
    return;
  }
  const match = /^([^:]+): (.+?)(?: since 1\.(\d+))?(?: until 1\.(\d+))?( gated(?: 1\.(\d+))?)?$/.exec(line);
  if (match === null) throw new Error(`this line of a type table cannot be read: ${line}`);
  const [, names, text, since, until, gate, gateOn] = match;
  const versions = { since: Number(since ?? 0), until: Number(until ?? never), gated: gate === undefined ? 0 : Number(gateOn ?? never) };
  const type = parseType(text!);
  for (const marked of names!.split(' ')) {
    const [, name, mark] = /^(.+?)([!*~]?)$/.exec(marked)!;
    const marks = { required: mark === '!', judgesEmpty: mark === '*', unseen: mark === '~' };
    addField(building, { name: name!, type, ...marks, ...versions });
  }
}

/** A field that stands twice is the last one, with the number of the first. */
function addField({ fields }: Building, field: Omit<StructField, 'ordinal'>): void {
  fields.set(field.name, { ...field, ordinal: fields.get(field.name)?.ordinal ?? fields.size });
}

/** Later than every version. */
const never = 1000;

function parseType(text: string): FieldType {
  if (text.startsWith('[')) return { kind: 'list', of: parseType(text.slice(1, -1)) };
  if (text.startsWith('{')) return parseMap(text.slice(1, -1));
  if (text === 'any') return { kind: 'any', mapping: false };
  if (text === 'object') return { kind: 'any', mapping: true };
  if (text.includes('|')) return wordsOf(text.split('|'));
  if (/^[A-Z]/.test(text)) return { kind: 'ref', name: text };
  return leafOf(text);
}

function parseMap(text: string): MapType {
  const colon = text.indexOf(': ');
  if (colon < 0) return { kind: 'map', key: undefined, of: parseType(text) };
  return { kind: 'map', key: leafOf(text.slice(0, colon)), of: parseType(text.slice(colon + 2)) };
}
