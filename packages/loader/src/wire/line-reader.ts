/** Lines of a stream of bytes, with a limit for each: one that is too long is skipped, and no other is lost. */
import { ByteBuffer } from './byte-buffer.js';

/** Bytes at the start and the end of a line that is too long which are kept to find the request that it belongs to. */
export const keptOfLong = 4096;

export interface LineTakers {
  /** The longest line that is read, in bytes. */
  readonly maxBytes: () => number;
  readonly onLine: (line: Buffer) => void;
  /** Takes the start and the end of a line that is too long, as Latin-1, once it has ended. */
  readonly onLong: (start: string, end: string) => void;
}

export class LineReader {
  readonly #takers: LineTakers;
  readonly #pending = new ByteBuffer();
  #long: { readonly start: Buffer; end: Buffer } | undefined;

  constructor(takers: LineTakers) {
    this.#takers = takers;
  }

  read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#keep(rest.subarray(0, end));
      this.#ended();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) this.#keep(rest);
  }

  #keep(rest: Buffer): void {
    if (this.#long) {
      this.#long.end = Buffer.concat([this.#long.end, rest.subarray(-keptOfLong)]).subarray(-keptOfLong);
      return;
    }
    this.#pending.add(rest);
    if (this.#pending.length <= this.#takers.maxBytes()) return;
    const all = this.#pending.take();
    this.#long = { start: Buffer.from(all.subarray(0, keptOfLong)), end: Buffer.from(all.subarray(-keptOfLong)) };
  }

  #ended(): void {
    const line = this.#pending.take();
    const long = this.#long;
    this.#long = undefined;
    if (long) this.#takers.onLong(long.start.toString('latin1'), long.end.toString('latin1'));
    else this.#takers.onLine(line);
  }
}
