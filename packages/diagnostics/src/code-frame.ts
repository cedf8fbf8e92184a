import { visible } from './escape.js';
import type { Span } from './finding.js';
import type { LineIndex } from './line-index.js';

const usualWidth = 120;

/** Draws the line of a span with the line before it and a caret under the span. Lines of more than `maxWidth` characters are cut around the caret. */
export function codeFrame(index: LineIndex, span: Span, maxWidth: number = usualWidth): string {
  const from = index.position(span.start);
  const text = index.line(from.line);
  const gutter = String(from.line).length;
  const cut = Math.max(0, from.column - 1 - Math.floor(maxWidth / 2));
  const rows: string[] = [];
  if (from.line > 1) rows.push(row(gutter, from.line - 1, index.line(from.line - 1).slice(cut, cut + maxWidth)));
  rows.push(row(gutter, from.line, text.slice(cut, cut + maxWidth)));
  const before = text.slice(cut, from.column - 1).replace(/[^\t]/g, ' ');
  rows.push(`${' '.repeat(gutter)} | ${before}${'^'.repeat(caretWidth(text, from.column, span, cut + maxWidth))}`);
  return rows.join('\n');
}

function caretWidth(text: string, column: number, span: Span, end: number): number {
  const room = Math.min(text.length, end) - (column - 1);
  return Math.max(1, Math.min(span.end - span.start, room));
}

function row(gutter: number, line: number, text: string): string {
  return `${String(line).padStart(gutter)} | ${visible(text)}`.trimEnd();
}
