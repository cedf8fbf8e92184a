/** The status of a server from its connection in a gateway. */
import { type LoadStatus, safeText } from '@mcpgw/loader';
import type { GatewayStateReport } from '@mcpgw/local-gateway';

type Connection = GatewayStateReport['servers'][number]['connection'];

/** What a connection means in the words of a load: a server without an answer yet is `transient`. */
export function statusOfGateway({ state, status, error }: Connection): { readonly status: LoadStatus; readonly error: string | null } {
  if (state === 'ready') return { status: 'available', error: null };
  const isUnanswered = status === undefined || status === 'available';
  return { status: isUnanswered ? 'transient' : status, error: safeText(error ?? 'not connected yet') };
}
