/** Pieces up to this many bytes are copied together; larger ones are kept as they are. */
const smallPiece = 16 * 1024;
const firstBlock = 256;
const largestBlock = 64 * 1024;

/**
 * Collects bytes that arrive in pieces of any size. A separate Buffer for a piece of one byte takes some hundred bytes, so small pieces are
 * copied into blocks: the memory used is at most about twice the number of bytes.
 */
export class ByteBuffer {
  #blocks: Uint8Array[] = [];
  /** Number of used bytes of the last block, if it has room. */
  #used = 0;
  #open: Uint8Array | undefined;
  #length = 0;

  /** Number of bytes that were added. */
  get length(): number {
    return this.#length;
  }

  /** Bytes of memory in use, and the number of blocks. */
  get held(): { readonly bytes: number; readonly blocks: number } {
    const blocks = this.#open === undefined ? this.#blocks : [...this.#blocks, this.#open];
    return { bytes: blocks.reduce((sum, block) => sum + block.length, 0), blocks: blocks.length };
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (piece.length > smallPiece) {
      this.#close();
      this.#blocks.push(piece);
      return;
    }
    let rest = piece;
    while (rest.length > 0) {
      this.#open ??= Buffer.allocUnsafeSlow(this.#nextSize());
      const part = rest.subarray(0, this.#open.length - this.#used);
      this.#open.set(part, this.#used);
      this.#used += part.length;
      rest = rest.subarray(part.length);
      if (this.#used === this.#open.length) this.#close();
    }
  }

  /** Blocks grow with the size of the message, so a short message takes little memory and a long one has few blocks. */
  #nextSize(): number {
    return Math.min(Math.max(firstBlock, this.#length), largestBlock);
  }

  /** The next bytes go into another block. */
  #close(): void {
    if (this.#open === undefined) return;
    this.#blocks.push(this.#used === this.#open.length ? this.#open : this.#open.slice(0, this.#used));
    this.#open = undefined;
    this.#used = 0;
  }

  /** Returns all bytes in one array, and empties the buffer. */
  take(): Buffer {
    this.#close();
    const [first, ...more] = this.#blocks;
    const all =
      first !== undefined && more.length === 0 ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat(this.#blocks);
    this.clear();
    return all;
  }

  clear(): void {
    this.#blocks = [];
    this.#open = undefined;
    this.#used = 0;
    this.#length = 0;
  }
}
