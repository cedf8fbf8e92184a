/**
 * A lock among processes, held for the moment of one write: a hard link to a file that names the holder. Exactly one waiting
 * process breaks the lock of a killed holder (`breakStale`), even if that process is killed in turn.
 */
import { randomUUID } from 'node:crypto';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { copyFile, link, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootId } from './machine-clock.js';

interface Holder {
  readonly id: string;
  readonly machine: string;
  readonly pid: number;
  /** Start time of the process in the kernel's units; it distinguishes processes that reuse a number. */
  readonly started: string;
}

/**
 * Milliseconds since a process asked for the lock, by the monotonic clock: setting the wall clock neither ends nor prolongs a lock.
 * Each ends well before the next begins, so that a process that was paused neither writes nor removes a lock that another may have
 * taken meanwhile.
 */
const times = { wait: 10_000, write: 15_000, release: 20_000, lease: 30_000 };
const maxChain = 8;

function readOr(read: () => string, otherwise: string): string {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Processes with the same text can see each other's process ids: the same boot of the same machine, in the same container. */
function machineName(): string {
  const namespace = readOr(() => readlinkSync('/proc/self/ns/pid'), '');
  return [hostname(), bootId(), namespace].join(' ');
}

/** Field 22 of /proc/PID/stat, counted after the command's name, which may contain spaces; empty if there is no /proc. */
function startOf(pid: number): string {
  const line = readOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

let self: Omit<Holder, 'id'> | undefined;

function thisProcess(): Omit<Holder, 'id'> {
  self ??= { machine: machineName(), pid: process.pid, started: startOf(process.pid) };
  return self;
}

function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function holderLives({ machine, pid, started }: Holder): boolean {
  if (machine !== thisProcess().machine) return true;
  return processRuns(pid) && startOf(pid) === started;
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A ticket's text. A ticket that was not written completely (power failure) is identified only by its file, and is valid until its lease ends. */
function readHolder(text: string, inode: number): Holder {
  const { id, machine, pid, started } = readTicket(text);
  if (typeof id !== 'string' || !uuid.test(id)) return { id: String(inode), machine: '', pid: 0, started: '' };
  return { id, machine: String(machine), pid: Number(pid), started: String(started) };
}

function readTicket(text: string): Partial<Record<keyof Holder, unknown>> {
  try {
    return (JSON.parse(text) as Partial<Holder> | null) ?? {};
  } catch {
    return {};
  }
}

interface Found {
  readonly holder: Holder;
  readonly gone: boolean;
}

/** The holder of the lock at `path`; undefined when it is free. `now` is the time of the disk. */
async function holderOf(path: string, now: number): Promise<Found | undefined> {
  try {
    const [text, { mtimeMs, ino }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const holder = readHolder(text, ino);
    return { holder, gone: !holderLives(holder) || now - mtimeMs > times.lease };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** For disks without hard links: the lock is a copy, which a kill may leave incomplete. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

async function tryLink(ticket: string, path: string): Promise<boolean> {
  try {
    await link(ticket, path).catch(error => {
      if (!hasCode(error, ...withoutLinks)) throw error;
      return copyFile(ticket, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch(error => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
}

/**
 * Breaks the lock at `path` of a holder that is gone. A second link, named after that holder, decides who may do so: only its owner
 * removes the lock, after checking that it is still the same one.
 */
async function breakStale(path: string, ticket: string, now: number, depth = 0): Promise<void> {
  const found = await holderOf(path, now);
  if (!found?.gone || depth > maxChain) return;
  const claim = `${path}.${found.holder.id}`;
  if (!(await tryLink(ticket, claim))) return breakStale(claim, ticket, now, depth + 1);
  if ((await holderOf(path, now))?.holder.id === found.holder.id) await removeIfThere(path);
  await removeIfThere(claim);
}

export interface HeldLock {
  /** Whether the lock is still held, by the clock and by the lock's own file; checked right before the write that it guards. */
  held(): boolean;
  release(): Promise<void>;
}

/** The error of a wait for the lock that timed out. */
export class LockTimeout extends Error {
  override name = 'LockTimeout';
}

async function waitFor(path: string, ticket: string, asked: number): Promise<void> {
  const writtenAt = performance.now();
  const { mtimeMs } = await stat(ticket);
  const diskNow = () => mtimeMs + performance.now() - writtenAt;
  for (let pause = 1; !(await tryLink(ticket, path)); pause = Math.min(pause * 2, 25)) {
    await breakStale(path, ticket, diskNow());
    if (performance.now() - asked > times.wait) throw new LockTimeout('another process holds the lock');
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** Waits up to 10 seconds for the lock at `path`, whose folder exists. @throws LockTimeout, or the file system's error */
export async function acquireLock(path: string): Promise<HeldLock> {
  const holder: Holder = { id: randomUUID(), ...thisProcess() };
  const ticket = `${path}-${holder.id}`;
  const text = JSON.stringify(holder);
  const asked = performance.now();
  try {
    await writeFile(ticket, text, { mode: 0o600, flag: 'wx' });
    await waitFor(path, ticket, asked);
  } finally {
    // Also what a full disk left of it.
    await removeIfThere(ticket);
  }
  const isHeld = (ms: number) => performance.now() - asked < ms && readOr(() => readFileSync(path, 'utf8'), '') === text;
  return { held: () => isHeld(times.write), release: async () => (isHeld(times.release) ? removeIfThere(path) : undefined) };
}
