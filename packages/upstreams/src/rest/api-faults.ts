import { ConfigurationError, type ConfigurationFault } from '@mcpgw/mcp-config';
import { type ReadApiDeps, readRestApi } from './read-api.js';
import { headerFaults, type SecretsDeps } from './secrets.js';

/** Everything for which the gateway refuses to start with this entry of `apis`, as far as it can be told without calling anything. */
export async function restApiFaults(
  value: unknown,
  deps: ReadApiDeps & { readonly env: SecretsDeps['env'] | undefined },
): Promise<readonly ConfigurationFault[]> {
  try {
    return headerFaults(await readRestApi(value, deps), deps.env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.findings;
    throw error;
  }
}
