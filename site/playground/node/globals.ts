/** What the packages expect of Node beyond its modules: `Buffer` and `process`. Loaded before everything else. */
import { Buffer } from 'buffer';
import { folder } from '../folder.js';
import * as crypto from './crypto.js';
import * as fs from './fs.js';
import * as net from './net.js';
import * as zlib from './zlib.js';

const v8 = {
  // A browser ends a page that takes too much memory; the limits of charts and templates hold here as everywhere.
  getHeapStatistics: () => ({ total_available_size: Number.MAX_SAFE_INTEGER }),
};
const modules: Readonly<Record<string, unknown>> = { crypto, fs, net, v8, zlib };

const said: string[] = [];

/** What was written to standard error since the last call: Helm's warnings and notes. */
export const takeSaid = (): string => said.splice(0).join('');

const process = {
  env: {},
  argv: [],
  platform: 'linux',
  version: 'v20.19.0',
  versions: { node: '20.19.0' },
  cwd: () => folder,
  memoryUsage: () => ({ heapUsed: 0 }),
  getBuiltinModule: (name: string) => modules[name.replace(/^node:/, '')],
  stdout: { isTTY: false, write: () => true },
  stderr: { isTTY: false, write: (text: string) => said.push(text) > 0 },
};

Object.assign(Buffer, { allocUnsafeSlow: Buffer.allocUnsafe });
Object.assign(globalThis, { Buffer, process });
