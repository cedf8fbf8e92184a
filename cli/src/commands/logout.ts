import { type Command, Option } from 'commander';
import type { LogoutFlags } from '../login/flags.js';

const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

const examples = `
The login is removed from the store; the authorization server is told to revoke it where it can be.

Examples:
  mcpgw logout github                             end the login of the gateway
  mcpgw logout crm --user ID                      end the login of one caller

Exit code: 0 the login is ended, 1 there was none, 2 it could not run.`;

/** Adds `mcpgw logout`, which ends a login to a server behind the gateway. */
export function registerLogout(program: Command): void {
  program
    .command('logout')
    .description('end a login to an MCP server, and revoke its tokens')
    .argument('<server>', 'name of the server in the configuration')
    .option('-c, --config <file>', 'gateway.yaml, mcp_config.json, or the file of an MCP client')
    .option('--user <id>', 'identity of the caller whose login it is (default: the gateway)')
    .option('--store <where>', 'where logins are kept: a folder or redis://HOST:PORT (default: as `mcpgw serve`; MCPGW_STATE)')
    .option('--env-file <file>', 'variables for ${env:NAME} (can be repeated)', append, [])
    .option(
      '--allow-unsupported <setting>',
      'a setting without effect that `mcpgw serve` is started with too (can be repeated)',
      append,
      [],
    )
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples)
    .action(async (server: string, flags: LogoutFlags) => {
      const { runLogout } = await import('../login/run.js');
      process.exitCode = await runLogout(server, flags);
    });
}
