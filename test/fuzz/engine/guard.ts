/** Detects actions that no parser may take: access to files, the network or processes, and changes of shared objects. */
import childProcess from 'node:child_process';
import dns from 'node:dns';
import fs from 'node:fs';
import net from 'node:net';
import { resolve, sep } from 'node:path';
import { Oracle } from '../target.js';

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

const pathCalls = [
  'access', 'appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'createReadStream', 'createWriteStream', 'exists', 'lchown', 'link', 'lstat', 'lutimes', 'mkdir',
  'mkdtemp', 'open', 'openAsBlob', 'opendir', 'readFile', 'readdir', 'readlink', 'realpath', 'rename', 'rm', 'rmdir', 'stat', 'statfs', 'symlink', 'truncate',
  'unlink', 'utimes', 'watch', 'watchFile', 'writeFile',
]; // biome-ignore format: one list

/** System files that do not depend on the input. */
const harmless = ['/usr/share/zoneinfo', '/usr/share/lib/zoneinfo', '/usr/lib/locale/TZ', '/etc/zoneinfo', '/etc/localtime'];

const { readlinkSync } = fs;

function readLink(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return link;
  }
}

let folder = '';
let broken: Oracle | undefined;

function refuse(what: string, details: string): never {
  broken ??= new Oracle(what, details);
  throw broken;
}

function checkPath(path: unknown, code: string): void {
  if (typeof path !== 'string' && !Buffer.isBuffer(path) && !(path instanceof URL)) return;
  const named = resolve(path instanceof URL ? path.pathname : path.toString());
  // A folder by its descriptor, as the workspace of the kit walks.
  const whole = named.replace(/^\/proc\/self\/fd\/\d+/, link => readLink(link));
  if (
    whole === folder ||
    whole.startsWith(folder + sep) ||
    whole.startsWith(code) ||
    harmless.some(known => whole === known || whole.startsWith(`${known}/`))
  )
    return;
  refuse('a file outside of the temporary folder was touched', whole);
}

function wrap(calls: Calls, name: string, before: Call): void {
  const original = calls[name];
  if (typeof original !== 'function') return;
  calls[name] = function (this: unknown, ...args: unknown[]) {
    before(...args);
    return original.apply(this, args);
  };
}

/** Installs the guard permanently. `code`: the folder that the modules of the target themselves come from. */
export function installGuard(temporary: string, code: string): void {
  folder = resolve(temporary);
  const path = (given: unknown): void => checkPath(given, code);
  for (const name of pathCalls) {
    for (const calls of [fs, fs.promises] as unknown as Calls[]) for (const whole of [name, `${name}Sync`]) wrap(calls, whole, path);
  }
  const network = (...args: unknown[]) => refuse('the network was used', JSON.stringify(args.slice(0, 2)));
  wrap(net.Socket.prototype as unknown as Calls, 'connect', network);
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) wrap(dns as unknown as Calls, name, network);
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'])
    wrap(childProcess as unknown as Calls, name, command => refuse('a process was started', String(command)));
}

const shared = { Object, Array, Function, String, Number, RegExp, Map, Set, Promise, Error, Uint8Array };

const known = new Map(Object.values(shared).map(({ prototype }) => [prototype as object, new Set(Reflect.ownKeys(prototype))]));
const members = Reflect.ownKeys(Object.prototype).filter(key => key !== '__proto__');
const values = members.map(key => Object.prototype[key as never]);

/** Removes additions to the prototypes; returns their names. */
function additions(): string[] {
  const added: string[] = [];
  for (const [prototype, keys] of known) {
    for (const key of Reflect.ownKeys(prototype)) {
      if (keys.has(key)) continue;
      added.push(String(key));
      Reflect.deleteProperty(prototype, key);
    }
  }
  return added;
}

/** Resets the record of the last input. */
export function clearGuard(): void {
  broken = undefined;
  additions();
}

/** @throws Oracle where something was done that no parser may do, even if the parser caught the error */
export function checkGuard(): void {
  const error = broken;
  broken = undefined;
  if (error !== undefined) throw error;
  const added = additions();
  if (added.length > 0 || members.some((key, index) => Object.prototype[key as never] !== values[index]))
    throw new Oracle('a prototype that all code shares was changed', added.join());
}
