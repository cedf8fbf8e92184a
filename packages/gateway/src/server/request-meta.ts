import type { Progress } from '@modelcontextprotocol/client';
import type { Exchange } from './exchange.js';
import { notificationText } from './json-rpc.js';

/** What a request's `_meta` says to the gateway, and what of it goes on to the server. */
export interface RequestMeta {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: Progress) => void;
}

const protocolKeys = /^io\.modelcontextprotocol\/(?:protocolVersion|clientInfo)$/;

/**
 * The `_meta` that goes on: without the envelope of revision 2026-07-28, which each connection has of its own, and with the trace
 * context of the HTTP headers where the request itself has none. Progress goes back to the client under its own token.
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
