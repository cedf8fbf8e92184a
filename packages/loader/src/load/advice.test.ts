import { adviceFor } from './advice.js';

type Case = Parameters<typeof adviceFor>[0];
const base: Case = { status: 'permanent', layer: 'http', code: null, httpStatus: null };

it.each<[Partial<Case>, string | undefined]>([
  [{ status: 'available', layer: null }, undefined],
  [{ layer: 'config' }, 'correct the entry: mcpgw validate shows where'],
  [{ layer: 'dns', code: 'ENOTFOUND' }, 'check the hostname; in a cluster, the Service and its namespace'],
  [{ layer: 'tcp', code: 'ECONNREFUSED' }, 'nothing listens there: check that the server runs, and its port'],
  [{ layer: 'tcp', code: 'timeout', status: 'transient' }, 'no answer to TCP: check the Service, network policies and firewalls'],
  [{ layer: 'tls', code: 'CERT_HAS_EXPIRED' }, 'renew the certificate of the server'],
  [{ layer: 'tls', code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'check the certificate; trust a private authority with --ca'],
  [{ httpStatus: 401, status: 'denied' }, 'the server is up and asks for credentials: add a token to its headers'],
  [{ httpStatus: 302 }, 'use the URL that it redirects to'],
  [{ httpStatus: 503, status: 'transient' }, 'it is starting, overloaded or broken: see its log and that of the gateway'],
  [{ httpStatus: 418 }, 'it accepts connections and does not answer well: see its log'],
  [
    { layer: 'ext-authz', httpStatus: 403, status: 'denied' },
    "the gateway's ext-authz refused: ask for access; if its authorizer is slow or down, raise the timeout or let it answer 503",
  ],
  [
    { layer: 'ext-authz', httpStatus: 503, status: 'transient' },
    "the gateway's ext-authz answered: check the authorization service (the authorizer) and its timeout",
  ],
  [
    { layer: 'ext-authz', httpStatus: 403, status: 'transient', code: 'ext-authz-unavailable' },
    "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  ],
  [
    { layer: 'tcp', httpStatus: 500, code: 'upstream-refused' },
    'nothing listens where the gateway looks for the server: check that the server runs, and its port',
  ],
  [
    { layer: 'config', code: 'blocked-port' },
    'HTTP clients that follow the fetch standard refuse this port: let the server listen on another one',
  ],
  [
    { layer: 'handshake', code: 'timeout', status: 'transient', transport: 'stdio' },
    'the command runs and does not complete the MCP handshake: run it by hand and see its stderr',
  ],
  [
    { layer: 'tools/list', code: 'timeout', status: 'transient', transport: 'stdio' },
    'the handshake works and tools/list does not: run the command by hand and see its stderr',
  ],
  [
    { layer: 'handshake', code: 'timeout', status: 'transient', transport: 'http' },
    'it answers HTTP but fails the MCP handshake: see its log',
  ],
  [{ layer: 'process', code: 'exit' }, 'run the command by hand: its stderr says why it ends'],
  [{ layer: 'handshake', code: 'constructor' }, 'it answers HTTP but fails the MCP handshake: see its log'],
  [{ layer: 'tools/list', code: 'session-lost' }, 'the server lost the session: with several replicas, route a session to one of them'],
])('%j', (failure, expected) => {
  expect(adviceFor({ ...base, ...failure })).toBe(expected);
});

describe('flags are recommended where they have an effect', () => {
  it.each<[Partial<Case>, Parameters<typeof adviceFor>[1], string]>([
    [
      { httpStatus: 401, status: 'denied' },
      { header: true },
      'the server is up and asks for credentials: add a token to its headers (or use --header)',
    ],
    [{ httpStatus: 401, status: 'denied' }, { header: false }, 'the server is up and asks for credentials: add a token to its headers'],
    [{ layer: 'tls', code: 'SELF_SIGNED_CERT_IN_CHAIN' }, { ca: true }, 'check the certificate; trust a private authority with --ca'],
    [{ layer: 'tls', code: 'SELF_SIGNED_CERT_IN_CHAIN' }, { ca: false }, 'check the certificate'],
  ])('%j %j', (failure, options, expected) => {
    expect(adviceFor({ ...base, ...failure }, options)).toBe(expected);
  });
});
