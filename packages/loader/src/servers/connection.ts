/** Facts about a connection before it is opened: whether it can be used, how long it may take, which values are secret. */
import {
  addressProblem,
  type Connection,
  type HttpConnection,
  headerNameProblem,
  headerValueProblem,
  type StdioConnection,
} from '@mcpgw/mcp-config';

/** Connections by server id. The ids are those of the outcomes. */
export type Connections = ReadonlyMap<string, Connection> | Readonly<Record<string, Connection>>;

/** Ids and connections in the order of the mapping. */
export function connectionEntries(connections: Connections): [string, Connection][] {
  return connections instanceof Map ? [...connections] : Object.entries(connections as Readonly<Record<string, Connection>>);
}

/** How long the handshake may take, in milliseconds: what the configuration says, else `defaultMs`. */
export function connectTimeoutMs(connection: Connection, defaultMs: number): number {
  const own = connection.transport === 'malformed' ? undefined : connection.connectTimeoutMs;
  return own !== undefined && own > 0 ? own : defaultMs;
}

function httpFault({ url, headers = {} }: HttpConnection): string | undefined {
  if (!URL.canParse(url)) return 'the URL cannot be parsed';
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return `unsupported URL scheme ${protocol.slice(0, 20)}`;
  const blocked = addressProblem(url, false);
  if (blocked !== undefined) return blocked.message;
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerNameProblem(name) ?? headerValueProblem(name, value);
    if (problem !== undefined) return problem.message;
  }
  return undefined;
}

function stdioFault({ command, args = [], env = {} }: StdioConnection): string | undefined {
  if (command.trim() === '') return 'the command is empty';
  if ([command, ...args, ...Object.keys(env), ...Object.values(env)].some(text => text.includes('\0')))
    return 'the command contains a NUL byte';
  return undefined;
}

/** What is wrong with `connection` before anything is connected, or undefined. Never quotes a value, which may be a secret. */
export function connectionFault(connection: Connection): string | undefined {
  switch (connection.transport) {
    case 'malformed':
      return connection.reason;
    case 'stdio':
      return stdioFault(connection);
    default:
      return httpFault(connection);
  }
}

/** Headers whose values are not secret. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'mcp-protocol-version']);

/** Variables whose values are not secret although a configuration sets them. */
const plainVariables = /^(?:PATH|HOME|USER|LANG|LC_[A-Z]+|TZ|TERM|SHELL|NODE_ENV|LOG_LEVEL|DEBUG|PORT|HOST)$/;

function urlSecrets(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password, search, searchParams } = new URL(url);
  const raw = search
    .slice(1)
    .split('&')
    .map(pair => pair.slice(pair.indexOf('=') + 1));
  return [password, decode(password), username, decode(username), ...raw, ...searchParams.values()];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const schemeWord = /^(?:basic|bearer|digest|negotiate|token)$/i;

function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers).filter(([name]) => !plainHeaders.has(name.toLowerCase()));
  return values.flatMap(([, value]) => [value, ...value.split(/\s+/).filter(word => !schemeWord.test(word))]);
}

/** The values of `connection` that no message may show: header and variable values, userinfo, query values. */
export function connectionSecrets(connection: Connection): string[] {
  if (connection.transport === 'malformed') return [];
  if (connection.transport === 'stdio') {
    return Object.entries(connection.env ?? {}).flatMap(([name, value]) => (plainVariables.test(name) ? [] : [value]));
  }
  const { clientSecret, privateKey } = connection.login ?? {};
  const ofLogin = [clientSecret, privateKey].filter(value => value !== undefined);
  return [...urlSecrets(connection.url), ...headerSecrets(connection.headers ?? {}), ...ofLogin];
}
