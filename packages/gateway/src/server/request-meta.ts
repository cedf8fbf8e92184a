import type { Progress } from '@modelcontextprotocol/client';
import type { Exchange } from './exchange.js';
import { notificationText } from './json-rpc.js';

/** The parts of a request's `_meta` that the gateway passes on to the server. */
export interface RequestMeta {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: Progress) => void;
}

const protocolKeys = /^io\.modelcontextprotocol\/(?:protocolVersion|clientInfo)$/;

/**
 * The `_meta` to pass on: without the envelope of revision 2026-07-28, because each connection has its own, and with the trace context
 * of the HTTP headers where the request has none. Progress is sent to the client with the client's own token.
 */
export function requestMeta({ params, trace, writer }: Exchange): RequestMeta {
  const given = params._meta as Readonly<Record<string, unknown>> | undefined;
  const token = given?.progressToken;
  const onward = given?.traceparent === undefined ? Object.entries(trace) : [];
  const kept = given === undefined ? [] : Object.entries(given).filter(([key]) => key !== 'progressToken' && !protocolKeys.test(key));
  const all = [...kept, ...onward];
  return {
    ...(all.length > 0 && { meta: Object.fromEntries(all) }),
    ...(token !== undefined && {
      onProgress: progress => writer.write(notificationText('notifications/progress', { ...progress, progressToken: token })),
    }),
  };
}
