/** Follows requests to servers for whoever traces them. Without a follower, a request takes no further step. */
import { UpstreamFailure } from '@mcpgw/failures';
import type { FollowRequest, ServerRequest, ServerRequestOutcome } from '../tools/follow.js';
import type { CallOptions } from '../tools/source.js';

/** How a server is reached. */
export interface Place {
  readonly transport: 'http' | 'stdio';
  readonly address?: string;
  readonly port?: number;
}

/** Where a server is, by its configuration: host and port alone, because the rest of an address may be a secret. */
export function placeOf(config: object): Place {
  const { connection } = config as { readonly connection?: { readonly transport?: unknown; readonly url?: unknown } };
  if (connection?.transport === 'stdio') return { transport: 'stdio' };
  const url = typeof connection?.url === 'string' && URL.canParse(connection.url) ? new URL(connection.url) : undefined;
  if (url === undefined) return { transport: 'http' };
  const known = url.protocol === 'https:' ? 443 : 80;
  return { transport: 'http', address: url.hostname, port: url.port === '' ? known : Number(url.port) };
}

interface Failed {
  readonly category?: unknown;
  readonly mode?: unknown;
}

function outcomeOf(error: unknown): ServerRequestOutcome {
  const { category, mode } = (error ?? {}) as Failed;
  const failure = { category: String(category ?? 'internal_failure'), mode: String(mode ?? 'internal') };
  return { failure, code: error instanceof UpstreamFailure ? error.rpcError?.code : undefined };
}

/** Sends a request with what its follower adds, and tells the follower how it ended. */
export async function followed<O extends CallOptions, T extends object>(
  options: O & { readonly follow: FollowRequest },
  request: Omit<ServerRequest, 'meta'>,
  send: (options: O) => Promise<T>,
): Promise<T> {
  const follower = options.follow({ ...request, meta: options.meta });
  const { meta: _, ...rest } = options;
  try {
    const result = await send({ ...rest, ...(follower.meta && { meta: follower.meta }) } as unknown as O);
    follower.ended({ isToolError: (result as { readonly isError?: unknown }).isError === true });
    return result;
  } catch (error) {
    follower.ended(outcomeOf(error));
    throw error;
  }
}
