/** Fields of routes that only the experimental channel of the Gateway API has, v1.5 and v1.6. */
import { anyText, get, isGiven, oneOf, refined, type Shape, versioned } from '@mcpgw/structure';
import { atKey, type Constraint, chars, int, listOf, must, object, setOf, textOr, until } from './object.js';
import { backendRef } from './references.js';
import { duration } from './texts.js';

/** Marks a field of the experimental channel: with the standard channel the API server does not know it. */
export const experimental = (shape: Shape, name: string): Shape =>
  refined(shape, node => [
    {
      node,
      rule: 'experimental-api',
      severity: 'warning',
      message: `"${name}" is in the experimental channel of the Gateway API only`,
      suggestion: 'install the experimental channel, or remove the field',
    },
  ]);

const code = int(400, 599);
export const retry: Shape = object('retries of a route', {
  codes: versioned({ until: '1.6.0', shape: listOf(code) }, { shape: setOf(code) }),
  attempts: versioned({ until: '1.6.0', shape: int(Number.MIN_SAFE_INTEGER) }, { shape: int(1) }),
  backoff: duration(),
});

const lifetime: Constraint = ({ node }) => {
  const cookie = get(node, 'cookieConfig');
  if (textOr(cookie, 'lifetimeType', 'Session') === 'Permanent' && !isGiven(node, 'absoluteTimeout'))
    return [atKey(node, 'cookieConfig', 'a permanent cookie needs "absoluteTimeout" beside it', 'add "absoluteTimeout"')];
  return isGiven(node, 'cookieConfig') && textOr(node, 'type', 'Cookie') !== 'Cookie'
    ? [atKey(node, 'cookieConfig', '"cookieConfig" goes with type "Cookie" only', 'remove it, or set type to "Cookie"')]
    : [];
};
export const sessionPersistence: Shape = object(
  'session persistence',
  {
    sessionName: chars(128, 0),
    absoluteTimeout: duration(),
    idleTimeout: until('1.6.0', duration()),
    type: oneOf('Cookie', 'Header'),
    cookieConfig: object('a cookie of a session', { lifetimeType: oneOf('Permanent', 'Session') }),
  },
  lifetime,
);

const pathForm = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/;
const headers = setOf(anyText, { max: 64 });
/** The settings of one protocol are needed for it, and allowed with it only. */
const ofProtocol =
  (key: string, protocol: string): Constraint =>
  ({ node }) => {
    const is = textOr(node, 'protocol', '') === protocol;
    if (is && !isGiven(node, key)) return [atKey(node, 'protocol', `protocol "${protocol}" needs the field "${key}"`, `add "${key}: {}"`)];
    return !is && isGiven(node, key)
      ? [atKey(node, key, `"${key}" goes with protocol "${protocol}" only`, `set protocol to "${protocol}", or remove "${key}"`)]
      : [];
  };
export const externalAuth: Shape = object(
  'an external authorization filter',
  {
    protocol: must(oneOf('HTTP', 'GRPC'), 'HTTP or GRPC'),
    backendRef: must(backendRef, 'the authorization service'),
    grpc: object('the gRPC form of an authorization filter', { allowedHeaders: headers }),
    http: object('the HTTP form of an authorization filter', {
      path: chars(1024, 0, 'a path', value =>
        pathForm.test(value) ? undefined : { message: 'the path has a character that no path has', suggestion: 'escape it' },
      ),
      allowedHeaders: headers,
      allowedResponseHeaders: headers,
    }),
    forwardBody: object('a body for an authorization filter', { maxSize: int(0, 65_535) }),
  },
  ofProtocol('grpc', 'GRPC'),
  ofProtocol('http', 'HTTP'),
);

/** Whether a route attaches to the Gateways that are defaults. */
export const defaultScope: Shape = experimental(oneOf('All', 'None'), 'useDefaultGateways');
