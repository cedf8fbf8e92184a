import type { Command } from 'commander';
import type { ConnectFlags } from '../connect/run.js';
import { addConfigFlags, addGatewayAddress } from '../flags.js';

const help = `
Without a client, the command lists the clients that it knows and their files. It shows the change and asks before it writes the file. A copy
of the previous file is kept beside it. The address of the gateway comes from --url, from the gateway that runs with the configuration, or
from the configuration.

Examples:
  mcpgw connect cursor                            in the file of the user
  mcpgw connect vscode --project                  in .vscode/mcp.json
  mcpgw connect claude-desktop --url https://tools.example.com --profile team
  mcpgw connect codex --print                     print the entry, to copy it yourself

Exit code: 0 connected, or only shown, 1 you declined the change, 2 the command could not run.`;

/** Flags that choose the file, and whether it is written. */
export function addFileFlags(command: Command): Command {
  return command
    .option('--name <name>', 'name of the entry', 'mcpgw')
    .option('--project', 'use the project file in the working folder instead of the user file')
    .option('--file <file>', 'use this file of the client')
    .option('--dry-run', 'show the change, and write nothing')
    .option('-y, --yes', 'do not ask for confirmation');
}

/** Adds `mcpgw connect`: writes the gateway into the file of an MCP client. */
export function registerConnect(program: Command): void {
  const command = program
    .command('connect')
    .description('connect an MCP client to the gateway: show the change of its file, then write it')
    .argument('[client]', 'name of the client, such as claude-code, cursor or vscode')
    .option('--profile <name>', 'profile that the client sees')
    .option('--print', 'print the entry, and write nothing')
    .addHelpText('after', help);
  addGatewayAddress(addConfigFlags(addFileFlags(command))).action(async (client: string | undefined, flags: ConnectFlags) => {
    const { runConnect } = await import('../connect/run.js');
    process.exitCode = await runConnect(client, { ...flags, gateway: true });
  });
}
