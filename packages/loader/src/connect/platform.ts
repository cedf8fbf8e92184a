/** How commands are started and ended on each system. Windows cannot be run by the tests; these are its decisions, and `platform.test.ts` holds them. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import type { spawn as crossSpawn } from 'cross-spawn';

const posix = ['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'];

/** Without SYSTEMROOT no program opens a socket; without PATHEXT `npx` is not found; the folders hold the packages of npm and uv. */
const windows = [
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE', 'PROGRAMDATA', 'PROGRAMFILES'],
  ...['COMSPEC', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
];

/**
 * The variables of `env` that every command gets: no secrets, and what programs of the system do not start without. Windows does not
 * distinguish the case of names, so `Path` counts, under its own name.
 */
export function inheritedVariables(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): NodeJS.ProcessEnv {
  const isWindows = platform === 'win32';
  const names = new Set(isWindows ? windows : posix);
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== undefined && names.has(isWindows ? name.toUpperCase() : name)),
  );
}

/** Whether a command gets a process group of its own, with which its children are ended. Windows has none. */
export const hasGroups = (platform: NodeJS.Platform = process.platform): boolean => platform !== 'win32';

/**
 * Starts a command without a shell; its streams are pipes. On Windows `npx` and `uvx` are `npx.cmd` and `uvx.exe`: cross-spawn finds them by PATHEXT, and passes
 * a script to cmd.exe with every argument quoted.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
  platform = process.platform,
): ChildProcessWithoutNullStreams {
  if (platform !== 'win32') return spawn(command, [...args], options);
  const start: typeof crossSpawn = require('cross-spawn');
  return start(command, [...args], options) as ChildProcessWithoutNullStreams;
}

/** Sends a signal to a command and all its children. Windows has no signals: whichever it is, they are ended at once. */
export function signalAll(child: ChildProcess, signal: NodeJS.Signals, platform: NodeJS.Platform = process.platform, run = execFile): void {
  if (child.pid === undefined) return;
  try {
    if (platform === 'win32') run('taskkill', ['/pid', String(child.pid), '/T', '/F'], () => {});
    else process.kill(-child.pid, signal);
  } catch {
    // They have ended.
  }
}
