/** The names of application protocols that servers and clients know, as they are offered in a TLS handshake (RFC 7301). */
export const knownAlpn: ReadonlySet<string> = new Set([
  'h2',
  'http/1.1',
  'http/1.0',
  'h2c',
  'h3',
  'grpc-exp',
  'istio',
  'istio-http/1.1',
  'istio-h2',
]);
