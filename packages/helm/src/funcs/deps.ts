/** What the non-deterministic functions may ask of the world; injected so that the core stays pure. */
export interface FuncDeps {
  /** Time since the Unix epoch. */
  now(): { epochSeconds: bigint; nanoseconds: number };
  /** Cryptographically strong random bytes. */
  randomBytes(n: number): Uint8Array;
  /** IANA name of the local time zone, e.g. `UTC`. */
  timezone: string;
  /** An address of a host (`--enable-dns`); without it getHostByName gives the empty string, as in Helm while lookups are off. */
  hostByName?(name: string): string;
}
