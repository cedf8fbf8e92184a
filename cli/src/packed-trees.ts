/** Compiled templates as bytes that are used in place from a file: tools/build.mjs packs the bundled chart's, template-cache.ts any chart's. */
import type { EncodedTree } from '@mcpgw/helm/internal';

/** Start and end of a range of bytes. */
export type ByteRange = readonly [start: number, end: number];

/** A tree's name, whether it is blank, its code (numbers of four bytes, low byte first), and the number of its constants. */
export type PackedTree = readonly [name: string, isBlank: boolean, code: ByteRange, constants: number];

/** Concatenates bytes, each part aligned to four bytes; then follow an index and its position. */
export class Packer {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): ByteRange {
    const start = this.#length;
    const gap = -bytes.length & 3;
    this.#parts.push(bytes, new Uint8Array(gap));
    this.#length += bytes.length + gap;
    return [start, start + bytes.length];
  }

  addText(text: string): ByteRange {
    return this.add(Buffer.from(text));
  }

  addTrees(trees: readonly EncodedTree[]): PackedTree[] {
    return trees.map(({ name, isBlank, code, start, end, constants }) => [
      name,
      isBlank,
      this.add(numberBytes(code, start, end)),
      constants,
    ]);
  }

  /** The bytes of the file; the index gives the positions of the contents before it. */
  finish(indexOfContents: object): Uint8Array {
    const contents = Buffer.concat(this.#parts);
    const index = Buffer.from(JSON.stringify(indexOfContents));
    const place = Buffer.alloc(8);
    place.writeUInt32LE(contents.length, 0);
    place.writeUInt32LE(contents.length + index.length, 4);
    return Buffer.concat([contents, index, place]);
  }
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

const lowByteFirst = (bytes: Buffer): Buffer => (isLittleEndian ? bytes : bytes.swap32());

const numberBytes = (numbers: ArrayLike<number>, start: number, end: number): Buffer =>
  lowByteFirst(Buffer.from(Int32Array.from({ length: end - start }, (_, i) => numbers[start + i]!).buffer));

/** Bytes as numbers, in place if their alignment allows it. */
function numbersOf(bytes: Buffer): Int32Array {
  const usable = isLittleEndian && bytes.byteOffset % 4 === 0 ? bytes : lowByteFirst(Buffer.from(Uint8Array.from(bytes).buffer));
  return new Int32Array(usable.buffer, usable.byteOffset, usable.length >> 2);
}

/** The part common to every index: the strings that the code of all trees names. */
export interface WithStrings {
  readonly strings: readonly string[];
}

/** Reads the output of a Packer. */
export class Packed<Index extends WithStrings> {
  readonly index: Index;
  readonly #bytes: Buffer;
  readonly #numbers: Int32Array;

  /** @throws Error if a Packer did not write the bytes */
  constructor(bytes: Buffer) {
    const last = bytes.length - 8;
    const contents = bytes.readUInt32LE(last);
    this.index = JSON.parse(bytes.toString('utf8', contents, bytes.readUInt32LE(last + 4))) as Index;
    this.#bytes = bytes;
    this.#numbers = numbersOf(bytes.subarray(0, contents));
  }

  /** Bytes before the index. */
  get size(): number {
    return this.#numbers.byteLength;
  }

  part([start, end]: ByteRange): Buffer {
    return this.#bytes.subarray(start, end);
  }

  text(place: ByteRange): string {
    return this.part(place).toString();
  }

  trees(packed: readonly PackedTree[]): EncodedTree[] {
    const { index } = this;
    const numbers = this.#numbers;
    return packed.map(([name, isBlank, [start, end], constants]) => ({
      name,
      isBlank,
      code: numbers,
      start: start >> 2,
      end: end >> 2,
      strings: index.strings,
      constants,
    }));
  }
}
