/** Effects of a tool, declared at its definition. */

/** Reads data. */
export const READ = 'read';
/** Changes data. */
export const WRITE = 'write';
/** Reaches a place outside of the session, where private data could leak to. */
export const CONNECT = 'connect';

export type ToolPermission = typeof READ | typeof WRITE | typeof CONNECT;

export const toolPermissions: readonly ToolPermission[] = [READ, WRITE, CONNECT];

const declared = Symbol('mcpgw.toolPermissions');

/** A function with its declaration; wrappers pass the declaration on. */
export type ToolFunction<A extends unknown[], R> = ((...args: A) => R) & { readonly [declared]?: ReadonlySet<ToolPermission> };

/** `target` with a declaration on it. */
export function declaring<A extends unknown[], R>(
  target: (...args: A) => R,
  permissions: ReadonlySet<ToolPermission> | undefined,
): ToolFunction<A, R> {
  return permissions ? Object.assign(target, { [declared]: permissions }) : target;
}

/** The declaration of `target`, or undefined. */
export function declaredOf(target: unknown): ReadonlySet<ToolPermission> | undefined {
  return typeof target === 'function' ? (target as { readonly [declared]?: ReadonlySet<ToolPermission> })[declared] : undefined;
}

/**
 * Declares the effects of a tool: `toolPermission(READ)(handler)`, `toolPermission(READ, CONNECT)(handler)`.
 * A server does not start with a tool without a declaration.
 *
 * @throws TypeError without a permission, and for an unknown one
 */
export function toolPermission(...permissions: readonly ToolPermission[]) {
  const known = permissions.filter(permission => toolPermissions.includes(permission));
  if (known.length === 0 || known.length < permissions.length) {
    throw new TypeError(`toolPermission takes READ, WRITE or CONNECT, and was given ${permissions.join(', ') || 'nothing'}`);
  }
  return <A extends unknown[], R>(handler: (...args: A) => R): ToolFunction<A, R> =>
    declaring((...args: A) => handler(...args), new Set([...(declaredOf(handler) ?? []), ...permissions]));
}
