/** A real Redis for tests, on a free port of this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';

/** Why tests with Redis skip; undefined where they run. */
export const redisMissing: string | undefined =
  spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'redis-server is not on PATH';

export interface RedisServer {
  readonly url: string;
  /** Kills it (SIGKILL), starts it again with the same data, and waits until it answers. */
  restart(): Promise<void>;
  /** Kills it (SIGKILL); `restart` starts it again. */
  kill(): Promise<void>;
  /** Holds it (SIGSTOP): connections stay open, and nothing is answered until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Runs one command. */
  command(...words: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Less than the time that a test has, so that the reason is seen. */
const longestMs = 50_000;

/** The result of `work`. @throws Error that names `what` after 50 seconds */
async function soon<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${longestMs / 1000} s for ${what}`)), longestMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout!.on('data', chunk => {
      printed += chunk;
      if (printed.includes('Ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`redis-server ended with ${code}: ${printed}`)));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await soon(ended, 'the end of redis-server');
}

const running = new Set<RedisServer>();

/** Stops all that `startRedis` started. */
export async function stopRedis(): Promise<void> {
  await Promise.all([...running].map(server => server.stop()));
}

/** Starts Redis with every write on disk before it is confirmed, and with `more` settings. */
export async function startRedis(...more: string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const run = async () => {
    const child = spawn('redis-server', [...settings, '--appendfsync', 'always', ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await soon(started(child), 'the start of redis-server');
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    return child;
  };
  let child = await run();
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    restart: async () => {
      await kill(child);
      child = await run();
    },
    kill: () => kill(child),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    command: async (...words) => {
      const client = createClient({ url: server.url });
      try {
        return await soon(
          client.connect().then(() => client.sendCommand(words)),
          `an answer of redis-server to ${words[0]}`,
        );
      } finally {
        client.destroy();
      }
    },
    stop: async () => {
      await kill(child);
      rmSync(folder, { recursive: true, force: true });
      running.delete(server);
    },
  };
  running.add(server);
  return server;
}
