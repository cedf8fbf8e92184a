/** Bounds on what a chart and its templates may use; all are well above what real charts need. */
export interface Limits {
  /** Bytes of all files of a chart, unpacked; archives and nested archives included (Helm: 100 MiB for an archive). */
  readonly chartBytes: number;
  /** Bytes of one file of a chart, unpacked (Helm: 5 MiB). */
  readonly fileBytes: number;
  /** Files of a chart, those in archives inside it included. */
  readonly chartFiles: number;
  /** Folders of a chart; one that links lead to counts once for each way to it. */
  readonly chartFolders: number;
  /** Links of a chart that are followed. */
  readonly chartLinks: number;
  /** Folders within folders of a chart, and charts within charts. */
  readonly chartDepth: number;
  /** UTF-16 code units that all templates of one render may write, results of include and tpl counted too. A JavaScript string holds twice as many. */
  readonly outputBytes: number;
  /** Actions, loop turns and function calls of one render. */
  readonly steps: number;
  /** Executions within executions (include, tpl, template). */
  readonly depth: number;
  /** Milliseconds for the templates of one render. */
  readonly milliseconds: number;
}

export const defaultLimits: Limits = {
  chartBytes: 100 * 1024 * 1024,
  fileBytes: 5 * 1024 * 1024,
  chartFiles: 50_000,
  chartFolders: 10_000,
  chartLinks: 1_000,
  chartDepth: 64,
  outputBytes: 256 * 1024 * 1024,
  steps: 100_000_000,
  depth: 5_000,
  milliseconds: 60_000,
};
