/** Measures the machine: room on the disk of the store, and the clock against that of Redis. */
import { statfs } from 'node:fs/promises';
import type { SharedRedis } from '@mcpgw/store';
import type { DiskRoom } from './state.js';

/** Room on the disk of a folder; undefined if the folder is not there or its disk says nothing. */
export async function diskRoom(folder: string): Promise<DiskRoom | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks === 0 ? undefined : { folder, free: bavail * bsize, total: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Milliseconds that `now` is ahead of the clock of Redis, by half of the time that the answer took at most; undefined if Redis does not answer. */
export async function clockAhead(redis: Pick<SharedRedis, 'run'>, now: () => number): Promise<number | undefined> {
  try {
    const asked = now();
    const answer = await redis.run("return redis.call('TIME')", [], []);
    const [seconds, microseconds] = Array.isArray(answer) ? answer.map(Number) : [];
    if (seconds === undefined || microseconds === undefined || !Number.isFinite(seconds + microseconds)) return undefined;
    return (asked + now()) / 2 - (seconds * 1000 + microseconds / 1000);
  } catch {
    return undefined;
  }
}
