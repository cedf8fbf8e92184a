/** What became of calls: each is answered rightly, fails with a name, or breaks a promise. */

/** What a call was answered, by whatever client. */
export interface Answered {
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly error?: { readonly code?: number; readonly message?: string; readonly data?: unknown };
  /** The connection broke or was refused: nobody answered. */
  readonly lost?: string;
  /** Nothing came until the client's own deadline, which is far beyond the gateway's. */
  readonly hung?: true;
}

export type Outcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'named'; readonly mode: string }
  | { readonly kind: 'unnamed' | 'wrong' | 'lost' | 'hung'; readonly detail: string };

const categories: ReadonlySet<unknown> = new Set([
  'contract_violation',
  'upstream_failure',
  'transport_failure',
  'configuration_error',
  'internal_failure',
]);

/** The name of a failure: its mode, where mode and category are given. A bug of the gateway is no name. */
function modeOf(data: unknown): string | undefined {
  const { failure_mode: mode, failure_category: category } = (data ?? {}) as Record<string, unknown>;
  const isNamed = typeof mode === 'string' && mode !== '' && categories.has(category) && category !== 'internal_failure';
  return isNamed ? mode : undefined;
}

const shown = (value: unknown) => JSON.stringify(value).slice(0, 400);

/** Judges the answer to a call whose right answer is `expected`. */
export function judge({ result, error, lost, hung }: Answered, expected: string): Outcome {
  if (hung) return { kind: 'hung', detail: 'no answer within the deadline' };
  if (lost !== undefined) return { kind: 'lost', detail: lost };
  if (error) {
    const mode = modeOf(error.data);
    return mode === undefined ? { kind: 'unnamed', detail: shown(error) } : { kind: 'named', mode };
  }
  const text = result?.content?.map(part => part.text ?? '').join('');
  if (result?.isError) {
    const mode =
      modeOf(result._meta?.['mcpgw/failure']) ??
      /^TOOL_BLOCKED\b[\s\S]*?\b(disabled_\w+|pending_approval|server_\w+)/.exec(text ?? '')?.[1];
    return mode === undefined ? { kind: 'unnamed', detail: shown(result) } : { kind: 'named', mode };
  }
  if (text === expected) return { kind: 'ok' };
  const detail = `expected ${expected.length} characters ${shown(expected.slice(0, 60))}, got ${text?.length} ${shown((text ?? '').slice(0, 60))}`;
  return { kind: 'wrong', detail };
}

const kept = 5;

export class Tally {
  ok = 0;
  readonly named = new Map<string, number>();
  readonly counts = { unnamed: 0, wrong: 0, lost: 0, hung: 0 };
  /** The first of each kind. */
  readonly samples: string[] = [];
  readonly #milliseconds: number[] = [];

  add(outcome: Outcome, milliseconds: number): void {
    this.#milliseconds.push(milliseconds);
    if (outcome.kind === 'ok') this.ok++;
    else if (outcome.kind === 'named') this.named.set(outcome.mode, (this.named.get(outcome.mode) ?? 0) + 1);
    else if (++this.counts[outcome.kind] <= kept) this.samples.push(`${outcome.kind}: ${outcome.detail}`);
  }

  get calls(): number {
    return this.#milliseconds.length;
  }

  get failures(): number {
    return [...this.named.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Milliseconds below which the given share of the calls were answered. */
  at(share: number): number {
    const sorted = [...this.#milliseconds].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /** `timeout 3, unavailable 12` */
  get modes(): string {
    return [...this.named]
      .sort()
      .map(([mode, count]) => `${mode} ${count}`)
      .join(', ');
  }
}
