import type { Census } from '@mcpgw/structure';
import { alone, cluster, inside, label, noAccess, reference, refused, row, works } from './answers.js';

const taken = row(['gateway-listener-inert'], ['gateway-listener-inert'], works, ['route-not-attached', 'gateway-listener-inert']);
const listed = row(['route-not-attached'], noAccess, ['listener-conflict'], ['listener-conflict']);
const metadata = row(
  'The controller copies it to the objects of the proxy.',
  noAccess,
  'The API server refuses a key or value that cannot be one.',
  alone,
);
const condition = row(
  ['gateway-listener-inert', 'mcp-backend'],
  ['gateway-listener-inert'],
  'A selector with an operator that does not exist selects nothing; the API server of the object in which it counts refuses it.',
  alone,
);

/** `kinds/gateways.ts`: Gateway, ListenerSet and GatewayClass. */
export const gatewaysCensus: Census = {
  'the spec of a Gateway': {
    gatewayClassName: row('The class usually belongs to the cluster, so its absence is not a finding.', noAccess, cluster, alone),
    listeners: listed,
    addresses: row(['gateway-without-proxy'], noAccess, ['gateway-without-proxy'], ['gateway-without-proxy']),
    allowedListeners: inside,
    infrastructure: inside,
    tls: inside,
  },
  'the spec of a ListenerSet': {
    parentRef: row(['reference-not-found', 'listener-conflict'], noAccess, ['listener-conflict'], ['listener-conflict']),
    listeners: listed,
  },
  'the spec of a GatewayClass': {
    controllerName: row('Each controller takes the classes with its own name.', noAccess, cluster, alone),
    description: label,
    parametersRef: row(['gateway-without-proxy'], noAccess, ['gateway-without-proxy'], alone),
  },
  'a listener': {
    name: row('Routes and policies name it.', noAccess, refused, ['listener-conflict', 'route-not-attached']),
    port: row(['listener-conflict'], noAccess, ['listener-conflict'], ['listener-conflict']),
    protocol: row(['gateway-listener-refused'], noAccess, ['gateway-listener-refused'], ['listener-conflict']),
    hostname: row(['route-hostname-outside', 'route-not-attached'], noAccess, refused, ['route-hostname-outside', 'listener-conflict']),
    tls: inside,
    allowedRoutes: inside,
  },
  'TLS of a listener': {
    certificateRefs: row(
      ['gateway-listener-inert', 'gateway-listener-refused'],
      noAccess,
      ['gateway-listener-refused', 'reference-key-missing'],
      ['gateway-listener-inert'],
    ),
    mode: row(['gateway-listener-inert'], noAccess, ['route-not-attached'], ['gateway-listener-inert']),
    options: row(['gateway-listener-inert'], noAccess, works, alone),
  },
  'a choice of routes': {
    kinds: row(
      ['gateway-listener-inert'],
      noAccess,
      ['route-not-attached', 'model-not-served'],
      ['gateway-listener-inert', 'route-not-attached'],
    ),
    namespaces: inside,
  },
  'a choice of namespaces': { from: taken, selector: taken },
  'a choice of ListenerSets': { namespaces: inside },
  'a kind of route': { group: taken, kind: taken },
  'a label selector': { matchLabels: condition, matchExpressions: condition },
  'an expression': { key: condition, operator: condition, values: condition },
  'an address': {
    type: row(['gateway-without-proxy'], noAccess, ['gateway-without-proxy'], ['gateway-without-proxy']),
    value: row('An empty one leaves the choice to the cluster.', noAccess, ['gateway-without-proxy'], alone),
  },
  infrastructure: {
    annotations: metadata,
    labels: metadata,
    parametersRef: row(['gateway-without-proxy'], noAccess, ['gateway-without-proxy'], alone),
  },
  'TLS of a Gateway': { backend: inside, frontend: inside },
  'TLS towards backends': {
    clientCertificateRef: row(
      ['gateway-listener-inert'],
      noAccess,
      ['gateway-listener-inert', 'reference-key-missing'],
      reference.conflicts,
    ),
  },
  'TLS towards clients': {
    default: inside,
    perPort: row(['gateway-listener-inert'], noAccess, works, alone),
    validation: inside,
  },
  'TLS of a port': { port: row(['gateway-listener-inert'], noAccess, works, ['gateway-listener-inert']), tls: inside },
  'validation of clients': {
    caCertificateRefs: row(
      ['reference-not-found', 'reference-misspelled'],
      reference.opens,
      ['reference-key-missing'],
      reference.conflicts,
    ),
    mode: row(works, ['policy-tls'], works, alone),
  },
};
