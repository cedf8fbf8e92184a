import type { Census } from '@mcpgw/structure';
import { alone, called, choice, condition, duration, inside, named, noAccess, parts, refused, row, size, works } from './policy-answers.js';

const record = row(
  ['cel-unknown-variable', 'cel-variable-not-here', 'cel-unknown-field', 'cel-unknown-function'],
  ['log-secret'],
  ['cel-unreadable', 'cel-bad-regex', 'metric-cardinality'],
  ['policy-authorization'],
);
const share = row(['trace-sampling'], noAccess, ['trace-sampling', 'cel-unreadable'], ['trace-sampling']);
const protocol = row(['telemetry-inert'], noAccess, ['telemetry-inert'], ['telemetry-inert']);
const filter = row(['condition-never-true'], noAccess, ['cel-unreadable', 'cel-unknown-variable'], ['policy-authorization']);
const path = row('The API server refuses it for gRPC.', noAccess, refused, refused);
const versions = row(['tls-versions-contradiction'], works, ['tls-versions-contradiction'], ['tls-versions-contradiction']);
const ping = row(['setting-without-effect'], noAccess, ['timeout-huge'], ['setting-without-effect']);

/** `kinds/frontend.ts`: how clients reach a Gateway, and what is recorded about them. */
export const frontendCensus: Census = {
  attributes: { add: named, remove: row('A name that is not there needs no removal.', noAccess, works, alone) },
  'the access log': { attributes: inside, filter, otlp: inside },
  'an OTLP exporter': { attributes: inside, backendRef: called, filter, path, protocol },
  tracing: {
    attributes: inside,
    backendRef: called,
    clientSampling: share,
    filter: condition,
    path,
    protocol,
    randomSampling: share,
    resources: row(['policy-field-repeated', 'cel-variable-not-here'], noAccess, parts, ['policy-field-repeated']),
  },
  'an attribute': {
    name: row(['policy-field-repeated'], noAccess, ['metric-label'], ['policy-field-repeated']),
    expression: record,
  },
  metrics: { attributes: inside },
  'HTTP of the frontend': {
    http1HeaderCase: choice,
    http1IdleTimeout: duration,
    http1MaxHeaders: size,
    http2ConnectionWindowSize: size,
    http2FrameSize: size,
    http2KeepaliveInterval: row(works, noAccess, refused, alone),
    http2KeepaliveTimeout: ping,
    http2MaxHeaderSize: size,
    http2WindowSize: size,
    maxBufferSize: size,
    maxConnectionDuration: row(works, noAccess, ['duration-unusual'], alone),
  },
  'TLS of the frontend': {
    alpnProtocols: row(['policy-tls'], noAccess, ['policy-tls'], alone),
    cipherSuites: versions,
    handshakeTimeout: duration,
    keyExchangeGroups: row(
      works,
      'Every group that is accepted is secure.',
      'Clients without one of the groups cannot connect, as it says.',
      alone,
    ),
    maxProtocolVersion: versions,
    minProtocolVersion: versions,
  },
  'TCP of the frontend': { keepalive: inside },
  'CONNECT requests': { mode: row(['proxy-header-trusted'], ['proxy-header-trusted'], ['proxy-header-trusted'], alone) },
};
