/** The traffic part of an AgentgatewayPolicy as policies of a route. Follows plugins/traffic_plugin.go of the controller, v1.1 to v1.4. */
import { parseQuantity } from '@mcpgw/kubernetes';
import { type Entry, entries, get, items, type Node, text } from '@mcpgw/structure';
import { integerOf, textOr, writtenOf } from '../objects/objects.js';
import { added, type Conversion, conditional, each, entryFor, mapping, pairs, renamed, same, scalarAt, values, word } from './changes.js';

/** A number of bytes, written as a number or as a quantity. */
export const bytes: Conversion = node => {
  const size = integerOf(node) ?? (text(node) === undefined ? undefined : parseQuantity(text(node)!));
  const whole = typeof size === 'bigint' ? Number(size / 1_000_000_000n) : size;
  return whole === undefined ? undefined : scalarAt(node, whole);
};

/** Rules of an action: allow unless it says deny or require. */
export const authorization: Conversion = node => {
  const action = textOr(node, 'action', 'Allow').toLowerCase();
  const rules = get(get(node, 'policy'), 'matchExpressions');
  if (rules?.kind !== 'list') return undefined;
  const rule = (item: Node): Node => (action === 'allow' ? item : mapping(item.span, [{ key: action, keySpan: item.span, value: item }]));
  return mapping(node.span, [{ key: 'rules', keySpan: rules.span, value: { ...rules, items: rules.items.map(rule) } }]);
};

const strict = added('mode', 'strict');
const apiKey = renamed({ location: ['location'], mode: ['mode', word] }, strict, added('keys', [{ key: '$API_KEY' }]));
/** The lines of users as one text. `$` is doubled, as the static configuration needs it. */
const htpasswd: Conversion = node =>
  scalarAt(
    node,
    items(node)
      .map(item => (text(item) ?? '').replaceAll('$', '$$$$'))
      .join('\n'),
  );
const basicAuth = renamed(
  { location: ['authorizationLocation'], mode: ['mode', word], realm: ['realm'], users: ['htpasswd', htpasswd] },
  strict,
  added('htpasswd', ''),
);

/** Keys of an issuer: the text itself, or an address that stands for the Service and the path. */
export const keySet: Conversion = node => {
  const inline = get(node, 'inline');
  if (inline !== undefined) return inline;
  const remote = get(node, 'remote');
  return remote === undefined ? undefined : remoteKeys(remote);
};
/** The address of keys behind a Service. */
export const remoteKeys: Conversion = node => {
  const ref = get(node, 'backendRef');
  const part = (key: string): string => writtenOf(get(ref, key));
  const path = textOr(node, 'jwksPath', '').replace(/^\//, '');
  const url = scalarAt(node, `http://${part('name')}.${part('namespace')}.${part('kind')}:${part('port')}/${path}`);
  return mapping(node.span, [{ key: 'url', keySpan: node.span, value: url }]);
};
const provider = renamed({ issuer: ['issuer'], audiences: ['audiences'], jwks: ['jwks', keySet] });
const jwtAuth = renamed({ location: ['location'], mode: ['mode', word], providers: ['providers', each(provider)] }, strict);

const buffered = renamed({ failureMode: ['failureMode', word], maxBytes: ['maxBytes', bytes] });
const seconds: Conversion = node => scalarAt(node, `${integerOf(node) ?? 5}s`);
const cors = renamed({
  allowCredentials: ['allowCredentials'],
  allowHeaders: ['allowHeaders'],
  allowMethods: ['allowMethods'],
  allowOrigins: ['allowOrigins'],
  exposeHeaders: ['exposeHeaders'],
  maxAge: ['maxAge', seconds],
});

const headers = pairs('name', 'value');
const directResponse = renamed({
  status: ['status'],
  body: ['body'],
  bodyExpression: ['bodyExpression'],
  headers: ['headers', headers],
});

const grpc = renamed({ contextExtensions: ['context'], requestMetadata: ['metadata'] });
const http = renamed({
  addRequestHeaders: ['addRequestHeaders'],
  allowedResponseHeaders: ['includeResponseHeaders'],
  body: ['body'],
  path: ['path'],
  redirect: ['redirect'],
  responseMetadata: ['metadata'],
});
/** The controller always lets a longer body be cut. */
const forwardBody: Conversion = node => {
  const size = entryFor(node, 'maxSize', 'maxRequestBytes', bytes);
  const partial = size.map(entry => ({ ...entry, key: 'allowPartialMessage', value: scalarAt(entry.value, true) }));
  return mapping(node.span, [...size, ...partial]);
};
/** An external authorization check. */
export const extAuthz: Conversion = node => {
  const protocol = [...entryFor(node, 'grpc', 'grpc', grpc), ...entryFor(node, 'http', 'http', http)];
  return mapping(node.span, [
    added('host', 'authorization.example:9000'),
    { key: 'protocol', keySpan: node.span, value: mapping(node.span, protocol) },
    ...entryFor(node, 'failureMode', 'failureMode', word),
    ...entryFor(node, 'forwardBody', 'includeRequestBody', forwardBody),
    ...entryFor(node, 'cache', 'cache'),
    ...entryFor(get(node, 'http'), 'allowedRequestHeaders', 'includeRequestHeaders'),
  ]);
};

const extProc = renamed({
  failureMode: ['failureMode', word],
  metadataContext: ['metadataContext'],
  processingOptions: ['processingOptions', values(word)],
  requestAttributes: ['requestAttributes'],
  responseAttributes: ['responseAttributes'],
});

/** A header modifier. */
export const headerModifier: Conversion = renamed({ add: ['add', headers], set: ['set', headers], remove: ['remove'] });

const intervals: Readonly<Record<string, string>> = { Seconds: '1s', Minutes: '60s', Hours: '3600s' };
/** A local limit. The burst is added to the size of the bucket. */
const localLimit: Conversion = node => {
  const counted = entries(node).find(({ key }) => key === 'requests' || key === 'tokens');
  const unit = get(node, 'unit');
  const [fill, burst] = [integerOf(counted?.value), integerOf(get(node, 'burst')) ?? 0];
  if (counted === undefined || fill === undefined || burst < 0) return undefined;
  const fields: Entry[] = [
    { ...counted, key: 'maxTokens', value: scalarAt(counted.value, fill + burst) },
    { ...counted, key: 'tokensPerFill' },
    { ...counted, key: 'type', value: scalarAt(counted.value, counted.key) },
  ];
  const interval = intervals[text(unit) ?? ''];
  return unit === undefined || interval === undefined
    ? undefined
    : mapping(node.span, [...fields, { key: 'fillInterval', keySpan: unit.span, value: scalarAt(unit, interval) }]);
};
const descriptor = renamed({
  cost: ['cost'],
  entries: ['entries', each(renamed({ name: ['key'], expression: ['value'] }))],
  unit: ['type', word],
});
const remoteLimit = renamed(
  { domain: ['domain'], descriptors: ['descriptors', each(descriptor)], failureMode: ['failureMode', word] },
  added('host', 'limits.example:8081'),
);
/** Of the entries of "local" the controller sends the first. */
const firstOf =
  (key: string, change: Conversion): Conversion =>
  node => {
    const found = get(node, key);
    const first = found?.kind === 'list' ? found.items[0] : found;
    return first === undefined ? undefined : change(first);
  };
const localLimits: Conversion = node => {
  const value = conditional(firstOf('local', localLimit))(node);
  return value === undefined || get(node, 'conditional') !== undefined ? value : { kind: 'list', items: [value], span: value.span };
};

/** The proxy counts attempts in one byte; the controller writes at most 255, and nothing below 1 reaches it. */
const attempts: Conversion = node => {
  const count = integerOf(node) ?? 1;
  return count < 1 ? undefined : scalarAt(node, Math.min(count, 255));
};
const retry: Conversion = node => {
  const changed = renamed({
    attempts: ['attempts', attempts],
    backoff: ['backoff'],
    codes: ['codes'],
    condition: ['condition'],
    precondition: ['precondition'],
  })(node);
  if (changed === undefined || get(changed, 'codes') !== undefined) return changed;
  return mapping(node.span, [
    ...entries(changed),
    { key: 'codes', keySpan: node.span, value: { kind: 'list', items: [], span: node.span } },
  ]);
};

const change = renamed({
  add: ['add', headers],
  set: ['set', headers],
  remove: ['remove'],
  body: ['body'],
  metadata: ['metadata'],
});
/** Changes of requests and responses. */
export const transformations: Conversion = renamed({ request: ['request', change], response: ['response', change] });

/** The controller fails on timeouts without a request. */
const timeouts: Conversion = node => (get(node, 'request') === undefined ? undefined : renamed({ request: ['requestTimeout'] })(node));

const table = {
  apiKeyAuthentication: ['apiKey', apiKey],
  authorization: ['authorization', authorization],
  basicAuthentication: ['basicAuth', basicAuth],
  buffer: ['buffer', renamed({ request: ['request', buffered], response: ['response', buffered] })],
  cors: ['cors', cors],
  csrf: ['csrf', same],
  delay: ['delay', same],
  directResponse: ['directResponse', conditional(directResponse)],
  extAuth: ['extAuthz', conditional(extAuthz)],
  extProc: ['extProc', conditional(extProc)],
  jwtAuthentication: ['jwtAuth', jwtAuth],
  retry: ['retry', retry],
  timeouts: ['timeout', timeouts],
  transformation: ['transformations', conditional(transformations)],
} as const satisfies Record<string, readonly [string, Conversion]>;

/** The policies of a route, or of a listener, that stand for the traffic part. */
export function trafficPolicies(traffic: Node): Node {
  const modifiers = get(traffic, 'headerModifiers');
  return mapping(traffic.span, [
    ...Object.entries(table).flatMap(([key, [name, change_]]) => entryFor(traffic, key, name, change_)),
    ...entryFor(modifiers, 'request', 'requestHeaderModifier', headerModifier),
    ...entryFor(modifiers, 'response', 'responseHeaderModifier', headerModifier),
    ...entryFor(traffic, 'rateLimit', 'localRateLimit', localLimits),
    ...entryFor(traffic, 'rateLimit', 'remoteRateLimit', conditional(firstOf('global', remoteLimit))),
  ]);
}
