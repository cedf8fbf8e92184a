/** The frontend part of an AgentgatewayPolicy: how clients reach a Gateway, and what is logged about them. */
import { isGiven, oneOf, type Shape } from '@mcpgw/structure';
import { authorization } from './backend-policies.js';
import { alpnProtocols, keepalive, keyExchangeGroups, namedExpression } from './connection.js';
import { atKey, atLeastOne, type Constraint, chars, int, listByKey, listOf, must, object, quoted, since, textOr } from './object.js';
import { backendRef } from './references.js';
import { byteSize, duration, expression } from './texts.js';

const attribute = namedExpression(256);
const attributes = object(
  'attributes',
  { add: listOf(attribute, { min: 1 }), remove: listOf(chars(64), { min: 1, max: 32 }) },
  atLeastOne('add', 'remove'),
);
const exporterPath: Constraint = ({ node }) => {
  if (!isGiven(node, 'path')) return [];
  if (textOr(node, 'protocol', 'GRPC') !== 'HTTP')
    return [atKey(node, 'path', '"path" goes with protocol "HTTP" only', 'set "protocol" to "HTTP"')];
  return textOr(node, 'path', '').startsWith('/')
    ? []
    : [atKey(node, 'path', `the path ${quoted(textOr(node, 'path', ''))} does not start with "/"`, 'put "/" in front')];
};
const exporter = {
  backendRef: must(backendRef, 'the collector'),
  path: chars(1024),
  protocol: oneOf('GRPC', 'HTTP'),
};
const accessLog = object('the access log', {
  attributes,
  filter: expression,
  otlp: object(
    'an OTLP exporter',
    { ...exporter, attributes: since('1.4.0', attributes), filter: since('1.4.0', expression) },
    exporterPath,
  ),
});
const tracing = object(
  'tracing',
  {
    ...exporter,
    attributes,
    filter: since('1.4.0', expression),
    clientSampling: expression,
    randomSampling: expression,
    resources: listOf(attribute),
  },
  exporterPath,
);

const http = object(
  'HTTP of the frontend',
  {
    http1HeaderCase: since('1.3.0', oneOf('Lowercase', 'Preserve')),
    http1IdleTimeout: duration(1000),
    http1MaxHeaders: int(1, 4096),
    http2ConnectionWindowSize: byteSize(),
    http2FrameSize: byteSize(16384, 1677215),
    http2KeepaliveInterval: duration(1000),
    http2KeepaliveTimeout: duration(1000),
    http2MaxHeaderSize: since('1.2.0', byteSize()),
    http2WindowSize: byteSize(),
    maxBufferSize: byteSize(),
    maxConnectionDuration: since('1.2.0', duration(1000)),
  },
  atLeastOne(
    'http1HeaderCase',
    'http1IdleTimeout',
    'http1MaxHeaders',
    'http2ConnectionWindowSize',
    'http2FrameSize',
    'http2KeepaliveInterval',
    'http2KeepaliveTimeout',
    'http2MaxHeaderSize',
    'http2WindowSize',
    'maxBufferSize',
    'maxConnectionDuration',
  ),
);

const suites = ['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256'];
const cipherSuites = ['TLS13', 'TLS_ECDHE_ECDSA_WITH', 'TLS_ECDHE_RSA_WITH'].flatMap(prefix => suites.map(suite => `${prefix}_${suite}`));
const tls = object(
  'TLS of the frontend',
  {
    alpnProtocols,
    cipherSuites: listOf(oneOf(...cipherSuites)),
    handshakeTimeout: duration(100),
    keyExchangeGroups: since('1.2.0', keyExchangeGroups),
    maxProtocolVersion: oneOf('1.2', '1.3'),
    minProtocolVersion: oneOf('1.2', '1.3'),
  },
  atLeastOne('alpnProtocols', 'cipherSuites', 'handshakeTimeout', 'keyExchangeGroups', 'maxProtocolVersion', 'minProtocolVersion'),
);

const metricAttributes = object('attributes', { add: listByKey(attribute, 'name', { min: 1, max: 16 }) }, atLeastOne('add'));

export const frontend: Shape = object(
  'frontend policies',
  {
    accessLog,
    connect: since('1.3.0', object('CONNECT requests', { mode: must(oneOf('Deny', 'Route', 'Tunnel'), 'what happens to them') })),
    http,
    metrics: since('1.2.0', object('metrics', { attributes: must(metricAttributes, 'what is recorded') })),
    networkAuthorization: since('1.1.0', authorization),
    proxyProtocol: since('1.2.0', object('the PROXY protocol', { mode: oneOf('Optional', 'Strict'), version: oneOf('All', 'V1', 'V2') })),
    tcp: object('TCP of the frontend', { keepalive }, atLeastOne('keepalive')),
    tls,
    tracing,
  },
  atLeastOne('accessLog', 'connect', 'http', 'metrics', 'networkAuthorization', 'proxyProtocol', 'tcp', 'tls', 'tracing'),
);
