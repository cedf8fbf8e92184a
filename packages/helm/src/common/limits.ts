/** Limits on what a chart and its templates may use. All are well above what real charts need. */
export interface Limits {
  /** Bytes of all files of a chart, unpacked, including archives and nested archives (Helm: 100 MiB for an archive). */
  readonly chartBytes: number;
  /** Bytes of one file of a chart, unpacked (Helm: 5 MiB). */
  readonly fileBytes: number;
  /** The number of files of a chart, including those in nested archives. */
  readonly chartFiles: number;
  /** The number of folders of a chart. A folder that links lead to counts once for each path to it. */
  readonly chartFolders: number;
  /** The number of links in a chart that are followed. */
  readonly chartLinks: number;
  /** The nesting depth of folders in a chart, and of charts in charts. */
  readonly chartDepth: number;
  /**
   * The UTF-16 code units that all templates of one render may write, including the results of include and tpl. A JavaScript string can
   * hold twice as many.
   */
  readonly outputBytes: number;
  /** The number of actions, loop iterations and function calls of one render. */
  readonly steps: number;
  /** The depth of nested executions (include, tpl, template). */
  readonly depth: number;
  /** The time for the templates of one render, in milliseconds. */
  readonly milliseconds: number;
}

/** The limits that apply if none are given. */
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
