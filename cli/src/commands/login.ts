import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LoginFlags } from '../login/flags.js';

const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value > 600) throw new InvalidArgumentError('It must be a number above 0, at most 600.');
  return value;
}

const examples = `
Without --config the first of gateway.yaml, mcp_config.json and .mcp.json in the working directory is used. The login goes into the store of
the gateway, which uses it at once, also while it runs.

Examples:
  mcpgw login github                              open the browser, and wait for the answer
  mcpgw login github --no-browser                 only print the address to open
  mcpgw login --list                              every login, and when its token ends
  mcpgw login crm --user ID                       the login of one caller, where the mode is user

Exit code: 0 logged in, 1 the login was refused or no answer came in time (--list: a login has ended), 2 it could not run.`;

/** Adds `mcpgw login`, which logs in to a server behind the gateway. */
export function registerLogin(program: Command): void {
  program
    .command('login')
    .description('log in to an MCP server with OAuth, for the gateway or for one caller; list logins')
    .argument('[server]', 'name of the server in the configuration')
    .option('-c, --config <file>', 'gateway.yaml, mcp_config.json, or the file of an MCP client')
    .option('--list', 'list the logins instead')
    .option('--user <id>', 'identity of the caller whose login it becomes, where each caller has one (default: the gateway)')
    .option('--no-browser', 'only print the address to open')
    .option('--timeout <seconds>', 'how long to wait for the answer (default: 300)', seconds)
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
    .action(async (server: string | undefined, flags: LoginFlags) => {
      const { runLogin } = await import('../login/run.js');
      process.exitCode = await runLogin(server, flags);
    });
}
