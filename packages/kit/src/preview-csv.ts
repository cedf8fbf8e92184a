/** The header, the first and the last rows of a CSV text (RFC 4180: a quoted field may contain commas and line ends). */
import type { ContextPreset } from './presets.js';

const sampleRows = 5;

/** Calls `onRow` with the start and end of each row, until it returns false. An unclosed quote ends with the text. */
function eachRow(text: string, onRow: (start: number, end: number) => boolean): void {
  const marks = /["\n]/g;
  let start = 0;
  let quoted = false;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') quoted = !quoted;
    else if (!quoted) {
      if (!onRow(start, mark.index)) return;
      start = mark.index + 1;
    }
  }
  if (start < text.length) onRow(start, text.length);
}

function commas(row: string): number {
  let count = 0;
  let quoted = false;
  for (const char of row) {
    if (char === '"') quoted = !quoted;
    else if (char === ',' && !quoted) count++;
  }
  return count;
}

/** Whether at least two of the first five rows have the same number of commas, which is not 0. */
export function isCsv(text: string): boolean {
  const counts: number[] = [];
  eachRow(text, (start, end) => counts.push(commas(text.slice(start, end))) < sampleRows);
  return counts.some((count, index) => count > 0 && counts.indexOf(count) !== index);
}

/** Header, head, `...` and tail, if there are rows between them. */
export function csvPreview(text: string, { rowsHead, rowsTail }: ContextPreset): string {
  let rows = 0;
  let headEnd = 0;
  const tailStarts: number[] = [];
  eachRow(text, (start, end) => {
    if (rows++ <= rowsHead) headEnd = end;
    else tailStarts.push(start);
    if (tailStarts.length > rowsTail + 1) tailStarts.shift();
    return true;
  });
  if (rows <= rowsHead + rowsTail + 1) return text;
  const tail = rowsTail === 0 ? '' : `\n${text.slice(tailStarts.at(-rowsTail))}`;
  return `${text.slice(0, headEnd)}\n...${tail}`;
}
