/** Tells telemetry of a request when it arrives, and adds what telemetry needs to the requests that the gateway makes for it. */
import { callerName } from '@mcpgw/access';
import type { RequestTrace, Telemetry } from '@mcpgw/telemetry';
import type { CallOptions } from '@mcpgw/upstreams';
import { sessionMark } from './call-record.js';
import { modernVersion } from './era.js';
import type { Exchange } from './exchange.js';
import type { RpcRequest } from './json-rpc.js';

type Arrived = Pick<Exchange, 'era' | 'caller' | 'session' | 'trace'>;

/** Follows a request; `undefined` where telemetry is off. */
export function followRequest(
  telemetry: Telemetry | undefined,
  { id, method, params }: RpcRequest,
  { era, caller, session, trace }: Arrived,
): RequestTrace | undefined {
  if (telemetry === undefined) return undefined;
  const { _meta, uri } = params ?? {};
  return telemetry.request({
    method,
    id,
    session: session && sessionMark(session),
    protocolVersion: session?.identity.protocolVersion ?? (era === 'modern' ? modernVersion : undefined),
    transport: caller.kind === 'local' ? 'stdio' : 'http',
    meta: typeof _meta === 'object' && _meta !== null ? (_meta as Readonly<Record<string, unknown>>) : undefined,
    headers: trace,
    caller: caller.kind === 'key' || caller.kind === 'token' ? callerName(caller) : undefined,
    uri: typeof uri === 'string' ? uri : undefined,
  });
}

/** The options that have requests to servers followed. */
export const followOptions = ({ span }: Exchange): Pick<CallOptions, 'follow'> => (span === undefined ? {} : { follow: span.toServer });
