/** A dry run of a release, and its packages as they are installed. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../helpers/mcpgw.js';

export const output = join(root, '.cache/release/test');
export const bin = join(root, '.cache/bin');
const path = `${bin}${delimiter}${process.env.PATH}`;
export const hasHelm =
  existsSync(join(bin, 'helm')) || spawnSync('helm', ['version'], { env: { ...process.env, PATH: path } }).status === 0;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function ran(program: string, args: readonly string[], cwd = root, env: Readonly<Record<string, string>> = {}): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, npm_config_loglevel: 'error', ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stdout: stdout ?? '', stderr: error?.message ?? stderr };
}

/** Standard output of a program. @throws Error with all it printed if it fails */
export function print(program: string, args: readonly string[], cwd = root, env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = ran(program, args, cwd, env);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

export const release = (...args: string[]): Ran => ran(process.execPath, ['tools/release.mjs', '--dry-run', ...args]);

/** The name of the package in a tarball: `mcpgw-kit-0.1.0.tgz` has `@mcpgw/kit`. */
export const packageOf = (file: string): string => file.replace(/^mcpgw-([a-z-]+)-\d.*$/, '@mcpgw/$1').replace(/^mcpgw-\d.*$/, 'mcpgw');

/** Unpacks the packages of a dry run into `FOLDER/node_modules`. What they need of others is found in the folders above. */
export function unpackAll(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const file of readdirSync(join(output, 'npm'))) {
    const target = join(folder, 'node_modules', packageOf(file));
    mkdirSync(target, { recursive: true });
    print('tar', ['-xzf', join(output, 'npm', file), '-C', target, '--strip-components=1']);
  }
}

/** An empty folder with a package of its own in which `tarball` was installed. npm may fetch what the tarball needs of others. */
export function installed(tarball: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-install-'));
  writeFileSync(join(folder, 'package.json'), '{"name": "user", "private": true, "type": "module"}');
  mkdirSync(join(folder, 'vendor'));
  copyFileSync(tarball, join(folder, 'vendor/package.tgz'));
  print('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', './vendor/package.tgz'], folder);
  return folder;
}
