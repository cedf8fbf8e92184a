/** Paths as agents write them: `/workspace/...`, or relative to it. */
import { ToolRetryError } from './errors.js';

/** The root that agents see. */
export const workspaceRoot = '/workspace';

/** A path that is not in the workspace, or a file that cannot be used; the message names no path of the host. */
export class WorkspaceError extends ToolRetryError {
  override name = 'WorkspaceError';
}

const maxPath = 4096;
const maxSegmentBytes = 255;
/** How deep files may lie: each folder on the way is an open file of the process while a path is walked. */
export const maxDepth = 100;
const maxShown = 200;

/** `path` as messages show it. */
export function shownPath(path: string): string {
  return path.length <= maxShown ? path : `${path.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function traversal(): WorkspaceError {
  return new WorkspaceError('Path traversal not allowed');
}

function faultOf(path: string): string | undefined {
  if (path.length > maxPath) return `longer than ${maxPath} characters`;
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'control characters are not allowed';
  if (/\p{Surrogate}/u.test(path)) return 'not valid Unicode';
  if (path.includes('\\')) return "'\\' is not allowed, folders are separated by '/'";
  return path.split('/').some(segment => Buffer.byteLength(segment) > maxSegmentBytes)
    ? `a name is longer than ${maxSegmentBytes} bytes`
    : undefined;
}

/** The part of a path below the workspace. @throws WorkspaceError for another absolute path */
function belowRoot(path: string): string {
  if (!path.startsWith('/')) return path;
  if (path === workspaceRoot || path.startsWith(`${workspaceRoot}/`)) return path.slice(workspaceRoot.length);
  throw new WorkspaceError(`Invalid sandbox path: must start with ${workspaceRoot}`);
}

/**
 * The path segments from the workspace to `path`, including `..`, which are resolved in order, as the kernel does.
 * Nothing is decoded: `%2e%2e` is a name like any other.
 *
 * @throws WorkspaceError for a path that cannot be in a workspace
 */
export function workspaceSegments(path: string): string[] {
  const fault = typeof path === 'string' ? faultOf(path) : 'must be text';
  if (fault !== undefined) throw new WorkspaceError(`Invalid sandbox path: ${fault}`);
  const segments = belowRoot(path)
    .split('/')
    .filter(segment => segment !== '' && segment !== '.');
  refuseClimbing(segments);
  return segments;
}

export function tooDeep(): WorkspaceError {
  return new WorkspaceError(`Invalid sandbox path: more than ${maxDepth} folders deep`);
}

/** Refuses a path that leaves the workspace whatever it contains, and one that is too deep. */
function refuseClimbing(segments: readonly string[]): void {
  let depth = 0;
  for (const segment of segments) {
    depth += segment === '..' ? -1 : 1;
    if (depth < 0) throw traversal();
    if (depth > maxDepth) throw tooDeep();
  }
}
