import { type Command, InvalidArgumentError, Option } from 'commander';
import { addConfigFlags, type ConfigFlags, configText, oneConfig } from '../flags.js';
import type { ServeFlags } from '../serve/flags.js';

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port: 0 to 65535.');
  return Number(text);
}

const examples = `
Without a file the first of gateway.yaml, mcp_config.json and .mcp.json in the working directory is used.

Examples:
  mcpgw serve mcp_config.json                     at http://127.0.0.1:8080/mcp, for this machine
  mcpgw serve gateway.yaml --host 0.0.0.0         for others too; set auth.api_keys
  mcpgw serve .mcp.json --stdio                   for one client, on standard input and output
  mcpgw serve gateway.yaml --check                only say what is wrong with the configuration

SIGHUP and changed files reload the configuration; SIGTERM lets calls in flight end, a second one does not wait.
Exit code: 0 stopped in good order, 1 the configuration is refused, 2 it could not run. All settings: docs/serve.md.`;

/** Adds `mcpgw serve`, which offers many MCP servers as one. */
export function registerServe(program: Command): void {
  const command = program
    .command('serve')
    .description('serve the tools of many MCP servers and REST endpoints as one MCP server')
    .argument('[config]', configText)
    .option('--host <host>', 'address to listen on (default: what the configuration says, else 127.0.0.1)')
    .option('--port <port>', 'port to listen on, 0 for a free one (default: what the configuration says, else 8080)', port)
    .option('--stdio', 'serve one client on standard input and output instead of HTTP')
    .addOption(new Option('-o, --output <format>', 'format of the log').choices(['text', 'json']))
    .addOption(new Option('--log-level <level>', 'lowest level that is logged').choices(['debug', 'info', 'warn', 'error']))
    .option('--read-only', 'let nothing be approved, enabled, disabled or restarted through the gateway')
    .option('--no-page', 'serve no web page')
    .option('--no-watch', 'reload on SIGHUP only, not when files change')
    .option('--check', 'check the configuration and exit')
    .addHelpText('after', examples);
  addConfigFlags(command).action(async (config: string | undefined, flags: ServeFlags & ConfigFlags) => {
    const { runServe } = await import('../serve/run.js');
    process.exitCode = await runServe(oneConfig(config, flags.config), flags);
  });
}
