/**
 * Stores state as one file per key: written completely to a temporary file, flushed, and renamed, under a lock per file. Its first line names
 * the key and the SHA-256 of the text, so that a damaged file is an error and never an empty state.
 */
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import { appendFile, open, readdir, readFile, stat, truncate, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { systemReason } from '@mcpgw/loader/internal';
import { type End, endIn, leftUntil, readEnd } from './machine-clock.js';
import { makeFolder } from './make-folder.js';
import { acquireLock, type HeldLock } from './process-lock.js';
import { Queues } from './queues.js';
import { decodeSegment, segmentFileName } from './segment.js';
import { checkKey, type StateKey, type StateStore, StoreError, type UpdateOptions, type WatchListener } from './store.js';

export interface FileStoreOptions {
  /** Milliseconds between checks for changes of other processes. Default 500. */
  readonly watchEveryMs?: number;
}

const folderEnd = '.d';
const fileEnd = '.v';
const changesFile = 'changes';
const leftBehindMs = 3_600_000;
const maxChanges = 100_000;
/** A renewed text is written again when less than this part of its time is left. */
const renewedBelow = 0.75;
/** Maximum number of files whose content is cached, so that renewing them only reads their dates. */
const maxRemembered = 2_000;

type Problem = NodeJS.ErrnoException;

function isCode(error: unknown, code: string): boolean {
  return (error as Problem).code === code;
}

/** What the system says. */
function reasonOf(error: unknown): string {
  const { code, message } = error as Problem;
  return code === undefined ? message : systemReason(code);
}

/** Converts the error of a missing file to undefined, its content. @throws StoreError for any other error */
function notThere(key: StateKey, error: unknown): undefined {
  if (isCode(error, 'ENOENT')) return undefined;
  throw new StoreError(key, `cannot be read: ${reasonOf(error)}`, error);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sameKey(a: unknown, b: StateKey): boolean {
  return Array.isArray(a) && a.length === b.length && b.every((segment, index) => a[index] === segment);
}

function fileText(key: StateKey, text: string, end: End | undefined): string {
  return `${JSON.stringify({ key, sha256: sha256(text), ...(end && { end }) })}\n${text}`;
}

interface Head {
  readonly key?: unknown;
  readonly sha256?: unknown;
  readonly end?: unknown;
}

/** What a file holds. */
interface Stored {
  readonly text: string;
  readonly end: End | undefined;
}

function headOf(content: string): Head {
  try {
    return (JSON.parse(content.slice(0, content.indexOf('\n') + 1)) as Head | null) ?? {};
  } catch {
    return {};
  }
}

/** What a file's content holds. @throws StoreError if it is not what was written for `key` */
function storedIn(key: StateKey, content: string): Stored {
  const head = headOf(content);
  const text = content.slice(content.indexOf('\n') + 1);
  if (!sameKey(head.key, key)) throw new StoreError(key, 'is damaged: its file does not begin with its name', undefined, true);
  if (head.sha256 !== sha256(text)) throw new StoreError(key, 'is damaged: its file does not hold what was written', undefined, true);
  return { text, end: readEnd(head.end) };
}

function hasEnded({ end }: Stored): boolean {
  return end !== undefined && (leftUntil(end) ?? 1) <= 0;
}

/** Whether so little is left of the time that a text is kept for, or of a clock that does not go on, that it is to be written anew. */
function isToRenew({ end }: Stored, keepMs: number): boolean {
  const left = end && leftUntil(end);
  return left === undefined || left > keepMs || left < keepMs * renewedBelow;
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeFlushed(path: string, content: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

class FileStore implements StateStore {
  readonly #root: string;
  readonly #watchEveryMs: number;
  /** Updates of one file in this process wait for each other here instead of polling the lock. */
  readonly #queues = new Queues();
  readonly #swept = new Set<string>();
  /** What was read for `renew`, by file; the one looked at last stands last. */
  readonly #contents = new Map<string, { readonly stamp: string; readonly stored: Stored }>();
  readonly #watches = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(root: string, { watchEveryMs = 500 }: FileStoreOptions) {
    this.#root = root;
    this.#watchEveryMs = watchEveryMs;
  }

  #folder(prefix: StateKey): string {
    // Names of segments need no normalization.
    return prefix.reduce((folder, segment) => `${folder}${sep}${segmentFileName(segment)}${folderEnd}`, this.#root);
  }

  #file(key: StateKey): string {
    checkKey(key);
    if (this.#closed) throw new StoreError(key, 'is asked of a store that is closed');
    return `${this.#folder(key.slice(0, -1))}${sep}${segmentFileName(key.at(-1)!)}${fileEnd}`;
  }

  async read(key: StateKey): Promise<string | undefined> {
    return (await this.#stored(key, this.#file(key)))?.text;
  }

  /** What is stored and has not ended. */
  async #stored(key: StateKey, file: string): Promise<Stored | undefined> {
    const content = await readFile(file, 'utf8').catch(error => notThere(key, error));
    const stored = content === undefined ? undefined : storedIn(key, content);
    return stored && hasEnded(stored) ? undefined : stored;
  }

  async update(
    key: StateKey,
    change: (old: string | undefined) => string | undefined,
    { keepMs }: UpdateOptions = {},
  ): Promise<string | undefined> {
    const file = this.#file(key);
    return this.#queues.run(file, async () => {
      // What changes nothing needs no lock: it works on a disk that is full or read-only.
      const old = await this.read(key);
      if (change(old) === old) return old;
      return this.#locked(key, file, async lock => {
        const before = await this.read(key);
        const next = change(before);
        if (next !== before) await this.#write(key, file, { text: next, keepMs, tells: true }, lock);
        return next;
      });
    });
  }

  async #locked<T>(key: StateKey, file: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
    const lock = await this.#lock(key, file);
    try {
      return await work(lock);
    } finally {
      // What was written is written; a lock that cannot be removed ends with its lease.
      await lock.release().catch(() => {});
    }
  }

  async renew(key: StateKey, keepMs: number): Promise<string | undefined> {
    const file = this.#file(key);
    const stored = await this.#remembered(key, file);
    if (stored === undefined || !isToRenew(stored, keepMs)) return stored?.text;
    return this.#rewritten(key, file, keepMs, isToRenew);
  }

  renewed(key: StateKey, keepMs: number): string | undefined {
    try {
      const file = this.#file(key);
      const known = this.#contents.get(file);
      if (known === undefined || known.stamp !== stampOf(key, file)) return undefined;
      const { stored } = known;
      return hasEnded(stored) || isToRenew(stored, keepMs) ? undefined : stored.text;
    } catch (error) {
      // `renew` says why.
      if (error instanceof StoreError) return undefined;
      throw error;
    }
  }

  /** What is stored, from memory where the file is still the one that was read before. */
  async #remembered(key: StateKey, file: string): Promise<Stored | undefined> {
    const stamp = stampOf(key, file);
    const before = this.#contents.get(file);
    this.#contents.delete(file);
    if (stamp === undefined) return undefined;
    const stored = before?.stamp === stamp ? before.stored : await this.#stored(key, file);
    if (stored === undefined || hasEnded(stored)) return undefined;
    this.#contents.set(file, { stamp, stored });
    if (this.#contents.size > maxRemembered) this.#contents.delete(this.#contents.keys().next().value!);
    return stored;
  }

  /** Writes the text again with a new end, where `isDue` still says so under the lock. */
  #rewritten(key: StateKey, file: string, keepMs: number, isDue: typeof isToRenew): Promise<string | undefined> {
    return this.#queues.run(file, () =>
      this.#locked(key, file, async lock => {
        const stored = await this.#stored(key, file);
        if (stored && isDue(stored, keepMs)) await this.#write(key, file, { text: stored.text, keepMs, tells: false }, lock);
        return stored?.text;
      }),
    );
  }

  async limit(prefix: StateKey, keepMs: number): Promise<void> {
    for (const key of await this.list(prefix)) {
      try {
        await this.#limitOne(key, keepMs);
      } catch (error) {
        if (!(error instanceof StoreError) || !error.damaged) throw error;
      }
    }
  }

  async #limitOne(key: StateKey, keepMs: number): Promise<void> {
    const file = this.#file(key);
    const content = await readFile(file, 'utf8').catch(error => notThere(key, error));
    if (content === undefined) return;
    const stored = storedIn(key, content);
    const hasNoEnd = ({ end }: Stored) => end === undefined || leftUntil(end) === undefined;
    if (hasEnded(stored)) await this.#remove(key, file);
    else if (hasNoEnd(stored)) await this.#rewritten(key, file, keepMs, hasNoEnd);
  }

  /** Removes a file whose text has ended, unless another one was written meanwhile. */
  #remove(key: StateKey, file: string): Promise<void> {
    return this.#queues.run(file, () =>
      this.#locked(key, file, async lock => {
        if ((await this.#stored(key, file)) === undefined) await this.#write(key, file, { text: undefined, tells: false }, lock);
      }),
    );
  }

  async #lock(key: StateKey, file: string): Promise<HeldLock> {
    try {
      await makeFolder(dirname(file));
      await this.#sweep(dirname(file));
      return await acquireLock(`${file}.lock`);
    } catch (error) {
      throw new StoreError(key, `cannot be locked: ${reasonOf(error)}`, error);
    }
  }

  async #write(
    key: StateKey,
    file: string,
    { text, keepMs, tells }: { text: string | undefined; keepMs?: number | undefined; tells: boolean },
    lock: HeldLock,
  ): Promise<void> {
    const temporary = `${file}.tmp-${randomUUID()}`;
    try {
      if (text !== undefined) await writeFlushed(temporary, fileText(key, text, keepMs === undefined ? undefined : endIn(keepMs)));
      if (!lock.held()) throw new Error('the disk took too long, or another process took the lock');
      if (text === undefined) rmSync(file, { force: true });
      else renameSync(temporary, file);
      await flushFolder(dirname(file));
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw new StoreError(key, `cannot be written: ${reasonOf(error)}`, error);
    }
    if (tells) await this.#announce();
  }

  /** Tells the watches of all processes, by one more byte in a file; a change that cannot be told is still a change. */
  async #announce(): Promise<void> {
    const path = join(this.#root, changesFile);
    try {
      await appendFile(path, '.', { mode: 0o600 });
      if ((await stat(path)).size > maxChanges) await truncate(path);
    } catch {}
  }

  /** Removes what killed processes left in a folder; once a folder. */
  async #sweep(folder: string): Promise<void> {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    const names = (await readdir(folder)).filter(name => /\.(?:tmp-|lock-|lock\.)[0-9a-f.-]{36,}$/.test(name));
    for (const path of names.map(name => join(folder, name))) {
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > leftBehindMs) await unlink(path).catch(() => {});
    }
  }

  async list(prefix: StateKey): Promise<StateKey[]> {
    if (this.#closed) throw new StoreError(prefix, 'is asked of a store that is closed');
    try {
      return await listFolder(this.#folder(prefix), prefix);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new StoreError(prefix, `cannot be listed: ${reasonOf(error)}`, error);
    }
  }

  watch(_prefix: StateKey, listener: WatchListener): () => void {
    let seen = this.#changes();
    const look = () => {
      const now = this.#changes();
      if (now === seen) return;
      seen = now;
      listener(undefined);
    };
    const timer = setInterval(look, this.#watchEveryMs).unref();
    this.#watches.add(timer);
    return () => {
      clearInterval(timer);
      this.#watches.delete(timer);
    };
  }

  /** Differs from before after a change; the same where nothing can be seen. */
  #changes(): string {
    try {
      const { size, mtimeMs } = statSync(join(this.#root, changesFile));
      return `${size} ${mtimeMs}`;
    } catch {
      return '';
    }
  }

  async close(): Promise<void> {
    await this.#queues.idle();
    this.#closed = true;
    for (const timer of this.#watches) clearInterval(timer);
  }
}

/**
 * Changes when another file takes the place of this one; undefined where there is none. Each request of a session needs it, and asking
 * in this thread takes a tenth of the time of asking in another one.
 */
function stampOf(key: StateKey, file: string): string | undefined {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
  } catch (error) {
    return notThere(key, error);
  }
}

/** All keys of files below `folder`; `prefix` is undefined where a long segment's name does not tell it. */
async function listFolder(folder: string, prefix: StateKey | undefined): Promise<StateKey[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(error => {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  });
  const keys: StateKey[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name.endsWith(folderEnd)) keys.push(...(await listFolder(path, extend(prefix, entry.name))));
    else if (entry.name.endsWith(fileEnd)) keys.push(extend(prefix, entry.name) ?? (await storedKey(path)));
  }
  return keys;
}

/** `prefix` and the segment that a name stands for; undefined where the name holds only a part of it. */
function extend(prefix: StateKey | undefined, name: string): StateKey | undefined {
  const segment = decodeSegment(name.slice(0, -folderEnd.length));
  return prefix === undefined || segment === undefined ? undefined : [...prefix, segment];
}

async function storedKey(path: string): Promise<StateKey> {
  const { key } = headOf(await readFile(path, 'utf8'));
  if (Array.isArray(key) && key.every(segment => typeof segment === 'string')) return key;
  throw new StoreError([basename(path)], 'is damaged: its file does not begin with its name', undefined, true);
}

/**
 * A store in `folder`, which is made when something is first written; files are for their owner alone. It serves any number of
 * processes of one machine, and of several that share the disk.
 */
export function fileStore(folder: string, options: FileStoreOptions = {}): StateStore {
  return new FileStore(resolve(folder), options);
}
