/** What needs a person: an item, and the order of a list of them. */

/** `error`: something does not work. `warning`: it will not for long, or not completely. `info`: somebody may want to decide. */
export type AttentionSeverity = 'error' | 'warning' | 'info';

/** What an item is about. The name is that of a server for `server`, `tool`, `login` and `approval`. */
export interface AttentionSubject {
  readonly kind: 'server' | 'tool' | 'store' | 'config' | 'login' | 'approval' | 'clock';
  readonly name: string;
}

/** One thing that needs a person. All texts are safe to show, and hold no secrets. */
export interface AttentionItem {
  /** The same for the same problem of the same subject, for as long as it lasts. */
  readonly id: string;
  readonly severity: AttentionSeverity;
  readonly subject: AttentionSubject;
  /** When it began, in ISO 8601; absent where that is not known. */
  readonly since?: string;
  /** What is the matter, in one line. */
  readonly what: string;
  /** Another text where the matter is another one in the same words: a tool that changed once more. */
  readonly version?: string;
  /** What to do about it, in one line. */
  readonly fix: string;
  /** The action of the gateway that helps; absent where there is none. */
  readonly action?: 'login' | 'review' | 'restart' | 'enable';
}

const ranks: Readonly<Record<AttentionSeverity, number>> = { error: 0, warning: 1, info: 2 };

/** Errors first, then warnings; within one severity by id. The order of equal states is equal. */
export function inOrder(items: readonly AttentionItem[]): readonly AttentionItem[] {
  return [...items].sort((a, b) => ranks[a.severity] - ranks[b.severity] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
