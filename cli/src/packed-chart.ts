/**
 * The chart that ships with mcpgw, as tools/build.mjs packs it into `chart.bin`: in the build it stands for bundled-chart.ts. The file
 * holds the chart's files, its templates as the parser reads them, what lies where as JSON, and in its last eight bytes where that starts and ends.
 */
import { readFileSync } from 'node:fs';
import type { EncodedTree } from '@mcpgw/helm';
import type { ChartFiles } from './bundled-chart.js';

/** Where bytes start and end. */
type Place = readonly [start: number, end: number];

/** A tree's name, whether it is blank, its texts as JSON, and its numbers, of 16 bits with the low byte first. */
type PackedTree = readonly [name: string, isBlank: boolean, strings: Place, code: Place];

interface Index {
  readonly files: readonly (readonly [path: string, place: Place])[];
  readonly trees: readonly (readonly [name: string, trees: readonly PackedTree[]])[];
  readonly plainSchema?: Place;
}

interface Packed {
  readonly bytes: Buffer;
  readonly files: ReadonlyMap<string, Place>;
  readonly trees: ReadonlyMap<string, readonly PackedTree[]>;
  readonly plainSchema: Place | undefined;
}

let packed: Packed | undefined;

function read(): Packed {
  const bytes = readFileSync(require('../chart.bin') as string);
  const last = bytes.length - 8;
  const index = JSON.parse(bytes.toString('utf8', bytes.readUInt32LE(last), bytes.readUInt32LE(last + 4))) as Index;
  packed = { bytes, files: new Map(index.files), trees: new Map(index.trees), plainSchema: index.plainSchema };
  return packed;
}

const chart = (): Packed => packed ?? read();
const part = ([start, end]: Place): Buffer => chart().bytes.subarray(start, end);
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function numbersAt(place: Place): Uint16Array {
  const copy = Buffer.from(new Uint8Array(part(place)).buffer);
  return new Uint16Array((isLittleEndian ? copy : copy.swap16()).buffer);
}

const treeOf = ([name, isBlank, strings, code]: PackedTree): EncodedTree => ({
  name,
  isBlank,
  body: () => ({ strings: JSON.parse(part(strings).toString()) as string[], code: numbersAt(code) }),
});

const holds = (path: string, data: Uint8Array): boolean => part(chart().files.get(path)!).equals(data);

export function parsedTemplate(name: string, text: string): readonly EncodedTree[] | undefined {
  const trees = chart().trees.get(name);
  return trees !== undefined && holds(name.slice(name.indexOf('/') + 1), Buffer.from(text)) ? trees.map(treeOf) : undefined;
}

export function plainSchema(schema: Uint8Array): string | undefined {
  const place = chart().plainSchema;
  return place !== undefined && holds('values.schema.json', schema) ? part(place).toString() : undefined;
}

export const bundledChart = (): ChartFiles => new Map(Array.from(chart().files, ([path, place]) => [path, part(place)]));
