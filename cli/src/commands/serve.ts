import { type Command, InvalidArgumentError } from 'commander';
import type { ServeFlags } from './serve/flags.js';

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port: 0 to 65535.');
  return Number(text);
}

/** Adds `mcpgw serve`: many MCP servers as one. */
export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('serve the tools of many MCP servers and REST endpoints as one MCP server')
    .argument('[config]', 'mcp_config.json, the file of an MCP client, or gateway.yaml')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <port>', 'port to listen on; 0 takes a free one (default: 8080)', port)
    .action(async (config: string | undefined, flags: ServeFlags) => {
      const { runServe } = await import('./serve/run.js');
      process.exitCode = await runServe(config, flags);
    });
}
