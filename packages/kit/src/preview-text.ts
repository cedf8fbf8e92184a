/** The first and the last lines of a text. */
import type { ContextPreset } from './presets.js';

/** The start of the line after the next `count` lines; the text's length if there are fewer. */
function afterLines(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** The start of the last `count` lines. A line end at the end of the text does not start a line. */
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

/** Head, `...` and tail, if there are lines between them. */
export function textPreview(text: string, { linesHead, linesTail }: ContextPreset): string {
  const head = afterLines(text, linesHead);
  const tail = beforeLines(text, linesTail);
  return head < tail ? `${text.slice(0, head)}...\n${text.slice(tail)}` : text;
}
