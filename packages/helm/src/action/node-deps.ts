/** The clock, the random numbers and the time zone of the machine, for template functions. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { FuncDeps } from '../funcs/index.js';

/** The kernel's random bytes; undefined if there is no such device. Loading Node's crypto takes longer than many renders. */
function systemRandom(count: number): Uint8Array | undefined {
  let device: number;
  try {
    device = openSync('/dev/urandom', 'r');
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(count);
    return readSync(device, bytes) === count ? bytes : undefined;
  } finally {
    closeSync(device);
  }
}

/** Values of the machine for template functions. `RendererOptions.deps` takes other ones, so that a test can fix them. */
export const nodeDeps: FuncDeps = {
  now: () => {
    const milliseconds = Date.now();
    return { epochSeconds: BigInt(Math.floor(milliseconds / 1000)), nanoseconds: (milliseconds % 1000) * 1_000_000 };
  },
  randomBytes: count => systemRandom(count) ?? process.getBuiltinModule('node:crypto').randomBytes(count),
  /** Reading this costs more than a render, so it is read only if a template needs it. */
  get timezone() {
    return process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
};
