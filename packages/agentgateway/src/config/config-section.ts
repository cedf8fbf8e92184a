import {
  any,
  anyText,
  bool,
  def,
  float,
  int,
  list,
  map,
  number,
  opt,
  req,
  type Shape,
  string,
  struct,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { celMap, count, headerCel, keepalives, nullable, textMap, texts, u32, v12, v13, v14 } from './common.js';
import { cel, duration, listenAddress, otlpAuthority, otlpEndpoint, otlpHostPort, socketAddress, workerThreads } from './scalars.js';

const fields = struct('fields', { remove: def(texts, 'Fields to leave out'), add: def(celMap, 'Fields to add') }, { sequence: true });
const sampling: Shape = union(cel, versioned({ until: '1.2.0', shape: float }, { shape: number() }), bool);
const sessionKey = string('a session key', value =>
  /^[0-9a-fA-F]{64}$/.test(value)
    ? undefined
    : { message: 'a session key is 64 hexadecimal digits', suggestion: 'make one with "openssl rand -hex 32"' },
);
const collector: Shape = versioned(
  { until: '1.0.0', shape: anyText },
  { until: '1.2.0', shape: otlpHostPort },
  { until: '1.4.0', shape: otlpAuthority },
  { shape: otlpEndpoint },
);
const tracing = struct(
  'tracing',
  {
    otlpEndpoint: def(collector, 'Address of the collector'),
    headers: def(versioned({ until: '1.0.0', shape: textMap }, { shape: headerCel }), 'Headers of the calls'),
    otlpProtocol: def(variants('grpc', 'http'), 'How the collector is spoken to', { default: 'grpc' }),
    fields: opt(fields, 'Fields of a span'),
    randomSampling: opt(sampling, 'Share of the requests that are traced'),
    clientSampling: opt(sampling, 'Share of the requests with a trace that are traced'),
    path: opt(anyText, 'Path of the collector'),
  },
  { choices: [{ keys: ['otlpEndpoint'], need: 'one' }] },
);
const database = struct('database', {
  url: req(anyText, 'address of the database'),
  maxConnections: opt(int(1, 2 ** 32 - 1), 'Most connections', { since: '1.4.1' }),
});
const logging = struct('logging', {
  filter: opt(cel, 'Which requests are logged'),
  fields: opt(fields, 'Fields of an entry'),
  level: opt(union(anyText, texts), 'Level, or levels by module'),
  format: opt(variants('text', 'json'), 'Format of the log'),
  database: opt(database, 'Database that gets the log', v13),
});
const metrics = struct('metrics', {
  remove: def(texts, 'Fields to leave out'),
  fields: opt(struct('fields', { add: def(celMap, 'Fields to add') }, { sequence: true }), 'Fields of a metric'),
});
const backend = struct(
  'backend settings',
  {
    keepalives: def(keepalives, 'Keepalive probes'),
    connectTimeout: def(duration, 'How long connecting may take', { default: '10s' }),
    poolIdleTimeout: def(duration, 'How long an idle connection stays', { default: '1m30s' }),
    poolMaxSize: opt(count, 'Most idle connections'),
  },
  { sequence: true },
);
const hbone = struct('hbone', {
  windowSize: opt(u32, 'Window of a stream'),
  connectionWindowSize: opt(u32, 'Window of a connection'),
  frameSize: opt(u32, 'Size of a frame'),
  poolMaxStreamsPerConn: opt(int(0, 65535), 'Most streams of a connection'),
  poolUnusedReleaseTimeout: req(nullable(duration), 'how long an unused connection stays'),
});
const dns = struct('dns', {
  lookupFamily: opt(variants('All', 'Auto', 'V4Preferred', 'V4Only', 'V6Only'), 'Address families'),
  edns0: opt(bool, 'Whether EDNS0 is used'),
});
const workers: Shape = versioned({ until: '1.2.0', shape: workerThreads }, { shape: union(workerThreads, count) });

/** A catalogue of prices: a file, or the catalogue as a string or as a mapping. */
const catalog: Shape = union(
  struct('a model catalog', { file: req(anyText, 'file of the catalog') }, { open: true }),
  struct('a model catalog', { inline: req(union(anyText, map(any)), 'the catalog itself') }, { open: true }),
);
const ownAddress: Shape = versioned({ until: '1.3.0', shape: socketAddress }, { shape: listenAddress });

/** Settings that the proxy reads once, at startup. */
export const configSection: Shape = struct('config', {
  enableIpv6: opt(bool, 'Whether to listen on IPv6'),
  dns: opt(dns, 'Name resolution', { since: '1.0.1' }),
  localXdsPath: opt(anyText, 'File with configuration'),
  modelCatalog: def(list(catalog), 'Prices of models', v13),
  database: opt(database, 'Database', v14),
  storage: opt(
    struct('storage', { mode: def(variants('file', 'hybrid'), 'Where configuration is kept') }, { sequence: true }),
    'Storage of configuration',
    v14,
  ),
  caAddress: opt(anyText, 'Address of the CA'),
  caAuthToken: opt(anyText, 'Token for the CA'),
  xdsAddress: opt(anyText, 'Address of the control plane'),
  xdsAuthToken: opt(anyText, 'Token for the control plane'),
  namespace: opt(anyText, 'Namespace of the proxy'),
  gateway: opt(anyText, 'Gateway of the proxy'),
  trustDomain: opt(anyText, 'Trust domain'),
  additionalTrustDomains: opt(anyText, 'Further trust domains', v12),
  skipValidateTrustDomain: opt(bool, 'Whether trust domains are not checked', v12),
  serviceAccount: opt(anyText, 'Service account'),
  clusterId: opt(anyText, 'Cluster'),
  network: opt(anyText, 'Network'),
  adminAddr: opt(ownAddress, 'Address of the admin interface', { default: 'localhost:15000' }),
  statsAddr: opt(ownAddress, 'Address of the metrics', { default: '[::]:15020' }),
  readinessAddr: opt(ownAddress, 'Address of the readiness probe', { default: '[::]:15021' }),
  standardAttributes: opt(
    struct('standardAttributes', {
      user: opt(anyText, 'Who the user is, as a CEL expression'),
      group: opt(anyText, 'Which group the user is in, as a CEL expression'),
    }),
    'Attributes of every request',
    v13,
  ),
  session: opt(struct('session', { key: req(sessionKey, 'key that seals sessions') }), 'Sessions'),
  mcp: opt(struct('mcp', { sessionTtl: opt(duration, 'How long an idle session is kept') }, { sequence: true }), 'MCP', v12),
  customFunctions: def(anyText, 'CEL functions', v14),
  connectionTerminationDeadline: opt(duration, 'Longest time to finish requests at the end'),
  connectionMinTerminationDeadline: opt(duration, 'Shortest time to finish requests at the end'),
  workerThreads: opt(workers, 'Threads'),
  tracing: opt(tracing, 'Traces'),
  logging: opt(logging, 'Logs'),
  metrics: opt(metrics, 'Metrics'),
  backend: def(backend, 'Connections to backends'),
  hbone: opt(hbone, 'HBONE'),
});
