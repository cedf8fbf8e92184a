import type { Command } from 'commander';

/** A command of `mcpgw`: its file in this folder has the same name and exports `register<Name>`. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<(program: Command) => void>;
}

/** Every command, in the order of `mcpgw --help`. Only the one that runs is loaded. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'render',
    summary: 'render a chart as helm template does, without Helm',
    load: async () => (await import('./render.js')).registerRender,
  },
  {
    name: 'golden',
    summary: 'compare renders with the files that were reviewed',
    load: async () => (await import('./golden.js')).registerGolden,
  },
  { name: 'init', summary: 'write a start for a platform team', load: async () => (await import('./init.js')).registerInit },
];
