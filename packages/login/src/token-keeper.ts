/**
 * The token of a login, refreshed when it ends. A refresh token is redeemed once among all replicas: whoever holds the lease redeems it,
 * the others wait and read what was stored. A record is written only over the generation that was read under the lease, so a holder that
 * was paused for longer than its lease changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { Deadline, sleep } from '@mcpgw/loader/internal';
import type { ServerLogin } from '@mcpgw/mcp-config';
import type { StateKey } from '@mcpgw/store';
import type * as oauth from 'oauth4webapi';
import { configuredClient, registeredClient, type UsableClient } from './client.js';
import { discoverIssuer, resourceOf } from './discovery.js';
import { refresh, type TokenRecord } from './grants.js';
import { LoginError } from './login-error.js';
import type { Vault } from './vault.js';

/** Whose login to which server; `url` is the address of the server. */
export interface LoginSubject {
  readonly server: string;
  readonly url: string;
  /** The identity of the caller; empty for the login that all share. */
  readonly subject: string;
  readonly login: ServerLogin;
}

export interface TokenKeeperDeps {
  readonly vault: Vault;
  /** A fetch on behalf of the server at `url`. */
  readonly fetchFor: (url: string, login: ServerLogin) => Promise<typeof fetch>;
  /** Milliseconds; tests use shorter ones. */
  readonly times?: Partial<typeof defaultTimes>;
}

/** `lease`: how long a refresh is one replica's. `start`: a holder that has not begun after so long gives up. `wait`: how long others wait. */
const defaultTimes = { lease: 30_000, start: 8_000, wait: 40_000, look: 200 };

/** A token is refreshed so many milliseconds before its end, but at most in the last tenth of its life. */
const earlyMs = 30_000;

export const tokenKey = (server: string, subject: string): StateKey => ['tokens', server, subject];
const leaseKey = (server: string, subject: string): StateKey => ['leases', server, subject];

function isExpiring({ expiresAt, obtainedAt }: TokenRecord, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt - Math.min(earlyMs, (expiresAt - obtainedAt) / 10);
}

/** How long a token is so new that a refusal has another reason than its age: another new one would be refused too. In milliseconds. */
const freshMs = ({ expiresAt = Number.POSITIVE_INFINITY, obtainedAt }: TokenRecord): number =>
  Math.min(earlyMs, (expiresAt - obtainedAt) / 4);

const isOver = ({ expiresAt }: TokenRecord, now: number): boolean => expiresAt !== undefined && now >= expiresAt;

/** Whether a stored login is one to this server with this client: a token never goes to another address or comes from another client. */
function fits(record: TokenRecord, { url, login }: LoginSubject): boolean {
  const sameIssuer = login.issuer === undefined || record.issuer === login.issuer || record.issuer === `${login.issuer}/`;
  const sameClient =
    record.registered !== undefined ? (login.clientId ?? '') === '' : (login.clientId ?? record.clientId) === record.clientId;
  const sameResource = login.resource === undefined || record.resource === login.resource;
  return record.url === resourceOf(url) && sameIssuer && sameClient && sameResource;
}

const keyText = ({ server, subject }: LoginSubject): string => JSON.stringify([server, subject]);

export class TokenKeeper {
  readonly #deps: TokenKeeperDeps;
  readonly #times: typeof defaultTimes;
  readonly #known = new Map<string, TokenRecord | undefined>();
  /** Refreshes of this process, so that its callers share one. */
  readonly #refreshing = new Map<string, Promise<TokenRecord>>();
  readonly #unwatch: () => void;
  readonly #listeners = new Set<(server: string | undefined, subject: string | undefined) => void>();
  /** Counts changes, so that what was read before one is not kept after it. */
  #changes = 0;

  constructor(deps: TokenKeeperDeps) {
    this.#deps = deps;
    this.#times = { ...defaultTimes, ...deps.times };
    this.#unwatch = deps.vault.watch(['tokens'], key => this.#changed(key));
  }

  /** Calls `listener` when a login may have changed, here or at another replica; without a name where that is not known. */
  onChange(listener: (server: string | undefined, subject: string | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#unwatch();
    this.#listeners.clear();
  }

  /** Forgets what is known of a login that this process changed: a watch of the store tells it later. */
  changed(server: string, subject: string): void {
    this.#changed(tokenKey(server, subject));
  }

  #changed(key: StateKey | undefined): void {
    this.#changes++;
    const [, server, subject] = key ?? [];
    if (server === undefined || subject === undefined) this.#known.clear();
    else this.#known.delete(JSON.stringify([server, subject]));
    for (const listener of this.#listeners) listener(server, subject);
  }

  async #read(who: LoginSubject): Promise<TokenRecord | undefined> {
    const before = this.#changes;
    const record = await this.#deps.vault.read<TokenRecord>(tokenKey(who.server, who.subject));
    if (before === this.#changes) this.#known.set(keyText(who), record);
    return record;
  }

  /** The login that can be used; undefined where there is none. @throws LoginError, StoreError */
  async current(who: LoginSubject): Promise<TokenRecord | undefined> {
    const key = keyText(who);
    const record = this.#known.has(key) ? this.#known.get(key) : await this.#read(who);
    return record !== undefined && fits(record, who) ? record : undefined;
  }

  /** The access token, refreshed where it is about to end; undefined where nobody is logged in. @throws LoginError, StoreError */
  async token(who: LoginSubject): Promise<string | undefined> {
    const record = await this.current(who);
    if (record === undefined) return undefined;
    if (record.ended !== undefined) throw new LoginError('ended', record.ended);
    const now = Date.now();
    if (!isExpiring(record, now)) return record.accessToken;
    if (record.refreshToken === undefined) {
      if (!isOver(record, now)) return record.accessToken;
      throw new LoginError('ended', 'the login has expired, and cannot be refreshed');
    }
    try {
      return (await this.refreshed(who, record.generation)).accessToken;
    } catch (error) {
      const mayGoOn = error instanceof LoginError && error.problem === 'unreachable' && !isOver(record, Date.now());
      if (mayGoOn) return record.accessToken;
      throw error;
    }
  }

  /**
   * A token for a server that refused `sent`: a newer one that another replica stored, else a refreshed one; undefined where a new token
   * was refused too, or none can be had without a person.
   *
   * @throws LoginError, StoreError
   */
  async afterRefusal(who: LoginSubject, sent: string): Promise<string | undefined> {
    const record = await this.#read(who);
    if (record === undefined || !fits(record, who)) return undefined;
    if (record.ended !== undefined) throw new LoginError('ended', record.ended);
    if (record.accessToken !== sent) return record.accessToken;
    if (record.generation > 1 && Date.now() - record.obtainedAt < freshMs(record)) return undefined;
    if (record.refreshToken === undefined)
      throw new LoginError('ended', 'the server refuses the token of the login, which cannot be refreshed');
    return (await this.refreshed(who, record.generation)).accessToken;
  }

  /** The record after `generation`: refreshed here, or by another replica meanwhile. @throws LoginError, StoreError */
  refreshed(who: LoginSubject, generation: number): Promise<TokenRecord> {
    const key = JSON.stringify([keyText(who), generation]);
    const running = this.#refreshing.get(key) ?? this.#refresh(who, generation).finally(() => this.#refreshing.delete(key));
    this.#refreshing.set(key, running);
    return running;
  }

  async #refresh(who: LoginSubject, generation: number): Promise<TokenRecord> {
    const holder = randomUUID();
    const deadline = new Deadline(this.#times.wait);
    const lease = leaseKey(who.server, who.subject);
    try {
      for (;;) {
        const asked = performance.now();
        if (await this.#deps.vault.lease(lease, holder, this.#times.lease)) {
          try {
            return await this.#redeem(who, generation, asked);
          } finally {
            await this.#deps.vault.release(lease, holder).catch(() => {});
          }
        }
        const record = await this.#newer(who, generation);
        if (record !== undefined) return record;
        await sleep(this.#times.look * (0.5 + Math.random()), deadline.signal).catch(error => {
          throw new LoginError('unreachable', 'another replica is refreshing the login, and has not ended', error);
        });
      }
    } finally {
      deadline.clear();
    }
  }

  /** What was stored after `generation`, if anything. @throws LoginError where the login is over */
  async #newer(who: LoginSubject, generation: number): Promise<TokenRecord | undefined> {
    const record = await this.#read(who);
    if (record === undefined || !fits(record, who)) throw new LoginError('needed', 'nobody is logged in any more');
    if (record.ended !== undefined) throw new LoginError('ended', record.ended);
    return record.generation === generation ? undefined : record;
  }

  /** Redeems the refresh token. Only the holder of the lease calls this, and only while the lease surely holds. */
  async #redeem(who: LoginSubject, generation: number, askedAt: number): Promise<TokenRecord> {
    const newer = await this.#newer(who, generation);
    if (newer !== undefined) return newer;
    const record = (await this.#read(who))!;
    const { refreshToken } = record;
    if (refreshToken === undefined) throw new LoginError('ended', 'the login cannot be refreshed');
    const fetch = await this.#deps.fetchFor(who.url, who.login);
    const as = await discoverIssuer(record.issuer, { fetch });
    const usable = await clientOf(as, record, who.login);
    if (performance.now() - askedAt > this.#times.start)
      throw new LoginError('unreachable', `${record.issuer} took too long; the login is refreshed at the next request`);
    try {
      const tokens = await refresh(as, usable, { refreshToken, resource: record.resource, scopes: record.scopes }, fetch);
      return await this.#store(who, generation, old => ({ ...without(old), ...tokens }));
    } catch (error) {
      if (error instanceof LoginError && error.problem === 'ended')
        await this.#store(who, generation, old => ({ ...old, accessToken: '', refreshToken: '', ended: error.message }));
      throw error;
    }
  }

  /** Stores what `change` makes of `generation`; a later one is left as it is. */
  async #store(who: LoginSubject, generation: number, change: (old: TokenRecord) => TokenRecord): Promise<TokenRecord> {
    const stored = await this.#deps.vault.change<TokenRecord>(tokenKey(who.server, who.subject), old =>
      old === undefined || old.generation !== generation ? old : { ...change(old), generation: generation + 1 },
    );
    this.changed(who.server, who.subject);
    if (stored === undefined) throw new LoginError('needed', 'somebody logged out meanwhile');
    return stored;
  }
}

/** The parts of a record that a refresh does not replace. */
function without({ accessToken: _a, refreshToken: _r, expiresAt: _e, obtainedAt: _o, scopes: _s, ...rest }: TokenRecord) {
  return rest;
}

/** The client that a login was made with: a refresh token belongs to it alone. @throws LoginError (no-client) */
export async function clientOf(as: oauth.AuthorizationServer, record: TokenRecord, login: ServerLogin): Promise<UsableClient> {
  if (record.registered !== undefined) return registeredClient(as, record.registered);
  const own = await configuredClient(as, { ...login, clientId: record.clientId });
  if (own === undefined) throw new LoginError('no-client', 'the login was made with a client that is not configured any more');
  return own;
}
