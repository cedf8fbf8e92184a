import { type LoadProgress, safeText } from '@mcpgw/loader';
import { clearProgress, say, showProgress } from '../terminal.js';

/** Follows a probe on stderr: one line that changes on a terminal, a line a retry elsewhere. */
export class Progress {
  readonly #total: number;
  readonly #waiting = new Map<string, string>();
  #done = 0;

  constructor(total: number) {
    this.#total = total;
  }

  readonly report = (event: LoadProgress): void => {
    const id = safeText(event.serverId);
    if (event.kind === 'attempt') this.#waiting.set(id, event.attempt === 1 ? id : `${id} (attempt ${event.attempt})`);
    if (event.kind === 'done') {
      this.#waiting.delete(id);
      this.#done++;
    }
    if (process.stderr.isTTY) this.#redraw();
    else if (event.kind === 'retry') {
      say(`${id}: attempt ${event.attempt} failed (${event.reason}), next in ${(event.delayMs / 1000).toFixed(1)} s\n`);
    }
  };

  #redraw(): void {
    showProgress(`probing ${this.#done}/${this.#total}: ${[...this.#waiting.values()].join(', ')}`);
  }

  /** Takes the line away. */
  end(): void {
    clearProgress();
  }
}
