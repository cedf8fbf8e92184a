/**
 * The file that says where a gateway of this user runs: `<folder>/<pid>.json`. It has a key, so only the user may read the folder and the
 * file; one that others could have written or read is not used.
 */
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A gateway that runs on this machine. */
export interface LocalGateway {
  /** `http://HOST:PORT`, without a path. */
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  readonly version: string;
  /** The real path of its configuration. */
  readonly config: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

const maxBytes = 16_384;
const maxFiles = 1000;
const owner = (): number | undefined => process.getuid?.();

/**
 * Writes the file of a gateway. Gives what removes it.
 *
 * @throws the error of the file system
 */
export async function announceGateway(folder: string, gateway: LocalGateway): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const file = join(folder, `${gateway.pid}.json`);
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(gateway)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function parsed(text: string): LocalGateway | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { url, key, pid, version, config, startedAt } = (value ?? {}) as Record<string, unknown>;
  const isWhole = isText(url) && isText(key) && isText(version) && isText(config) && isText(startedAt);
  if (!isWhole || !Number.isSafeInteger(pid) || (pid as number) < 1 || !/^http:\/\/[^/?#@]+$/.test(url)) return undefined;
  return { url, key, pid: pid as number, version, config, startedAt };
}

/** The gateway of a file; undefined for a file that is not one, that others could read or write, or that is gone. */
async function readGateway(file: string): Promise<LocalGateway | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { mode, size, uid } = await handle.stat();
    const isOurs = owner() === undefined || (uid === owner() && (mode & 0o077) === 0);
    if (!isOurs || size > maxBytes) return undefined;
    return parsed(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

/** The gateways of this user that run on this machine, the newest first. Files of processes that have ended are removed. */
export async function findGateways(folder: string): Promise<readonly LocalGateway[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter(name => /^[1-9]\d{0,9}\.json$/.test(name)).slice(0, maxFiles);
  const found = await Promise.all(
    files.map(async name => {
      const file = join(folder, name);
      const gateway = await readGateway(file);
      if (gateway === undefined || `${gateway.pid}.json` !== name) return undefined;
      if (isAlive(gateway.pid)) return gateway;
      await rm(file, { force: true }).catch(() => {});
      return undefined;
    }),
  );
  const alive = found.filter(gateway => gateway !== undefined);
  return alive.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : b.pid - a.pid));
}
