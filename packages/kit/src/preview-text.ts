/** The first and the last lines of a text. */
import type { ContextPreset } from './presets.js';

/** Where the line after the next `count` lines begins; the text's length where there are no more. */
function afterLines(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** Where the last `count` lines begin. A line end at the very end of the text begins no line. */
function beforeLines(text: string, count: number): number {
  let at = text.endsWith('\n') ? text.length - 1 : text.length;
  if (count === 0) return text.length;
  for (let line = 0; line < count; line++) {
    if (at <= 0) return 0;
    at = text.lastIndexOf('\n', at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}

/** Head, `...` and tail, where there are lines between them. */
export function textPreview(text: string, { linesHead, linesTail }: ContextPreset): string {
  const head = afterLines(text, linesHead);
  const tail = beforeLines(text, linesTail);
  return head < tail ? `${text.slice(0, head)}...\n${text.slice(tail)}` : text;
}
