/**
 * The ratchet: the sensitivity of the data in a session, which only rises. It is kept in a store outside of the workspace. Each process
 * also keeps what it knew, so that lost state lowers no session that is in use.
 */

import type { StateStore } from '@mcpgw/store';
import { ToolFatalError } from './errors.js';
import {
  covers,
  emptyRecord,
  formatRecord,
  joinRecords,
  type PrivateDataRecord,
  parseRecord,
  recordOf,
  unreadableRecord,
} from './private-data-record.js';
import { type DataSensitivity, isSensitivity } from './sensitivity.js';
import { getSession, type Session } from './session.js';

interface Memory {
  /** Data that was added here or read; written again if the store has lost it. */
  known: PrivateDataRecord;
  /** Whether a read of the store failed once: the session was reported as secret, and stays secret here. */
  unreadable: boolean;
}

const memories = new WeakMap<StateStore, Map<string, Memory>>();

function memoryOf({ store, userId, sessionId }: Session): Memory {
  const sessions = memories.get(store) ?? new Map<string, Memory>();
  memories.set(store, sessions);
  const key = JSON.stringify([userId, sessionId]);
  const memory = sessions.get(key) ?? { known: emptyRecord, unreadable: false };
  sessions.set(key, memory);
  return memory;
}

const maxNameLength = 256;

function checkDataset(name: unknown, sensitivity: unknown): void {
  if (typeof name !== 'string' || name === '' || name.length > maxNameLength) {
    throw new TypeError(`The name of a dataset must have 1 to ${maxNameLength} characters`);
  }
  if (!isSensitivity(sensitivity)) throw new TypeError('The sensitivity of a dataset must be public, internal, confidential or secret');
}

export class PrivateData {
  readonly #session: Session;
  readonly #key: readonly string[];

  constructor(session: Session) {
    this.#session = session;
    this.#key = ['private-data', session.userId, session.sessionId];
  }

  /**
   * Records that the session is about to hold data of `name`; call it, and await it, before the data is read. A dataset that is
   * known already may be added again at a higher level; public data changes nothing.
   *
   * @throws ToolFatalError if it cannot be recorded: the data must not be read then
   * @throws TypeError for an invalid name, or an unknown level
   */
  async addPrivateDataset(name: string, sensitivity: DataSensitivity): Promise<void> {
    checkDataset(name, sensitivity);
    if (sensitivity === 'public') return;
    const memory = memoryOf(this.#session);
    memory.known = joinRecords(memory.known, recordOf(sensitivity, [name]));
    try {
      await this.#write(memory);
    } catch (error) {
      throw new ToolFatalError('The private data of this session cannot be recorded now, so it must not be read', { cause: error });
    }
  }

  /** The private data of the session; state that is corrupt or cannot be read counts as secret. Never throws; the level never falls. */
  async record(): Promise<PrivateDataRecord> {
    const memory = memoryOf(this.#session);
    try {
      const stored = parseRecord(await this.#session.store.read(this.#key));
      memory.known = joinRecords(memory.known, stored);
      if (!covers(stored, memory.known)) await this.#write(memory);
    } catch {
      memory.unreadable = true;
    }
    return memory.unreadable ? joinRecords(memory.known, unreadableRecord) : memory.known;
  }

  /** Whether data above public has entered the session. */
  async hasPrivateData(): Promise<boolean> {
    return (await this.record()).hasPrivateData;
  }

  /** The highest level of the data that has entered the session. */
  async sensitivity(): Promise<DataSensitivity> {
    return (await this.record()).sensitivity;
  }

  /** Joins the local record with the stored one, and updates both. */
  async #write(memory: Memory): Promise<void> {
    const written = await this.#session.store.update(this.#key, old => formatRecord(joinRecords(parseRecord(old), memory.known)));
    memory.known = joinRecords(memory.known, parseRecord(written));
  }
}

/** The private data of the session that this call is for. @throws SessionError outside of a session */
export function privateData(): PrivateData {
  return new PrivateData(getSession());
}
