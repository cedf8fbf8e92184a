/** Names and values of headers that a modifier writes, and origins of CORS. */
import { inRange } from '@mcpgw/structure';
import { headerProblem } from '../config/scalars.js';

/** Headers that describe the body or the connection; HTTP itself sets them. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
]);

/** Why a request or an answer fails when a modifier sets a header; without a value, why it fails when it removes one. */
export function whyHeaderCannotBeSet(name: string, value: string | undefined): string | undefined {
  const bad = headerProblem(name)?.message;
  if (bad !== undefined) return bad;
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value ?? '')) return `the value of "${name}" contains a control character`;
  if (name.toLowerCase() === 'content-encoding' && /^(?:x-)?(?:gzip|deflate|br|zstd|compress)$/i.test(value ?? ''))
    return `"${name}" says that the body is compressed, and does not compress it: nobody can read the body`;
  return value !== undefined && framing.has(name.toLowerCase())
    ? `HTTP itself sets "${name}"; another value breaks the message`
    : undefined;
}

/** Why removing a header has no effect. */
export const whyHeaderStays = (name: string, side: 'request' | 'response'): string | undefined =>
  side === 'request' && ['host', ':authority'].includes(name.toLowerCase())
    ? 'every request has a host: the proxy writes it again'
    : undefined;

/** Why no browser sends an origin that matches. */
export function whyOriginNeverMatches(origin: string, version: string): string | undefined {
  if (origin === '*' || (origin === 'null' && inRange(version, { until: '1.0.0' })) || origin.includes('${')) return undefined;
  const parts = /^(https?):\/\/([^/?#:]+|\[[^\]]+\])(?::(\d+|\*))?(.*)$/i.exec(origin);
  if (parts === null) return `"${origin}" is not an origin: an origin is scheme, host and port`;
  const [, scheme, host, port, rest] = parts;
  if (rest !== '') return `"${origin}" has a path: the origin of a browser ends with the host or port`;
  if (port === '*') return `"${origin}" has a pattern for the port, which is not understood`;
  if (inRange(version, { since: '1.0.0' })) return undefined;
  if (host!.includes('*')) return `"${origin}" is a pattern, and this version compares exactly`;
  const isDefault = (scheme!.toLowerCase() === 'https' && port === '443') || (scheme!.toLowerCase() === 'http' && port === '80');
  return isDefault || /[A-Z]/.test(origin) ? `browsers never send "${origin}": host in lower case, no default port` : undefined;
}
