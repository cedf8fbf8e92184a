/** What is left of the limits while one chart is loaded, with every folder, link and archive inside it. */
import type { Limits } from '../common/limits.js';

/** Bytes of a header in an archive, and what the bytes of a file are padded to. */
export const tarBlock = 512;

export class LoadBudget {
  readonly limits: Limits;
  /** Bytes of files, unpacked. */
  bytes: number;
  /** Bytes that archives may still unfold to: headers, folders, padding and what follows the end come on top of the files. */
  private unpacked: number;
  private files: number;
  private folders: number;
  private links: number;

  constructor(limits: Limits) {
    this.limits = limits;
    this.bytes = limits.chartBytes;
    this.unpacked = limits.chartBytes + limits.chartFiles * 2 * tarBlock;
    this.files = limits.chartFiles;
    this.folders = limits.chartFolders;
    this.links = limits.chartLinks;
  }

  /** What one more archive may unfold to. */
  get archiveBytes(): number {
    return Math.min(this.unpacked, this.bytes + this.limits.chartFiles * 2 * tarBlock);
  }

  /** Counts what an archive unfolded to, all of it. */
  takeUnpacked(size: number): void {
    this.unpacked -= size;
  }

  /** Counts a file; false where there are too many. */
  takeFile(): boolean {
    return this.files-- > 0;
  }

  /** Counts the bytes of a file; false where they are too many. */
  takeBytes(size: number): boolean {
    this.bytes -= size;
    return this.bytes >= 0;
  }

  /** Counts a folder that is read, once for each way to it; false where there are too many. */
  takeFolder(): boolean {
    return this.folders-- > 0;
  }

  /** Counts a link that is followed, and so a line that says it; false where there are too many. */
  takeLink(): boolean {
    return this.links-- > 0;
  }
}
