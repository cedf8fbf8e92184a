/** A position in a text, counted from one. Columns count UTF-16 units, as editors and SARIF do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets of one text into lines and columns. Line ends are LF, CRLF and CR. */
export class LineIndex {
  readonly text: string;
  readonly #starts: number[];

  constructor(text: string) {
    this.text = text;
    this.#starts = lineStarts(text);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The position of an offset; offsets outside the text give its first or last position. */
  position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.#starts[low]! + 1 };
  }

  /** The offset at which a line (from one) starts, or the end of the text when there is no such line. */
  offset(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** The text of a line (from one), without its line end. */
  line(line: number): string {
    const start = this.offset(line);
    let end = this.offset(line + 1);
    while (end > start && isLineEnd(this.text.charCodeAt(end - 1))) end--;
    return this.text.slice(start, end);
  }
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}
