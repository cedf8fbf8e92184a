import type { Edit } from './finding.js';

/** Applies edits to a text. Edits that overlap an earlier one are skipped; `applied` counts the applied ones. */
export function applyEdits(text: string, edits: readonly Edit[]): { readonly text: string; readonly applied: number } {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let out = '';
  let at = 0;
  let applied = 0;
  for (const edit of sorted) {
    if (edit.span.start < at || edit.span.end > text.length || edit.span.end < edit.span.start) continue;
    out += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
    applied++;
  }
  return { text: out + text.slice(at), applied };
}

/** Removes duplicate edits: several findings may contain the same one. */
export function uniqueEdits(edits: readonly Edit[]): Edit[] {
  return [...new Map(edits.map(edit => [`${edit.span.start} ${edit.span.end} ${edit.text}`, edit])).values()];
}
