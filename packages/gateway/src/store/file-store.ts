/**
 * State as one file a key: written whole to a temporary file, flushed, and renamed, under a lock of its own. Its first line names
 * the key and the SHA-256 of the text, so that a file that is not what was written is an error and never an empty state.
 */
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, statSync, unlinkSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, stat, truncate, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { acquireLock, type HeldLock } from './process-lock.js';
import { Queues } from './queues.js';
import { decodeSegment, segmentFileName } from './segment.js';
import { checkKey, type StateKey, type StateStore, StoreError } from './store.js';

export interface FileStoreOptions {
  /** Milliseconds between looks for changes of other processes. Default 500. */
  readonly watchEveryMs?: number;
}

const folderEnd = '.d';
const fileEnd = '.v';
const changesFile = 'changes';
const leftBehindMs = 3_600_000;
const maxChanges = 100_000;

type Problem = NodeJS.ErrnoException;

function isCode(error: unknown, code: string): boolean {
  return (error as Problem).code === code;
}

/** What went wrong, in the system's word. */
function reasonOf(error: unknown): string {
  return (error as Problem).code ?? (error as Error).message;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sameKey(a: unknown, b: StateKey): boolean {
  return Array.isArray(a) && a.length === b.length && b.every((segment, index) => a[index] === segment);
}

function fileText(key: StateKey, text: string): string {
  return `${JSON.stringify({ key, sha256: sha256(text) })}\n${text}`;
}

interface Head {
  readonly key?: unknown;
  readonly sha256?: unknown;
}

function headOf(content: string): Head {
  try {
    return (JSON.parse(content.slice(0, content.indexOf('\n') + 1)) as Head | null) ?? {};
  } catch {
    return {};
  }
}

/** The text in a file's content. @throws StoreError where it is not what was written for `key` */
function textOf(key: StateKey, content: string): string {
  const head = headOf(content);
  const text = content.slice(content.indexOf('\n') + 1);
  if (!sameKey(head.key, key)) throw new StoreError(key, 'is damaged: its file does not begin with its name');
  if (head.sha256 !== sha256(text)) throw new StoreError(key, 'is damaged: its file does not hold what was written');
  return text;
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
  readonly #watches = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(root: string, { watchEveryMs = 500 }: FileStoreOptions) {
    this.#root = root;
    this.#watchEveryMs = watchEveryMs;
  }

  #folder(prefix: StateKey): string {
    return join(this.#root, ...prefix.map(segment => `${segmentFileName(segment)}${folderEnd}`));
  }

  #file(key: StateKey): string {
    checkKey(key);
    if (this.#closed) throw new StoreError(key, 'is asked of a store that is closed');
    return join(this.#folder(key.slice(0, -1)), `${segmentFileName(key.at(-1)!)}${fileEnd}`);
  }

  async read(key: StateKey): Promise<string | undefined> {
    const file = this.#file(key);
    const content = await readFile(file, 'utf8').catch(error => {
      if (isCode(error, 'ENOENT')) return undefined;
      throw new StoreError(key, `cannot be read: ${reasonOf(error)}`, error);
    });
    return content === undefined ? undefined : textOf(key, content);
  }

  async update(key: StateKey, change: (old: string | undefined) => string | undefined): Promise<string | undefined> {
    const file = this.#file(key);
    return this.#queues.run(file, async () => {
      // What changes nothing needs no lock: it works on a disk that is full or read-only.
      const old = await this.read(key);
      return change(old) === old ? old : this.#updateLocked(key, file, change);
    });
  }

  async #updateLocked(key: StateKey, file: string, change: (old: string | undefined) => string | undefined): Promise<string | undefined> {
    const lock = await this.#lock(key, file);
    try {
      const old = await this.read(key);
      const next = change(old);
      if (next !== old) await this.#write(key, file, next, lock);
      return next;
    } finally {
      await lock.release();
    }
  }

  async #lock(key: StateKey, file: string): Promise<HeldLock> {
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await this.#sweep(dirname(file));
      return await acquireLock(`${file}.lock`);
    } catch (error) {
      throw new StoreError(key, `cannot be locked: ${reasonOf(error)}`, error);
    }
  }

  async #write(key: StateKey, file: string, text: string | undefined, lock: HeldLock): Promise<void> {
    const temporary = `${file}.tmp-${randomUUID()}`;
    try {
      if (text !== undefined) await writeFlushed(temporary, fileText(key, text));
      if (!lock.held()) throw new Error('the disk took too long, or another process took the lock');
      if (text === undefined) unlinkSync(file);
      else renameSync(temporary, file);
      await flushFolder(dirname(file));
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw new StoreError(key, `cannot be written: ${reasonOf(error)}`, error);
    }
    await this.#announce();
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

  watch(_prefix: StateKey, listener: () => void): () => void {
    let seen = this.#changes();
    const look = () => {
      const now = this.#changes();
      if (now === seen) return;
      seen = now;
      listener();
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
  throw new StoreError([basename(path)], 'is damaged: its file does not begin with its name');
}

/**
 * A store in `folder`, which is made when something is first written; files are for their owner alone. It serves any number of
 * processes of one machine, and of several that share the disk.
 */
export function fileStore(folder: string, options: FileStoreOptions = {}): StateStore {
  return new FileStore(resolve(folder), options);
}
