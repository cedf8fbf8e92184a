/** References from one object to another, as the Gateway API and agentgateway.dev write them. */
import { anyText, get, isGiven, items, type Node, type Refusal, type Shape, text, versioned } from '@mcpgw/structure';
import { atKey, atNode, type Constraint, chars, listOf, must, object, since, textOr } from './object.js';
import { group, kindName, namespace, objectName, port, subdomain } from './texts.js';

/** A reference to a Service needs a port; other kinds define their own. */
export const servicePort: Constraint = ({ node }) =>
  textOr(node, 'group', '') === '' && textOr(node, 'kind', 'Service') === 'Service' && !isGiven(node, 'port')
    ? [atKey(node, 'name', 'a reference to a Service needs its port', 'add "port"')]
    : [];

const target = { group, kind: kindName, name: must(objectName, 'the name of the object'), port };

/** A reference to a Service or to an object of another kind that is called. */
export const backendRef: Shape = object('a backend reference', { ...target, namespace }, servicePort);
/** The same, in the namespace of the object itself. */
export const localBackendRef: Shape = object('a backend reference', target, servicePort);

/** An object of the same namespace, by name. The API server also accepts an empty name. */
export const nameRef: Shape = object('a reference', { name: anyText });

const secretKind: Constraint = ({ node }) => {
  const kind = textOr(node, 'kind', '');
  const isCore = textOr(node, 'group', '') === '';
  if (isCore && kind !== '' && kind !== 'Secret')
    return [atKey(node, 'kind', `"${kind}" is not a kind of the core group that holds secrets`, 'use "Secret", or set "group"')];
  return !isCore && kind === '' ? [atKey(node, 'group', 'a reference with "group" needs "kind"', 'add "kind"')] : [];
};
const secretFields = { group: anyText, kind: anyText, name: must(objectName, 'the name of the Secret') };

/** A Secret of the same namespace. */
export const secretRef: Shape = versioned(
  { until: '1.3.0', shape: nameRef },
  { shape: object('a Secret reference', secretFields, secretKind) },
);
/** A Secret and, from v1.4.0, one of its keys. */
export const secretKeyRef: Shape = versioned(
  { until: '1.3.0', shape: nameRef },
  { shape: object('a Secret reference', { ...secretFields, key: since('1.4.0', chars(253)) }, secretKind) },
);

/** An object of any kind in the same namespace. */
export const localObjectRef: Shape = object('a reference', {
  group: must(group, 'the API group; "" is the core group'),
  kind: must(kindName, 'the kind'),
  name: must(objectName, 'the name of the object'),
});
/** An object of any kind, in any namespace. */
export const objectRef: Shape = object('a reference', {
  group: must(group, 'the API group; "" is the core group'),
  kind: must(kindName, 'the kind'),
  name: must(objectName, 'the name of the object'),
  namespace,
});
/** A Secret, or an object of another kind, in any namespace. */
export const certificateRef: Shape = object('a certificate reference', {
  group,
  kind: kindName,
  name: must(objectName, 'the name of the Secret'),
  namespace,
});

/** The Gateway, or another parent, to which a route is attached. */
export const parentRef: Shape = object('a parent reference', {
  group,
  kind: kindName,
  name: must(objectName, 'the name of the Gateway'),
  namespace,
  port,
  sectionName: subdomain,
});

/** Several entries for one object must name different sections. */
export function sectionsApart(identity: (item: Node) => string): (node: Node) => readonly Refusal[] {
  return node => {
    const sections = new Map<string, Set<string>>();
    return items(node).flatMap((item, index): Refusal[] => {
      const key = identity(item);
      const section = text(get(item, 'sectionName')) ?? '';
      const known = sections.get(key);
      if (known === undefined) {
        sections.set(key, new Set([section]));
        return [];
      }
      const refusal = clash(known, section);
      known.add(section);
      return refusal === undefined
        ? []
        : [atNode(item, [index], refusal, 'give each entry for one object its own "sectionName", or keep one entry')];
    });
  };
}

function clash(known: ReadonlySet<string>, section: string): string | undefined {
  if (known.has(section))
    return section === ''
      ? 'this object is already in this list above'
      : `the section "${section}" of this object is already in this list above`;
  return known.has('') || section === '' ? 'one entry for this object has a "sectionName" and another has none' : undefined;
}

const parentIdentity = (item: Node): string =>
  JSON.stringify([
    textOr(item, 'group', 'gateway.networking.k8s.io'),
    textOr(item, 'kind', 'Gateway'),
    textOr(item, 'name', ''),
    textOr(item, 'namespace', ''),
  ]);

export const parentRefs: Shape = listOf(parentRef, { max: 32 }, sectionsApart(parentIdentity));
