/** Pieces up to this many bytes are copied together; larger ones are kept as they are. */
const smallPiece = 16 * 1024;
const firstBlock = 256;
const largestBlock = 64 * 1024;

/**
 * Bytes that come in pieces of any size. A piece of one byte costs some hundred bytes as a Buffer of its own, so small pieces are
 * copied into blocks: what is held is at most about twice what came.
 */
export class ByteBuffer {
  #blocks: Uint8Array[] = [];
  /** The bytes of the last block that are used, where it has room. */
  #used = 0;
  #open: Uint8Array | undefined;
  #length = 0;

  /** The bytes that came. */
  get length(): number {
    return this.#length;
  }

  /** The bytes of memory that hold them, and in how many blocks. */
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

  /** Blocks grow with what has come, so a short message takes little and a long one has few. */
  #nextSize(): number {
    return Math.min(Math.max(firstBlock, this.#length), largestBlock);
  }

  /** What follows goes into another block. */
  #close(): void {
    if (this.#open === undefined) return;
    this.#blocks.push(this.#used === this.#open.length ? this.#open : this.#open.slice(0, this.#used));
    this.#open = undefined;
    this.#used = 0;
  }

  /** All of it in one; nothing is held afterwards. */
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
