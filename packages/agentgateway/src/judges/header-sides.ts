/** Headers that only requests have, and headers that only answers have (RFC 9110, Fetch). */

const ofRequests: ReadonlySet<string> = new Set(
  `authorization proxy-authorization cookie accept-language accept-charset expect host if-match if-none-match if-modified-since
  if-unmodified-since if-range max-forwards origin referer user-agent access-control-request-method access-control-request-headers
  upgrade-insecure-requests x-api-key`.split(/\s+/),
);
const ofAnswers: ReadonlySet<string> = new Set(
  `access-control-allow-origin access-control-allow-methods access-control-allow-headers access-control-allow-credentials
  access-control-expose-headers access-control-max-age set-cookie strict-transport-security content-security-policy
  content-security-policy-report-only x-frame-options x-content-type-options x-xss-protection referrer-policy permissions-policy
  cross-origin-opener-policy cross-origin-embedder-policy cross-origin-resource-policy www-authenticate proxy-authenticate
  server x-powered-by etag retry-after location clear-site-data`.split(/\s+/),
);

/** What is wrong with a header that is written on one side of an exchange and belongs to the other; undefined if nothing is. */
export function wrongSide(side: 'request' | 'response', name: string, isRemoved = false): string | undefined {
  const key = name.toLowerCase();
  if (side === 'request' && ofAnswers.has(key))
    return `"${name}" is a header of answers: ${isRemoved ? 'requests have none' : 'on a request it reaches the backend, and no client'}`;
  if (side === 'response' && !isRemoved && ofRequests.has(key))
    return `"${name}" is a header of requests: on an answer it reaches the client, and no backend`;
  return undefined;
}
