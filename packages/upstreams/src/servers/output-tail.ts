/** The last lines that the programs of a server wrote to stderr, across restarts, without secrets. */
import { safeText } from '@mcpgw/loader';

/** A line of stderr; `time` in milliseconds since 1970. */
export interface OutputLine {
  readonly time: number;
  readonly text: string;
}

const maxLines = 500;
const maxLine = 1000;
/** Characters of a line without an end, after which it counts as a line. */
const maxRest = 8192;

/** Keeps the newest lines. What is kept is redacted when it is read, so a program that writes a lot costs little. */
export class OutputTail {
  readonly #secrets: readonly string[];
  #lines: OutputLine[] = [];
  #rest = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Takes text as it arrives. */
  add(text: string, time: number = Date.now()): void {
    const lines = `${this.#rest}${text}`.slice(-maxRest * maxLines).split(/\r?\n/);
    this.#rest = lines.pop()!;
    if (this.#rest.length > maxRest) {
      lines.push(this.#rest);
      this.#rest = '';
    }
    for (const line of lines) if (line.trim() !== '') this.#lines.push({ time, text: line.slice(0, maxRest) });
    if (this.#lines.length > maxLines) this.#lines = this.#lines.slice(-maxLines);
  }

  /** The lines, oldest first. */
  get lines(): readonly OutputLine[] {
    return this.#lines.map(({ time, text }) => ({ time, text: safeText(text, this.#secrets, maxLine) }));
  }
}
