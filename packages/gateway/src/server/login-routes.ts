/**
 * Logins that the page begins, and the address that authorization servers send browsers back to. An answer counts only in the browser that
 * began the login: it has a cookie that belongs to the state. Nothing here redirects, and no page shows text of a request.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { xmlText } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import type { FinishedLogin, LoginLink, LoginTarget } from '@mcpgw/login';
import type { StartedLogin } from '@mcpgw/web';
import { answerAtOnce, hostName, isLoopbackName, LoginRefusal } from '@mcpgw/web/internal';
import type { ActivityEvents } from './activity-events.js';
import type { ConfigSnapshot, Live } from './live-config.js';
import type { Logger } from './logger.js';
import { callbackPath, type ServerLogins } from './server-logins.js';

export interface LoginRouteParts {
  readonly config: Live<Pick<ConfigSnapshot, 'settings'>>;
  readonly logins: ServerLogins;
  readonly logger: Logger;
  readonly activity: ActivityEvents;
}

const maxAgeSeconds = 600;

const cookieName = (state: string): string => `mcpgw_login_${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').slice(0, 16_384).split(';');
  return pairs
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>mcpgw</title><body style="font: 16px system-ui; margin: 3em; color-scheme: light dark"><p>${text}</p><p><a href="/ui/">To the page of the gateway</a></p></body></html>\n`;

/** What a person reads when a login failed, by the problem; each other one says where to look. */
const sayings: Readonly<Partial<Record<string, string>>> = {
  'unknown-state': 'This login is over: it was used before, took too long, or was never started here. Begin it again.',
  'other-browser': 'This login was begun in another browser. Begin it again in this one.',
  'mix-up': 'The answer comes from another authorization server than the one that was asked. Nothing was stored.',
  refused: 'The login was refused. Nothing was stored.',
};

const overLink = 'This link is over: it was used before, took too long, or was never made. Call the tool again to get another one.';
const notBegun = 'The login could not begin; the log of the gateway says why.';

/** The code of a login that waits for its caller. The name of the caller comes from its key or token, so it is no markup. */
function codeText({ info, code = '', caller = '' }: FinishedLogin): string {
  const shown = code.replace(/(\d{3})(?=\d)/g, '$1 ');
  return (
    `You are logged in to ${xmlText(safeText(info.server))}. To finish, enter this code in the program that asked you to log in: ` +
    `<b style="font-size: 1.4em; white-space: nowrap">${shown}</b></p><p>The login is then used for ${xmlText(safeText(caller))}. ` +
    'If somebody else sent you here, give nobody the code and close this page: then nothing is stored.'
  );
}

export class LoginRoutes {
  readonly #parts: LoginRouteParts;

  constructor(parts: LoginRouteParts) {
    this.#parts = parts;
  }

  /** Where the browser of this request is sent back to. @throws LoginRefusal where that is not known, or is another place than this one */
  #callback({ headers: { host = '' }, socket }: IncomingMessage, { connection }: LoginTarget): string {
    const { url } = this.#parts.config.current.settings.login;
    const own = connection.login?.redirectUri;
    const named = own?.endsWith(callbackPath) ? own : url && `${url}${callbackPath}`;
    if (named !== undefined) {
      if (new URL(named).host === host.toLowerCase()) return named;
      throw new LoginRefusal(409, 'other-address', `logins end at ${new URL(named).origin}: open the page there`);
    }
    const isLocal = isLoopbackName(hostName(host) ?? '');
    if (isLocal && socket.localPort !== undefined) return `http://${host.toLowerCase()}${callbackPath}`;
    throw new LoginRefusal(409, 'no-address', 'the public address of the gateway is not known: set login.url, or use mcpgw login');
  }

  /**
   * Begins a login to `server` for `subject`, in the browser of this request.
   *
   * @throws LoginRefusal
   */
  async begin(server: string, subject: string, request: IncomingMessage): Promise<StartedLogin> {
    const target = this.#parts.logins.target(server);
    if (target === undefined) throw new LoginRefusal(409, 'no-login', 'nobody can log in to this server');
    if (subject !== '' && target.connection.login?.mode !== 'user')
      throw new LoginRefusal(403, 'shared-login', 'the login to this server is that of the gateway: who may decide can make it');
    return this.#begin(target, subject, request);
  }

  async #begin(target: LoginTarget, subject: string, request: IncomingMessage, link?: LoginLink): Promise<StartedLogin> {
    const redirectUri = this.#callback(request, target);
    const binding = randomBytes(32).toString('base64url');
    const logins = await this.#parts.logins.get();
    const { url, state } = await logins.begin({ ...target, subject, redirectUri, binding, ...(link && { link }) }).catch(error => {
      throw this.#refusalOf(error, target.server);
    });
    const secure = redirectUri.startsWith('https:') ? '; Secure' : '';
    const cookie = `${cookieName(state)}=${binding}; Path=${new URL(redirectUri).pathname}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
    return { url, cookie };
  }

  /** Begins the login of a link, in the first browser that opens it: sends it to the authorization server that was found for the server. */
  readonly link = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET') return answerAtOnce(response, 405, page('This address does not take that method.'), headers);
    const tickets = new URL(request.url ?? '/', 'http://gateway').searchParams.getAll('link');
    const { logins, logger } = this.#parts;
    // A browser that looks ahead uses no link up.
    if (request.headers['sec-purpose'] !== undefined) return answerAtOnce(response, 503, page(notBegun), headers);
    try {
      const isOne = tickets.length === 1 && /^[\w-]{43}$/.test(tickets[0]!);
      const link = isOne ? await (await logins.get()).links.take(tickets[0]!) : undefined;
      const target = link && logins.target(link.server);
      if (target === undefined) return answerAtOnce(response, 400, page(overLink), headers);
      const { url, cookie } = await this.#begin(target, link!.subject, request, link);
      return answerAtOnce(response, 302, '', { ...headers, location: url, 'set-cookie': cookie });
    } catch (error) {
      const { name, message } = error as Error;
      if (error instanceof LoginRefusal) return answerAtOnce(response, error.status, page(notBegun), headers);
      if (name !== 'LoginError' && name !== 'StoreError') throw error;
      logger.warn('a login could not begin', { reason: message });
      return answerAtOnce(response, 503, page(notBegun), headers);
    }
  };

  #refusalOf(error: unknown, server: string): unknown {
    const { name, message, problem } = error as Error & { problem?: string };
    if (name !== 'LoginError' && name !== 'StoreError') return error;
    this.#parts.logger.warn('a login could not begin', { server, reason: message });
    return new LoginRefusal(name === 'StoreError' ? 503 : 502, problem ?? 'store', message);
  }

  /** Answers the browser that comes back from an authorization server. */
  readonly callback = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET') return answerAtOnce(response, 405, page('This address does not take that method.'), headers);
    const { searchParams } = new URL(request.url ?? '/', 'http://gateway');
    const state = searchParams.get('state') ?? '';
    const { logins, logger, activity } = this.#parts;
    try {
      const binding = cookieOf(request, cookieName(state)) ?? '';
      const done = await (await logins.get()).finish(searchParams, { binding, target: name => logins.target(name) });
      const { info, code } = done;
      if (code === undefined) {
        logger.info('logged in', { server: info.server, issuer: info.issuer });
        activity.loggedIn(info.server, info.subject === '' ? undefined : info.subject);
      }
      const forget = `${cookieName(state)}=; Path=${callbackPath}; HttpOnly; SameSite=Lax; Max-Age=0`;
      return answerAtOnce(response, 200, page(code === undefined ? 'You are logged in.' : codeText(done)), {
        ...headers,
        'set-cookie': forget,
      });
    } catch (error) {
      const { name, message, problem = '' } = error as Error & { problem?: string };
      if (name !== 'LoginError' && name !== 'StoreError') throw error;
      logger.warn('a login failed', { problem: problem === '' ? 'store' : problem, reason: message });
      const status = problem === 'unreachable' || name === 'StoreError' ? 503 : 400;
      return answerAtOnce(response, status, page(sayings[problem] ?? 'The login failed; the log of the gateway says why.'), headers);
    }
  };

  /** The metadata document of the client (client ID metadata documents); 404 where the gateway has no public https address. */
  readonly client = async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { clientUrl } = this.#parts.logins;
    const base = this.#parts.config.current.settings.login.url;
    const json = { 'content-type': 'application/json', 'cache-control': 'max-age=3600' };
    if (clientUrl === undefined) return answerAtOnce(response, 404, '{"error":"login.url is not set"}\n', json);
    const document = {
      client_id: clientUrl,
      client_name: 'mcpgw',
      client_uri: base,
      redirect_uris: [`${base}${callbackPath}`, 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    return answerAtOnce(response, 200, `${JSON.stringify(document)}\n`, json);
  };
}
