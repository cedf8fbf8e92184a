/** Headers that MCP needs, by direction, with what happens without them or with another value. */

const needed: Readonly<Record<'request' | 'response', Readonly<Record<string, string>>>> = {
  request: {
    accept: 'the server refuses requests that do not accept JSON and event streams',
    'content-type': 'the server refuses requests that are not JSON',
    'mcp-session-id': 'no request finds its session',
    'mcp-protocol-version': 'the server falls back to another revision of MCP',
    'last-event-id': 'streams cannot be resumed',
  },
  response: {
    'content-type': 'clients cannot tell JSON from an event stream',
    'mcp-session-id': 'clients never learn their session, so that every later request fails',
    'www-authenticate': 'clients do not find out where to log in',
  },
};

/**
 * What happens when a header that MCP needs is removed, or replaced by a value; undefined if nothing goes wrong, or nobody can tell.
 * The value is undefined if only the running proxy knows it.
 */
export function whyMcpNeeds(
  side: 'request' | 'response',
  name: string,
  change: { readonly removed: true } | { readonly value: string | undefined },
): string | undefined {
  const key = name.toLowerCase();
  const effect = Object.hasOwn(needed[side], key) ? needed[side][key] : undefined;
  if (effect === undefined || 'removed' in change || key === 'mcp-session-id' || side === 'response') return effect;
  const { value } = change;
  if (value === undefined) return undefined;
  const isWrong =
    (key === 'accept' && !(value.includes('application/json') && value.includes('text/event-stream'))) ||
    (key === 'content-type' && !value.startsWith('application/json'));
  return isWrong ? effect : undefined;
}
