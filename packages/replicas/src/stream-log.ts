/** What the events of streams are kept in, so that a client that was disconnected gets what it missed. */

/** Bounds on what is kept of one stream. */
export interface StreamLimits {
  /** Maximum number of events. */
  readonly events: number;
  /** Maximum number of bytes of all events together; of a memory log, UTF-16 units. */
  readonly bytes: number;
  /** Milliseconds that an event is kept, and a stream after its last event while nobody reads it. */
  readonly keepMs: number;
}

/** Who reads a stream: a connection of a client at a replica. */
export interface ReaderName {
  readonly replica: string;
  readonly token: string;
}

/** Events that one writer adds in one step. */
export interface Batch {
  readonly messages: readonly string[];
  /** The writer, and the number of its batch: a batch that is sent again is added once. */
  readonly writer: string;
  readonly number: number;
  /** Whether the last message is the answer, after which the stream takes nothing more. */
  readonly isFinal?: boolean;
  /** Whether messages before these were not kept. */
  readonly hasGap?: boolean;
  /** Adds nothing where nobody has read the stream for the time that events are kept. */
  readonly needsReader?: boolean;
  /** Adds nothing where another replica added the same within a few seconds. A forced claim is never refused. */
  readonly claim?: { readonly key: string; readonly isForced: boolean };
}

/** `missing`: there is no such stream. `ended`: it has its answer. `claimed`: another replica added the same. */
export type Appended =
  | { readonly kind: 'appended'; readonly before: string; readonly places: readonly string[] }
  | { readonly kind: 'missing' | 'ended' | 'claimed' };

/** A stream as a reader finds it. */
export interface StreamState {
  /** Events up to this place are no longer kept. */
  readonly floor: string;
  /** The place of the last event. */
  readonly last: string;
  /** Whether the stream has its answer. */
  readonly isDone: boolean;
  /** The replica that runs the request; empty for a standing stream. */
  readonly owner: string;
}

/** Events after a place. */
export interface EventPage extends StreamState {
  readonly events: readonly { readonly place: string; readonly message: string }[];
}

/** How a stream is made where there is none. */
export interface StreamMaking {
  /** The replica that runs the request; empty for a standing stream. */
  readonly owner: string;
}

/** Events by stream. Names of streams begin with the digest of their session. */
export interface StreamLog {
  /** Makes `reader` the only reader of a stream, which is made where `making` is given; `undefined` where there is none. @throws StoreError */
  attach(name: string, reader: ReaderName, making?: StreamMaking): Promise<StreamState | undefined>;
  /** `reader` is disconnected. @throws StoreError */
  detach(name: string, reader: ReaderName): Promise<void>;
  /** @throws StoreError where it is not known whether the batch was added */
  append(name: string, batch: Batch): Promise<Appended>;
  /** Events after a place, at most 100; `undefined` where there is no such stream. @throws StoreError */
  read(name: string, after: string): Promise<EventPage | undefined>;
  /** Keeps streams that are in use. @throws StoreError */
  renew(names: readonly string[]): Promise<void>;
  /** Whether somebody reads a stream. @throws StoreError */
  isRead(name: string): Promise<boolean>;
  /** Ends a stream whose owner has stopped with `answer`; `false` where the owner runs, or the stream has its answer. @throws StoreError */
  endOrphan(name: string, answer: string): Promise<boolean>;
}

/** Events that one reading gives at most. */
export const pageSize = 100;
