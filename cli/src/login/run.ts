/** `mcpgw login` and `mcpgw logout`: configuration → store → authorization server → answer on this machine → stored login. */
import { safeText } from '@mcpgw/loader';
import { LoginError, type LoginInfo, listenForAnswer } from '@mcpgw/login';
import { userName } from '../command-recorder.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { withSystemFault } from '../system-fault.js';
import { print, printJson, say } from '../terminal.js';
import { openBrowser } from './browser.js';
import type { LoginFlags, LogoutFlags } from './flags.js';
import { type OpenLogins, openLogins, targetOf, withoutStoreErrors } from './open-logins.js';

const defaultMs = 300_000;

/** Problems that somebody else caused: the person, the server or the network. Others are of the configuration or the store. */
const refusals: ReadonlySet<string> = new Set(['refused', 'mix-up', 'unknown-state', 'unreachable', 'ended', 'needed']);

const time = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString();

function reported({ server, subject, issuer, scopes, obtainedAt, expiresAt, isRefreshed, ended }: LoginInfo) {
  return {
    server: safeText(server),
    user: subject === '' ? null : safeText(subject),
    issuer: safeText(issuer),
    scopes: scopes.map(scope => safeText(scope)),
    obtained_at: time(obtainedAt),
    expires_at: time(expiresAt),
    refreshed: isRefreshed,
    ended: ended ?? null,
  };
}

function line(info: LoginInfo): string {
  const { server, user, issuer, expires_at, refreshed, ended } = reported(info);
  const until = refreshed ? 'refreshed as needed' : `until ${expires_at ?? 'it is refused'}`;
  return `${server}${user === null ? '' : ` for ${user}`}: ${ended === null ? until : `ended: ${ended}`} (${issuer})\n`;
}

async function list({ logins }: OpenLogins, server: string | undefined, output: LoginFlags['output']): Promise<ExitCode> {
  const found = [...(await logins.list(server))].sort((a, b) =>
    a.server < b.server ? -1 : a.server > b.server ? 1 : a.subject < b.subject ? -1 : 1,
  );
  if (output === 'json') printJson(`${JSON.stringify({ logins: found.map(reported) }, null, 2)}\n`);
  else if (found.length === 0) say('nobody is logged in\n');
  else for (const info of found) print(line(info));
  return found.some(({ ended }) => ended !== undefined) ? exitCodes.findings : exitCodes.clean;
}

/** The login in the browser. @throws LoginError, StoreError; CliError on Ctrl-C */
async function logIn(open: OpenLogins, server: string, flags: LoginFlags): Promise<LoginInfo> {
  const target = targetOf(open.config, server);
  const { login } = target.connection;
  if (flags.user !== undefined && login?.mode !== 'user')
    throw new CliError(`the login to "${safeText(server)}" is shared by all callers: --user is for servers with oauth.mode user`);
  const limit = flags.timeout ?? defaultMs;
  const end = new AbortController();
  const late = setTimeout(() => end.abort(new LoginError('refused', `no answer came within ${limit / 1000} s`)), limit);
  const interrupt = () => end.abort(new CliError('interrupted'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt);
  const listener = await listenForAnswer({ redirectUri: login?.redirectUri, signal: end.signal });
  try {
    const { redirectUri } = listener;
    const { url, state } = await open.logins.begin({ ...target, subject: flags.user ?? '', redirectUri });
    const answered = listener.answer(state);
    if (flags.output === 'json') printJson(`${JSON.stringify({ url })}\n`);
    else print(`Open this address to log in to ${safeText(server)}:\n${url}\n`);
    if (flags.browser && process.stdout.isTTY) openBrowser(url);
    const { parameters, finish } = await answered;
    try {
      const { info } = await open.logins.finish(parameters, { target: () => target });
      open.recorder?.event({ event: 'logged_in', server, by: userName() });
      finish(true);
      return info;
    } catch (error) {
      finish(false);
      throw error;
    }
  } finally {
    clearTimeout(late);
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt);
    await listener.close();
  }
}

/** Gives the exit code of a failed login, after saying why. @throws CliError for what keeps the command from running */
function failed(error: unknown): ExitCode {
  if (!(error instanceof LoginError)) throw error;
  if (!refusals.has(error.problem)) throw new CliError(withSystemFault(error));
  say(`Error: ${error.message}\n`);
  return exitCodes.findings;
}

/** Runs `mcpgw login` and gives its exit code. @throws CliError when it cannot run */
export async function runLogin(server: string | undefined, flags: LoginFlags): Promise<ExitCode> {
  if (server === undefined && !flags.list) throw new CliError('name the server to log in to, or use --list');
  const open = await openLogins(flags);
  try {
    return await withoutStoreErrors(async () => {
      if (flags.list) return list(open, server, flags.output);
      const info = await logIn(open, server!, flags);
      if (flags.output === 'json') printJson(`${JSON.stringify({ login: reported(info) })}\n`);
      else print(`logged in: ${line(info)}`);
      return exitCodes.clean;
    });
  } catch (error) {
    return failed(error);
  } finally {
    await open.close();
  }
}

/** Runs `mcpgw logout` and gives its exit code. @throws CliError when it cannot run */
export async function runLogout(server: string, flags: LogoutFlags): Promise<ExitCode> {
  const open = await openLogins(flags);
  try {
    return await withoutStoreErrors(async () => {
      const { removed, revoked } = await open.logins.logout(targetOf(open.config, server), flags.user ?? '');
      if (removed) open.recorder?.event({ event: 'logged_out', server, by: userName() });
      if (flags.output === 'json') printJson(`${JSON.stringify({ server: safeText(server), removed, revoked }, null, 2)}\n`);
      else if (removed)
        print(
          `logged out of ${safeText(server)}${revoked ? '' : '; the authorization server could not be told, so its tokens stay valid until they end'}\n`,
        );
      else say(`nobody was logged in to ${safeText(server)}\n`);
      return removed ? exitCodes.clean : exitCodes.findings;
    });
  } catch (error) {
    return failed(error);
  } finally {
    await open.close();
  }
}
