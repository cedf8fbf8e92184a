/** Values of a configuration that are secret: keys, tokens, headers and variables of servers, and what APIs take from the environment. */
import { connectionSecrets } from '@mcpgw/loader/internal';
import { type Connection, dialects, type ServeConfig, variablesOf } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';

/** A value, and what follows the scheme in one such as `Bearer KEY`. */
const withParts = (value: string): string[] => [value, ...value.split(/\s+/).slice(1)];

function ofConnection(connection: Connection): string[] {
  const isolated = connection.transport === 'stdio' || connection.transport === 'malformed' ? undefined : connection.urlIsolated;
  return [...connectionSecrets(connection), ...(isolated === undefined ? [] : ofAddress(isolated))];
}

const ofAddress = (url: string): string[] => connectionSecrets({ transport: 'http', url });

/** The variables that an API names, and the value of its secret header. */
function ofApi(api: Readonly<Record<string, unknown>>, env: Env): string[] {
  const names = variablesOf(JSON.stringify(api), dialects.apis);
  const { value } = (api.auth ?? {}) as { readonly value?: unknown };
  return [...names.map(name => env[name] ?? ''), ...(typeof value === 'string' ? withParts(value) : [])];
}

/** Every secret of a configuration. Values that are no secrets may be among them. */
export function secretsOf({ auth, page, store, servers, apis }: ServeConfig, env: Env): string[] {
  const all = [
    ...[...auth.keys, ...auth.adminKeys].map(({ key }) => key),
    page.token ?? '',
    ...(store.type === 'redis' ? ofAddress(store.url) : []),
    ...servers.flatMap(({ connection }) => ofConnection(connection)),
    ...apis.flatMap(api => ofApi(api, env)),
  ];
  return [...new Set(all.filter(value => value !== ''))];
}
