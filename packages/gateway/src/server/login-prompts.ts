/**
 * Asks the client of a call to log in, where the call needs a login that its caller can make: the client is given the address of a link of
 * its own (elicitation in mode `url`), and the call goes on when the login is done. Where callers have to show who they are,
 * the client is then asked for the code that the browser shows, so that the login becomes that of the caller only if the caller made it.
 */
import { randomUUID } from 'node:crypto';
import { callerName } from '@mcpgw/access';
import { safeText } from '@mcpgw/loader';
import type { Logins } from '@mcpgw/login';
import type { DownstreamSession, UpstreamState } from '@mcpgw/upstreams';
import type { ActivityEvents } from './activity-events.js';
import type { Exchange } from './exchange.js';
import type { ConfigSnapshot, Live } from './live-config.js';
import type { Logger } from './logger.js';
import { linkPath, type ServerLogins } from './server-logins.js';
import { ClientRefusal } from './session.js';

export interface LoginPromptParts {
  readonly config: Live<Pick<ConfigSnapshot, 'access'>>;
  readonly logins: ServerLogins;
  readonly upstreams: {
    state(server: string): UpstreamState | undefined;
    onChange(listener: () => void): () => void;
  };
  readonly logger: Logger;
  readonly activity: ActivityEvents;
}

/** Milliseconds that a login may take, from the question to the end. */
const promptTimeoutMs = 600_000;
/** Milliseconds that the server has to connect with its new login. */
const connectMs = 30_000;
/** Attempts to enter a code, and those that came before the browser showed one. */
const maxCodes = 8;

const codeSchema = {
  type: 'object',
  properties: { code: { type: 'string', title: 'Code', description: 'The nine digits that the browser shows after the login.' } },
  required: ['code'],
};

/** What a login is asked for: the server, whose login it becomes, and the session that is asked. */
interface Prompt {
  readonly server: string;
  readonly subject: string;
  readonly session: DownstreamSession;
  readonly caller: string;
  /** The address of the gateway for browsers. */
  readonly base: string;
  readonly needsCode: boolean;
}

/** A prompt, and what names its login while that waits for a code. */
interface CodedPrompt extends Prompt {
  readonly heldAs: string | undefined;
}

/** What a client can show, by its capability `elicitation`; an empty one stands for forms. */
function shows({ capabilities: { elicitation } }: Pick<DownstreamSession, 'capabilities'>): {
  readonly url: boolean;
  readonly form: boolean;
} {
  if (typeof elicitation !== 'object' || elicitation === null) return { url: false, form: false };
  const url = Object.hasOwn(elicitation, 'url');
  return { url, form: Object.hasOwn(elicitation, 'form') || !url };
}

type Answer = { readonly action?: unknown; readonly content?: { readonly code?: unknown } };

export class LoginPrompts {
  readonly #parts: LoginPromptParts;
  /** Logins that sessions are asked for now: the calls of a session share one for each server. */
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(parts: LoginPromptParts) {
    this.#parts = parts;
  }

  /** Whether `client`, which is that of a request, was asked to log in to the server, and did: then another attempt of the call is worth it. */
  async done({ caller, signal }: Exchange, server: string, client: DownstreamSession | undefined): Promise<boolean> {
    const prompt = client && this.#promptFor(client, server, caller);
    if (prompt === undefined) return false;
    const key = JSON.stringify([client!.id, server, prompt.subject]);
    const asking = this.#asking.get(key) ?? this.#ask(prompt, signal).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    const isDone = await asking;
    signal.throwIfAborted();
    return isDone;
  }

  /** What a session is asked; undefined where its caller may not make the login, or its client cannot show an address. */
  #promptFor(session: DownstreamSession, server: string, caller: Exchange['caller']): Prompt | undefined {
    const { logins, config } = this.#parts;
    const connection = logins.target(server)?.connection;
    const mode = connection?.login?.mode ?? 'shared';
    if (connection === undefined || (mode !== 'shared' && mode !== 'user')) return undefined;
    // The gateway's own login, with which it connects and lists tools, is for those who may act on servers.
    const isOfGateway = mode === 'shared' || this.#parts.upstreams.state(server)?.connection.needsLogin === true;
    if (isOfGateway && !caller.isAdmin) return undefined;
    const base = logins.browserUrl(connection);
    const { access } = config.current;
    // Whoever reaches a gateway of this machine that asks nobody is one and the same; else a browser does not show whose it is.
    const needsCode = access.asks || base !== logins.localUrl;
    const { url, form } = shows(session);
    if (base === undefined || !url || (needsCode && !form)) return undefined;
    return { server, subject: isOfGateway ? '' : caller.id, session, caller: callerName(caller), base, needsCode };
  }

  async #ask(prompt: Prompt, callSignal: AbortSignal): Promise<boolean> {
    const signal = AbortSignal.any([callSignal, AbortSignal.timeout(promptTimeoutMs)]);
    try {
      const logins = await this.#parts.logins.get();
      const { newSecret } = await import('@mcpgw/login');
      const isDone = await this.#asked(logins, { ...prompt, heldAs: prompt.needsCode ? newSecret() : undefined }, signal);
      if (isDone && prompt.subject === '') await this.#connected(prompt.server, signal);
      return isDone;
    } catch (error) {
      const { name, message } = error as Error;
      if (!(signal.aborted || error instanceof ClientRefusal || name === 'LoginError' || name === 'StoreError')) throw error;
      if (!callSignal.aborted) this.#parts.logger.warn('a client could not be asked to log in', { server: prompt.server, reason: message });
      return false;
    }
  }

  /** Asks, and waits for the end of the login. @throws ClientRefusal, LoginError, StoreError, the reason of the signal */
  async #asked(logins: Logins, prompt: CodedPrompt, signal: AbortSignal): Promise<boolean> {
    const { server, session, base, subject, caller, heldAs } = prompt;
    const elicitationId = randomUUID();
    const before = await this.#login(logins, prompt);
    const ticket = await logins.links.issue({ server, subject, caller, ...(heldAs !== undefined && { heldAs }) });
    try {
      const url = `${base}${linkPath}?link=${ticket}`;
      const message = `${safeText(server)} needs a login. Open the address to log in; the call goes on afterwards.`;
      const { action } = (await session.request('elicitation/create', { mode: 'url', message, url, elicitationId }, signal)) as Answer;
      if (action !== 'accept') return false;
      const isDone =
        heldAs === undefined
          ? await this.#loggedIn(logins, prompt, before?.generation, signal)
          : await this.#entered(logins, prompt, heldAs, signal);
      if (isDone) void session.notify('notifications/elicitation/complete', { elicitationId }).catch(() => {});
      return isDone;
    } finally {
      await logins.links.end(ticket, heldAs);
    }
  }

  async #login(logins: Logins, { server, subject }: Prompt) {
    const target = this.#parts.logins.target(server);
    return target && logins.tokens.current({ ...logins.subjectOf(target, subject), subject });
  }

  /** Waits until a login was made after the one of this generation, at any replica. */
  #loggedIn(logins: Logins, prompt: Prompt, generation: number | undefined, signal: AbortSignal): Promise<boolean> {
    return this.#when(
      listener => logins.tokens.onChange(listener),
      async () => {
        const record = await this.#login(logins, prompt);
        return record !== undefined && record.ended === undefined && record.generation !== generation;
      },
      signal,
    );
  }

  /** Asks for the code of the browser until it is right, or no further one can be. */
  async #entered(logins: Logins, { server, subject, session }: Prompt, heldAs: string, signal: AbortSignal): Promise<boolean> {
    let message = `Enter the code that the browser shows after the login to ${safeText(server)}. Enter it only if you logged in yourself.`;
    for (let attempt = 0; attempt < maxCodes; attempt++) {
      const asked = { mode: 'form', message, requestedSchema: codeSchema };
      const { action, content } = (await session.request('elicitation/create', asked, signal)) as Answer;
      if (action !== 'accept') return false;
      const outcome = await logins.confirm(heldAs, String(content?.code ?? ''));
      if (outcome === 'over') return false;
      if (outcome === 'confirmed') {
        this.#parts.logger.info('logged in', { server });
        this.#parts.activity.loggedIn(server, subject === '' ? undefined : subject);
        return true;
      }
      message =
        outcome === 'early'
          ? `Nobody has logged in to ${safeText(server)} with the address yet. Log in first, then enter the code that the browser shows.`
          : `The code is wrong. Enter the code that the browser shows after the login to ${safeText(server)}.`;
    }
    return false;
  }

  /** Waits until the server is connected with its new login, or was found to need another one. */
  async #connected(server: string, signal: AbortSignal): Promise<void> {
    const { upstreams } = this.#parts;
    const isSettled = async () => {
      const { state, needsLogin } = upstreams.state(server)?.connection ?? {};
      return state !== 'connecting' && needsLogin !== true;
    };
    await this.#when(listener => upstreams.onChange(listener), isSettled, AbortSignal.any([signal, AbortSignal.timeout(connectMs)]));
  }

  /** Whether `holds` came true, which is asked at first and after each change, before the signal aborted. @throws what `holds` throws */
  #when(onChange: (listener: () => void) => () => void, holds: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    let resolve: (value: boolean) => void = () => {};
    let reject: (error: unknown) => void = () => {};
    const promise = new Promise<boolean>((done, failed) => {
      [resolve, reject] = [done, failed];
    });
    const check = () => void holds().then(isSo => isSo && resolve(true), reject);
    const aborted = () => resolve(false);
    const forget = onChange(check);
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
    else check();
    return promise.finally(() => {
      forget();
      signal.removeEventListener('abort', aborted);
    });
  }
}
