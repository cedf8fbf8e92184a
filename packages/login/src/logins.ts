/** Logins to MCP servers: begun, finished, used and ended here. One object serves a gateway, or a command. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isPlainObject } from '@mcpgw/loader/internal';
import { type HttpConnection, loginParameters, type ServerLogin } from '@mcpgw/mcp-config';
import type { StateStore } from '@mcpgw/store';
import * as oauth from 'oauth4webapi';
import { isLoopbackHost, nearestReach } from './addresses.js';
import { clientFor, forgetClient, type RegisteredClient, registeredClient } from './client.js';
import { discover, discoverIssuer, type LoginChallenge, resourceOf } from './discovery.js';
import { type GrantedTokens, machineTokens, redeemCode, revoke, type TokenRecord } from './grants.js';
import type { KeySource } from './key-file.js';
import { LoginError } from './login-error.js';
import { type CodeOutcome, type LoginLink, LoginLinks } from './login-links.js';
import { checkAddress, reachOfUrl, type SafeFetchOptions, safeFetch } from './safe-fetch.js';
import { clientOf, type LoginSubject, TokenKeeper, type TokenKeeperDeps, tokenKey } from './token-keeper.js';
import { digestOf, Vault } from './vault.js';

export interface LoginsOptions extends SafeFetchOptions {
  readonly store: StateStore;
  readonly keys: KeySource;
  /** The https address of the metadata document that this gateway serves (client ID metadata documents). */
  readonly ownMetadataUrl?: string | undefined;
  readonly times?: TokenKeeperDeps['times'];
}

/** A server that can be logged in to. */
export interface LoginTarget {
  readonly server: string;
  readonly connection: HttpConnection;
}

/** How a login begins. */
export interface BeginLogin extends LoginTarget {
  /** Whose login it becomes; empty for the one that all share. */
  readonly subject: string;
  /** Where the authorization server sends the browser. */
  readonly redirectUri: string;
  /** A secret that only the browser that began the login has; the answer must come with it. Absent where the answer reaches this process alone. */
  readonly binding?: string | undefined;
  /** The link that began it, where the client of a call was asked to log in. */
  readonly link?: Pick<LoginLink, 'heldAs' | 'caller'>;
}

/** A login that was finished in the browser. */
export interface FinishedLogin {
  readonly info: LoginInfo;
  /** The login is used once its caller has entered this code. */
  readonly code?: string;
  /** The caller in words, where a link began the login. */
  readonly caller?: string;
}

/** A login that has begun: where the browser goes, and the `state` of the answer. */
export interface BegunLogin {
  readonly url: string;
  readonly state: string;
}

/** A login without its secrets. Times are in milliseconds since 1970. */
export interface LoginInfo {
  readonly server: string;
  readonly subject: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly obtainedAt: number;
  /** End of the access token; absent where the server says nothing. */
  readonly expiresAt?: number;
  /** Whether it is refreshed without a person. */
  readonly isRefreshed: boolean;
  /** Why it is over. */
  readonly ended?: string;
}

interface PendingLogin {
  readonly server: string;
  readonly subject: string;
  readonly url: string;
  readonly issuer: string;
  readonly resource: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly clientId: string;
  readonly registered?: RegisteredClient;
  readonly scopes?: readonly string[];
  /** A digest of the secret of the browser. */
  readonly binding?: string;
  readonly link?: Pick<LoginLink, 'heldAs' | 'caller'>;
}

/** Milliseconds that a person has to log in. */
export const loginTimeoutMs = 600_000;

const pendingKey = (state: string) => ['pending', digestOf(state)];

const defaultLogin: ServerLogin = { mode: 'shared' };

/** The settings of a server's login, with the defaults of one that has none. */
export const loginOf = ({ login = defaultLogin }: HttpConnection): ServerLogin => login;

function sameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map(text => createHash('sha256').update(text).digest());
  return timingSafeEqual(first!, second!);
}

function checkRedirect(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFine =
    url !== undefined && url.hash === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)));
  if (!isFine)
    throw new LoginError('configuration', 'the redirect address of a login must be https, or http on this machine, without a fragment');
}

/** RFC 7636 with S256 is required: without it a stolen code is enough. */
function checkPkce({ issuer, code_challenge_methods_supported: methods }: oauth.AuthorizationServer): void {
  if (methods?.includes('S256') !== true) throw new LoginError('no-pkce', `${issuer} does not offer PKCE with S256, which logins need`);
}

export class Logins {
  readonly #options: LoginsOptions;
  readonly #vault: Vault;
  readonly #keeper: TokenKeeper;
  readonly #links: LoginLinks;
  /** What servers said with their last refusal, by name: where their metadata are, and which scopes they want. */
  readonly #challenges = new Map<string, LoginChallenge>();
  /** GrantedTokens of machines: they are asked for anew by each process, and never stored. */
  readonly #machines = new Map<string, GrantedTokens>();
  readonly #asking = new Map<string, Promise<GrantedTokens>>();

  constructor(options: LoginsOptions) {
    this.#options = options;
    this.#vault = new Vault(options.store, options.keys);
    this.#links = new LoginLinks(this.#vault);
    const { times } = options;
    this.#keeper = new TokenKeeper({ vault: this.#vault, fetchFor: (url, login) => this.#fetchFor(url, login), ...(times && { times }) });
  }

  /** The keeper of stored tokens. */
  get tokens(): TokenKeeper {
    return this.#keeper;
  }

  /** The links with which clients are asked to log in. */
  get links(): Pick<LoginLinks, 'issue' | 'take' | 'end'> {
    return this.#links;
  }

  /** Uses a login that was held for its code, where this is the code. @throws LoginError, StoreError */
  async confirm(id: string, code: string): Promise<CodeOutcome> {
    const { outcome, record } = await this.#links.confirm(id, code);
    if (record) this.#keeper.changed(record.server, record.subject);
    return outcome;
  }

  close(): void {
    this.#keeper.close();
  }

  /** Notes what a server said with a refusal; a later login uses it. */
  noteChallenge(server: string, challenge: LoginChallenge): void {
    this.#challenges.set(server, challenge);
  }

  /** A fetch that reaches no nearer than the server, or the issuer that the operator configured. */
  async #fetchFor(url: string, { issuer }: ServerLogin): Promise<typeof fetch> {
    const trusted = [url, ...(issuer !== undefined && URL.canParse(issuer) ? [issuer] : [])];
    const reaches = await Promise.all(trusted.map(each => reachOfUrl(new URL(each), this.#options)));
    return safeFetch(nearestReach(reaches), this.#options);
  }

  async #discover({ server, connection }: LoginTarget) {
    const login = loginOf(connection);
    const fetch = await this.#fetchFor(connection.url, login);
    const challenge = this.#challenges.get(server);
    const found = await discover(connection.url, { fetch, challenge, issuer: login.issuer, resource: login.resource });
    return { login, fetch, found };
  }

  /**
   * Begins a login: finds the authorization server, a client there, and gives the address for the browser.
   *
   * @throws LoginError (discovery, no-pkce, no-client, wrong-resource, mix-up, forbidden-address, unreachable, no-key, configuration), StoreError
   */
  async begin(given: BeginLogin): Promise<BegunLogin> {
    const { server, subject, connection, redirectUri, binding, link } = given;
    checkRedirect(redirectUri);
    const { login, fetch, found } = await this.#discover(given);
    const { as, resource } = found;
    if (login.mode === 'client_credentials' || login.mode === 'token_exchange')
      throw new LoginError('configuration', `nobody logs in to "${server}": its tokens come by ${login.mode}`);
    checkPkce(as);
    if (as.authorization_endpoint === undefined) throw new LoginError('discovery', `${as.issuer} has no authorization_endpoint`);
    const scopes = login.scopes?.length ? login.scopes : found.scopes;
    const { vault, ownMetadataUrl } = { vault: this.#vault, ...this.#options };
    const { client, registered } = await clientFor(as, { login, redirectUri, scopes: scopes ?? [], vault, fetch, ownMetadataUrl });
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    const pending: PendingLogin = {
      server,
      subject,
      url: resourceOf(connection.url),
      issuer: as.issuer,
      resource,
      redirectUri,
      verifier,
      clientId: client.client_id,
      ...(registered && { registered }),
      ...(scopes && { scopes }),
      ...(binding !== undefined && { binding: digestOf(binding) }),
      ...(link && { link }),
    };
    await this.#vault.change<PendingLogin>(pendingKey(state), () => pending, { keepMs: loginTimeoutMs });
    const url = checkAddress(as.authorization_endpoint, 'the authorization_endpoint');
    const parameters = {
      ...Object.fromEntries(Object.entries(login.extraParams ?? {}).filter(([name]) => !loginParameters.has(name))),
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource,
      ...(scopes?.length && { scope: scopes.join(' ') }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, state };
  }

  /**
   * Finishes a login with the answer that the browser brought. A state is used once, by the browser that began the login, for the server
   * and the identity that it began with. `targets` gives the server as it is configured now.
   *
   * @throws LoginError (unknown-state, other-browser, mix-up, refused, unreachable), StoreError
   */
  async finish(
    answer: URLSearchParams,
    { binding, target }: { readonly binding?: string | undefined; readonly target: (server: string) => LoginTarget | undefined },
  ): Promise<FinishedLogin> {
    const states = answer.getAll('state');
    const [state = ''] = states;
    if (states.length !== 1 || state === '' || state.length > 512) throw unknownState();
    const pending = await this.#vault.read<PendingLogin>(pendingKey(state));
    if (pending === undefined || !isPlainObject(pending)) throw unknownState();
    if (pending.binding !== undefined && (binding === undefined || !sameText(digestOf(binding), pending.binding)))
      throw new LoginError('other-browser', 'this login was started in another browser: start it again in this one');
    await this.#take(state);
    const connection = target(pending.server)?.connection;
    if (connection === undefined || resourceOf(connection.url) !== pending.url) throw unknownState();
    return this.#redeem(pending, { answer, state, connection });
  }

  async #redeem(
    pending: PendingLogin,
    { answer, state, connection }: { readonly answer: URLSearchParams; readonly state: string; readonly connection: HttpConnection },
  ): Promise<FinishedLogin> {
    const { server, subject, url, issuer, resource, redirectUri, verifier, clientId, registered, scopes, link } = pending;
    const login = loginOf(connection);
    const fetch = await this.#fetchFor(connection.url, login);
    const as = await discoverIssuer(issuer, { fetch });
    const own = { server, subject, url, resource, issuer, clientId, ...(registered && { registered }) };
    const usable = registered ? registeredClient(as, registered) : await clientOf(as, own as TokenRecord, login);
    try {
      const tokens = await redeemCode({ as, usable, answer, state, redirectUri, verifier, resource, scopes }, fetch);
      const caller = link && { caller: link.caller };
      if (link?.heldAs !== undefined) {
        const code = await this.#links.hold(link.heldAs, { ...own, ...tokens });
        if (code === undefined) throw unknownState();
        return { info: infoOf({ ...own, ...tokens }), code, ...caller };
      }
      const record = await this.#links.store({ ...own, ...tokens });
      this.#keeper.changed(server, subject);
      return { info: infoOf(record), ...caller };
    } catch (error) {
      // A client that the server no longer knows is registered again by the next login.
      if (registered && error instanceof LoginError && /invalid_client|unauthorized_client/.test(error.message))
        await forgetClient(this.#vault, issuer, redirectUri);
      throw error;
    }
  }

  /** Uses a state up. @throws LoginError (unknown-state) where another request was faster */
  async #take(state: string): Promise<void> {
    let taken = false;
    await this.#vault.change<PendingLogin>(pendingKey(state), old => {
      taken = old !== undefined;
      return undefined;
    });
    if (!taken) throw unknownState();
  }

  /**
   * A token of the gateway itself, by client credentials or an exchange; the requests of one process share it. One that the server
   * `refused` is not given again.
   *
   * @throws LoginError
   */
  async machineToken(target: LoginTarget, options: { readonly subjectToken?: string; readonly refused?: string } = {}): Promise<string> {
    const { subjectToken, refused } = options;
    const { url, login } = target.connection;
    const key = JSON.stringify([target.server, url, login, subjectToken === undefined ? '' : digestOf(subjectToken)]);
    const known = this.#machines.get(key);
    if (known !== undefined && known.accessToken !== refused && Date.now() < (known.expiresAt ?? Number.POSITIVE_INFINITY) - earlyMs(known))
      return known.accessToken;
    // A token that was refused at once is wrong in itself: another one would be refused too.
    if (known !== undefined && known.accessToken === refused && Date.now() - known.obtainedAt < freshMs) return refused;
    const asking = this.#asking.get(key) ?? this.#askMachine(target, subjectToken).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    const tokens = await asking;
    this.#machines.delete(key);
    if (this.#machines.size >= maxMachines) this.#machines.delete(this.#machines.keys().next().value!);
    this.#machines.set(key, tokens);
    return tokens.accessToken;
  }

  async #askMachine(target: LoginTarget, subjectToken: string | undefined): Promise<GrantedTokens> {
    const { login, fetch, found } = await this.#discover(target);
    return machineTokens(login, found, { fetch, subjectToken });
  }

  /** The stored logins, of one server or of all; one that cannot be read is an error. @throws LoginError (wrong-key, damaged), StoreError */
  async list(server?: string): Promise<readonly LoginInfo[]> {
    const keys = await this.#vault.list(server === undefined ? ['tokens'] : ['tokens', server]);
    const records = await Promise.all(keys.map(key => this.#vault.read<TokenRecord>(key)));
    return records.filter(record => record !== undefined).map(infoOf);
  }

  /**
   * Ends a login: the record is removed, then the authorization server is told (RFC 7009) where it can be.
   *
   * @returns whether there was a login, and whether the authorization server revoked its token
   * @throws StoreError
   */
  async logout(target: LoginTarget, subject: string): Promise<{ readonly removed: boolean; readonly revoked: boolean }> {
    const key = tokenKey(target.server, subject);
    const record = await this.#vault.read<TokenRecord>(key).catch(error => {
      if (error instanceof LoginError) return undefined;
      throw error;
    });
    const removed = await this.#vault.remove(key);
    this.#keeper.changed(target.server, subject);
    if (record === undefined || record.ended !== undefined) return { removed, revoked: false };
    try {
      const login = loginOf(target.connection);
      const fetch = await this.#fetchFor(target.connection.url, login);
      const as = await discoverIssuer(record.issuer, { fetch });
      const usable = await clientOf(as, record, login);
      return { removed, revoked: await revoke(as, usable, record.refreshToken ?? record.accessToken, fetch) };
    } catch (error) {
      if (error instanceof LoginError) return { removed, revoked: false };
      throw error;
    }
  }

  /** Who a caller is to a server: in mode `user` themselves, else everybody. */
  subjectOf({ server, connection }: LoginTarget, caller: string): LoginSubject {
    const login = loginOf(connection);
    return { server, url: connection.url, login, subject: login.mode === 'user' ? caller : '' };
  }
}

const maxMachines = 1000;

/** Milliseconds in which a new token that the server refuses is not replaced by another one. */
const freshMs = 10_000;

const earlyMs = ({ obtainedAt, expiresAt = Number.POSITIVE_INFINITY }: GrantedTokens): number =>
  Math.min(30_000, (expiresAt - obtainedAt) / 10);

const unknownState = (): LoginError =>
  new LoginError(
    'unknown-state',
    'this answer belongs to no login that was started: it was used before, took too long, or was never started here',
  );

function infoOf({
  server,
  subject,
  issuer,
  scopes = [],
  obtainedAt,
  expiresAt,
  refreshToken,
  ended,
}: Omit<TokenRecord, 'generation'>): LoginInfo {
  return {
    server,
    subject,
    issuer,
    scopes,
    obtainedAt,
    isRefreshed: refreshToken !== undefined && refreshToken !== '',
    ...(expiresAt !== undefined && { expiresAt }),
    ...(ended !== undefined && { ended }),
  };
}
