/** Conditions on callers: which of them a caller meets, and which scopes would be enough. */
import type { ServeBinding } from '@mcpgw/mcp-config';
import type { Caller } from './caller.js';

/** Whether `list`, if it is given, has the value, or one of the values. An empty list has none. */
function allows(list: readonly string[] | undefined, values: string | undefined | readonly string[]): boolean {
  if (list === undefined) return true;
  return typeof values === 'object' ? values.some(value => list.includes(value)) : values !== undefined && list.includes(values);
}

function holdsBesideScopes({ subjects, groups, issuers, keys }: ServeBinding, caller: Caller): boolean {
  return (
    allows(subjects, caller.subject) && allows(groups, caller.groups) && allows(issuers, caller.issuer) && allows(keys, caller.keyName)
  );
}

const hasScopes = (scopes: readonly string[], caller: Caller): boolean => scopes.every(scope => caller.scopes.includes(scope));

/** Whether a caller meets the conditions. Nobody meets an empty list, and only keys and tokens meet any. */
export function holds(binding: ServeBinding, caller: Caller): boolean {
  if (caller.kind !== 'key' && caller.kind !== 'token') return false;
  const { scopes } = binding;
  if (scopes !== undefined && (scopes.length === 0 || !hasScopes(scopes, caller))) return false;
  return Object.keys(binding).length > 0 && holdsBesideScopes(binding, caller);
}

/** Whether a caller meets one of several conditions. */
export function holdsOne(bindings: readonly ServeBinding[], caller: Caller): boolean {
  return bindings.some(binding => holds(binding, caller));
}

/** The scopes with which the holder of a token would meet a condition that it does not meet; undefined if scopes are not what is missing. */
export function missingScopes(bindings: readonly ServeBinding[], caller: Caller): readonly string[] | undefined {
  if (caller.kind !== 'token') return undefined;
  return bindings.find(({ scopes = [], ...rest }) => scopes.length > 0 && holdsBesideScopes(rest, caller))?.scopes;
}
