import { LineIndex, type Span } from '@mcpgw/diagnostics';
import type { ScalarNode } from '@mcpgw/structure';

let last = new LineIndex('');

/** The line index of a text. The last one is memoized, because one file may contain many embedded texts. */
function linesOf(text: string): LineIndex {
  if (last.text !== text) last = new LineIndex(text);
  return last;
}

/** Maps positions in a text that is a YAML scalar of another file to positions in that file. */
export class Embedded {
  readonly #inner: LineIndex;
  readonly #outer: LineIndex;
  readonly #node: ScalarNode;
  readonly #firstLine: number;
  readonly #indent: number;

  constructor(outerText: string, node: ScalarNode) {
    this.#inner = new LineIndex(node.text);
    this.#outer = linesOf(outerText);
    this.#node = node;
    this.#firstLine = this.#outer.position(node.span.start).line + 1;
    this.#indent = this.#isBlock() ? leadingSpaces(this.#firstFullLine()) : 0;
  }

  /** The span in the outer file; that of the whole scalar if it is not a block scalar. */
  span(span: Span): Span {
    if (!this.#isBlock()) return { start: this.#node.span.start, end: this.#node.span.start + 1 };
    const at = this.#inner.position(span.start);
    const line = this.#firstLine + at.line - 1;
    const start = this.#outer.offset(line) + this.#indent + at.column - 1;
    const limit = this.#outer.offset(line) + this.#outer.line(line).length;
    const bounded = Math.min(start, limit);
    return { start: bounded, end: Math.max(bounded, Math.min(bounded + span.end - span.start, limit)) };
  }

  #isBlock(): boolean {
    return this.#outer.text[this.#node.span.start] === '|';
  }

  #firstFullLine(): string {
    for (let line = this.#firstLine; line <= this.#outer.lineCount; line++) {
      const text = this.#outer.line(line);
      if (text.trim() !== '') return text;
    }
    return '';
  }
}

function leadingSpaces(text: string): number {
  return text.length - text.trimStart().length;
}
