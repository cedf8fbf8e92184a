/** The remaining limits during the load of one chart, including every folder, link and archive inside it. */
import type { Limits } from '../common/limits.js';

/** The size of an archive header in bytes. The bytes of a file are padded to a multiple of it. */
export const tarBlock = 512;

export class LoadBudget {
  readonly limits: Limits;
  /** Remaining bytes of files, unpacked. */
  bytes: number;
  /** Remaining bytes that archives may unpack to. Headers, folders, padding and trailing data are counted in addition to the files. */
  #unpacked: number;
  #files: number;
  #folders: number;
  #links: number;

  constructor(limits: Limits) {
    this.limits = limits;
    this.bytes = limits.chartBytes;
    this.#unpacked = limits.chartBytes + limits.chartFiles * 2 * tarBlock;
    this.#files = limits.chartFiles;
    this.#folders = limits.chartFolders;
    this.#links = limits.chartLinks;
  }

  /** The number of bytes that one more archive may unpack to. */
  get archiveBytes(): number {
    return Math.min(this.#unpacked, this.bytes + this.limits.chartFiles * 2 * tarBlock);
  }

  /** Counts all bytes that an archive unpacked to. */
  takeUnpacked(size: number): void {
    this.#unpacked -= size;
  }

  /** Counts a file; false if there are too many. */
  takeFile(): boolean {
    return this.#files-- > 0;
  }

  /** Counts the bytes of a file; false if there are too many. */
  takeBytes(size: number): boolean {
    this.bytes -= size;
    return this.bytes >= 0;
  }

  /** Counts a folder that is read, once for each path to it; false if there are too many. */
  takeFolder(): boolean {
    return this.#folders-- > 0;
  }

  /** Counts a link that is followed, and the log line for it; false if there are too many. */
  takeLink(): boolean {
    return this.#links-- > 0;
  }
}
