import type { Command } from 'commander';
import { durationUpTo } from '../duration.js';
import { addConfigFlags, addServerFlag, oneServer, outputOption } from '../flags.js';
import type { LoginFlags } from '../login/flags.js';

const examples = `
Without --config, the command uses the first of gateway.yaml, mcp_config.json and .mcp.json in the working folder. It writes the login to the
store of the gateway. A running gateway uses it at once.

Examples:
  mcpgw login github                              open the browser, and wait for the answer
  mcpgw login github --no-browser                 only print the address to open
  mcpgw login --list                              every login, and when its token expires
  mcpgw login crm --user ID                       the login of one caller, if the mode is user

Exit code: 0 logged in, 1 the login was refused or no answer came in time (--list: a login has expired), 2 the command could not run.`;

/** Adds `mcpgw login`, which logs in to a server behind the gateway. */
export function registerLogin(program: Command): void {
  const command = program
    .command('login')
    .description('log in to an MCP server with OAuth, for the gateway or for one caller; list logins')
    .argument('[server]', 'name of the server in the configuration')
    .option('--list', 'list logins instead of logging in')
    .option('--user <id>', 'caller that the login belongs to, by ID (default: the gateway)')
    .option('--no-browser', 'print the address to open, and open no browser')
    .option('--timeout <duration>', 'how long to wait for the answer (default: 5m)', durationUpTo('10m'))
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', examples);
  addConfigFlags(addServerFlag(command)).action(async (named: string | undefined, flags: LoginFlags) => {
    const { runLogin } = await import('../login/run.js');
    process.exitCode = await runLogin(oneServer(named, flags.server), flags);
  });
}
