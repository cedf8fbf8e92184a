/** Gateway, ListenerSet and GatewayClass of the Gateway API. */
import {
  anyText,
  entries,
  get,
  isGiven,
  items,
  type Node,
  oneOf,
  type Refusal,
  type Shape,
  type TextCheck,
  text,
  versioned,
} from '@mcpgw/structure';
import { atKey, type Constraint, chars, distinct, listByKey, listOf, mapOf, must, object, quoted, textOr } from './object.js';
import { certificateRef, localObjectRef, objectRef } from './references.js';
import { group, hostname, integer, ipAddress, isSubdomain, kindName, namespace, objectName, port, subdomain } from './texts.js';

/** A Kubernetes label selector. The API server does not check its operators here. */
export const labelSelector: Shape = object('a label selector', {
  matchExpressions: listOf(
    object('an expression', {
      key: must(anyText, 'the label'),
      operator: must(anyText, 'In, NotIn, Exists or DoesNotExist'),
      values: listOf(anyText),
    }),
  ),
  matchLabels: mapOf(anyText),
});

const namespaces = (...from: string[]): Shape => object('a choice of namespaces', { from: oneOf(...from), selector: labelSelector });

const options = mapOf(chars(4096, 0), { max: 16 });
const listenerTls = object(
  'TLS of a listener',
  { mode: oneOf('Terminate', 'Passthrough'), certificateRefs: listOf(certificateRef, { max: 64 }), options },
  ({ node }) => {
    const filled = items(get(node, 'certificateRefs')).length > 0 || entries(get(node, 'options')).length > 0;
    return filled || textOr(node, 'mode', 'Terminate') !== 'Terminate'
      ? []
      : [
          {
            node,
            message: 'TLS that ends at the Gateway needs a certificate',
            suggestion: 'add "certificateRefs", or set "mode" to "Passthrough"',
          },
        ];
  },
);

const protocolForm = /^[a-zA-Z0-9](?:[-a-zA-Z0-9]*[a-zA-Z0-9])?$|[a-z0-9]\/[A-Za-z0-9]+$/;
const protocol: TextCheck = value =>
  protocolForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a protocol`, suggestion: 'one of HTTP, HTTPS, TLS, TCP, UDP, or domain/name' };

const listener = object('a listener', {
  name: must(subdomain, 'its own name'),
  port: must(port, 'the port to listen on'),
  protocol: must(chars(255, 1, 'a protocol', protocol, protocolForm.source), 'HTTP, HTTPS, TLS, TCP or UDP'),
  hostname,
  tls: listenerTls,
  allowedRoutes: object('a choice of routes', {
    kinds: listOf(object('a kind of route', { group, kind: must(kindName, 'the kind') }), { max: 8 }),
    namespaces: namespaces('All', 'Selector', 'Same'),
  }),
});

type ListenerRule = (item: Node, protocol: string) => readonly [key: string, message: string, suggestion: string] | undefined;
const listenerRules: readonly ListenerRule[] = [
  (item, name) =>
    ['HTTP', 'TCP', 'UDP'].includes(name) && isGiven(item, 'tls')
      ? ['tls', `a listener of protocol "${name}" has no TLS`, 'remove "tls", or use the protocol HTTPS or TLS']
      : undefined,
  (item, name) =>
    name === 'HTTPS' && textOr(get(item, 'tls'), 'mode', 'Terminate') !== 'Terminate'
      ? ['tls', 'a listener of protocol "HTTPS" ends TLS itself', 'set "mode" to "Terminate", or use the protocol TLS']
      : undefined,
  (item, name) =>
    name === 'TLS' && !isGiven(item, 'tls') ? ['protocol', 'a listener of protocol "TLS" needs the field "tls"', 'add "tls"'] : undefined,
  (item, name) =>
    ['TCP', 'UDP'].includes(name) && textOr(item, 'hostname', '') !== ''
      ? ['hostname', `a listener of protocol "${name}" has no hostname`, 'remove "hostname"']
      : undefined,
];

function protocolRules(node: Node): readonly Refusal[] {
  return items(node).flatMap((item, index) =>
    listenerRules.flatMap(rule => {
      const broken = rule(item, textOr(item, 'protocol', ''));
      if (broken === undefined) return [];
      const refusal = atKey(item, ...broken);
      return [{ ...refusal, at: [index, ...(refusal.at ?? [])] }];
    }),
  );
}

const endpoint = (item: Node): string =>
  JSON.stringify([integer(get(item, 'port')), textOr(item, 'protocol', ''), text(get(item, 'hostname'))]);
const listeners = listOf(
  listener,
  { min: 1, max: 64 },
  protocolRules,
  distinct('this name of a listener', item => text(get(item, 'name'))),
  distinct('a listener with this port, protocol and hostname', endpoint),
);

const addressType = /^Hostname|IPAddress|NamedAddress|[a-z0-9]\/[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const addressRule: Constraint = ({ node }) => {
  const value = text(get(node, 'value'));
  const type = textOr(node, 'type', 'IPAddress');
  if (value === undefined) return [];
  const problem = type === 'IPAddress' ? ipAddress(value) : undefined;
  if (problem !== undefined) return [atKey(node, 'value', problem.message, 'write an IP address, or set "type" to "Hostname"')];
  return type === 'Hostname' && !isSubdomain(value.replace(/^\*\./, ''))
    ? [atKey(node, 'value', `${quoted(value)} is not a hostname`)]
    : [];
};
const address = object(
  'an address',
  {
    type: chars(253, 1, 'a type of address', value =>
      addressType.test(value)
        ? undefined
        : { message: `${quoted(value)} is not a type of address`, suggestion: 'one of IPAddress, Hostname, NamedAddress, or domain/name' },
    ),
    value: chars(253, 0),
  },
  addressRule,
);
const knownAddress = (item: Node): string | undefined => {
  const type = textOr(item, 'type', 'IPAddress');
  return ['IPAddress', 'Hostname'].includes(type) && isGiven(item, 'value') ? `${type} ${textOr(item, 'value', '')}` : undefined;
};

const keyForm = /^(?:[^/]*\/)?(?:[A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$/;
const metadataKey: TextCheck = key => {
  const prefix = key.split('/')[0]!;
  const fits = keyForm.test(key) && prefix.length < 253 && (!key.includes('/') || isSubdomain(prefix));
  return fits
    ? undefined
    : {
        message: `${quoted(key)} is not a name of a label or annotation`,
        suggestion: 'letters, digits, "-", "_" and ".", with "domain/" in front if needed',
      };
};
const labelValueForm = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const labelValueCheck: TextCheck = value =>
  labelValueForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a value of a label`, suggestion: 'letters, digits, "-", "_" and "."' };
const labelValue = chars(63, 0, 'the value of a label', labelValueCheck, labelValueForm.source);
const annotations = (max: number): Shape => mapOf(chars(4096, 0), { max, key: metadataKey });
const infrastructure = object('infrastructure', {
  annotations: versioned({ until: '1.6.0', shape: annotations(8) }, { shape: annotations(16) }),
  labels: mapOf(labelValue, { max: 8, key: metadataKey }),
  parametersRef: localObjectRef,
});

const caRefs = (max: number): Shape => listOf(objectRef, { min: 1, max });
const frontendTls = object('TLS towards clients', {
  validation: object('validation of clients', {
    caCertificateRefs: must(versioned({ until: '1.6.0', shape: caRefs(8) }, { shape: caRefs(16) }), 'the certificates that are trusted'),
    mode: oneOf('AllowValidOnly', 'AllowInsecureFallback'),
  }),
});
const gatewayTls = object('TLS of a Gateway', {
  backend: object('TLS towards backends', { clientCertificateRef: certificateRef }),
  frontend: object('TLS towards clients', {
    default: must(frontendTls, 'what holds for ports without their own entry'),
    perPort: listByKey(
      object('TLS of a port', { port: must(port, 'the port'), tls: must(frontendTls, 'what holds for the port') }),
      'port',
      { max: 64 },
    ),
  }),
});

export const gateway: Shape = object('the spec of a Gateway', {
  gatewayClassName: must(objectName, 'the name of the GatewayClass'),
  listeners: must(listeners, 'at least one listener'),
  addresses: listOf(address, { max: 16 }, distinct('this address', knownAddress)),
  allowedListeners: object('a choice of ListenerSets', { namespaces: namespaces('All', 'Selector', 'Same', 'None') }),
  infrastructure,
  tls: gatewayTls,
});

export const listenerSet: Shape = object('the spec of a ListenerSet', {
  parentRef: must(
    object('a parent reference', { group, kind: kindName, name: must(objectName, 'the name of the Gateway'), namespace }),
    'the Gateway that the listeners belong to',
  ),
  listeners: must(listeners, 'at least one listener'),
});

const controller: TextCheck = value => {
  const slash = value.indexOf('/');
  return slash > 0 && isSubdomain(value.slice(0, slash)) && /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(value.slice(slash + 1))
    ? undefined
    : {
        message: `${quoted(value)} is not a name of a controller`,
        suggestion: 'write domain/path, such as "agentgateway.dev/agentgateway"',
      };
};
export const gatewayClass: Shape = object('the spec of a GatewayClass', {
  controllerName: must(chars(253, 1, 'the name of a controller', controller, '^[^/]+/.'), 'the name of the controller, as domain/path'),
  description: chars(64, 0),
  parametersRef: objectRef,
});
