/** Trace context (W3C) of a request's `_meta`, as the HTTP headers of the same names. */

const parent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const visible = /^[\x20-\x7e]{1,8192}$/;

/** Headers to send; a value that no header may have, or that is no trace context, is left out. */
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
