import { type LoadProgress, safeText } from '@mcpgw/gateway';

export interface Talk {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): void;
}

function clip(line: string, columns: number): string {
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;
}

/** Follows a probe on stderr: one line that changes on a terminal, a line a retry elsewhere. */
export class Progress {
  readonly #talk: Talk;
  readonly #total: number;
  readonly #waiting = new Map<string, string>();
  #done = 0;

  constructor(talk: Talk, total: number) {
    this.#talk = talk;
    this.#total = total;
  }

  readonly report = (event: LoadProgress): void => {
    const id = safeText(event.serverId);
    if (event.kind === 'attempt') this.#waiting.set(id, event.attempt === 1 ? id : `${id} (attempt ${event.attempt})`);
    if (event.kind === 'done') {
      this.#waiting.delete(id);
      this.#done++;
    }
    if (this.#talk.isTTY) this.#redraw();
    else if (event.kind === 'retry') {
      this.#talk.write(`${id}: attempt ${event.attempt} failed (${event.reason}), next in ${event.delaySeconds.toFixed(1)} s\n`);
    }
  };

  #redraw(): void {
    const line = `probing ${this.#done}/${this.#total}: ${[...this.#waiting.values()].join(', ')}`;
    this.#talk.write(`\r\u001b[2K${clip(line, this.#talk.columns)}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#talk.isTTY) this.#talk.write('\r\u001b[2K');
  }
}
