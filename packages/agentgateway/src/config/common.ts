import {
  anyText,
  bool,
  type Choice,
  def,
  type Field,
  int,
  list,
  map,
  nothing,
  opt,
  req,
  type Shape,
  string,
  struct,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { cel, dnsName, duration, headerName, headerOrPseudo, hostPort, hostPortOrUrl, namespacedHostname } from './scalars.js';
import { parseUri } from './uri.js';

/** First versions, as ranges to spread into fields. */
export const v10 = { since: '1.0.0' };
export const v11 = { since: '1.1.0' };
export const v12 = { since: '1.2.0' };
export const v13 = { since: '1.3.0' };
export const v14 = { since: '1.4.0' };

export const texts = list(anyText);
export const textMap = map(anyText);
export const celMap = map(cel);
export const port = int(0, 65535);
export const u32 = int(0, 2 ** 32 - 1);
/** A size or count: an unsigned integer of 64 bits. */
export const count = int(0, 2n ** 64n - 1n);
export const empty = (title: string): Shape => struct(title, {}, { sequence: true });
export const nullable = (shape: Shape): Shape => union(shape, nothing);
export const httpStatus = int(100, 999);
/** A text, or its bytes as numbers. */
export const bytes: Shape = union(anyText, list(int(0, 255)));

/** A file, or the text itself. */
export const fileOrInline: Shape = union(anyText, struct('a file reference', { file: req(anyText, 'path of the file') }, { open: true }));

const url = string('a URL', value => {
  const read = parseUri(value);
  return 'problem' in read ? { message: `"${value}" is not a URL: ${read.problem}` } : undefined;
});

/** A file, a URL to fetch from, or the content itself as text. */
export const fileOrRemoteOr = (inline: Shape): Shape =>
  union(
    inline,
    struct('a file reference', { file: req(anyText, 'path of the file') }, { open: true }),
    struct('an address', { url: req(url, 'address to fetch from') }, { open: true }),
  );
export const fileInlineOrRemote: Shape = fileOrRemoteOr(anyText);

/** Header changes of a request or response. */
export const headerModifier: Shape = struct(
  'a header modifier',
  { add: def(textMap, 'Headers to add'), set: def(textMap, 'Headers to set'), remove: def(texts, 'Headers to remove') },
  { sequence: true },
);

const serviceRef = struct('a service reference', {
  name: req(namespacedHostname, 'namespace/hostname of an entry in services'),
  port: req(port, 'port of the service'),
});

/** The keys for the target of the calls of a policy, and how many of them are required. */
export const targetFields: Record<string, Field> = {
  service: def(serviceRef, 'Service of the top-level services list', { until: '1.4.0', instead: '"host" or "backend"' }),
  host: def(versioned({ until: '1.4.0', shape: hostPort }, { shape: nullable(hostPortOrUrl) }), 'host:port of the service', {
    example: 'authz.example:9000',
  }),
  name: def(nullable(namespacedHostname), 'namespace/hostname of an entry in services; only together with port', v14),
  port: def(nullable(port), 'Port of the service; only together with name', v14),
  invalid: def(nothing, 'Always an error', { until: '1.4.0' }),
  backend: def(versioned({ until: '1.4.0', shape: anyText }, { shape: nullable(anyText) }), 'Name of a top-level backend, as "/name"', {
    example: '/authz',
  }),
};
export const targetChoices: Choice[] = [
  { keys: ['service', 'host', 'backend', 'invalid'], need: 'one', until: '1.4.0' },
  { keys: ['name', 'host', 'backend'], need: 'at-most-one', since: '1.4.0', nullIsAbsent: true },
  { keys: ['name', 'port'], need: 'together', since: '1.4.0', nullIsAbsent: true },
];

/** A reference to one backend, as the only content of a mapping. */
export const simpleBackend: Shape = struct(
  'a backend reference',
  {
    service: def(serviceRef, 'Service of the top-level services list'),
    host: def(hostPort, 'host:port'),
    backend: def(anyText, 'Name of a top-level backend, as "/name"'),
  },
  { choices: [{ keys: ['service', 'host', 'backend'], need: 'one' }] },
);

export const tunnel = struct('a tunnel', { proxy: req(simpleBackend, 'proxy to go through') });

export const keepalives: Shape = struct(
  'keepalives',
  {
    enabled: def(bool, 'Whether keepalive probes are sent', { default: true }),
    time: def(duration, 'Idle time before the first probe', { default: '3m0s' }),
    interval: def(duration, 'Time between probes', { default: '3m0s' }),
    retries: def(u32, 'Probes without an answer until the connection is dropped', { default: 9 }),
  },
  { sequence: true },
);

const secsAndNanos = struct('a duration in parts', { secs: req(count, 'seconds'), nanos: req(u32, 'nanoseconds') });

const httpVersion: Shape = { type: 'enum', values: ['HTTP/0.9', 'HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0', 'HTTP/3.0'] };
const versionField = def(versioned({ until: '1.0.0', shape: nullable(httpVersion) }, { shape: httpVersion }), 'HTTP version to speak');

export const backendHttp = struct(
  'HTTP settings of a backend',
  {
    version: versionField,
    requestTimeout: opt(duration, 'How long a call may take', { example: '10s' }),
  },
  { sequence: true },
);
export const backendTcp = struct('TCP settings of a backend', {
  keepalives: req(keepalives, 'keepalive probes'),
  connectTimeout: req(versioned({ until: '1.4.0', shape: secsAndNanos }, { shape: duration }), 'how long connecting may take'),
});

/** Groups for key exchange. */
export const keyExchangeGroups = list(variants('X25519', 'P-256', 'P-384', 'X25519_MLKEM768'));
const tls13 = ['AES_256_GCM_SHA384', 'AES_128_GCM_SHA256', 'CHACHA20_POLY1305_SHA256'].flatMap(suite => [`TLS_${suite}`, `TLS13_${suite}`]);
const tls12 = ['ECDSA', 'RSA'].flatMap(key => [
  ...['AES_256_GCM_SHA384', 'AES_128_GCM_SHA256', 'CHACHA20_POLY1305_SHA256'].map(suite => `TLS_ECDHE_${key}_WITH_${suite}`),
  ...['AES256-GCM-SHA384', 'AES128-GCM-SHA256', 'CHACHA20-POLY1305'].map(suite => `ECDHE-${key}-${suite}`),
]);
/** Cipher suites, by their names in TLS and in OpenSSL. */
export const cipherSuites = list(variants(...tls13, ...tls12));
export const backendTls: Shape = struct('backendTLS', {
  cert: opt(anyText, 'File of the client certificate'),
  key: opt(anyText, 'File of the key of the client certificate'),
  root: opt(anyText, 'File of the CA certificates'),
  hostname: opt(dnsName, 'Name the certificate of the backend must carry'),
  insecure: def(bool, 'Whether the certificate is not checked at all'),
  insecureHost: def(bool, 'Whether the name in the certificate is not checked'),
  alpn: opt(texts, 'Protocols to offer'),
  subjectAltNames: opt(texts, 'Further names the certificate may carry'),
  keyExchangeGroups: opt(keyExchangeGroups, 'Key exchange groups', v12),
});

export const tlsVersion = variants('TLS_V1_0', 'TLS_V1_1', 'TLS_V1_2', 'TLS_V1_3');

const headerLocation = struct('a header', {
  name: req(headerName, 'name of the header'),
  prefix: opt(anyText, 'Text before the credential'),
});
/** The location of a credential in a request. */
export const authorizationLocation: Shape = struct(
  'a location',
  {
    header: def(headerLocation, 'A header'),
    queryParameter: def(struct('a query parameter', { name: req(anyText, 'name of the parameter') }), 'A query parameter'),
    cookie: def(struct('a cookie', { name: req(anyText, 'name of the cookie') }), 'A cookie'),
    expression: def(cel, 'A CEL expression', v13),
  },
  { choices: [{ keys: ['header', 'queryParameter', 'cookie', 'expression'], need: 'one' }] },
);

/** CEL expressions by header. */
export const headerCel = map(cel, { key: name => headerOrPseudo.check!(name) });
const transform = struct(
  'a transformation',
  {
    add: def(headerCel, 'Headers to add, as CEL expressions'),
    set: def(headerCel, 'Headers to set, as CEL expressions'),
    remove: def(list(headerName), 'Headers to remove'),
    replace: opt(cel, 'Expression for the whole message', v14),
    body: opt(cel, 'Expression for the body'),
    metadata: def(celMap, 'Metadata to set', v10),
  },
  { sequence: true },
);
export const transformations = struct(
  'transformations',
  { request: opt(transform, 'Changes to the request'), response: opt(transform, 'Changes to the response') },
  { sequence: true },
);
