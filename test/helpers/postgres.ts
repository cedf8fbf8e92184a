/** A real PostgreSQL for one test: a separate cluster in a temporary folder, on a socket in it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  /** Connection string of a role, in the database `postgres`. */
  url(role: string): string;
  /** Runs SQL as the cluster's owner. */
  sql(text: string): void;
  stop(): Promise<void>;
}

function binFolder(): string | undefined {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map(version => join(base, version, 'bin')).find(folder => existsSync(join(folder, 'initdb')));
}

/** Why there is no PostgreSQL here, or undefined. */
export const postgresMissing = binFolder() === undefined ? 'PostgreSQL is not installed' : undefined;

/** PostgreSQL refuses to run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 65534, gid = 65534] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })));
  return { uid, gid };
}

async function waitUntilReady(bin: string, folder: string): Promise<void> {
  for (let round = 0; ; round++) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', folder, '-q']);
      return;
    } catch (error) {
      if (round > 200) throw error;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.kill('SIGINT');
  });
}

export async function startPostgres(): Promise<PostgresServer> {
  const bin = binFolder()!;
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-postgres-'));
  const as = owner();
  mkdirSync(join(folder, 'data'));
  if (as) for (const path of [folder, join(folder, 'data')]) chownSync(path, as.uid, as.gid);
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), '-U', 'owner', '-A', 'trust', '--no-sync'], {
    ...as,
    env,
    stdio: 'ignore',
    cwd: folder,
  });
  const settings = ['-D', join(folder, 'data'), '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const child = spawn(join(bin, 'postgres'), settings, { ...as, env, stdio: 'ignore', cwd: folder });
  await waitUntilReady(bin, folder);
  const url = (role: string) => `postgres://${role}@/postgres?host=${encodeURIComponent(folder)}`;
  return {
    url,
    sql: text => {
      execFileSync(join(bin, 'psql'), ['-v', 'ON_ERROR_STOP=1', '-q', '-d', url('owner')], { input: text });
    },
    stop: async () => {
      await stopped(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
