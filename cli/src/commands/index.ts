import type { Command } from 'commander';

/** A command of `mcpgw`: its file in this folder has the same name and exports `register<Name>`. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<(program: Command) => void>;
}

/** Every command, in the order of `mcpgw --help`. Only the one that runs is loaded. */
export const commands: readonly CommandEntry[] = [
];
