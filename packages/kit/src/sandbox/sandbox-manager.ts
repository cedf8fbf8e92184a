import type { Identity } from '../session.js';
import type { NetworkMode } from './network-mode.js';

/** The environment for the code of one session, with its workspace at `/workspace`. */
export interface Sandbox {
  /** Name in the backend. */
  readonly name: string;
  readonly network: NetworkMode;
  /** Whether this call created it. Processes of an earlier sandbox are lost, the workspace is kept. */
  readonly created: boolean;
}

export interface SandboxManager {
  /**
   * The session's sandbox, with a network as strict as the sensitivity of its data requires. It is created if there is none, and recreated on
   * the same workspace if the sensitivity has risen since. A network never becomes less strict, even if state is lost.
   *
   * Call it before each use: the answer holds until more sensitive data enters the session.
   *
   * @throws SandboxError if the backend fails or takes too long; then the session has no usable sandbox
   */
  ensure(session: Identity): Promise<Sandbox>;
  /** Removes the session's sandbox and, if `workspace` is true, the workspace with the record of its network. */
  remove(session: Identity, options?: { readonly workspace?: boolean }): Promise<void>;
}

/** A sandbox could not be made or removed. */
export class SandboxError extends Error {
  override name = 'SandboxError';
}
