/** How a backend is reached: HTTP, TCP, TLS, tunnels, health, and changes to its requests and responses. */
import { isGiven, oneOf, type Shape } from '@mcpgw/structure';
import { atKey, atLeastOne, chars, int, listByKey, listOf, mapOf, must, notBoth, object, setOf, since, textOr } from './object.js';
import { backendRef, nameRef, secretRef } from './references.js';
import { duration, expression, headerOrPseudo, preciseHostname } from './texts.js';

export const http: Shape = object('HTTP of a backend', { requestTimeout: duration(1), version: oneOf('HTTP1', 'HTTP2') });

export const keepalive: Shape = object('TCP keepalive', { interval: duration(1000), retries: int(1, 64), time: duration(1000) });
export const tcp: Shape = object('TCP of a backend', { connectTimeout: duration(100), keepalive });

export const alpnProtocols: Shape = listOf(chars(64), { min: 1, max: 16 });
export const keyExchangeGroups: Shape = listOf(oneOf('P-256', 'P-384', 'X25519', 'X25519_MLKEM768'));
export const tls: Shape = object(
  'TLS of a backend',
  {
    alpnProtocols,
    caCertificateRefs: listOf(nameRef, { max: 1 }),
    insecureSkipVerify: oneOf('All', 'Hostname'),
    keyExchangeGroups: since('1.2.0', keyExchangeGroups),
    mtlsCertificateRef: listOf(secretRef, { max: 1 }),
    sni: preciseHostname,
    verifySubjectAltNames: listOf(chars(256), { min: 1, max: 16 }),
  },
  ({ node }) =>
    textOr(node, 'insecureSkipVerify', '') === 'All' && isGiven(node, 'caCertificateRefs')
      ? [
          atKey(
            node,
            'caCertificateRefs',
            'with insecureSkipVerify "All" no certificate is checked, so none can be trusted',
            'remove "insecureSkipVerify"',
          ),
        ]
      : [],
  notBoth('insecureSkipVerify', 'verifySubjectAltNames'),
);

export const tunnel: Shape = object('a tunnel', { backendRef: must(backendRef, 'the proxy to go through') });

export const health: Shape = object('the health of a backend', {
  eviction: object('eviction', {
    consecutiveFailures: int(0),
    duration: duration(1000),
    healthThreshold: int(0, 100),
    restoreHealth: int(0, 100),
  }),
  unhealthyCondition: expression,
});

const headerValue = object('a header', {
  name: must(headerOrPseudo, 'the name of the header'),
  value: must(expression, 'its value, as a CEL expression'),
});
const headerValues = listByKey(headerValue, 'name', { min: 1, max: 16 });
const changes = object(
  'a transformation',
  {
    add: headerValues,
    set: headerValues,
    remove: setOf(headerOrPseudo, { min: 1, max: 16 }),
    body: expression,
    metadata: mapOf(expression, { min: 1, max: 16 }),
  },
  atLeastOne('add', 'body', 'metadata', 'remove', 'set'),
);
export const transformationFields: Record<string, Shape> = { request: changes, response: changes };
export const transformation: Shape = object('transformations', transformationFields, atLeastOne('request', 'response'));

/** A name and an expression. */
export const namedExpression = (maxName: number): Shape =>
  object('an attribute', { name: must(chars(maxName), 'the name'), expression: must(expression, 'the value, as a CEL expression') });
