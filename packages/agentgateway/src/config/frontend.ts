import { anyText, bool, def, float, int, list, number, opt, req, type Shape, struct, union, variants, versioned } from '@mcpgw/structure';
import { ruleSet } from './auth.js';
import {
  celMap,
  cipherSuites,
  count,
  keepalives,
  keyExchangeGroups,
  targetChoices,
  targetFields,
  texts,
  tlsVersion,
  u32,
  v10,
  v11,
  v12,
  v13,
  v14,
} from './common.js';
import { lazyPolicies } from './lazy.js';
import { cel, duration } from './scalars.js';

const http = struct(
  'HTTP settings',
  {
    maxBufferSize: def(count, 'Most bytes that are buffered', { default: 2097152 }),
    http1MaxHeaders: opt(count, 'Most headers of HTTP/1'),
    http1IdleTimeout: def(duration, 'How long an idle HTTP/1 connection stays', { default: '10m0s' }),
    http1HeaderCase: def(variants('lowercase', 'preserve'), 'Case of HTTP/1 headers', v13),
    http2WindowSize: opt(u32, 'Window of a stream'),
    http2ConnectionWindowSize: opt(u32, 'Window of a connection'),
    http2FrameSize: opt(u32, 'Size of a frame'),
    http2MaxHeaderSize: opt(u32, 'Most bytes of headers', v12),
    http2KeepaliveInterval: opt(duration, 'Time between pings'),
    http2KeepaliveTimeout: opt(duration, 'How long to wait for a ping'),
    maxConnectionDuration: opt(duration, 'How long a connection may live', v12),
  },
  { sequence: true },
);
const tls = struct(
  'TLS settings',
  {
    handshakeTimeout: def(duration, 'How long a handshake may take', { default: '15s' }),
    alpn: opt(list(list(int(0, 255))), 'Protocols to offer, as lists of bytes'),
    minVersion: opt(tlsVersion, 'Lowest TLS version'),
    maxVersion: opt(tlsVersion, 'Highest TLS version'),
    cipherSuites: opt(cipherSuites, 'Cipher suites that are taken'),
    keyExchangeGroups: opt(keyExchangeGroups, 'Key exchange groups', v12),
  },
  { sequence: true },
);
const proxy = struct(
  'proxyProtocol',
  {
    version: def(variants('v1', 'v2', 'all'), 'Version of the protocol', { default: 'v2' }),
    mode: def(variants('strict', 'optional'), 'Whether a header is demanded', { default: 'strict' }),
  },
  { sequence: true },
);
const traceProtocol = variants('grpc', 'http');
const otlp = struct(
  'otlp',
  {
    ...targetFields,
    policies: def(lazyPolicies('simple'), 'Policies of the calls'),
    filter: opt(cel, 'Which requests are logged', v13),
    fields: opt(
      struct('fields', { remove: def(texts, 'Fields to leave out'), add: def(celMap, 'Fields to add') }, { sequence: true }),
      'Fields of an entry',
      v13,
    ),
    protocol: def(traceProtocol, 'How the collector is spoken to', { default: 'grpc' }),
    path: def(anyText, 'Path of the collector'),
  },
  { choices: targetChoices },
);
const accessLog = struct(
  'accessLog',
  {
    filter: opt(cel, 'Which requests are logged'),
    add: def(celMap, 'Fields to add'),
    remove: def(texts, 'Fields to leave out'),
    otlp: opt(otlp, 'Collector that gets the log', v10),
    database: opt(struct('database', { add: def(celMap, 'Fields to add') }, { sequence: true }), 'Database that gets the log', v13),
  },
  { sequence: true },
);
const sampling: Shape = union(cel, versioned({ until: '1.2.0', shape: float }, { shape: number() }), bool);
const tracing = struct(
  'tracing',
  {
    ...targetFields,
    policies: def(lazyPolicies('simple'), 'Policies of the calls', v10),
    attributes: def(celMap, 'Attributes of a span'),
    resources: def(celMap, 'Attributes of the resource'),
    remove: def(texts, 'Attributes to leave out'),
    randomSampling: opt(sampling, 'Share of the requests that are traced'),
    clientSampling: opt(sampling, 'Share of the requests with a trace that are traced'),
    filter: opt(cel, 'Which requests are traced', v14),
    path: def(anyText, 'Path of the collector', { default: '/v1/traces' }),
    protocol: def(traceProtocol, 'How the collector is spoken to', { default: 'grpc' }),
  },
  { choices: targetChoices },
);

/** Policies for all incoming traffic. */
export const frontendPolicies: Shape = struct(
  'frontendPolicies',
  {
    http: opt(http, 'HTTP connections'),
    tls: opt(tls, 'TLS connections'),
    tcp: opt(struct('TCP settings', { keepalives: req(keepalives, 'keepalive probes') }), 'TCP connections'),
    networkAuthorization: opt(ruleSet, 'Rules for connections', v11),
    proxy: opt(proxy, 'PROXY protocol', v12),
    proxyProtocol: opt(proxy, 'PROXY protocol', v12),
    connect: opt(struct('connect', { mode: req(variants('deny', 'route', 'tunnel'), 'what CONNECT does') }), 'CONNECT requests', v13),
    accessLog: opt(accessLog, 'Access log'),
    logging: opt(accessLog, 'Access log', v10),
    tracing: opt(tracing, 'Traces'),
  },
  {
    sequence: true,
    choices: [
      { keys: ['accessLog', 'logging'], need: 'at-most-one' },
      { keys: ['proxy', 'proxyProtocol'], need: 'at-most-one' },
    ],
  },
);
