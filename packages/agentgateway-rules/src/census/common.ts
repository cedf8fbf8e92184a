import type { Census } from '@mcpgw/structure';
import {
  address,
  alone,
  checked,
  choice,
  inside,
  limit,
  modifier,
  noAccess,
  outside,
  parts,
  reference,
  row,
  service,
  works,
} from './answers.js';

const headers = row(['header-modifier-conflict'], noAccess, ['header-modifier-fails'], ['header-modifier-conflict', 'duplicate-map-key']);
const certificate = row(['backend-tls-contradiction'], ['backend-tls-contradiction'], checked, ['backend-tls-contradiction']);
const probes = row(
  'Zero switches the probes off, as it says.',
  noAccess,
  'The system rounds or ignores a value that it does not take.',
  alone,
);

/** `config/common.ts`. */
export const commonCensus: Census = {
  'a header modifier': { add: headers, set: headers, remove: headers },
  'a backend reference': { service, host: address, backend: reference },
  'a service reference': { name: service, port: service },
  'a tunnel': { proxy: row(['backend-ref-wrong-kind'], noAccess, ['dangling-backend-ref', 'backend-ref-wrong-kind'], alone) },
  keepalives: { enabled: choice, time: probes, interval: probes, retries: probes },
  'a duration in parts': { secs: limit, nanos: limit },
  'HTTP settings of a backend': {
    version: row(['http-version-mismatch'], noAccess, ['http-version-mismatch'], ['http-version-mismatch']),
    requestTimeout: row(works, noAccess, ['timeout-zero', 'mcp-route-timeout'], ['timeout-backend-gt-request']),
  },
  'TCP settings of a backend': {
    keepalives: inside,
    connectTimeout: row(works, noAccess, ['timeout-zero', 'timeout-huge'], ['timeout-connect-gt-request']),
  },
  backendTLS: {
    cert: certificate,
    key: certificate,
    root: row(['backend-tls-contradiction'], noAccess, ['tls-root-empty'], ['backend-tls-contradiction']),
    hostname: row(works, noAccess, outside, alone),
    insecure: row(
      ['backend-tls-contradiction'],
      ['backend-tls-contradiction'],
      ['backend-tls-contradiction'],
      ['backend-tls-contradiction'],
    ),
    insecureHost: row(works, 'It says itself that names are not checked.', works, ['backend-tls-contradiction']),
    alpn: row(works, noAccess, ['backend-tls-contradiction'], ['http-version-mismatch']),
    subjectAltNames: row(
      ['backend-tls-contradiction'],
      'Names are added to those that are trusted, as it says.',
      ['backend-tls-contradiction'],
      ['backend-tls-contradiction'],
    ),
    keyExchangeGroups: row(works, 'Every group that is accepted is secure.', outside, alone),
  },
  'a file reference': { file: row('A missing file ends the proxy.', noAccess, checked, alone) },
  'an address': { url: row(works, ['jwks-plain-http'], 'The proxy fetches it at its start and ends if it cannot.', alone) },
  policies: {
    requestHeaderModifier: modifier,
    responseHeaderModifier: modifier,
    backendTLS: row(
      ['policy-without-effect', 'backend-tls-contradiction', 'policy-replaced'],
      ['backend-tls-contradiction'],
      ['tls-port-mismatch'],
      ['tls-port-mismatch'],
    ),
    http: row(['policy-replaced'], noAccess, parts, ['policy-replaced']),
    tcp: row(['policy-replaced'], noAccess, parts, ['policy-replaced']),
    backendTunnel: row(['policy-without-effect', 'policy-replaced'], noAccess, ['dangling-backend-ref', 'backend-ref-wrong-kind'], alone),
  },
};
