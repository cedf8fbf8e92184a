import type { Command } from 'commander';
import { CliError } from '../errors.js';
import { addConfigFlags, addServerFlag, oneServer, outputOption } from '../flags.js';
import type { LogoutFlags } from '../login/flags.js';

const examples = `
The command removes the login from the store, and asks the authorization server to revoke its tokens if the server supports that.

Examples:
  mcpgw logout github                             end the login of the gateway
  mcpgw logout crm --user ID                      end the login of one caller

Exit code: 0 logged out, 1 there was no login, 2 the command could not run.`;

/** Adds `mcpgw logout`, which ends a login to a server behind the gateway. */
export function registerLogout(program: Command): void {
  const command = program
    .command('logout')
    .description('end a login to an MCP server, and revoke its tokens')
    .argument('[server]', 'name of the server in the configuration')
    .option('--user <id>', 'caller that the login belongs to, by ID (default: the gateway)')
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', examples);
  addConfigFlags(addServerFlag(command)).action(async (named: string | undefined, flags: LogoutFlags) => {
    const server = oneServer(named, flags.server);
    if (server === undefined) throw new CliError('name the server to log out of');
    const { runLogout } = await import('../login/run.js');
    process.exitCode = await runLogout(server, flags);
  });
}
