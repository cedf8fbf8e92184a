import type { Command } from 'commander';
import { addCheckFlags, addVersionFlags } from '../validate/check-flags.js';
import type { ValidateFlags } from '../validate/flags.js';

const help = `
An editor starts "mcpgw lsp" and uses the Language Server Protocol on its standard input and output. The server reports findings while you
type, and offers quick fixes, descriptions of fields, completion, and go to definition for references. It runs the checks of mcpgw validate on
the open folder. The flags set defaults. The settings "mcpgw" of the editor have the same names without dashes, such as gatewayVersion.

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
    .description('check configuration while you type: the language server for editors')
    .addHelpText('after', help)
    .option('--stdio', 'use standard input and output, the only transport; editors pass this flag')
    .option('--clientProcessId <id>', 'process ID of the editor; the server ends when it ends');
  addCheckFlags(addVersionFlags(command)).action(async (flags: ValidateFlags) => {
    const { runLsp } = await import('../lsp/run.js');
    process.exitCode = await runLsp({ ...flags, output: 'text' });
  });
}
