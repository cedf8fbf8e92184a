import {
  anyText,
  def,
  type Field,
  get,
  isGiven,
  isNull,
  list,
  map,
  type Node,
  opt,
  type Refusal,
  refined,
  req,
  type Shape,
  struct,
  text as textOf,
  union,
  variants,
  versioned,
} from '@mcpgw/structure';
import { routeBackend, tcpBackend } from './backends.js';
import { backendTls, cipherSuites, keyExchangeGroups, nullable, port, texts, tlsVersion, v12, v13 } from './common.js';
import { routeMatch } from './matches.js';
import { gatewayFields, gatewayPolicies, routePolicies } from './policies.js';

const serverTlsFields: Record<string, Field> = {
  mode: def(variants('static', 'dynamicCa'), 'Whether certificates are made on demand', v13),
  cert: req(anyText, 'file of the certificate'),
  key: req(anyText, 'file of the key'),
  root: opt(anyText, 'File of the CA for client certificates'),
  cipherSuites: opt(cipherSuites, 'Cipher suites that are taken'),
  minTLSVersion: opt(tlsVersion, 'Lowest TLS version'),
  minTlsVersion: opt(tlsVersion, 'Lowest TLS version', v13),
  maxTLSVersion: opt(tlsVersion, 'Highest TLS version'),
  maxTlsVersion: opt(tlsVersion, 'Highest TLS version', v13),
  keyExchangeGroups: opt(keyExchangeGroups, 'Key exchange groups', v12),
};
export const serverTls = struct('tls', serverTlsFields, {
  choices: [
    { keys: ['minTLSVersion', 'minTlsVersion'], need: 'at-most-one' },
    { keys: ['maxTLSVersion', 'maxTlsVersion'], need: 'at-most-one' },
  ],
});

/** What is wrong with TLS settings that are used. The proxy never reads those of an HTTP listener. */
export function tlsProblems(tls: Node): Refusal[] {
  const problems: Refusal[] = [];
  const bounds = ['min', 'max'].map(bound => get(tls, `${bound}TLSVersion`) ?? get(tls, `${bound}TlsVersion`));
  for (const bound of bounds)
    if (bound !== undefined && /^TLS_V1_[01]$/.test(textOf(bound) ?? ''))
      problems.push({ node: bound, message: `${textOf(bound)} is not supported`, suggestion: 'write TLS_V1_2 or TLS_V1_3' });
  const [min, max] = bounds.map(bound => textOf(bound) ?? '');
  if (problems.length === 0 && min === 'TLS_V1_3' && max === 'TLS_V1_2')
    problems.push({ node: bounds[0]!, message: 'the lowest TLS version is above the highest', suggestion: 'swap the two' });
  for (const key of ['cert', 'key', 'root'])
    if (textOf(get(tls, key)) === '')
      problems.push({
        node: get(tls, key)!,
        at: [key],
        message: `"${key}" does not name a file`,
        suggestion: 'write the path of a PEM file',
      });
  const root = get(tls, 'root');
  if (textOf(get(tls, 'mode')) === 'dynamicCa' && root !== undefined && !isNull(root))
    problems.push({ node: root, message: '"root" cannot be combined with "mode: dynamicCa"', suggestion: 'remove "root"' });
  return problems;
}

const names: Record<string, Field> = {
  name: opt(anyText, 'Name of the route'),
  namespace: opt(anyText, 'Namespace of the route'),
  ruleName: opt(anyText, 'Name of the rule within the route'),
};
export const routeFields: Record<string, Field> = {
  ...names,
  hostnames: def(texts, 'Hostnames the route takes; "*.example.com" is a wildcard'),
  matches: def(list(routeMatch), 'When the route takes a request', { default: [{ path: { pathPrefix: '/' } }] }),
  policies: opt(routePolicies, 'Policies of the route'),
  backends: def(list(routeBackend), 'Where the requests go'),
};
export const route = struct('a route', routeFields);
export const tcpRouteFields: Record<string, Field> = {
  ...names,
  hostnames: def(texts, 'Hostnames (SNI) the route takes'),
  policies: opt(
    struct('policies', { backendTLS: opt(backendTls, 'TLS towards the backend') }, { sequence: true }),
    'Policies of the route',
  ),
  backends: def(list(tcpBackend), 'Where the connections go'),
};
export const tcpRoute = struct('a TCP route', tcpRouteFields);

const listener = struct('a listener', {
  name: opt(anyText, 'Name of the listener'),
  namespace: opt(anyText, 'Namespace of the listener', { since: '1.0.0' }),
  gatewayName: opt(anyText, 'Name of the gateway', { until: '0.12.0' }),
  hostname: opt(anyText, 'Hostname the listener takes'),
  protocol: def(variants('HTTP', 'HTTPS', 'TLS', 'TCP', 'HBONE'), 'Protocol', { default: 'HTTP' }),
  tls: opt(serverTls, 'TLS settings, for HTTPS and TLS'),
  routes: opt(list(route), 'HTTP routes'),
  tcpRoutes: opt(list(tcpRoute), 'TCP routes'),
  policies: opt(gatewayPolicies, 'Policies of all traffic on the listener'),
});

/** Checks that a listener has what its protocol requires: routes, TCP routes, TLS. */
function checkProtocol(node: Node): readonly Refusal[] {
  const protocol = textOf(get(node, 'protocol')) ?? 'HTTP';
  const at = get(node, 'protocol') ?? node;
  const has = (key: string) => isGiven(node, key);
  if (protocol === 'HBONE' || protocol.includes('$')) return [];
  const tcp = protocol === 'TCP' || protocol === 'TLS';
  const [wanted, other] = tcp ? ['tcpRoutes', 'routes'] : ['routes', 'tcpRoutes'];
  if (!has(wanted!))
    return [
      {
        node: at,
        message: `a listener of protocol ${protocol} needs "${wanted}"`,
        suggestion: has(other!) ? `move "${other}" to a listener of another protocol` : `add "${wanted}"`,
      },
    ];
  if (has(other!))
    return [
      { node: get(node, other!)!, message: `a listener of protocol ${protocol} takes no "${other}"`, suggestion: `remove "${other}"` },
    ];
  if (protocol === 'HTTPS' && !has('tls'))
    return [{ node: at, message: 'a listener of protocol HTTPS needs "tls"', suggestion: 'add "tls" with "cert" and "key"' }];
  return (protocol === 'HTTPS' || protocol === 'TLS') && has('tls') ? tlsProblems(get(node, 'tls')!) : [];
}

const wrappings = ['direct', 'hboneWaypoint', 'hboneGateway', 'proxy'];
const tunnelProtocol: Shape = versioned({ until: '1.3.0', shape: variants(...wrappings) }, { shape: variants(...wrappings, 'connect') });

/** A port of the proxy and its listeners. */
export const bind: Shape = struct(
  'a bind',
  {
    port: def(versioned({ until: '1.4.0', shape: port }, { shape: nullable(port) }), 'Port to listen on', { example: 4000 }),
    listeners: req(list(refined(listener, checkProtocol)), 'what listens on the port'),
    tunnelProtocol: def(tunnelProtocol, 'How connections are wrapped', { default: 'direct' }),
    mode: def(variants('standard', 'internal'), 'Whether the bind has a port', { since: '1.4.0' }),
  },
  { choices: [{ keys: ['port'], need: 'one', until: '1.4.0' }] },
);

export const gatewayRefs: Shape = union(anyText, texts);
const gatewayProtocol = variants('HTTP', 'HTTPS', 'TCP', 'TLS');
const gatewayListener = struct('a gateway listener', {
  name: opt(anyText, 'Name of the listener'),
  hostname: opt(anyText, 'Hostname the listener takes'),
  protocol: opt(gatewayProtocol, 'Protocol'),
  tls: opt(refined(serverTls, tlsProblems), 'TLS settings'),
  ...gatewayFields,
});
const gateway = struct('a gateway', {
  port: opt(port, 'Port to listen on'),
  protocol: opt(gatewayProtocol, 'Protocol'),
  listeners: def(list(gatewayListener), 'Listeners of the port'),
  tls: opt(refined(serverTls, tlsProblems), 'TLS settings'),
  ...gatewayFields,
});
export const gateways: Shape = map(gateway);
