/** Presets for the preview of large results. */

export interface ContextPreset {
  /** Results longer than this many characters (UTF-16 units) are cut. */
  readonly threshold: number;
  /** Maximum length of the preview, in tokens of four characters. */
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

const charactersPerToken = 4;

/** Maximum length of a preview, in characters (UTF-16 units). */
export function previewBudget({ maxPreviewTokens }: ContextPreset): number {
  return maxPreviewTokens * charactersPerToken;
}

/** A preset by its name with a session's changes, or the default one changed by `preset`. */
export function resolvePreset(preset: PresetName | Partial<ContextPreset>, settings: ContextSettings = {}): ContextPreset {
  if (typeof preset === 'string') return { ...presets[preset], ...settings[preset] };
  return { ...presets.default, ...settings.default, ...preset };
}

/** @throws TypeError for an unknown preset, and for limits that are not numbers of at least 0 */
export function checkPreset(preset: unknown): void {
  if (typeof preset === 'string') {
    if (!Object.hasOwn(presets, preset))
      throw new TypeError(`There is no context preset '${preset}': take ${Object.keys(presets).join(', ')}`);
    return;
  }
  const wrong = Object.entries(preset as object).find(
    ([key, value]) => !Object.hasOwn(base, key) || !Number.isSafeInteger(value) || value < 0,
  );
  if (wrong)
    throw new TypeError(`'${wrong[0]}' in a context preset must be one of ${Object.keys(base).join(', ')}, and a whole number from 0`);
}
