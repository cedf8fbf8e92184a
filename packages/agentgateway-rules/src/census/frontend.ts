import type { Census } from '@mcpgw/structure';
import { alone, checked, choice, inside, limit, noAccess, parts, row, size, works } from './answers.js';

const proxy = row(works, ['proxy-header-trusted'], ['proxy-header-trusted'], checked);
const small = row(works, noAccess, ['limit-out-of-range', 'limit-small'], alone);
const tlsVersion = row(
  ['setting-without-effect'],
  'Only TLS 1.2 and 1.3 are accepted.',
  ['tls-versions-contradiction'],
  ['tls-versions-contradiction'],
);

/** `config/frontend.ts`: connections, without authorization, logs and traces. */
export const frontendCensus: Census = {
  frontendPolicies: {
    http: inside,
    tls: row(['setting-without-effect'], noAccess, parts, parts),
    tcp: inside,
    proxy,
    proxyProtocol: proxy,
    connect: inside,
  },
  'HTTP settings': {
    maxBufferSize: small,
    http1MaxHeaders: small,
    http1IdleTimeout: limit,
    http1HeaderCase: choice,
    http2WindowSize: { ...size, conflicts: ['setting-without-effect'] },
    http2ConnectionWindowSize: size,
    http2FrameSize: size,
    http2MaxHeaderSize: small,
    http2KeepaliveInterval: limit,
    http2KeepaliveTimeout: row(['setting-without-effect'], noAccess, ['timeout-zero'], ['setting-without-effect']),
    maxConnectionDuration: row(['mcp-connection-duration'], noAccess, ['timeout-zero'], alone),
  },
  'TLS settings': {
    handshakeTimeout: limit,
    alpn: row('An empty list negotiates no protocol, and clients use HTTP/1.1.', noAccess, works, alone),
    minVersion: tlsVersion,
    maxVersion: tlsVersion,
    cipherSuites: row(
      ['setting-without-effect'],
      'Every suite that is accepted is secure.',
      ['tls-versions-contradiction'],
      ['tls-versions-contradiction'],
    ),
    keyExchangeGroups: row(['setting-without-effect'], 'Every group that is accepted is secure.', works, alone),
  },
  'TCP settings': { keepalives: inside },
  proxyProtocol: {
    version: row(works, noAccess, 'A load balancer that sends the other version is refused, as it says.', alone),
    mode: row(works, ['proxy-header-trusted'], ['proxy-header-trusted'], alone),
  },
  connect: { mode: row(works, 'The modes say what they open: `deny` is the default.', ['proxy-header-trusted'], ['proxy-header-trusted']) },
};
