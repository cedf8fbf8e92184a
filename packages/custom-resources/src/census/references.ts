import type { Census } from '@mcpgw/structure';
import { alone, backendReference, key, noAccess, reference, refused, row } from './answers.js';

const section = row(
  ['route-not-attached', 'policy-not-attached', 'backend-tls-policy', 'model-not-served'],
  noAccess,
  ['route-not-attached', 'policy-not-attached'],
  ['route-hostname-outside'],
);
const parent = row(
  ['route-not-attached', 'reference-not-found', 'model-not-served'],
  noAccess,
  ['route-not-attached', 'reference-not-found'],
  ['route-not-attached', 'reference-other-namespace'],
);

/** `kinds/references.ts`: how objects name each other. */
export const referencesCensus: Census = {
  'a backend reference': {
    group: backendReference,
    kind: backendReference,
    name: backendReference,
    namespace: backendReference,
    port: row(['backend-ref-wrong-port'], noAccess, ['backend-ref-wrong-port', 'service-target-port'], alone),
  },
  'a reference': {
    group: reference,
    kind: row(
      ['reference-not-found', 'gateway-without-proxy'],
      noAccess,
      ['gateway-without-proxy', 'backend-tls-policy', 'route-never-served'],
      ['gateway-without-proxy'],
    ),
    name: reference,
    namespace: row(
      ['reference-other-namespace'],
      ['reference-not-granted'],
      ['gateway-without-proxy', 'reference-other-namespace'],
      ['reference-not-granted'],
    ),
  },
  'a Secret reference': { group: reference, kind: reference, name: reference, key },
  'a certificate reference': {
    group: row(['gateway-listener-refused'], noAccess, ['gateway-listener-refused', 'gateway-listener-inert'], alone),
    kind: row(['gateway-listener-refused'], noAccess, ['gateway-listener-refused', 'gateway-listener-inert'], alone),
    name: row(['reference-not-found', 'reference-misspelled'], noAccess, ['reference-key-missing', 'reference-not-found'], alone),
    namespace: row(
      ['gateway-listener-inert', 'reference-other-namespace'],
      ['reference-not-granted'],
      ['gateway-listener-inert'],
      ['reference-not-granted'],
    ),
  },
  'a parent reference': {
    group: parent,
    kind: parent,
    name: parent,
    namespace: parent,
    port: row(['route-not-attached', 'model-not-served'], noAccess, refused, ['route-not-attached']),
    sectionName: section,
  },
};
