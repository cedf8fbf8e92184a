/** The `_meta` of requests: what goes on to a server, and what of it becomes headers. */

const parent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const visible = /^[\x20-\x7e]{1,8192}$/;

/** Trace context (W3C) as headers to send; a value that no header may have, or that is no trace context, is left out. */
export function traceHeaders(meta: Readonly<Record<string, unknown>> | undefined): Record<string, string> | undefined {
  const traceparent = meta?.traceparent;
  if (typeof traceparent !== 'string' || !parent.test(traceparent)) return undefined;
  const headers: Record<string, string> = { traceparent };
  for (const name of ['tracestate', 'baggage']) {
    const value = meta?.[name];
    if (typeof value === 'string' && visible.test(value)) headers[name] = value;
  }
  return headers;
}

/** The prefix of the keys that requests of 2026-07-28 carry about the client itself; before it they mean nothing. */
const reserved = 'io.modelcontextprotocol/';

/** The key under which such a request says what its client can be asked. */
export const capabilitiesKey = `${reserved}clientCapabilities`;

type Params = Readonly<Record<string, unknown>>;

/** `params` with the members of `meta` that a server of the revision understands. */
export function withMeta(params: Params, meta: Params | undefined, isModern: boolean): Params {
  const { _meta: _, ...rest } = params;
  const kept = Object.entries(meta ?? {}).filter(([key]) => key !== 'progressToken' && (isModern || !key.startsWith(reserved)));
  return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
}
