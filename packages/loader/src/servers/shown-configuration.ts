/** The configuration of a server as people may see it: secrets are masked. */
import type { Connection, ServerConfig } from '@mcpgw/mcp-config';
import { safeText } from '../failures/safe-text.js';
import { connectionSecrets } from './connection.js';

const mask = '***';
const maxText = 2000;

/** Names of options of programs whose next argument is a secret. */
const secretOption = /^--?[\w-]*(?:token|secret|passw(?:or)?d|pwd|api-?key|access-?key|credential)s?$/i;

type Fields = Readonly<Record<string, unknown>>;

function shownArguments(args: readonly string[], show: (text: string) => string): string[] {
  return args.map((arg, index) => (index > 0 && secretOption.test(args[index - 1]!) ? mask : show(arg)));
}

/** Headers and variables: a value is shown only where it holds no secret. */
function shownMap(values: Readonly<Record<string, string>>, secrets: ReadonlySet<string>, show: (text: string) => string): Fields {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.has(value) ? mask : show(value)]));
}

function shownConnection(connection: Connection): Fields {
  if (connection.transport === 'malformed') return { transport: 'malformed', reason: safeText(connection.reason) };
  const all = connectionSecrets(connection);
  const secrets = new Set(all);
  const show = (text: string) => safeText(text, all, maxText);
  if (connection.transport === 'stdio') {
    const { command, args, env, cwd, isolation, connectTimeoutMs } = connection;
    return {
      transport: 'stdio',
      command: show(command),
      ...(args && { args: shownArguments(args, show) }),
      ...(env && { env: shownMap(env, secrets, show) }),
      ...(cwd !== undefined && { cwd }),
      ...(isolation && { isolation }),
      ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    };
  }
  const { transport, url, headers, connectTimeoutMs, login } = connection;
  const { clientSecret, privateKey, extraParams, ...plain } = login ?? {};
  const masked = Object.fromEntries(
    Object.keys({ ...(clientSecret && { clientSecret }), ...(privateKey && { privateKey }) }).map(key => [key, mask]),
  );
  return {
    transport,
    url: show(url),
    ...(headers && { headers: shownMap(headers, secrets, show) }),
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    ...(login && {
      login: {
        ...plain,
        ...masked,
        ...(extraParams && { extraParams: Object.fromEntries(Object.keys(extraParams).map(key => [key, mask])) }),
      },
    }),
  };
}

/** The members of a configured server besides its connection. A record of a configuration file has its place there as well, which is left out. */
const policyFields = [
  ...['enabled', 'quarantined', 'trustMode', 'enabledTools', 'disabledTools', 'callTimeoutMs', 'maxConcurrentRequests'],
  ...['healthCheckIntervalMs', 'toolDiscoveryIntervalMs'],
];

/** A configured server without its secrets: values of headers and variables, userinfo, query values, arguments after `--token` and the like. */
export function shownConfiguration(server: ServerConfig): Readonly<Record<string, unknown>> {
  const policy = Object.entries(server).filter(([name]) => policyFields.includes(name));
  return { ...shownConnection(server.connection), ...Object.fromEntries(policy) };
}
