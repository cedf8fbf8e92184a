/** What the error codes of Node, OpenSSL and undici say: the layer that failed, the class of the failure, and words for people. */
import type { Layer } from './load-error.js';

interface Meaning {
  readonly layer?: Layer;
  readonly text: string;
  /** Another attempt may succeed: it broke or took too long. Without it the address, name, certificate or command is wrong. */
  readonly transient?: true;
}

const codes = new Map<string, Meaning>(
  Object.entries<Meaning>({
    ENOTFOUND: { layer: 'dns', text: 'unknown host (getaddrinfo ENOTFOUND)' },
    EAI_AGAIN: { layer: 'dns', text: 'name resolution failed (getaddrinfo EAI_AGAIN)' },
    EAI_FAIL: { layer: 'dns', text: 'name resolution failed (getaddrinfo EAI_FAIL)' },
    EAI_NODATA: { layer: 'dns', text: 'unknown host (getaddrinfo EAI_NODATA)' },
    EAI_NONAME: { layer: 'dns', text: 'unknown host (getaddrinfo EAI_NONAME)' },
    ECONNREFUSED: { layer: 'tcp', text: 'connection refused (ECONNREFUSED)' },
    EHOSTUNREACH: { layer: 'tcp', text: 'no route to host (EHOSTUNREACH)' },
    ENETUNREACH: { layer: 'tcp', text: 'no route to host (ENETUNREACH)' },
    EADDRNOTAVAIL: { layer: 'tcp', text: 'no route to host (EADDRNOTAVAIL)' },
    ETIMEDOUT: { layer: 'tcp', text: 'TCP connection timed out (ETIMEDOUT)', transient: true },
    UND_ERR_CONNECT_TIMEOUT: { text: 'connection timed out (UND_ERR_CONNECT_TIMEOUT)', transient: true },
    UND_ERR_HEADERS_TIMEOUT: { layer: 'http', text: 'timed out waiting for the HTTP response (UND_ERR_HEADERS_TIMEOUT)', transient: true },
    UND_ERR_BODY_TIMEOUT: { text: 'timed out reading the HTTP response (UND_ERR_BODY_TIMEOUT)', transient: true },
    ECONNRESET: { text: 'connection reset (ECONNRESET)', transient: true },
    ECONNABORTED: { text: 'connection aborted (ECONNABORTED)', transient: true },
    EPIPE: { text: 'connection closed (EPIPE)', transient: true },
    UND_ERR_SOCKET: { text: 'connection closed by the server (UND_ERR_SOCKET)', transient: true },
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
      text: 'connection closed before the whole response (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
      transient: true,
    },
    UND_ERR_HEADERS_OVERFLOW: { layer: 'http', text: 'the response headers are larger than HTTP clients read (UND_ERR_HEADERS_OVERFLOW)' },
    UND_ERR_INVALID_ARG: { layer: 'config', text: 'malformed request (UND_ERR_INVALID_ARG)' },
    CERT_HAS_EXPIRED: { layer: 'tls', text: 'the TLS certificate has expired (CERT_HAS_EXPIRED)' },
    CERT_NOT_YET_VALID: { layer: 'tls', text: 'the TLS certificate is not yet valid (CERT_NOT_YET_VALID)' },
    ERR_TLS_CERT_ALTNAME_INVALID: { layer: 'tls', text: 'the TLS certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)' },
    DEPTH_ZERO_SELF_SIGNED_CERT: { layer: 'tls', text: 'the TLS certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)' },
    SELF_SIGNED_CERT_IN_CHAIN: { layer: 'tls', text: 'the TLS certificate comes from an unknown authority (SELF_SIGNED_CERT_IN_CHAIN)' },
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
      layer: 'tls',
      text: 'the TLS certificate comes from an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    },
    UNABLE_TO_GET_ISSUER_CERT: { layer: 'tls', text: 'the TLS certificate comes from an unknown authority (UNABLE_TO_GET_ISSUER_CERT)' },
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
      layer: 'tls',
      text: 'the TLS certificate comes from an unknown authority (UNABLE_TO_GET_ISSUER_CERT_LOCALLY)',
    },
    CERT_REVOKED: { layer: 'tls', text: 'the TLS certificate is revoked (CERT_REVOKED)' },
    EPROTO: { layer: 'tls', text: 'the server does not speak TLS here: SSL error (EPROTO)' },
    ENOENT: { layer: 'process', text: 'command not found (ENOENT)' },
    ENOTDIR: { layer: 'process', text: 'command not found (ENOTDIR)' },
    EACCES: { layer: 'process', text: 'the command may not be executed (EACCES)' },
    EPERM: { layer: 'process', text: 'the command may not be executed (EPERM)' },
    ENOEXEC: { layer: 'process', text: 'the command is not a program of this system (ENOEXEC)' },
    E2BIG: { layer: 'process', text: 'the arguments of the command are too long (E2BIG)' },
    EAGAIN: { layer: 'process', text: 'temporarily out of resources (EAGAIN)', transient: true },
    EMFILE: { text: 'temporarily out of resources (EMFILE)', transient: true },
    ENFILE: { text: 'temporarily out of resources (ENFILE)', transient: true },
    ENOMEM: { text: 'temporarily out of resources (ENOMEM)', transient: true },
  }),
);

/** The meaning of a code; undefined for a code that is not about connections. */
export function meaningOf(code: string): Meaning | undefined {
  const known = codes.get(code);
  if (known) return known;
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return { layer: 'tls', text: `TLS failed: SSL error (${code})` };
  return undefined;
}
