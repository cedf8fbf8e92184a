/**
 * Links with which the client of a call is asked to log in. A link is used once, by the first browser that opens it. Where callers have to
 * show who they are, a browser cannot: its login is held until the caller enters, in its own session, the code that the browser shows. So a
 * link that was passed on to another person does not give the caller that person's login.
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { StoreError } from '@mcpgw/store';
import type { TokenRecord } from './grants.js';
import { tokenKey } from './token-keeper.js';
import { digestOf, type Vault } from './vault.js';

/** Milliseconds that a link, and then a login that waits for its code, can be used. */
export const linkTimeoutMs = 600_000;

/** What a link begins. */
export interface LoginLink {
  readonly server: string;
  /** Whose login it becomes. */
  readonly subject: string;
  /** Names the login that waits for a code; absent where none is asked for. */
  readonly heldAs?: string;
  /** The caller in words, for the page that shows the code. */
  readonly caller: string;
}

interface HeldLogin {
  readonly record: Omit<TokenRecord, 'generation'>;
  readonly code: string;
  readonly triesLeft: number;
}

/** What became of a code. `early`: nobody has logged in yet. `over`: too many wrong codes, or too late. */
export type CodeOutcome = 'confirmed' | 'wrong' | 'early' | 'over';

const maxTries = 5;
const linkKey = (ticket: string) => ['links', digestOf(ticket)];
const heldKey = (id: string) => ['held', digestOf(id)];

const sameCode = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A secret of 256 bits, in characters that a URL can carry. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export class LoginLinks {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Makes a link; gives the secret part of its address. @throws LoginError, StoreError */
  async issue(link: LoginLink): Promise<string> {
    const ticket = newSecret();
    await this.#vault.change<LoginLink>(linkKey(ticket), () => link, { keepMs: linkTimeoutMs });
    if (link.heldAs !== undefined)
      await this.#vault.change<HeldLogin | 'none'>(heldKey(link.heldAs), () => 'none', { keepMs: 2 * linkTimeoutMs });
    return ticket;
  }

  /** Uses a link up; undefined where there is none, or another request was faster. @throws LoginError, StoreError */
  async take(ticket: string): Promise<LoginLink | undefined> {
    let taken: LoginLink | undefined;
    await this.#vault.change<LoginLink>(linkKey(ticket), old => {
      taken = old;
      return undefined;
    });
    return taken;
  }

  /** Keeps a finished login until its code is entered; gives the code, or undefined where nobody waits for it any more. @throws LoginError, StoreError */
  async hold(id: string, record: Omit<TokenRecord, 'generation'>): Promise<string | undefined> {
    const code = String(randomInt(1_000_000_000)).padStart(9, '0');
    let isHeld = false;
    await this.#vault.change<HeldLogin | 'none'>(
      heldKey(id),
      old => {
        isHeld = old === 'none';
        return isHeld ? { record, code, triesLeft: maxTries } : old;
      },
      { keepMs: linkTimeoutMs },
    );
    return isHeld ? code : undefined;
  }

  /** Stores the login whose code it is. @throws LoginError, StoreError */
  async confirm(id: string, code: string): Promise<{ readonly outcome: CodeOutcome; readonly record?: TokenRecord }> {
    const given = code.replace(/\D/g, '');
    let outcome: CodeOutcome = 'over';
    let found: HeldLogin | undefined;
    await this.#vault.change<HeldLogin | 'none'>(
      heldKey(id),
      old => {
        found = undefined;
        outcome = old === undefined ? 'over' : 'early';
        if (old === undefined || old === 'none') return old;
        const isRight = sameCode(given, old.code);
        if (isRight) found = old;
        outcome = isRight ? 'confirmed' : old.triesLeft > 1 ? 'wrong' : 'over';
        return outcome === 'wrong' ? { ...old, triesLeft: old.triesLeft - 1 } : undefined;
      },
      { keepMs: linkTimeoutMs },
    );
    return found === undefined ? { outcome } : { outcome, record: await this.store((found as HeldLogin).record) };
  }

  /** Forgets a link, and the login that waits for its code. Where the store does not answer, both end by themselves. @throws LoginError */
  async end(ticket: string, heldAs: string | undefined): Promise<void> {
    try {
      await this.#vault.remove(linkKey(ticket));
      if (heldAs !== undefined) await this.#vault.remove(heldKey(heldAs));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** Stores a login in place of the one before. @throws LoginError, StoreError */
  async store(record: Omit<TokenRecord, 'generation'>): Promise<TokenRecord> {
    const { server, subject } = record;
    const stored = await this.#vault.change<TokenRecord>(tokenKey(server, subject), old => ({
      ...record,
      generation: (old?.generation ?? 0) + 1,
    }));
    return stored!;
  }
}
