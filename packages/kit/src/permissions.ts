/** What a tool does to the world, declared where it is defined. */

/** Reads data. */
export const READ = 'read';
/** Changes data. */
export const WRITE = 'write';
/** Reaches a place outside of the session, where private data could leak to. */
export const CONNECT = 'connect';

export type ToolPermission = typeof READ | typeof WRITE | typeof CONNECT;

export const toolPermissions: readonly ToolPermission[] = [READ, WRITE, CONNECT];

const declared = Symbol('mcpgw.toolPermissions');

/** A function with what was declared about it; wrappers hand the declaration on. */
export type ToolFunction<A extends unknown[], R> = ((...args: A) => R) & { readonly [declared]?: ReadonlySet<ToolPermission> };

/** `target` with a declaration on it. */
export function declaring<A extends unknown[], R>(
  target: (...args: A) => R,
  permissions: ReadonlySet<ToolPermission> | undefined,
): ToolFunction<A, R> {
  return permissions ? Object.assign(target, { [declared]: permissions }) : target;
}

/** What was declared about `target`, or undefined. */
export function declaredOf(target: unknown): ReadonlySet<ToolPermission> | undefined {
  return typeof target === 'function' ? (target as { readonly [declared]?: ReadonlySet<ToolPermission> })[declared] : undefined;
}

/**
 * Declares what a tool does: `toolPermission(READ)(handler)`, `toolPermission(READ, CONNECT)(handler)`.
 * A server does not start with a tool that declares nothing.
 *
 * @throws TypeError for no permission, and for one that does not exist
 */
export function toolPermission(...permissions: readonly ToolPermission[]) {
  const known = permissions.filter(permission => toolPermissions.includes(permission));
  if (known.length === 0 || known.length < permissions.length) {
    throw new TypeError(`toolPermission takes READ, WRITE or CONNECT, and was given ${permissions.join(', ') || 'nothing'}`);
  }
  return <A extends unknown[], R>(handler: (...args: A) => R): ToolFunction<A, R> =>
    declaring((...args: A) => handler(...args), new Set([...(declaredOf(handler) ?? []), ...permissions]));
}
