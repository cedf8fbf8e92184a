import { type Command, InvalidArgumentError, Option } from 'commander';
import { addConfigFlags, type ConfigFlags, configText, oneConfig } from '../flags.js';
import type { ServeFlags } from '../serve/flags.js';

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port: 0 to 65535.');
  return Number(text);
}

const examples = `
Without a file, the command uses the first of gateway.yaml, mcp_config.json and .mcp.json in the working folder.

Examples:
  mcpgw serve mcp_config.json                     at http://127.0.0.1:8080/mcp, for this machine
  mcpgw serve gateway.yaml --host 0.0.0.0         for other machines too; set auth.api_keys first
  mcpgw serve .mcp.json --stdio                   for one client, on standard input and output
  mcpgw serve gateway.yaml --check                check the configuration, and start nothing

SIGHUP, or a change of its files, reloads the configuration. SIGTERM lets calls in flight finish; a second SIGTERM ends them.
Exit code: 0 stopped, 1 the configuration is refused, 2 the command could not run. For all settings: mcpgw schema serve, docs/serve.md.`;

/** Adds `mcpgw serve`, which offers many MCP servers as one. */
export function registerServe(program: Command): void {
  const command = program
    .command('serve')
    .description('serve the tools of many MCP servers and REST endpoints as one MCP server')
    .argument('[config]', configText)
    .addOption(new Option('--host <host>', 'address to listen on (default: from the configuration, else 127.0.0.1)').conflicts('stdio'))
    .addOption(
      new Option('--port <port>', 'port to listen on, 0 for any free one (default: from the configuration, else 8080)')
        .argParser(port)
        .conflicts('stdio'),
    )
    .option('--stdio', 'serve one client on standard input and output instead of HTTP')
    .addOption(new Option('-o, --output <format>', 'format of the log').choices(['text', 'json']))
    .addOption(new Option('--log-level <level>', 'lowest level that is logged').choices(['debug', 'info', 'warn', 'error']))
    .option('--read-only', 'refuse to approve, enable, disable or restart anything through the gateway')
    .option('--no-page', 'do not serve the web page')
    .option('--no-watch', 'do not reload when files change, only on SIGHUP')
    .option('--check', 'check the configuration and exit')
    .addHelpText('after', examples);
  addConfigFlags(command).action(async (config: string | undefined, flags: ServeFlags & ConfigFlags) => {
    const { runServe } = await import('../serve/run.js');
    process.exitCode = await runServe(oneConfig(config, flags.config), flags);
  });
}
