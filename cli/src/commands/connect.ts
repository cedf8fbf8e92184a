import type { Command } from 'commander';
import type { ConnectFlags } from '../connect/run.js';
import { addConfigFlags, addGatewayAddress } from '../flags.js';

const help = `
Without a client the known ones are listed with their files. The change is shown and asked for; the file before is kept beside it.
The address is that of --url, of the gateway that runs with the configuration, or of the configuration itself.

Examples:
  mcpgw connect cursor                            in the file of the user
  mcpgw connect vscode --project                  in .vscode/mcp.json
  mcpgw connect claude-desktop --url https://tools.example.com --profile team
  mcpgw connect codex --print                     only the text, to copy

Exit code: 0 connected, or only shown, 1 the answer was no, 2 it could not run.`;

/** Flags that choose the file, and whether it is written. */
export function addFileFlags(command: Command): Command {
  return command
    .option('--name <name>', 'the name of the entry', 'mcpgw')
    .option('--project', 'the file of the project in the working folder, not that of the user')
    .option('--file <file>', 'another file of that client')
    .option('--dry-run', 'show the change, and write nothing')
    .option('-y, --yes', 'do not ask');
}

/** Adds `mcpgw connect`: writes the gateway into the file of an MCP client. */
export function registerConnect(program: Command): void {
  const command = program
    .command('connect')
    .description('connect an MCP client to the gateway: writes its file, after showing the change')
    .argument('[client]', 'such as claude-code, cursor, vscode')
    .option('--profile <name>', 'the profile that the client sees')
    .option('--print', 'print the entry, and write nothing')
    .addHelpText('after', help);
  addGatewayAddress(addConfigFlags(addFileFlags(command))).action(async (client: string | undefined, flags: ConnectFlags) => {
    const { runConnect } = await import('../connect/run.js');
    process.exitCode = await runConnect(client, { ...flags, gateway: true });
  });
}
