/** ReferenceGrant and BackendTLSPolicy of the Gateway API. */
import { get, isGiven, items, type Node, oneOf, type Shape, type TextCheck } from '@mcpgw/structure';
import { atKey, belongsTo, type Constraint, chars, listOf, mapOf, must, object, quoted, textOr } from './object.js';
import { localObjectRef, sectionsApart } from './references.js';
import { group, hostname, isSubdomain, kindName, namespace, objectName, preciseHostname, subdomain } from './texts.js';

const kindFields = { group: must(group, 'the API group; "" is the core group'), kind: must(kindName, 'the kind') };

export const referenceGrant: Shape = object('the spec of a ReferenceGrant', {
  from: must(
    listOf(object('an origin', { ...kindFields, namespace: must(namespace, 'the namespace that may refer') }), { min: 1, max: 16 }),
    'who may refer',
  ),
  to: must(listOf(object('a target', { ...kindFields, name: objectName }), { min: 1, max: 16 }), 'what may be referred to'),
});

const subjectAltName = object(
  'an alternative name',
  {
    type: must(oneOf('Hostname', 'URI'), 'Hostname or URI'),
    hostname,
    uri: chars(253, 1, 'a URI', value =>
      /^[^:/?#]+:\/\//.test(value)
        ? undefined
        : { message: `${quoted(value)} is not a URI with a host`, suggestion: 'write scheme://host, such as "spiffe://domain/path"' },
    ),
  },
  belongsTo('hostname', 'type', 'Hostname'),
  belongsTo('uri', 'type', 'URI'),
);
const wellKnown: TextCheck = value => {
  const [domain, name, ...rest] = value.split('/');
  const custom = rest.length === 0 && isSubdomain(domain!) && /^(?:[A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$/.test(name ?? '');
  return value === 'System' || custom
    ? undefined
    : { message: `${quoted(value)} is not a known set of certificates`, suggestion: 'use "System"' };
};

/** Trust comes either from listed certificates or from a well-known set; exactly one of the two must be set. */
const oneTrust: Constraint = ({ node }) => {
  const named = items(get(node, 'caCertificateRefs')).length > 0;
  const known = isGiven(node, 'wellKnownCACertificates');
  if (named && known)
    return [
      atKey(
        node,
        'wellKnownCACertificates',
        'only one of "caCertificateRefs" and "wellKnownCACertificates" may be set here',
        'keep one of them',
      ),
    ];
  return named || known
    ? []
    : [{ node, rule: 'missing-field', message: 'one of "caCertificateRefs" and "wellKnownCACertificates" has to be set here' }];
};
const validation = object(
  'the validation of a backend',
  {
    hostname: must(preciseHostname, 'the hostname in the certificate of the backend'),
    caCertificateRefs: listOf(localObjectRef, { max: 8 }),
    wellKnownCACertificates: chars(253, 1, 'a set of certificates', wellKnown),
    subjectAltNames: listOf(subjectAltName, { max: 5 }),
  },
  oneTrust,
);
const identity = (item: Node): string => JSON.stringify([textOr(item, 'group', ''), textOr(item, 'kind', ''), textOr(item, 'name', '')]);

export const backendTlsPolicy: Shape = object('the spec of a BackendTLSPolicy', {
  targetRefs: must(
    listOf(
      object('a target', { ...kindFields, name: must(objectName, 'the name of the Service'), sectionName: subdomain }),
      { min: 1, max: 16 },
      sectionsApart(identity),
    ),
    'the Services that the policy is for',
  ),
  validation: must(validation, 'how the certificate of the backend is checked'),
  options: mapOf(chars(4096, 0), { max: 16 }),
});
