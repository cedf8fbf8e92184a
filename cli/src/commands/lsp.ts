import type { Command } from 'commander';
import { addCheckFlags, addVersionFlags } from '../validate/check-flags.js';
import type { ValidateFlags } from '../validate/flags.js';

const help = `
An editor starts "mcpgw lsp" and speaks the Language Server Protocol with it on standard input and output: findings while you type, quick
fixes, descriptions and completion of fields, and the way from a reference to its object. The files are checked as mcpgw validate checks
the folder that is open. Flags are defaults; the editor's settings "mcpgw" have the same names without dashes, such as gatewayVersion.

Neovim 0.11, in init.lua:
  vim.lsp.config('mcpgw', { cmd = { 'mcpgw', 'lsp' }, filetypes = { 'yaml', 'json', 'helm' }, root_markers = { 'mcpgw.config.yaml', '.git' } })
  vim.lsp.enable('mcpgw')

Helix, in languages.toml:
  [language-server.mcpgw]
  command = "mcpgw"
  args = ["lsp"]
  [[language]]
  name = "yaml"
  language-servers = ["mcpgw"]

VS Code and JetBrains: docs/editors.md`;

/** Adds `mcpgw lsp`, the language server of editors. */
export function registerLsp(program: Command): void {
  const command = program
    .command('lsp')
    .description('check configuration while it is written: the language server for editors')
    .addHelpText('after', help)
    .option('--stdio', 'speak on standard input and output, which is the only way; editors add it')
    .option('--clientProcessId <id>', 'the process of the editor, with which the server ends');
  addCheckFlags(addVersionFlags(command)).action(async (flags: ValidateFlags) => {
    const { runLsp } = await import('../lsp/run.js');
    process.exitCode = await runLsp({ ...flags, output: 'text' });
  });
}
