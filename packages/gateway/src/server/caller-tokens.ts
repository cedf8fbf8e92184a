/** The tokens that callers showed last, for servers whose tokens are exchanged for them. They are kept in memory until they expire, and never stored. */
import type { IncomingMessage } from 'node:http';
import { bearerToken, type Caller } from '@mcpgw/access';
import { isPerCaller } from '@mcpgw/mcp-config';
import type { ConfigSnapshot, Live } from './live-config.js';

/** Callers whose tokens are kept at most; of more, those that came first are forgotten. */
const maxCallers = 10_000;

interface KeptToken {
  readonly token: string;
  /** In seconds since 1970. */
  readonly expiresAt: number;
}

export class CallerTokens {
  readonly #config: Live<Pick<ConfigSnapshot, 'settings'>>;
  readonly #kept = new Map<string, KeptToken>();

  constructor(config: Live<Pick<ConfigSnapshot, 'settings'>>) {
    this.#config = config;
  }

  /** Whether a server of the configuration gets tokens that are exchanged for those of callers. */
  get #isWanted(): boolean {
    return this.#config.current.settings.servers.some(
      ({ connection }) => isPerCaller(connection) && connection.login?.mode === 'token_exchange',
    );
  }

  /** Keeps the token of a request in place of the caller's one before, where a server wants it. */
  note({ kind, id, expiresAt }: Caller, { headers }: IncomingMessage): void {
    if (kind !== 'token' || expiresAt === undefined || !this.#isWanted) return;
    const token = bearerToken(headers.authorization);
    if (token === undefined) return;
    this.#kept.delete(id);
    if (this.#kept.size >= maxCallers) this.#makeRoom();
    this.#kept.set(id, { token, expiresAt });
  }

  /** The token of a caller; undefined for one that has shown none, or whose token has expired. */
  of(caller: string): string | undefined {
    const kept = this.#kept.get(caller);
    if (kept === undefined || Date.now() < kept.expiresAt * 1000) return kept?.token;
    this.#kept.delete(caller);
    return undefined;
  }

  #makeRoom(): void {
    const now = Date.now();
    for (const [id, { expiresAt }] of this.#kept) if (expiresAt * 1000 <= now) this.#kept.delete(id);
    for (const id of this.#kept.keys()) {
      if (this.#kept.size < maxCallers) return;
      this.#kept.delete(id);
    }
  }
}
