/**
 * The layout of the type tables. A block is a type: its name, then indented lines
 * `names: type [since 1.x] [until 1.x] [gated [1.x]]`. A server with default feature gates drops a gated field before the version
 * that turns its gate on; without a version, no server turns it on.
 * After a name, `!` means that the server refuses the object without a value (an empty string, list or mapping is not a value),
 * `*` that an empty string is checked like any other (otherwise it counts as absent), and `~` that the server accepts any values of
 * the right types below and a controller fails on them later. After the name of a type, `object` adds apiVersion, kind and metadata,
 * and `as Other` sets the name in messages. `+ Other` includes the fields of another type.
 * Types are `[T]` a list, `{T}` a mapping from any key, `{K: T}` from keys of format K, `A|B` words (`A@1.33` since a
 * version, `A@gate` behind a feature gate), `name(1..5)` a number in a range, names of formats in lower case, and names of types.
 */
import { type AnyShape, any, type Field, lazy, list, type MapShape, map, type Shape, type StructShape, struct } from '@mcpgw/structure';
import { formatShape, textFormat, wordsShape } from '../formats/formats.js';
import { versionOfMinor } from '../formats/versions.js';

/** Returns the structure with a name in a table. */
export type Lookup = (name: string) => StructShape;

/** Splits tables into blocks, by the name of the type. */
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

/** Compiles one block to a structure. Structures may be recursive: `lookup` is called when a value is checked, or for `+`. */
export function compileBlock(block: string, lookup: Lookup): StructShape {
  const [head, ...lines] = block.split('\n');
  const [name, mark, label] = head!.trim().split(' ');
  const names = [name!];
  const fields: Record<string, Field> = Object.create(null);
  for (const line of [...(mark === 'object' ? objectLines : []), ...lines]) addLine(line.trim(), names, fields, lookup);
  return struct(label ?? name!, fields, { names });
}

const objectLines = ['apiVersion kind: string', 'metadata: ObjectMeta'];

function addLine(line: string, names: string[], fields: Record<string, Field>, lookup: Lookup): void {
  if (line === '') return;
  if (line.startsWith('+ ')) {
    const other = lookup(line.slice(2));
    names.push(...other.names!);
    Object.assign(fields, other.fields);
    return;
  }
  const match = /^([^:]+): (.+?)(?: since 1\.(\d+))?(?: until 1\.(\d+))?( gated(?: 1\.(\d+))?)?$/.exec(line);
  if (match === null) throw new Error(`this line of a type table cannot be read: ${line}`);
  const [, marked, text, since, until, gate, gateOn] = match;
  const shape = shapeOf(text!, lookup);
  const versions = {
    ...(since !== undefined && { since: versionOfMinor(Number(since)) }),
    ...(until !== undefined && { until: versionOfMinor(Number(until)) }),
    ...(gate !== undefined && { dropped: gateOn === undefined ? {} : { until: versionOfMinor(Number(gateOn)) } }),
  };
  for (const name of marked!.split(' ')) {
    const [, key, mark] = /^(.+?)([!*~]?)$/.exec(name)!;
    fields[key!] = { ...fieldOf(shape, mark!), ...versions };
  }
}

function fieldOf(shape: Shape, mark: string): Field {
  const isText = shape.type === 'string' || shape.type === 'enum';
  return {
    shape,
    need: mark === '!' ? 'required' : 'default',
    doc: '',
    ...(mark === '!' && { nonEmpty: true }),
    ...(mark === '~' && { unchecked: true }),
    ...(mark !== '*' && isText && { emptyIsAbsent: true }),
  };
}

const anything: AnyShape = { ...any, unique: true };
const anyMapping: AnyShape = { ...anything, mapping: true };

function shapeOf(text: string, lookup: Lookup): Shape {
  if (text.startsWith('[')) return list(shapeOf(text.slice(1, -1), lookup));
  if (text.startsWith('{')) return mapOf(text.slice(1, -1), lookup);
  if (text === 'any') return anything;
  if (text === 'object') return anyMapping;
  if (text === 'schema-or-bool') return schemaOrBool(lookup);
  if (text.includes('|')) return wordsShape(text.split('|'));
  if (/^[A-Z]/.test(text)) return reference(text, lookup);
  return formatShape(text);
}

function mapOf(text: string, lookup: Lookup): MapShape {
  const colon = text.indexOf(': ');
  if (colon < 0) return map(shapeOf(text, lookup), { unique: true });
  return { ...map(shapeOf(text.slice(colon + 2), lookup), { unique: true }), keys: textFormat(text.slice(0, colon)) };
}

/** A reference to a structure, looked up once. */
function reference(name: string, lookup: Lookup): Shape {
  let target: StructShape | undefined;
  return lazy(() => {
    target ??= lookup(name);
    return target;
  });
}

/** The shape of fields of JSONSchemaProps that are a schema or a boolean. */
function schemaOrBool(lookup: Lookup): Shape {
  const flag: Shape = { type: 'scalar', name: 'a schema, true or false', types: ['boolean'] };
  const schema = reference('JSONSchemaProps', lookup);
  return { type: 'select', of: [flag, schema], pick: node => (node.kind === 'map' ? schema : flag) };
}
