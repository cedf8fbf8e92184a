/** How much of a large result the agent sees. */

export interface ContextPreset {
  /** Results longer than this many characters (UTF-16 units) are cut. */
  readonly threshold: number;
  /** The preview is at most four characters a token long. */
  readonly maxPreviewTokens: number;
  /** Rows of CSV shown from the beginning (after the header) and from the end. */
  readonly rowsHead: number;
  readonly rowsTail: number;
  /** Lines of text shown from the beginning and from the end. */
  readonly linesHead: number;
  readonly linesTail: number;
  /** Items of a JSON array shown from the beginning and from the end. */
  readonly jsonArrayHead: number;
  readonly jsonArrayTail: number;
  /** Keys of a JSON object shown. */
  readonly jsonMaxKeys: number;
}

export type PresetName = 'default' | 'sql_query' | 'log_search';

/** Changes to presets, by name. */
export type ContextSettings = Partial<Record<PresetName, Partial<ContextPreset>>>;

const base: ContextPreset = {
  threshold: 5000,
  maxPreviewTokens: 500,
  rowsHead: 20,
  rowsTail: 10,
  linesHead: 50,
  linesTail: 20,
  jsonArrayHead: 10,
  jsonArrayTail: 5,
  jsonMaxKeys: 20,
};

export const presets: Readonly<Record<PresetName, ContextPreset>> = {
  default: base,
  sql_query: { ...base, threshold: 2000, maxPreviewTokens: 1000, rowsHead: 30 },
  log_search: { ...base, threshold: 10_000, maxPreviewTokens: 300 },
};
