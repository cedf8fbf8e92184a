/** ReplicaNames of keys and channels in Redis. */
export class ReplicaNames {
  /** The id of this replica. */
  readonly replica: string;
  readonly #start: string;

  constructor(prefix: string, replica: string) {
    this.#start = `${prefix}replicas:`;
    this.replica = replica;
  }

  /** The key that a replica keeps while it runs. */
  readonly lease = (replica: string): string => `${this.#start}lease:${replica}`;

  /** The channel that one replica listens on. */
  readonly inbox = (replica: string): string => `${this.#start}to:${replica}`;

  /** The channel that all replicas listen on. */
  get everyone(): string {
    return `${this.#start}everyone`;
  }

  /** The keys of a stream: its events, and what is known about it. */
  stream(name: string): [events: string, about: string] {
    return [`${this.#start}events:${name}`, `${this.#start}stream:${name}`];
  }

  /** A message about a stream, which scripts send. */
  readonly message = (kind: 'poke' | 'taken', name: string): string => `${kind} ${name} `;
}
