import type { Command } from 'commander';
import type { ConnectFlags } from '../connect/run.js';
import { addFileFlags } from './connect.js';

/** Adds `mcpgw disconnect`: takes the gateway out of the file of an MCP client. */
export function registerDisconnect(program: Command): void {
  const command = program
    .command('disconnect')
    .description('remove the entry of mcpgw connect from the file of an MCP client, after showing the change')
    .argument('<client>', 'name of the client, such as claude-code, cursor or vscode')
    .addHelpText(
      'after',
      '\nExamples:\n  mcpgw disconnect cursor\n  mcpgw disconnect vscode --project --dry-run\n\nExit code: 0 disconnected, or only shown, 1 you declined the change, 2 the command could not run.',
    );
  addFileFlags(command).action(async (client: string, flags: ConnectFlags) => {
    const { runDisconnect } = await import('../connect/run.js');
    process.exitCode = await runDisconnect(client, { ...flags, gateway: true, envFile: [] });
  });
}
