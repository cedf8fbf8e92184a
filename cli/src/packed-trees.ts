/** Parsed templates as bytes that can be used as they lie in a file: tools/build.mjs packs the bundled chart's, template-cache.ts any chart's. */
import type { EncodedTree } from '@mcpgw/helm';

/** Where bytes start and end. */
export type Place = readonly [start: number, end: number];

/** A tree's name, whether it is blank, its texts as JSON, and its numbers, low byte first, of `width` bytes. */
export type PackedTree = readonly [name: string, isBlank: boolean, strings: Place, code: Place, width: 2 | 4];

/** Bytes one after the other, each part at a place that four divides; then an index, then its place. */
export class Packer {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  add(bytes: Uint8Array): Place {
    const start = this.length;
    const gap = -bytes.length & 3;
    this.parts.push(bytes, new Uint8Array(gap));
    this.length += bytes.length + gap;
    return [start, start + bytes.length];
  }

  addText(text: string): Place {
    return this.add(Buffer.from(text));
  }

  addTrees(trees: readonly EncodedTree[]): PackedTree[] {
    return trees.map(({ name, isBlank, body }) => {
      const { strings, code } = body();
      const width = Array.from(code).some(number => number > 0xffff) ? 4 : 2;
      return [name, isBlank, this.addText(JSON.stringify(strings)), this.add(numberBytes(code, width)), width];
    });
  }

  /** The bytes of the file; the index says what lies where in the contents before it. */
  finish(indexOf: (contents: Uint8Array) => object): Uint8Array {
    const contents = Buffer.concat(this.parts);
    const index = Buffer.from(JSON.stringify(indexOf(contents)));
    const place = Buffer.alloc(8);
    place.writeUInt32LE(contents.length, 0);
    place.writeUInt32LE(contents.length + index.length, 4);
    return Buffer.concat([contents, index, place]);
  }
}

function numberBytes(numbers: ArrayLike<number>, width: 2 | 4): Uint8Array {
  const bytes = Buffer.alloc(numbers.length * width);
  for (let i = 0; i < numbers.length; i++) bytes.writeUIntLE(numbers[i]!, i * width, width);
  return bytes;
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function numbersOf(bytes: Uint8Array, width: 2 | 4): ArrayLike<number> {
  const copy = Buffer.from(new Uint8Array(bytes).buffer);
  if (width === 2) return new Uint16Array((isLittleEndian ? copy : copy.swap16()).buffer);
  return new Uint32Array((isLittleEndian ? copy : copy.swap32()).buffer);
}

/** What a Packer made. */
export class Packed<Index> {
  readonly index: Index;
  /** How many bytes stand before the index. */
  readonly contents: number;
  private readonly bytes: Buffer;

  /** Throws where the bytes are not a Packer's. */
  constructor(bytes: Buffer) {
    const last = bytes.length - 8;
    this.contents = bytes.readUInt32LE(last);
    this.index = JSON.parse(bytes.toString('utf8', this.contents, bytes.readUInt32LE(last + 4))) as Index;
    this.bytes = bytes;
  }

  part([start, end]: Place): Buffer {
    return this.bytes.subarray(start, end);
  }

  text(place: Place): string {
    return this.part(place).toString();
  }

  trees(packed: readonly PackedTree[]): EncodedTree[] {
    return packed.map(([name, isBlank, strings, code, width]) => ({
      name,
      isBlank,
      body: () => ({ strings: JSON.parse(this.text(strings)) as string[], code: numbersOf(this.part(code), width) }),
    }));
  }
}
