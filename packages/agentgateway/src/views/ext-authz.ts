import type { Path } from '@mcpgw/diagnostics';
import { at, get, inRange, isNull, type Node, text } from '@mcpgw/structure';
import { nanosecondsAt } from '../config/duration.js';
import { child, listed, type Placed, type PolicyView, policiesNamed } from './views.js';

/** An external authorization policy. */
export interface ExtAuthzView extends Placed {
  readonly set: PolicyView;
  readonly protocol: 'grpc' | 'http';
  /** The host or backend reference; undefined if there is none. */
  readonly target: string | undefined;
}

/** Every external authorization policy, and every entry of conditional ones. */
export function extAuthzs(root: Node): ExtAuthzView[] {
  return policiesNamed(root, 'extAuthz').map(({ node, path, set }) => {
    const http = at(node, 'protocol', 'http');
    const target = text(get(node, 'host')) ?? text(get(node, 'backend')) ?? text(at(node, 'service', 'name'));
    return { node, path, set, protocol: http === undefined ? 'grpc' : 'http', target };
  });
}

/** Whether a check has a timeout, even in a spelling that its version refuses or ignores, which is a separate finding. */
export const namesTimeout = ({ node }: ExtAuthzView): boolean =>
  get(node, 'timeout') !== undefined || at(node, 'policies', 'http', 'requestTimeout') !== undefined;

/** A timeout with its position. `node` is absent for a default of the proxy. */
export interface Timeout {
  readonly value: bigint;
  readonly node: Node | undefined;
  readonly path: Path;
}

/** The timeout that applies to an authorization check; undefined if the proxy waits forever. */
export function authzTimeout(root: Node, authz: ExtAuthzView, version: string): Timeout | undefined {
  const early = inRange(version, { until: '1.0.0-alpha.3' });
  const own = early
    ? duration(get(authz.node, 'timeout'), [...authz.path, 'timeout'])
    : policyTimeout(get(authz.node, 'policies'), [...authz.path, 'policies']);
  const applies = early || authz.protocol === 'grpc' || inRange(version, { since: '1.4.0-alpha.2' });
  if (own !== undefined && applies) return own;
  const attached = backendTimeout(root, text(get(authz.node, 'backend')));
  if (attached !== undefined) return attached;
  if (!early && authz.protocol === 'grpc') return undefined;
  const standard = authz.protocol === 'http' && inRange(version, { since: '1.4.0' }) ? 2_000_000_000n : 200_000_000n;
  return { value: standard, node: undefined, path: authz.path };
}

function backendTimeout(root: Node, reference: string | undefined): Timeout | undefined {
  const backend = listed(get(root, 'backends'), ['backends']).find(({ node }) => `/${text(get(node, 'name'))}` === reference);
  return backend === undefined ? undefined : policyTimeout(get(backend.node, 'policies'), [...backend.path, 'policies']);
}

function policyTimeout(policies: Node | undefined, path: Path): Timeout | undefined {
  return duration(at(policies, 'http', 'requestTimeout'), [...path, 'http', 'requestTimeout']);
}

function duration(node: Node | undefined, path: Path): Timeout | undefined {
  if (node === undefined || isNull(node)) return undefined;
  const value = nanosecondsAt(node);
  return value === undefined ? { value: 1_000_000_000n, node: undefined, path } : { value, node, path };
}

/** The authorization servers that issue tokens for a backend. */
function exchanges(root: Node): Placed[] {
  return policiesNamed(root, 'backendAuth').flatMap(policy => {
    const cross = child(policy, 'crossAppAccess');
    const ends = cross === undefined ? [] : ['identityProvider', 'resourceAuthorizationServer'].map(name => child(cross, name));
    return [child(policy, 'oauthTokenExchange'), ...ends].flatMap(placed => placed ?? []);
  });
}

/** Every policy that calls a service: authorization, processing, rate limits, guards, tokens, traces and logs. */
export function targetedPolicies(root: Node): Placed[] {
  const named = ['extAuthz', 'extProc', 'remoteRateLimit'].flatMap(name => policiesNamed(root, name));
  const frontend = get(root, 'frontendPolicies');
  const tracing = get(frontend, 'tracing');
  const otlp = at(frontend, 'accessLog', 'otlp');
  const traces = tracing === undefined || isNull(tracing) ? [] : [{ node: tracing, path: ['frontendPolicies', 'tracing'] }];
  const logs = otlp === undefined || isNull(otlp) ? [] : [{ node: otlp, path: ['frontendPolicies', 'accessLog', 'otlp'] }];
  const guards = policiesNamed(root, 'mcpGuardrails').flatMap(({ node, path }) => listed(get(node, 'processors'), [...path, 'processors']));
  return [...named.map(({ node, path }) => ({ node, path })), ...guards, ...exchanges(root), ...traces, ...logs];
}
