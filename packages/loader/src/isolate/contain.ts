/** Starts a command in a container or a sandbox instead of on this machine. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { StdioConnection } from '@mcpgw/mcp-config';
import { LoadError } from '../failures/load-error.js';
import { bubblewrapArgs, missingFolder } from './bubblewrap.js';
import { engineArgs, engineEnvironment } from './container.js';
import { findProgram } from './find-program.js';

/** What is started, and what is left to do when it has ended. */
export interface StartedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  /** Removes the container, in case it outlives the client of the engine. It never rejects. */
  readonly remove?: () => Promise<void>;
  /** Starts removing the container, for a process that is about to exit. */
  readonly removeLater?: () => void;
}

/** Longest time that removing a container may take, in milliseconds. */
const removeTimeoutMs = 10_000;

function refusal(text: string): LoadError {
  return new LoadError({ layer: 'process', code: 'isolation', text });
}

/**
 * What starts the command of a connection under its isolation. `base` is the environment that every command gets.
 * @throws LoadError if the machine has nothing to isolate it with, or a folder is missing: the command is never started without isolation
 */
export function startOf(connection: StdioConnection, base: NodeJS.ProcessEnv): StartedCommand {
  const { command, args = [], env = {}, cwd, isolation } = connection;
  if (isolation === undefined) return { command, args, env: { ...base, ...env }, cwd };
  const missing = missingFolder([...isolation.readFolders, ...isolation.writeFolders, ...(cwd === undefined ? [] : [cwd])]);
  if (missing !== undefined) throw refusal(`a folder of its isolation does not exist: ${missing}`);
  if (isolation.mode === 'sandbox') {
    const bubblewrap = isolationProgram('sandbox');
    if (bubblewrap === undefined) throw refusal('it is to run in a sandbox, and bubblewrap (bwrap) is not installed');
    const all = { ...base, ...env };
    return {
      command: bubblewrap,
      args: [...bubblewrapArgs(isolation, { command, cwd, path: all.PATH }), '--', command, ...args],
      env: all,
    };
  }
  const engine = isolationProgram('container');
  if (engine === undefined) throw refusal('it is to run in a container, and neither docker nor podman is installed');
  const name = `mcpgw-${randomBytes(8).toString('hex')}`;
  return {
    command: engine,
    args: [...engineArgs(isolation, { name, env, cwd }), isolation.image, command, ...args],
    env: engineEnvironment(base, env),
    remove: () => removed(engine, name),
    removeLater: () => spawn(engine, ['rm', '-f', name], { detached: true, stdio: 'ignore' }).unref(),
  };
}

/** The path of the program that isolates commands: bubblewrap for a sandbox, docker or podman for a container; undefined where there is none. */
export function isolationProgram(mode: 'sandbox' | 'container'): string | undefined {
  if (mode === 'container') return containerEngine();
  return process.platform === 'linux' ? findProgram('bwrap') : undefined;
}

/** docker, or else podman; MCPGW_CONTAINER_ENGINE names another program or its path. */
function containerEngine(): string | undefined {
  const chosen = process.env.MCPGW_CONTAINER_ENGINE;
  return chosen ? findProgram(chosen) : (findProgram('docker') ?? findProgram('podman'));
}

function removed(engine: string, name: string): Promise<void> {
  return new Promise(resolve => {
    execFile(engine, ['rm', '-f', name], { timeout: removeTimeoutMs, killSignal: 'SIGKILL' }, () => resolve());
  });
}
