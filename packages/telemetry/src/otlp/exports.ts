/** How exports go: what is lost, whether the last one failed, and the one word about it in the log. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ExportStatus, Signal } from '../telemetry.js';

/** A change in how exports go. */
export type ExportFault =
  | { readonly kind: 'failing'; readonly signal: Signal; readonly reason: string }
  | { readonly kind: 'again'; readonly signal: Signal; readonly lost: number }
  /** Something of the SDK's own, such as a variable that it cannot read. */
  | { readonly kind: 'note'; readonly text: string };

const maxReason = 200;

/** A text without the user and password of an address in it. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/\s@]*@/g, '//').slice(0, maxReason);
}

function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'unknown';
  const { code } = error as { readonly code?: unknown };
  const text = error.message === '' ? error.name : error.message;
  const known = typeof code === 'number' ? `HTTP ${code} ${text}` : text;
  // Node names several addresses that were tried in an error without a message.
  return withoutCredentials(typeof code === 'string' && !known.includes(code) ? `${code} ${known}` : known);
}

/** Counts what one signal exports and loses. */
export class ExportCounter {
  readonly signal: Signal;
  readonly #maxWaiting: number;
  readonly #tell: (fault: ExportFault) => void;
  #waiting = 0;
  #lost = 0;
  #failing: string | undefined;

  /** `maxWaiting`: spans or log records that wait for their export; further ones are lost. */
  constructor(signal: Signal, maxWaiting: number, tell: (fault: ExportFault) => void) {
    this.signal = signal;
    this.#maxWaiting = maxWaiting;
    this.#tell = tell;
  }

  get status(): ExportStatus {
    const reason = this.#failing;
    return {
      signal: this.signal,
      state: reason === undefined ? 'ok' : 'failing',
      lost: this.#lost,
      ...(reason !== undefined && { reason }),
    };
  }

  /** Whether one more may wait. */
  admit(): boolean {
    if (this.#waiting >= this.#maxWaiting) {
      this.#lost++;
      return false;
    }
    this.#waiting++;
    return true;
  }

  /** Wraps the function that hears how an export of `count` things ended. */
  following(count: number, done: (result: ExportResult) => void): (result: ExportResult) => void {
    this.#waiting = Math.max(0, this.#waiting - count);
    return result => {
      this.#ended(count, result);
      done(result);
    };
  }

  #ended(count: number, { code, error }: ExportResult): void {
    const before = this.#failing;
    if (code === ExportResultCode.SUCCESS) {
      this.#failing = undefined;
      if (before !== undefined) this.#tell({ kind: 'again', signal: this.signal, lost: this.#lost });
      return;
    }
    this.#lost += count;
    this.#failing = reasonOf(error);
    if (before === undefined) this.#tell({ kind: 'failing', signal: this.signal, reason: this.#failing });
  }
}
