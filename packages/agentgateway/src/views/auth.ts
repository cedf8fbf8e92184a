/** Policies that check who sends a request. */
import { at, get, isGiven, isNull, memo, type Node, text } from '@mcpgw/structure';
import { listed, type Placed, type PolicyView, policiesNamed } from './views.js';

export type AuthKind = 'jwtAuth' | 'mcpAuthentication' | 'basicAuth' | 'apiKey';

export interface AuthView extends Placed {
  readonly kind: AuthKind;
  readonly set: PolicyView;
  readonly mode: string;
  readonly location: CredentialLocation;
}

/** Where a credential is, or is written. `prefix` stands before it in a header. */
export interface CredentialLocation {
  readonly kind: 'header' | 'queryParameter' | 'cookie' | 'expression';
  /** The name of the header in lower case, of the parameter or of the cookie. */
  readonly name: string;
  readonly prefix: string;
  /** The configured location; undefined for the default. */
  readonly node: Node | undefined;
}

const kinds: readonly AuthKind[] = ['jwtAuth', 'mcpAuthentication', 'basicAuth', 'apiKey'];

/** Every policy that authenticates requests by a token, a key or a password. */
export const authPolicies = memo((root): readonly AuthView[] => {
  return kinds.flatMap(kind =>
    policiesNamed(root, kind).map(({ node, path, set }) => ({
      node,
      path,
      kind,
      set,
      mode: text(get(node, 'mode')) ?? (kind === 'mcpAuthentication' ? 'strict' : 'optional'),
      location: locationOf(get(node, 'location') ?? get(node, 'authorizationLocation'), kind === 'basicAuth' ? 'Basic ' : 'Bearer '),
    })),
  );
});

/** Reads a location of a credential; the default is the header Authorization with a prefix. */
export function locationOf(node: Node | undefined, standard: string): CredentialLocation {
  for (const kind of ['header', 'queryParameter', 'cookie'] as const) {
    const part = get(node, kind);
    if (part === undefined || isNull(part)) continue;
    return { kind, name: (text(get(part, 'name')) ?? '').toLowerCase(), prefix: text(get(part, 'prefix')) ?? '', node };
  }
  if (get(node, 'expression') !== undefined) return { kind: 'expression', name: '', prefix: '', node };
  return { kind: 'header', name: 'authorization', prefix: standard, node: undefined };
}

/** The sets of policies that apply together with a set: its own, those of its route and of its listener. */
export const around = (set: PolicyView): Node[] =>
  [set.node, set.route?.policies, set.listener?.policies].filter(node => node !== undefined);

/** Variables of expressions that say who calls. */
export const identityVariables: ReadonlySet<string | undefined> = new Set(['jwt', 'apiKey', 'basicAuth']);

/** Policies that know who calls, or let a service decide it. */
export const callerChecks: readonly string[] = ['jwtAuth', 'mcpAuthentication', 'apiKey', 'basicAuth', 'oidc', 'extAuthz'];

/**
 * Whether a policy of one of the names may apply together with a set. It does if the place of the set is unknown (no set, the policies
 * of a top-level backend, a section, a route group) and the policy is anywhere.
 */
export function appliesAround(root: Node, set: PolicyView | undefined, names: readonly string[]): boolean {
  const all = names.flatMap(name => policiesNamed(root, name));
  if (all.some(policy => policy.set.level === 'attached')) return true;
  if (set === undefined || set.level === 'section' || set.level === 'attached' || set.listener === undefined) return all.length > 0;
  return around(set).some(policies => names.some(name => isGiven(policies, name)));
}

/** Every accepted key of `apiKey`. */
export const apiKeys = (root: Node): Placed[] =>
  policiesNamed(root, 'apiKey').flatMap(({ node, path }) => listed(get(node, 'keys'), [...path, 'keys']));

/** The users of an inline htpasswd text with their hashes; empty if it is in a file. `$$` is the proxy's escape of `$`. */
export function htpasswdLines(policy: Node): { readonly user: string; readonly hash: string }[] {
  const lines = (text(get(policy, 'htpasswd')) ?? '').replaceAll('$$', '$').split('\n');
  return lines.flatMap(line => {
    const colon = line.indexOf(':');
    return line.trim() === '' || line.startsWith('#')
      ? []
      : [{ user: line.slice(0, Math.max(0, colon)), hash: colon < 0 ? '' : line.slice(colon + 1).trim() }];
  });
}

interface Key {
  readonly [name: string]: unknown;
}

/** The keys of an inline key set; undefined if it is in a file or behind a URL. */
export function inlineKeys(issuer: Node): readonly Key[] | undefined {
  try {
    const { keys } = JSON.parse(text(get(issuer, 'jwks')) ?? '') as { keys?: unknown };
    return Array.isArray(keys) ? keys.filter((key): key is Key => typeof key === 'object' && key !== null) : undefined;
  } catch {
    return undefined;
  }
}

/** The address or file of the keys of an issuer. */
export const keySource = (issuer: Node): string | undefined => text(at(issuer, 'jwks', 'url')) ?? text(at(issuer, 'jwks', 'file'));
