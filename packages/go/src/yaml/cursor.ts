/** The position in the text, and what every scanning step shares. */
import { BLANKZ, BREAK, classOf } from './chars.js';
import { YamlError } from './error.js';
import type { ScannerInput } from './reader.js';

/** A position in a source. */
export class Cursor {
  readonly text: string;
  readonly codes: Uint16Array;
  readonly end: number;
  readonly lfOnly: boolean;
  readonly bomEnd: number;
  readonly #problem: string | undefined;
  pos = 0;
  /** 0-based. */
  line = 0;
  /** The start of the current line: `pos - lineStart` is the column. */
  lineStart = 0;
  flowLevel = 0;
  /** The column of the innermost block collection; -1 at the top level. */
  indent = -1;
  simpleKeyAllowed = true;

  constructor(source: ScannerInput) {
    this.text = source.text;
    this.codes = source.codes;
    this.end = source.end;
    this.lfOnly = source.lfOnly;
    this.bomEnd = source.bomEnd;
    this.#problem = source.problem;
  }

  /**
   * Checks that the next `count` characters are readable (yaml_parser_update_buffer).
   *
   * @throws YamlError if they are not
   */
  need(count: number): void {
    if (this.#problem !== undefined && this.pos + count > this.end) throw new YamlError(`yaml: ${this.#problem}`);
  }

  isBreakAt(pos: number): boolean {
    return (classOf(this.codes[pos]!) & BREAK) !== 0;
  }

  isBlankzAt(pos: number): boolean {
    return (classOf(this.codes[pos]!) & BLANKZ) !== 0;
  }

  /** Moves over one line break; CR LF counts as one. */
  skipLine(): void {
    this.pos += this.codes[this.pos]! === 13 && this.codes[this.pos + 1]! === 10 ? 2 : 1;
    this.line++;
    this.lineStart = this.pos;
  }

  /** Moves to the line break that ends the current line, or to the end of input. */
  skipToLineEnd(): void {
    if (this.lfOnly) {
      const at = this.text.indexOf('\n', this.pos);
      this.pos = at < 0 ? this.end : at;
    } else while ((classOf(this.codes[this.pos]!) & ~1 & BLANKZ) === 0) this.pos++;
  }

  skipBlanks(): void {
    let c = this.codes[this.pos]!;
    while (c === 32 || c === 9) c = this.codes[++this.pos]!;
  }

  /** Whether the position is at `--- ` or `... ` in the first column. */
  atDocumentIndicator(): boolean {
    const { codes, pos } = this;
    if (pos !== this.lineStart) return false;
    const c = codes[pos]!;
    return (c === 45 || c === 46) && codes[pos + 1]! === c && codes[pos + 2]! === c && this.isBlankzAt(pos + 3);
  }

  /** @throws YamlError with a scanner error. Its line is 1-based, and absent on the first line. */
  fail(problem: string): never {
    throw new YamlError(`yaml: ${this.line > 0 ? `line ${this.line + 1}: ` : ''}${problem}`);
  }
}
