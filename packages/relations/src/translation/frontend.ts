/** The frontend part of an AgentgatewayPolicy as `frontendPolicies` and `config`. Follows plugins/frontend_policies.go. */
import { type Entry, entries, get, type Node, text } from '@mcpgw/structure';
import { type Conversion, entryFor, mapping, pairs, renamed, same, scalarAt, word } from './changes.js';
import { authorization, bytes } from './traffic.js';

const attributes = pairs('name', 'expression');
const fields: Conversion = node => mapping(node.span, [...entryFor(node, 'add', 'add', attributes), ...entryFor(node, 'remove', 'remove')]);
const accessLog: Conversion = node =>
  mapping(node.span, [
    ...entryFor(node, 'filter', 'filter'),
    ...entries(get(node, 'attributes') === undefined ? undefined : fields(get(node, 'attributes')!)),
    ...entryFor(node, 'otlp', 'otlp', renamed({ filter: ['filter'], attributes: ['fields', fields] })),
  ]);
const tracing: Conversion = node =>
  mapping(node.span, [
    ...entryFor(node, 'filter', 'filter'),
    ...entryFor(node, 'clientSampling', 'clientSampling'),
    ...entryFor(node, 'randomSampling', 'randomSampling'),
    ...entryFor(node, 'resources', 'resources', attributes),
    ...entryFor(get(node, 'attributes'), 'add', 'attributes', attributes),
    ...entryFor(get(node, 'attributes'), 'remove', 'remove'),
  ]);
const http = renamed({
  http1IdleTimeout: ['http1IdleTimeout'],
  http1MaxHeaders: ['http1MaxHeaders'],
  http2ConnectionWindowSize: ['http2ConnectionWindowSize', bytes],
  http2FrameSize: ['http2FrameSize', bytes],
  http2KeepaliveInterval: ['http2KeepaliveInterval'],
  http2KeepaliveTimeout: ['http2KeepaliveTimeout'],
  http2MaxHeaderSize: ['http2MaxHeaderSize', bytes],
  http2WindowSize: ['http2WindowSize', bytes],
  maxBufferSize: ['maxBufferSize', bytes],
  maxConnectionDuration: ['maxConnectionDuration'],
});
const version: Conversion = node => scalarAt(node, `TLS_V${(text(node) ?? '').replace('.', '_')}`);
const tls = renamed({
  cipherSuites: ['cipherSuites'],
  handshakeTimeout: ['handshakeTimeout'],
  maxProtocolVersion: ['maxVersion', version],
  minProtocolVersion: ['minVersion', version],
});

/** The sections of a configuration that stand for the frontend part. */
export function frontendSections(frontend: Node): readonly Entry[] {
  const policies: Entry[] = [
    ...entryFor(frontend, 'accessLog', 'accessLog', accessLog),
    ...entryFor(frontend, 'connect', 'connect', renamed({ mode: ['mode', word] })),
    ...entryFor(frontend, 'http', 'http', http),
    ...entryFor(frontend, 'networkAuthorization', 'networkAuthorization', authorization),
    ...entryFor(frontend, 'proxyProtocol', 'proxyProtocol', renamed({ mode: ['mode', word] })),
    ...entryFor(frontend, 'tcp', 'tcp', same),
    ...entryFor(frontend, 'tls', 'tls', tls),
    ...entryFor(frontend, 'tracing', 'tracing', tracing),
  ];
  const metrics = entryFor(get(frontend, 'metrics'), 'attributes', 'fields', fields);
  const section = (key: string, list: readonly Entry[]): Entry[] =>
    list.length === 0 ? [] : [{ key, keySpan: frontend.span, value: mapping(frontend.span, list) }];
  return [...section('frontendPolicies', policies), ...section('config', section('metrics', metrics))];
}
