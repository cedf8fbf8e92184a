import type { Census } from '@mcpgw/structure';
import { alone, checked, file, host, inside, label, noAccess, parts, row, works } from './answers.js';

const tlsVersion = row(works, 'Only TLS 1.2 and 1.3 are accepted.', ['tls-versions-contradiction'], ['tls-versions-contradiction']);
const listenerPort = row(
  works,
  noAccess,
  ['bind-port-0', 'privileged-port', 'bind-on-internal-port'],
  ['duplicate-bind-port', 'bind-on-internal-port', 'shorthand-port-clash'],
);
const protocol = row(['bind-protocols-mixed'], noAccess, ['bind-protocols-mixed'], ['bind-protocols-mixed', 'http-listener-with-tls']);
const hostOfListener = row(
  ['hostname-never-matches', 'hostname-on-tcp', 'hostname-with-port', 'hostname-scheme'],
  ['hostname-never-matches'],
  works,
  ['hostname-outside-listener'],
);
const attachment = row(checked, noAccess, checked, 'A reference to a gateway that does not exist is refused.');

/** `config/listeners.ts`. */
export const listenersCensus: Census = {
  'a bind': {
    port: listenerPort,
    listeners: row(
      ['bind-without-listeners'],
      noAccess,
      ['bind-without-listeners'],
      ['listener-hostname-dup', 'listener-name-shared', 'bind-protocols-mixed'],
    ),
    tunnelProtocol: row(works, noAccess, ['proxy-header-trusted'], ['proxy-header-trusted']),
    mode: row(['bind-internal-unreached'], noAccess, ['bind-internal-unreached'], ['bind-internal-unreached']),
  },
  'a listener': {
    name: row(['listener-name-shared'], ['listener-name-shared'], ['listener-name-shared'], ['listener-name-shared']),
    namespace: label,
    gatewayName: label,
    hostname: hostOfListener,
    protocol,
    tls: row(['http-listener-with-tls'], ['http-listener-with-tls'], parts, ['http-listener-with-tls']),
    routes: row(['no-routes', 'route-shadowed'], parts, ['no-routes'], ['duplicate-route-name']),
    tcpRoutes: row(['no-routes', 'bind-protocols-mixed'], noAccess, ['no-routes'], ['bind-protocols-mixed']),
    policies: row(['null-policy', 'policy-without-effect'], ['listener-name-shared', 'null-policy'], parts, ['listener-name-shared']),
  },
  'a gateway': {
    port: listenerPort,
    protocol,
    listeners: row(works, noAccess, checked, ['listener-name-shared', 'listener-hostname-dup']),
    tls: inside,
  },
  'a gateway listener': { name: row(works, noAccess, checked, ['listener-name-shared']), hostname: hostOfListener, protocol, tls: inside },
  tls: {
    mode: row(
      works,
      'Certificates that are made on demand are trusted only by clients that know the CA.',
      'The proxy refuses a CA that it cannot read.',
      'The proxy refuses `root` beside it.',
    ),
    cert: file,
    key: file,
    root: row(
      ['tls-root-empty'],
      'With it only clients with a certificate of this CA connect, as it says.',
      ['tls-root-empty'],
      'The proxy refuses it beside `mode: dynamicCa`.',
    ),
    cipherSuites: row(works, 'Every suite that is accepted is secure.', ['tls-versions-contradiction'], ['tls-versions-contradiction']),
    minTLSVersion: tlsVersion,
    minTlsVersion: tlsVersion,
    maxTLSVersion: tlsVersion,
    maxTlsVersion: tlsVersion,
    keyExchangeGroups: row(
      works,
      'Every group that is accepted is secure.',
      'Clients without any of the groups cannot connect, as it says.',
      alone,
    ),
  },
  'a route': {
    name: row(works, noAccess, works, ['duplicate-route-name', 'route-shadowed']),
    namespace: row(['policy-target-missing'], noAccess, works, ['duplicate-route-name']),
    ruleName: label,
    hostnames: host,
    matches: row(
      ['match-never-holds', 'route-shadowed'],
      ['route-shadowed'],
      ['match-never-holds'],
      ['route-shadowed', 'mcp-wellknown-unmatched'],
    ),
    policies: row(['policy-without-effect', 'list-for-struct', 'null-policy'], ['null-policy'], parts, ['policy-without-effect']),
    backends: row(['policy-without-effect'], ['backend-opens-proxy'], ['no-backends'], ['mcp-split-backends']),
    gateways: attachment,
  },
  'a TCP route': {
    name: label,
    namespace: label,
    ruleName: label,
    hostnames: row(
      ['bind-protocols-mixed', 'hostname-outside-listener'],
      noAccess,
      ['bind-protocols-mixed'],
      ['hostname-outside-listener'],
    ),
    policies: inside,
    backends: row('A TCP route without backends ends every connection, which may be wanted.', noAccess, parts, alone),
    gateways: attachment,
  },
};
