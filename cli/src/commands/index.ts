import { type CommandEntry, otherCommands } from './command-list.js';

/** Every command, in the order of `mcpgw --help`. Only the one that runs is loaded. */
export const commands: readonly CommandEntry[] = [
  ...otherCommands,
  {
    name: 'completion',
    summary: 'print the script with which a shell completes mcpgw',
    load: async () => (await import('./completion.js')).registerCompletion,
  },
];
