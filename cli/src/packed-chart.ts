/**
 * The chart that ships with mcpgw, as tools/build.mjs packs it into `chart.bin`: its files, the code of its
 * templates, and the requirements of its schema. In the build it replaces bundled-chart.ts.
 */
import { readFileSync } from 'node:fs';
import type { EncodedTree } from '@mcpgw/helm/internal';
import type { ChartFiles } from './bundled-chart.js';
import { type ByteRange, Packed, type PackedTree, type WithStrings } from './packed-trees.js';

interface Index extends WithStrings {
  readonly files: readonly (readonly [path: string, place: ByteRange])[];
  readonly trees: readonly (readonly [name: string, trees: readonly PackedTree[]])[];
  readonly plainSchema?: ByteRange;
}

interface PackedChart {
  readonly packed: Packed<Index>;
  readonly files: ReadonlyMap<string, ByteRange>;
  readonly trees: ReadonlyMap<string, readonly PackedTree[]>;
}

let known: PackedChart | undefined;

function read(): PackedChart {
  const packed = new Packed<Index>(readFileSync(require('../chart.bin') as string));
  known = { packed, files: new Map(packed.index.files), trees: new Map(packed.index.trees) };
  return known;
}

const chart = (): PackedChart => known ?? read();

function holds(path: string, data: Uint8Array): boolean {
  const { packed, files } = chart();
  return packed.part(files.get(path)!).equals(data);
}

export function parsedTemplate(name: string, data: Uint8Array): readonly EncodedTree[] | undefined {
  const trees = chart().trees.get(name);
  return trees !== undefined && holds(name.slice(name.indexOf('/') + 1), data) ? chart().packed.trees(trees) : undefined;
}

export function plainSchema(schema: Uint8Array): string | undefined {
  const { packed } = chart();
  const place = packed.index.plainSchema;
  return place !== undefined && holds('values.schema.json', schema) ? packed.text(place) : undefined;
}

export const bundledChart = (): ChartFiles => new Map(Array.from(chart().files, ([path, place]) => [path, chart().packed.part(place)]));
