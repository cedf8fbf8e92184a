import type { Census } from '@mcpgw/structure';
import { alone, inside, noAccess, outside, reference, row, works } from './answers.js';

const permitted = row(['grant-inert', 'grant-wide'], ['grant-wide'], works, ['grant-inert', 'grant-wide']);
const target = row(
  ['backend-tls-policy', 'policy-not-attached', 'reference-not-found', 'reference-misspelled'],
  noAccess,
  ['backend-tls-policy'],
  ['backend-tls-policy'],
);
const identity = row(works, 'A name that is not in the certificate closes the connection.', outside, alone);

/** `kinds/grants.ts`: ReferenceGrant and BackendTLSPolicy. */
export const grantsCensus: Census = {
  'the spec of a ReferenceGrant': { from: permitted, to: permitted },
  'an origin': { group: permitted, kind: permitted, namespace: permitted },
  'a target': { group: target, kind: target, name: target, sectionName: target },
  'the spec of a BackendTLSPolicy': {
    targetRefs: target,
    validation: inside,
    options: row(['backend-tls-policy'], noAccess, works, alone),
  },
  'the validation of a backend': {
    hostname: row(works, noAccess, ['backend-tls-policy'], ['backend-tls-policy']),
    caCertificateRefs: row(reference.inert, noAccess, ['backend-tls-policy', 'reference-key-missing'], alone),
    wellKnownCACertificates: row(['backend-tls-policy'], noAccess, ['backend-tls-policy'], ['backend-tls-policy']),
    subjectAltNames: identity,
  },
  'an alternative name': { type: identity, hostname: identity, uri: identity },
};
