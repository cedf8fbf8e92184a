import type { Identity } from '../session.js';
import type { NetworkMode } from './network-mode.js';

/** Where the code of one session runs, with its workspace at `/workspace`. */
export interface Sandbox {
  /** Name by which the backend knows it. */
  readonly name: string;
  readonly network: NetworkMode;
  /** Whether this call made it: what ran in a sandbox before it is gone, the workspace is not. */
  readonly created: boolean;
}

export interface SandboxManager {
  /**
   * The session's sandbox, with a network as strict as the sensitivity of its data asks. It is made where there is none, and made anew, on
   * the same workspace, where the sensitivity has risen since. A network never becomes less strict, whatever is known later.
   *
   * Call it before each use: the answer holds until more sensitive data enters the session.
   *
   * @throws SandboxError if the backend fails or takes too long; the session has no usable sandbox then
   */
  ensure(session: Identity): Promise<Sandbox>;
  /** Removes the session's sandbox and, when `workspace` is true, the workspace with what is known of its network. */
  remove(session: Identity, options?: { readonly workspace?: boolean }): Promise<void>;
}

/** A sandbox could not be made or removed. */
export class SandboxError extends Error {
  override name = 'SandboxError';
}
