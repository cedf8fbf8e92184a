import type { Census } from '@mcpgw/structure';
import { alone, called, duration, noAccess, outside, refused, row, size, textValue, value, works } from './policy-answers.js';

const ignored = row(['policy-connect-timeout-ignored'], noAccess, ['policy-connect-timeout-ignored'], alone);
const probes = row(
  'The controller sends those of the frontend; those of backends policy-connect-timeout-ignored reports.',
  noAccess,
  refused,
  alone,
);
const headers = row(
  ['pseudo-header-side', 'cel-not-text'],
  noAccess,
  ['header-modifier-fails', 'transform-empty-bearer'],
  ['backend-auth-conflict', 'credential-stripped'],
);
const sharesOnly = 'The API server refuses what is not from 0 to 100.';

/** `kinds/connection.ts`: how a backend is reached, and changes to messages. */
export const connectionCensus: Census = {
  'HTTP of a backend': {
    requestTimeout: row(['policy-time-limits'], noAccess, ['timeout-huge'], ['policy-timeout-not-for-check', 'policy-same-target']),
    version: row(works, noAccess, ['policy-http-version'], ['policy-http-version']),
  },
  'TCP keepalive': { interval: probes, retries: probes, time: probes },
  'TCP of a backend': { connectTimeout: ignored, keepalive: ignored },
  'TLS of a backend': {
    alpnProtocols: row(['backend-tls-contradiction'], noAccess, ['backend-tls-contradiction'], alone),
    caCertificateRefs: row(['reference-not-found'], ['policy-tls'], ['reference-key-missing'], refused),
    insecureSkipVerify: row(works, ['policy-tls'], works, refused),
    keyExchangeGroups: row(works, 'Every group that is accepted is secure.', outside, alone),
    mtlsCertificateRef: row(['reference-not-found'], noAccess, ['reference-key-missing'], alone),
    sni: row(['policy-tls'], noAccess, outside, alone),
    verifySubjectAltNames: row(['policy-tls'], 'Names are added to those that are trusted, as it says.', ['policy-tls'], refused),
  },
  'a tunnel': { backendRef: called },
  'the health of a backend': {
    eviction: row(['backend-health-inert'], noAccess, ['backend-health-inert'], ['backend-health-inert']),
    unhealthyCondition: row(
      ['condition-never-true', 'cel-unknown-variable', 'cel-unknown-function'],
      ['condition-never-true', 'backend-health-inert'],
      ['cel-unreadable', 'cel-bad-regex', 'cel-unknown-field'],
      ['conditional-shadowed', 'policy-authorization'],
    ),
  },
  eviction: {
    consecutiveFailures: size,
    duration,
    healthThreshold: row(['backend-health-inert'], noAccess, sharesOnly, alone),
    restoreHealth: row(works, noAccess, sharesOnly, ['backend-health-inert']),
  },
  'a header': {
    name: row(['pseudo-header-side'], noAccess, refused, ['header-modifier-conflict', 'auth-location-clash']),
    prefix: row(['credential-prefix'], ['credential-prefix'], ['credential-prefix'], alone),
    value: textValue,
  },
  'a transformation': {
    add: headers,
    set: headers,
    remove: row(
      'A header that is not there needs no removal.',
      noAccess,
      ['policy-header-name'],
      'It runs after the others, so it wins over "set".',
    ),
    body: value,
    metadata: value,
  },
};
