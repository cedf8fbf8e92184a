/** The folders of workspaces and state, from a server's options and environment variables. */
import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { ConfigurationError } from '@mcpgw/mcp-config';
import { fileStore, type StateStore } from '@mcpgw/store';
import { makeFolderSync } from '@mcpgw/store/internal';
import type { ContextSettings } from './presets.js';
import type { SessionEnvironment } from './session.js';

export interface StorageOptions {
  /** Folder for all data. Default: the variable DATA_DIR, else `data`. */
  readonly dataDir?: string;
  /** Folder of the workspaces. Default: the variable WORKSPACE_DIR, else `workspaces` in the data folder. */
  readonly workspaceDir?: string;
  /** Folder of the private-data state. Default: the variable PRIVATE_DATA_DIR, else `private_data` in the data folder. */
  readonly privateDataDir?: string;
  /** Another store for the private-data state: `redisStore` if several machines serve one session. */
  readonly store?: StateStore;
  /** Changes to the context presets. */
  readonly context?: ContextSettings;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Creates the folder if it is missing; returns its real path. */
function folder(path: string, setting: string): string {
  try {
    makeFolderSync(path, 0o750);
    return realpathSync(path);
  } catch (error) {
    throw new ConfigurationError([{ path: [setting], message: `cannot be made: ${(error as NodeJS.ErrnoException).code}` }]);
  }
}

function contains(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path !== '..' && !path.startsWith(`..${sep}`);
}

/** @throws ConfigurationError where a folder cannot be made, or if agents could reach the private-data state */
export function sessionEnvironment(options: StorageOptions, variables: Variables): SessionEnvironment {
  const dataDir = resolve(options.dataDir ?? variables.DATA_DIR ?? 'data');
  const workspaceDir = folder(resolve(options.workspaceDir ?? variables.WORKSPACE_DIR ?? join(dataDir, 'workspaces')), 'workspaceDir');
  const context = options.context ? { context: options.context } : {};
  if (options.store) return { workspaceDir, store: options.store, ...context };
  const stateDir = folder(resolve(options.privateDataDir ?? variables.PRIVATE_DATA_DIR ?? join(dataDir, 'private_data')), 'privateDataDir');
  if (contains(workspaceDir, stateDir) || contains(stateDir, workspaceDir)) {
    throw new ConfigurationError([{ path: ['privateDataDir'], message: 'must lie outside of workspaceDir, and the other way round' }]);
  }
  return { workspaceDir, store: fileStore(stateDir), ...context };
}
