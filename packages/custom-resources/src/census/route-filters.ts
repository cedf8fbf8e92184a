import type { Census } from '@mcpgw/structure';
import { alone, choice, inside, noAccess, outside, reference, refused, row, works } from './answers.js';

const matched = row(['route-match-inert'], 'It only narrows what the rule takes.', ['route-match-inert'], ['route-match-repeated']);
const written = row(['policy-headers'], noAccess, ['route-filter-fails'], ['policy-headers']);
const share = row(['route-filter-inert'], noAccess, refused, 'The API server refuses both shares together.');
const sent = row('A header that requests do not have is left out.', noAccess, outside, alone);
const target = row(['route-filter-inert', 'route-redirect'], noAccess, ['route-redirect'], ['route-redirect']);
const path = row(
  ['route-filter-inert'],
  noAccess,
  ['route-filter-fails', 'route-redirect'],
  'The API server refuses a prefix without a match by prefix.',
);

/** `kinds/route-filters.ts`: what is done to requests and answers on their way. */
export const routeFiltersCensus: Census = {
  'a filter': {
    type: row(
      ['route-never-served'],
      noAccess,
      ['route-never-served', 'route-filter-fails'],
      'The API server refuses filters that exclude each other.',
    ),
    requestHeaderModifier: inside,
    responseHeaderModifier: inside,
    requestMirror: inside,
    requestRedirect: inside,
    urlRewrite: inside,
    extensionRef: row(['route-never-served'], noAccess, ['route-never-served'], alone),
    cors: inside,
    externalAuth: inside,
  },
  'a header modifier': { add: written, set: written, remove: written },
  'a header': { name: written, value: written },
  'a header match': { name: matched, type: matched, value: matched },
  'a query parameter match': { name: matched, type: matched, value: matched },
  'a CORS filter': {
    allowOrigins: row(['route-cors-origin', 'policy-headers'], ['policy-headers'], ['route-cors-origin'], ['policy-headers']),
    allowCredentials: row(works, ['policy-headers'], ['policy-headers'], ['policy-headers', 'route-cors-origin']),
    allowMethods: row('The API server takes methods in upper case only.', noAccess, works, alone),
    allowHeaders: row(works, noAccess, ['route-mcp'], alone),
    exposeHeaders: row(['route-cors-origin'], noAccess, ['route-mcp'], ['route-cors-origin']),
    maxAge: row('The least is a second.', noAccess, works, alone),
  },
  'an external authorization filter': {
    protocol: row('The API server asks for the settings of the protocol.', 'Without an answer requests are refused.', outside, alone),
    backendRef: row(reference.inert, reference.opens, ['route-backend-refused', 'policy-extauth-grpc-unbounded'], reference.conflicts),
    grpc: inside,
    http: inside,
    forwardBody: inside,
  },
  'the gRPC form of an authorization filter': { allowedHeaders: sent },
  'the HTTP form of an authorization filter': {
    path: row('The controller puts a missing "/" in front.', noAccess, outside, alone),
    allowedHeaders: sent,
    allowedResponseHeaders: sent,
  },
  'a body for an authorization filter': {
    maxSize: row('With 0 no body is sent, as it says.', 'A longer body is refused, not cut.', outside, alone),
  },
  'a mirror filter': {
    backendRef: row(
      reference.inert,
      reference.opens,
      ['route-backend-refused', 'backend-ref-wrong-port', 'route-mcp'],
      reference.conflicts,
    ),
    fraction: share,
    percent: share,
  },
  'a fraction': { numerator: share, denominator: choice },
  'a path modifier': { type: path, replaceFullPath: path, replacePrefixMatch: path },
  'a redirect filter': {
    hostname: target,
    path: target,
    port: target,
    scheme: row(['route-redirect'], ['route-redirect'], ['route-redirect'], ['route-redirect']),
    statusCode: choice,
  },
  'a rewrite filter': { hostname: row(['route-filter-inert'], noAccess, works, alone), path: inside },
};
