/** Decides who makes a request: by its key, or by its token, which has to be issued for the gateway. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ServeAuth, ServeOauth } from '@mcpgw/mcp-config';
import { AuthError } from './auth-error.js';
import { holdsOne } from './bindings.js';
import { anonymousCaller, type Caller, commandCaller } from './caller.js';
import { type Challenge, challengeText } from './challenge.js';
import { bearerToken, credentialsOf, type ShownCredentials } from './credentials.js';
import { KeyRing } from './key-ring.js';
import { type ResourceMetadata, resourceMetadata } from './resource-metadata.js';
import type { TokenCallers } from './token-callers.js';

/** Why a request gets no answer. */
export interface AccessRefusal {
  readonly status: 400 | 401 | 403 | 503;
  /** May be shown to the client. */
  readonly message: string;
  /** The value of `WWW-Authenticate`, with 401, and with 403 for a scope that is missing. */
  readonly challenge?: string;
  /** For the log alone. */
  readonly cause?: unknown;
}

/** Whether a decision is a refusal. */
export const isRefusal = (decision: Caller | AccessRefusal): decision is AccessRefusal => 'status' in decision;

/** What lasts across configurations: the keys of issuers that were read. */
export class IssuerKeys {
  #callers: Promise<TokenCallers> | undefined;

  /** Loads what checks tokens, when the first one comes. */
  callers(): Promise<TokenCallers> {
    this.#callers ??= import('./token-callers.js').then(module => new module.TokenCallers());
    return this.#callers;
  }
}

export interface AccessDeps {
  /** Whether clients on this machine, of which nothing is asked, may act on servers. */
  readonly isLocal: boolean;
  readonly issuerKeys?: IssuerKeys;
  /** The key of commands of the user who started the gateway; it stands for the local client. */
  readonly localKey?: string;
  readonly clock?: () => Date;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const missingText = (oauth: ServeOauth | undefined) =>
  oauth === undefined ? 'The key is missing or wrong' : 'A token, or a key, is required';

/** The forms in which clients and issuers write an address: with and without a slash at the end. */
function written(resource: string): readonly string[] {
  const href = URL.canParse(resource) ? new URL(resource).href : resource;
  return [...new Set([resource, `${resource}/`, href])];
}

export class AccessControl {
  readonly #keys: KeyRing;
  readonly #oauth: ServeOauth | undefined;
  readonly #isLocal: boolean;
  readonly #issuerKeys: IssuerKeys;
  readonly #clock: (() => Date) | undefined;
  readonly #localKey: string | undefined;

  constructor(auth: ServeAuth, { isLocal, issuerKeys = new IssuerKeys(), localKey, clock }: AccessDeps) {
    this.#keys = new KeyRing(auth);
    this.#oauth = auth.oauth;
    this.#isLocal = isLocal;
    this.#issuerKeys = issuerKeys;
    this.#clock = clock;
    this.#localKey = localKey;
  }

  /** Whether a client has to show who it is. */
  get asks(): boolean {
    return !this.#keys.isEmpty || this.#oauth !== undefined;
  }

  /** Whether tokens of OAuth are accepted. */
  get hasIssuers(): boolean {
    return this.#oauth !== undefined;
  }

  /** The address of an endpoint as clients know it; undefined without OAuth. */
  resource(profile: string | undefined): string | undefined {
    const resource = this.#oauth?.resource;
    return resource === undefined || profile === undefined ? resource : `${resource}/p/${profile}`;
  }

  /** The metadata of an endpoint; undefined without OAuth. */
  metadata(profile: string | undefined): ResourceMetadata | undefined {
    const resource = this.resource(profile);
    if (resource === undefined) return undefined;
    const { issuers, requiredScopes } = this.#oauth!;
    return resourceMetadata(
      resource,
      issuers.map(({ issuer }) => issuer),
      requiredScopes,
    );
  }

  /**
   * The metadata at a path below the well-known one: of `/mcp` at the root, at its own path and at that of the public address, and of
   * profiles accordingly. What the request says about its host has no influence on it. Undefined where there is none.
   */
  metadataAt(path: string, hasProfile: (name: string) => boolean): ResourceMetadata | undefined {
    const base = this.#oauth === undefined || !URL.canParse(this.#oauth.resource) ? '' : new URL(this.#oauth.resource).pathname;
    const found = new Set(
      ['/mcp', base.replace(/\/+$/, '')].flatMap(prefix => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])),
    );
    if (path === '' || path === '/' || found.has('') || found.has('/')) return this.metadata(undefined);
    const profile = [...found].flatMap(rest => /^\/p\/([^/]+)\/?$/.exec(rest)?.[1] ?? [])[0];
    return profile !== undefined && hasProfile(profile) ? this.metadata(profile) : undefined;
  }

  /**
   * Who makes a request to the endpoint of a profile, or of all servers. Keys are found at once, tokens asynchronously. A token that was
   * issued for `/mcp` is good for its profiles; one for a profile is good for that profile alone.
   */
  identify(request: Pick<IncomingMessage, 'headersDistinct'>, profile?: string): Caller | AccessRefusal | Promise<Caller | AccessRefusal> {
    if (this.#isCommand(request)) return commandCaller;
    if (!this.asks) return anonymousCaller(this.#isLocal);
    const credentials = credentialsOf(request);
    if (typeof credentials === 'string') return { status: 400, message: credentials };
    const holder = this.#keys.find(credentials.bearer ?? credentials.apiKey ?? '');
    return holder ?? this.#withoutKey(credentials, profile);
  }

  /** Whether a request shows the local key, and nothing else. */
  #isCommand({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): boolean {
    const { authorization = [], 'x-api-key': apiKeys = [] } = headersDistinct;
    const shown = bearerToken(authorization[0]);
    if (this.#localKey === undefined || shown === undefined || authorization.length > 1 || apiKeys.length > 0) return false;
    return timingSafeEqual(digest(shown), digest(this.#localKey));
  }

  #withoutKey({ bearer }: ShownCredentials, profile: string | undefined): AccessRefusal | Promise<Caller | AccessRefusal> {
    const oauth = this.#oauth;
    if (bearer !== undefined && oauth !== undefined) return this.#byToken(bearer, oauth, profile);
    return { status: 401, message: missingText(oauth), challenge: this.#challenge({}, profile, oauth?.requiredScopes) };
  }

  async #byToken(token: string, oauth: ServeOauth, profile: string | undefined): Promise<Caller | AccessRefusal> {
    const resources = [...new Set([oauth.resource, this.resource(profile)!])].flatMap(written);
    try {
      const callers = await this.#issuerKeys.callers();
      const caller = await callers.find(token, oauth, resources, this.#clock);
      const missing = oauth.requiredScopes.filter(scope => !caller.scopes.includes(scope));
      return missing.length === 0 ? caller : this.insufficientScope(oauth.requiredScopes, profile);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const { message } = error;
      if (error.problem === 'unavailable') return { status: 503, message, cause: error.cause };
      const challenge = this.#challenge({ error: 'invalid_token', description: message }, profile, oauth.requiredScopes);
      return { status: 401, message, challenge };
    }
  }

  /** Refuses a token that has too few scopes and names all that are needed, so that the client can ask for them. */
  insufficientScope(scopes: readonly string[], profile: string | undefined): AccessRefusal {
    const all = [...new Set([...(this.#oauth?.requiredScopes ?? []), ...scopes])];
    const message = `The token lacks a scope that is needed here: ${all.join(' ')}`;
    return { status: 403, message, challenge: this.#challenge({ error: 'insufficient_scope', description: message }, profile, all) };
  }

  #challenge(challenge: Challenge, profile: string | undefined, scopes: readonly string[] = []): string {
    return challengeText({ ...challenge, scopes, metadata: this.metadata(profile)?.url });
  }

  /** The same caller as this configuration says it; undefined if it would be refused now. An expired token is not looked at here. */
  again(caller: Caller): Caller | undefined {
    if (caller.kind === 'local') return caller;
    if (caller.kind === 'anonymous') return this.asks ? undefined : caller;
    if (caller.kind === 'key') return this.#keys.again(caller);
    const { issuers = [], requiredScopes = [] } = this.#oauth ?? {};
    const isKnown = issuers.some(({ issuer }) => issuer === caller.issuer);
    if (!isKnown || !requiredScopes.every(scope => caller.scopes.includes(scope))) return undefined;
    return { ...caller, isAdmin: holdsOne(this.#oauth!.admins, caller) };
  }
}

/** Whether any client may act on servers, in a configuration. */
export function hasAdmins({ keys, adminKeys, oauth }: ServeAuth, isLocal: boolean): boolean {
  if (adminKeys.length > 0 || (oauth?.admins.length ?? 0) > 0) return true;
  return keys.length === 0 && oauth === undefined && isLocal;
}
