/** Previews of large texts by kind; each takes time and memory in proportion to the text, and none is longer than the budget. */

import { type ContextPreset, previewBudget } from './presets.js';
import { csvPreview, isCsv } from './preview-csv.js';
import { capped } from './preview-cut.js';
import { jsonPreview } from './preview-json.js';
import { textPreview } from './preview-text.js';

export type PreviewKind = 'json' | 'csv' | 'txt';

const lookedAt = 1000;

/** The kind of a text, determined from its first 1,000 characters. The name is the file extension for it. */
export function kindOf(text: string): PreviewKind {
  const start = text.slice(0, lookedAt).trim();
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  return isCsv(start) ? 'csv' : 'txt';
}

const makers: Readonly<Record<PreviewKind, (text: string, preset: ContextPreset) => string>> = {
  json: jsonPreview,
  csv: csvPreview,
  txt: textPreview,
};

/** What the agent sees of `text`. */
export function previewOf(text: string, kind: PreviewKind, preset: ContextPreset): string {
  return capped(makers[kind](text, preset), previewBudget(preset));
}
