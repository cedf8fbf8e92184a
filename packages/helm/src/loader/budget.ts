/** What is left of the limits while one chart is loaded, with every folder, link and archive inside it. */
import type { Limits } from '../common/limits.js';

export class LoadBudget {
  readonly limits: Limits;
  /** Bytes of files, unpacked. */
  bytes: number;
  private files: number;
  private folders: number;
  private links: number;

  constructor(limits: Limits) {
    this.limits = limits;
    this.bytes = limits.chartBytes;
    this.files = limits.chartFiles;
    this.folders = limits.chartFolders;
    this.links = limits.chartLinks;
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
