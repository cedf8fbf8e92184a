/** The environment of the nondeterministic functions. It is injected so that the core stays pure. */
export interface FuncDeps {
  /** The time since the Unix epoch. */
  now(): { epochSeconds: bigint; nanoseconds: number };
  /** Cryptographically strong random bytes. */
  randomBytes(n: number): Uint8Array;
  /** IANA name of the local time zone, e.g. `UTC`. */
  timezone: string;
  /**
   * Returns an address of a host (`--enable-dns`). Without it, getHostByName returns the empty string, as Helm does when lookups are
   * disabled.
   */
  hostByName?(name: string): string;
}
