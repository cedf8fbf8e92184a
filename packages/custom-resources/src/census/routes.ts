import type { Census } from '@mcpgw/structure';
import { alone, inside, label, noAccess, row, works } from './answers.js';

const parents = row(
  ['route-not-attached'],
  ['route-beside-redirect'],
  ['route-not-attached', 'route-beside-redirect'],
  ['route-not-attached', 'reference-not-found'],
);
const hostnames = row(
  ['route-hostname-outside', 'route-not-attached'],
  'An empty list takes every host of the listener, as it says.',
  works,
  ['route-hostname-outside', 'route-match-repeated'],
);
const rules = row(['route-never-served'], noAccess, ['route-never-served'], ['route-match-repeated']);
const value = row(['route-match-inert'], ['route-match-without-path'], ['route-match-inert'], ['route-match-repeated']);
const limit = row(
  ['route-time-limit'],
  noAccess,
  ['route-time-limit', 'policy-time-limits'],
  'The API server refuses a limit of one attempt that is above that of the request.',
);
const method = row(['route-grpc-match'], ['route-match-without-path'], ['route-grpc-match'], ['route-match-repeated']);

/** A setting that the controller of agentgateway does not read. */
const notRead = row(['route-extension-inert'], noAccess, ['route-extension-inert'], ['route-extension-inert']);

/** `kinds/routes.ts`: HTTPRoute, GRPCRoute, TLSRoute, TCPRoute and UDPRoute. */
export const routesCensus: Census = {
  'the spec of an HTTPRoute': { parentRefs: parents, hostnames, rules, useDefaultGateways: notRead },
  'the spec of a GRPCRoute': { parentRefs: parents, hostnames, rules, useDefaultGateways: notRead },
  'the spec of a TLSRoute': { parentRefs: parents, hostnames, rules: inside, useDefaultGateways: notRead },
  'the spec of the route': { parentRefs: parents, rules: inside, useDefaultGateways: notRead },
  'a rule': {
    name: label,
    matches: row(
      ['route-match-inert', 'route-grpc-match'],
      'A rule without matches takes every request, as the Gateway API says.',
      ['route-mcp'],
      ['route-match-repeated'],
    ),
    filters: inside,
    backendRefs: row(['route-never-served'], noAccess, ['route-never-served', 'route-backend-refused'], ['route-mcp']),
    timeouts: inside,
    retry: inside,
    sessionPersistence: notRead,
  },
  'retries of a route': {
    codes: row(['route-extension-inert'], noAccess, works, ['policy-overridden']),
    attempts: row(['route-extension-inert'], noAccess, 'The controller sends at most 255 to the proxy.', ['policy-overridden']),
    backoff: row(works, noAccess, works, ['policy-overridden']),
  },
  'session persistence': {
    sessionName: notRead,
    absoluteTimeout: notRead,
    idleTimeout: notRead,
    type: notRead,
    cookieConfig: notRead,
  },
  'a cookie of a session': { lifetimeType: notRead },
  'a match': {
    path: inside,
    headers: row(['route-match-inert'], ['route-match-without-path'], ['route-match-inert'], ['route-match-repeated']),
    queryParams: row(['route-match-inert'], ['route-match-without-path'], ['route-match-inert'], ['route-match-repeated']),
    method: row(['route-grpc-match'], ['route-match-without-path'], ['route-mcp', 'route-grpc-match'], ['route-match-repeated']),
  },
  'a path match': { type: value, value },
  'a method match': { type: method, service: method, method },
  timeouts: { request: limit, backendRequest: limit },
  'a backend reference': {
    weight: row(['route-never-served'], noAccess, ['route-never-served'], 'A weight counts beside those of the other backends only.'),
    filters: row(['route-filter-fails'], noAccess, ['route-filter-fails'], alone),
  },
};
