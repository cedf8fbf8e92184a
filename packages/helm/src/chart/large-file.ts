import type { ChartFile } from './chart.js';

/** A file that is read on first use. Most large files of a chart are CRDs, which few renders print. */
export class LargeFile implements ChartFile {
  readonly name: string;
  readonly #read: () => Uint8Array;
  #bytes: Uint8Array | undefined;

  /** `read` is called once, on first use. It may throw HelmError. */
  constructor(name: string, read: () => Uint8Array) {
    this.name = name;
    this.#read = read;
  }

  get data(): Uint8Array {
    this.#bytes ??= this.#read();
    return this.#bytes;
  }
}

/** The file under another name. A file that was not read yet stays unread. */
export const renamed = (file: ChartFile, name: string): ChartFile =>
  file instanceof LargeFile ? new LargeFile(name, () => file.data) : { name, data: file.data };
