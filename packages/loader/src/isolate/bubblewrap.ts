/**
 * The command line of `bwrap` for a server. Inside there are the programs and libraries of the machine, the settings that programs need,
 * the folders of the configuration, and empty folders for temporary files and for the user's own: no other process, no socket, no capability.
 */
import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, relative } from 'node:path';
import type { SandboxIsolation } from '@mcpgw/mcp-config';
import { findProgram } from './find-program.js';

interface SandboxStart {
  readonly command: string;
  readonly cwd?: string | undefined;
  /** PATH of the command. */
  readonly path?: string | undefined;
}

const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store'];
/** What programs read of /etc: names, certificates, the linker, the time zone. Keys and passwords stay outside. */
const settings = [
  ...['alternatives', 'ca-certificates', 'ca-certificates.conf', 'crypto-policies', 'fonts', 'group', 'gai.conf', 'host.conf', 'hosts'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'mime.types', 'nsswitch.conf', 'os-release', 'passwd', 'pki', 'protocols'],
  ...['services', 'ssl', 'timezone'],
].map(name => `/etc/${name}`);

/** The first of `folders` that is no folder of this machine. */
export function missingFolder(folders: readonly string[]): string | undefined {
  return folders.find(folder => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
}

/** The arguments of `bwrap` before `--` and the command. */
export function bubblewrapArgs(isolation: SandboxIsolation, { command, cwd, path }: SandboxStart): string[] {
  const home = homedir();
  const writable = [...isolation.writeFolders, ...(cwd === undefined ? [] : [cwd])];
  return [
    ...[
      '--unshare-all',
      ...(isolation.network === 'host' ? ['--share-net'] : []),
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      'ALL',
    ],
    ...systemFolders.flatMap(systemFolder),
    ...settings.flatMap(file => ['--ro-bind-try', file, file]),
    ...resolver(isolation),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', home],
    ...programFolders(command, path, home).flatMap(folder => ['--ro-bind', folder, folder]),
    ...isolation.readFolders.filter(folder => !writable.includes(folder)).flatMap(folder => ['--ro-bind', folder, folder]),
    ...writable.flatMap(folder => ['--bind', folder, folder]),
    ...['--chdir', cwd ?? home],
  ];
}

/** A folder of the system, or the link that it is where `/bin` is part of `/usr`. */
function systemFolder(folder: string): string[] {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder];
}

/** The file with the name servers, which is often a link to a folder that is not in the sandbox. */
function resolver({ network }: SandboxIsolation): string[] {
  const file = '/etc/resolv.conf';
  return network === 'host' && existsSync(file) ? ['--ro-bind', realpathSync(file), file] : [];
}

const isWithin = (path: string, folder: string): boolean => {
  const step = relative(folder, path);
  return step === '' || (!step.startsWith('..') && !isAbsolute(step));
};

/**
 * The folders of the program, where it is none of the system: of the file that PATH finds, and of what it links to. For `PREFIX/bin` the
 * whole prefix, as that of an installed Node, unless the home directory is below it or it is `~/.local`, which has files of all kinds.
 */
function programFolders(command: string, path: string | undefined, home: string): string[] {
  const found = findProgram(command, path);
  if (found === undefined || !isAbsolute(found)) return [];
  const folders = [dirname(found), dirname(realpathSync(found))].map(folder => {
    const prefix = dirname(folder);
    const isWhole = /\/bin$/.test(folder) && prefix !== '/' && !isWithin(home, prefix) && prefix !== `${home}/.local`;
    return isWhole ? prefix : folder;
  });
  return [...new Set(folders)].filter(folder => !systemFolders.some(known => isWithin(folder, known)) && !isWithin(home, folder));
}
